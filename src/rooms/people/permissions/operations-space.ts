import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { space } from '../../content/spaces/access.ts'
import { changeTeamLevel, changeUserLevel, giveLevel, spaceTarget, takeLevel } from './grants.ts'
import { presentRankedUser, presentTeamGrant, presentUserGrant } from './present.ts'
import { AggregateFilter, GrantChange, NewGrants, TeamGrant, UserGrant } from './schema.ts'
import { listEffectiveLevels, listTeamGrants, listUserGrants } from './store.ts'

export const operations = [
  operation({
    id: 'inviteToSpace',
    route: 'POST /v1/spaces/{spaceId}/permissions',
    summary: 'Give members or teams a level on a space',
    on: space,
    needs: 'admin',
    body: NewGrants,
    example: { users: ['maria@example.org'], role: 'edit' },
    run: ({ ctx, subject, body }) => giveLevel(ctx, spaceTarget(subject), body),
  }),
  operation({
    id: 'listUserPermissionsInSpace',
    route: 'GET /v1/spaces/{spaceId}/permissions/users',
    summary: 'List the people who were given a level on a space',
    on: space,
    needs: 'admin',
    query: Paging,
    returns: ListOf(UserGrant),
    run: async ({ ctx, subject, query }) =>
      listOf(await listUserGrants(ctx.db, spaceTarget(subject), query), (row) =>
        presentUserGrant(row, ctx.links),
      ),
  }),
  operation({
    id: 'updateUserPermissionInSpace',
    route: 'PATCH /v1/spaces/{spaceId}/permissions/users/{userId}',
    summary: 'Change the level of a person on a space',
    description: 'Null takes it away.',
    on: space,
    needs: 'admin',
    body: GrantChange,
    example: { role: 'comment' },
    run: ({ ctx, subject, params, body }) =>
      changeUserLevel(ctx, spaceTarget(subject), params.userId, body.role),
  }),
  operation({
    id: 'removeUserFromSpace',
    route: 'DELETE /v1/spaces/{spaceId}/permissions/users/{userId}',
    summary: 'Take the level of a person on a space away',
    on: space,
    needs: 'admin',
    status: 205,
    run: ({ ctx, subject, params }) => takeLevel(ctx, spaceTarget(subject), { userId: params.userId }),
  }),
  operation({
    id: 'listTeamPermissionsInSpace',
    route: 'GET /v1/spaces/{spaceId}/permissions/teams',
    summary: 'List the teams that were given a level on a space',
    on: space,
    needs: 'admin',
    query: Paging,
    returns: ListOf(TeamGrant),
    run: async ({ ctx, subject, query }) =>
      listOf(await listTeamGrants(ctx.db, spaceTarget(subject), ctx.actor.id, query), (row) =>
        presentTeamGrant(row, subject.standing),
      ),
  }),
  operation({
    id: 'updateTeamPermissionInSpace',
    route: 'PATCH /v1/spaces/{spaceId}/permissions/teams/{teamId}',
    summary: 'Change the level of a team on a space',
    description: 'Null takes it away.',
    on: space,
    needs: 'admin',
    body: GrantChange,
    example: { role: 'comment' },
    run: ({ ctx, subject, params, body }) =>
      changeTeamLevel(ctx, spaceTarget(subject), params.teamId, body.role),
  }),
  operation({
    id: 'removeTeamFromSpace',
    route: 'DELETE /v1/spaces/{spaceId}/permissions/teams/{teamId}',
    summary: 'Take the level of a team on a space away',
    on: space,
    needs: 'admin',
    status: 205,
    run: ({ ctx, subject, params }) => takeLevel(ctx, spaceTarget(subject), { teamId: params.teamId }),
  }),
  operation({
    id: 'listPermissionsAggregateInSpace',
    route: 'GET /v1/spaces/{spaceId}/permissions/aggregate',
    summary: 'List everyone who can open a space, with their effective level',
    on: space,
    needs: 'listPeople',
    query: AggregateFilter,
    returns: ListOf(UserGrant),
    run: async ({ ctx, subject, query }) =>
      listOf(await listEffectiveLevels(ctx.db, spaceTarget(subject), query), (row) =>
        presentRankedUser(row, ctx.links),
      ),
  }),
]
