import { Type } from 'typebox'
import { signedIn } from '../../../../kit/domain/subjects.ts'
import { operation } from '../../../../kit/http/operations/operation.ts'
import { user } from '../../identity/access.ts'
import { identitiesOf, removeIdentity } from './identities.ts'
import { presentIdentity } from './present.ts'
import { Identity } from './schema.ts'

const Identities = Type.Object({ items: Type.Array(Identity) })

export const operations = [
  operation({
    id: 'listIdentities',
    route: 'GET /v1/user/identities',
    summary: 'List the accounts at identity providers that sign you in',
    description: 'They are linked and unlinked in the browser.',
    on: signedIn,
    needs: 'ask',
    returns: Identities,
    run: async ({ ctx, subject: caller }) => ({
      items: (await identitiesOf(ctx, caller.id)).map(presentIdentity),
    }),
  }),
  operation({
    id: 'listIdentitiesOfUser',
    route: 'GET /v1/users/{userId}/identities',
    summary: 'List the accounts at identity providers that sign a user in',
    on: user,
    needs: 'administrate',
    returns: Identities,
    run: async ({ ctx, subject: user }) => ({
      items: (await identitiesOf(ctx, user.id)).map(presentIdentity),
    }),
  }),
  operation({
    id: 'deleteIdentityOfUser',
    route: 'DELETE /v1/users/{userId}/identities/{identityId}',
    summary: 'Unlink an account at an identity provider from a user',
    description:
      'Also the last way to sign in. The user is signed out everywhere, and hears of it by e-mail.',
    on: user,
    needs: 'administrate',
    isSensitive: true,
    status: 205,
    run: ({ ctx, subject: user, params }) => removeIdentity(ctx, user.id, params.identityId),
  }),
]
