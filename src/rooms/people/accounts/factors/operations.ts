import { signedIn } from '../../../../kit/domain/subjects.ts'
import { operation } from '../../../../kit/http/operations/operation.ts'
import { user } from '../../identity/access.ts'
import { factorsOf, resetFactors } from './factors.ts'
import { presentFactors } from './present.ts'
import { Factors } from './schema.ts'

export const operations = [
  operation({
    id: 'getFactors',
    route: 'GET /v1/user/factors',
    summary: 'List your second factors',
    description:
      'An account with an authenticator app or a passkey is never let in by a password, a link or a token alone. Factors are added and removed in the browser.',
    on: signedIn,
    needs: 'ask',
    returns: Factors,
    run: async ({ ctx, subject: caller }) => presentFactors(await factorsOf(ctx, caller.id)),
  }),
  operation({
    id: 'resetFactorsOfUser',
    route: 'DELETE /v1/users/{userId}/factors',
    summary: 'Remove the second factors of a user who lost their device',
    description:
      'Removes the authenticator app, all passkeys and all recovery codes. The user is signed out everywhere, and signs in with the password alone until they add a factor again.',
    on: user,
    needs: 'administrate',
    isSensitive: true,
    status: 205,
    run: ({ ctx, subject: user }) => resetFactors(ctx, user.id),
  }),
]
