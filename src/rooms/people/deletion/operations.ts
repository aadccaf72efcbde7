import { Type } from 'typebox'
import { signedIn } from '../../../kit/domain/subjects.ts'
import { operation } from '../../../kit/http/operations/operation.ts'
import { user } from '../identity/access.ts'
import { organization } from '../organizations/access.ts'
import { deleteConfirmedOrganization } from './organizations.ts'
import { deleteOwnAccount } from './own-account.ts'
import { deleteUser } from './users.ts'

export const operations = [
  operation({
    id: 'deleteOrganization',
    route: 'DELETE /v1/orgs/{organizationId}',
    summary: 'Delete an organization, with all that belongs to it',
    description:
      'Its members, teams, collections, spaces and all content are gone for good, the trash included; nothing can be restored. Users keep their accounts.',
    on: organization,
    needs: 'admin',
    removesSubject: true,
    query: Type.Object({
      confirm: Type.String({ description: 'The title of the organization, exactly as it is' }),
    }),
    status: 205,
    run: ({ ctx, subject: organization, query }) =>
      deleteConfirmedOrganization(ctx, organization, query.confirm),
  }),
  operation({
    id: 'deleteOwnAccount',
    route: 'DELETE /v1/user',
    summary: 'Delete your account',
    description:
      'Passwords, passkeys, sessions, API tokens, memberships, and your name, address and picture go at once and for good. Pages, change requests and comments stay, as by a deleted user. Organizations in which nobody else is are deleted too; where you are the only admin of others, make one of them an admin first.',
    section: 'Accounts',
    on: signedIn,
    needs: 'ask',
    isSensitive: true,
    query: Type.Object({
      confirm: Type.String({ maxLength: 300, description: 'The e-mail address of your account' }),
    }),
    status: 205,
    refuses: { 409: 'You are the only admin of an organization with others, or the last administrator' },
    run: ({ ctx, subject: caller, query }) => deleteOwnAccount(ctx, caller, query.confirm),
  }),
  operation({
    id: 'deleteUser',
    route: 'DELETE /v1/users/{userId}',
    summary: 'Delete a user',
    description:
      'Their tokens stop to work at once, and their memberships, reactions and reviews go. Pages, change requests and comments stay, as by a deleted user.',
    section: 'Users and tokens',
    on: user,
    needs: 'administrate',
    removesSubject: true,
    status: 205,
    refuses: { 409: 'They are the last admin of an organization, or the last administrator' },
    run: ({ ctx, subject: user }) => deleteUser(ctx, user),
  }),
]
