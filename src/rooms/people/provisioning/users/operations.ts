import { signedIn } from '../../../../kit/domain/subjects.ts'
import { operation } from '../../../../kit/http/operations/operation.ts'
import { directory } from '../access.ts'
import { parseFilter } from '../filters/filter.ts'
import { listResponse, pageOf, selected } from '../lists.ts'
import { patchesOf } from '../patches.ts'
import { presentUser } from '../present.ts'
import {
  BODY_LIMIT,
  MOST_RESULTS,
  PartOfUser,
  PatchRequest,
  SCHEMAS,
  ScimList,
  ScimQuery,
  ScimSelection,
  ScimUser,
  UserBody,
} from '../schema.ts'
import { acceptProvisioning } from './acceptance.ts'
import { listScimUsers } from './store-users.ts'
import { patched, userStateOf } from './user-state.ts'
import { changeScimUser, provisionUser, removeScimUser, requireScimUser, stateOf } from './users.ts'

const EXAMPLE = {
  schemas: [SCHEMAS.user],
  userName: 'maria@example.org',
  externalId: '00ujl29u0le5T6Aj10h7',
  name: { givenName: 'Maria', familyName: 'Lopez' },
  emails: [{ primary: true, value: 'maria@example.org', type: 'work' }],
  active: true,
}

export const operations = [
  operation({
    id: 'listScimUsers',
    route: 'GET /scim/v2/orgs/{organizationId}/Users',
    summary: 'List the users of a directory',
    description: 'Members who did not come by the directory are not among them.',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    query: ScimQuery,
    returns: ScimList(PartOfUser),
    run: async ({ ctx, subject, query }) => {
      const filter = query.filter === undefined ? undefined : parseFilter(query.filter)
      const found = await listScimUsers(ctx.db, subject.id, { filter, ...pageOf(query, MOST_RESULTS) })
      const items = found.rows.map((row) => selected(presentUser(row, ctx.links), query))
      return listResponse(query, { total: found.total, items })
    },
  }),
  operation({
    id: 'createScimUser',
    route: 'POST /scim/v2/orgs/{organizationId}/Users',
    summary: 'Announce a user',
    description:
      'Somebody without an account gets one, and is a member with the default role, but never an admin. Somebody who has an account accepts first, in the console; until then they see nothing of the organization.',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    body: UserBody,
    bodyLimit: BODY_LIMIT,
    example: EXAMPLE,
    status: 201,
    returns: ScimUser,
    refuses: { 409: 'There is such a user, or nobody showed that the address is theirs' },
    location: (made, { organizationId }) => `/scim/v2/orgs/${organizationId}/Users/${made.id}`,
    run: async ({ ctx, subject, body }) =>
      presentUser(await provisionUser(ctx, subject, userStateOf(body)), ctx.links),
  }),
  operation({
    id: 'getScimUser',
    route: 'GET /scim/v2/orgs/{organizationId}/Users/{scimUserId}',
    summary: 'Get a user of a directory',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    query: ScimSelection,
    returns: PartOfUser,
    run: async ({ ctx, subject, params, query }) =>
      selected(presentUser(await requireScimUser(ctx, subject.id, params.scimUserId), ctx.links), query),
  }),
  operation({
    id: 'replaceScimUser',
    route: 'PUT /scim/v2/orgs/{organizationId}/Users/{scimUserId}',
    summary: 'Replace what a directory says of a user',
    description: 'The e-mail address of an account is changed by its owner.',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    body: UserBody,
    bodyLimit: BODY_LIMIT,
    example: EXAMPLE,
    returns: ScimUser,
    refuses: { 409: 'There is such a user, or they are the last admin of the organization' },
    run: async ({ ctx, subject, params, body }) => {
      const row = await requireScimUser(ctx, subject.id, params.scimUserId)
      return presentUser(await changeScimUser(ctx, subject, row, userStateOf(body)), ctx.links)
    },
  }),
  operation({
    id: 'patchScimUser',
    route: 'PATCH /scim/v2/orgs/{organizationId}/Users/{scimUserId}',
    summary: 'Change what a directory says of a user',
    description:
      'With `active: false` the member is suspended: they see nothing of the organization from then on, and keep their role and teams for when they are active again. Whoever belongs to no other organization is signed out.',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    body: PatchRequest,
    bodyLimit: BODY_LIMIT,
    example: { schemas: [SCHEMAS.patch], Operations: [{ op: 'replace', path: 'active', value: false }] },
    returns: ScimUser,
    refuses: { 409: 'There is such a user, or they are the last admin of the organization' },
    run: async ({ ctx, subject, params, body }) => {
      const row = await requireScimUser(ctx, subject.id, params.scimUserId)
      const next = patched(stateOf(row), patchesOf(body))
      return presentUser(await changeScimUser(ctx, subject, row, next), ctx.links)
    },
  }),
  operation({
    id: 'deleteScimUser',
    route: 'DELETE /scim/v2/orgs/{organizationId}/Users/{scimUserId}',
    summary: 'Remove a user of a directory from the organization',
    description: 'Their membership ends at once; their account and what they wrote stay.',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    status: 204,
    refuses: { 409: 'They are the last admin of the organization' },
    run: async ({ ctx, subject, params }) =>
      removeScimUser(ctx, subject.id, await requireScimUser(ctx, subject.id, params.scimUserId)),
  }),
  operation({
    id: 'acceptProvisioning',
    route: 'POST /v1/user/provisioning/{organizationId}/accept',
    summary: 'Accept that a directory adds you to its organization',
    on: signedIn,
    needs: 'ask',
    status: 205,
    refuses: { 403: 'Your e-mail address is not confirmed', 404: 'No directory of it waits for you' },
    run: ({ ctx, params }) => acceptProvisioning(ctx, params.organizationId),
  }),
]
