import { Type } from 'typebox'
import { operation } from '../../../kit/http/operations/operation.ts'
import { user } from '../identity/access.ts'
import { organization } from '../organizations/access.ts'
import { deleteConfirmedOrganization } from './organizations.ts'
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
