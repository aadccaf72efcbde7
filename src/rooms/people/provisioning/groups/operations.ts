import { operation } from '../../../../kit/http/operations/operation.ts'
import { directory } from '../access.ts'
import { parseFilter } from '../filters/filter.ts'
import { isExcluded, listResponse, pageOf, selected } from '../lists.ts'
import { patchesOf } from '../patches.ts'
import { presentGroup } from '../present.ts'
import {
  BODY_LIMIT,
  GroupBody,
  MOST_GROUPS,
  MOST_RESULTS,
  PartOfGroup,
  PatchRequest,
  SCHEMAS,
  ScimGroup,
  ScimList,
  ScimQuery,
  ScimSelection,
} from '../schema.ts'
import { groupStateOf, patchedGroup } from './group-state.ts'
import { changeGroup, createGroup, removeGroup, requireGroup } from './groups.ts'
import { listScimGroups } from './store-groups.ts'

const EXAMPLE = {
  schemas: [SCHEMAS.group],
  displayName: 'Writers',
  externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
  members: [],
}

export const operations = [
  operation({
    id: 'listScimGroups',
    route: 'GET /scim/v2/orgs/{organizationId}/Groups',
    summary: 'List the groups of a directory',
    description: `Each is a team that the directory made. With their members, at most ${MOST_GROUPS} are listed at once.`,
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    query: ScimQuery,
    returns: ScimList(PartOfGroup),
    run: async ({ ctx, subject, query }) => {
      const filter = query.filter === undefined ? undefined : parseFilter(query.filter)
      const withMembers = !isExcluded(query, 'members')
      const page = pageOf(query, withMembers ? MOST_GROUPS : MOST_RESULTS)
      const found = await listScimGroups(ctx.db, subject.id, { filter, withMembers, ...page })
      const items = found.rows.map((row) => selected(presentGroup(row, ctx.links), query))
      return listResponse(query, { total: found.total, items })
    },
  }),
  operation({
    id: 'createScimGroup',
    route: 'POST /scim/v2/orgs/{organizationId}/Groups',
    summary: 'Create a group of a directory',
    description: 'It is a team. What a team may do is given to it by admins of the organization.',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    body: GroupBody,
    bodyLimit: BODY_LIMIT,
    example: EXAMPLE,
    status: 201,
    returns: ScimGroup,
    refuses: { 409: 'There is a group with this name' },
    location: (made, { organizationId }) => `/scim/v2/orgs/${organizationId}/Groups/${made.id}`,
    run: async ({ ctx, subject, body }) =>
      presentGroup(await createGroup(ctx, subject.id, groupStateOf(body)), ctx.links),
  }),
  operation({
    id: 'getScimGroup',
    route: 'GET /scim/v2/orgs/{organizationId}/Groups/{scimGroupId}',
    summary: 'Get a group of a directory',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    query: ScimSelection,
    returns: PartOfGroup,
    run: async ({ ctx, subject, params, query }) => {
      const key = { organizationId: subject.id, teamId: params.scimGroupId }
      return selected(presentGroup(await requireGroup(ctx, key), ctx.links), query)
    },
  }),
  operation({
    id: 'replaceScimGroup',
    route: 'PUT /scim/v2/orgs/{organizationId}/Groups/{scimGroupId}',
    summary: 'Replace a group of a directory',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    body: GroupBody,
    bodyLimit: BODY_LIMIT,
    example: EXAMPLE,
    returns: ScimGroup,
    refuses: { 409: 'There is a group with this name' },
    run: async ({ ctx, subject, params, body }) => {
      const key = { organizationId: subject.id, teamId: params.scimGroupId }
      return presentGroup(await changeGroup(ctx, key, () => groupStateOf(body)), ctx.links)
    },
  }),
  operation({
    id: 'patchScimGroup',
    route: 'PATCH /scim/v2/orgs/{organizationId}/Groups/{scimGroupId}',
    summary: 'Change a group of a directory, or who is in it',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    isVerbatim: true,
    body: PatchRequest,
    bodyLimit: BODY_LIMIT,
    example: {
      schemas: [SCHEMAS.patch],
      Operations: [{ op: 'add', path: 'members', value: [{ value: '01kx6kz4r8v2m6q1w9c5x3t7ph' }] }],
    },
    returns: ScimGroup,
    refuses: { 409: 'There is a group with this name' },
    run: async ({ ctx, subject, params, body }) => {
      const key = { organizationId: subject.id, teamId: params.scimGroupId }
      const changed = await changeGroup(ctx, key, (state) => patchedGroup(state, patchesOf(body)))
      return presentGroup(changed, ctx.links)
    },
  }),
  operation({
    id: 'deleteScimGroup',
    route: 'DELETE /scim/v2/orgs/{organizationId}/Groups/{scimGroupId}',
    summary: 'Delete a group of a directory',
    description: 'The team goes, with what was given to it; its members stay members of the organization.',
    on: directory,
    needs: 'provision',
    dialect: 'scim',
    status: 204,
    run: ({ ctx, subject, params }) =>
      removeGroup(ctx, { organizationId: subject.id, teamId: params.scimGroupId }),
  }),
]
