import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { collection } from '../../content/collections/access.ts'
import { changeTeamLevel, changeUserLevel, collectionTarget, giveLevel, takeLevel } from './grants.ts'
import { presentRankedUser, presentTeamGrant, presentUserGrant } from './present.ts'
import { AggregateFilter, GrantChange, NewGrants, TeamGrant, UserGrant } from './schema.ts'
import { listEffectiveLevels, listTeamGrants, listUserGrants } from './store.ts'

export const operations = [
  operation({
    id: 'inviteToCollection',
    route: 'POST /v1/collections/{collectionId}/permissions',
    summary: 'Give members or teams a level on a collection',
    on: collection,
    needs: 'admin',
    body: NewGrants,
    example: { users: ['maria@example.org'], role: 'edit' },
    run: ({ ctx, subject, body }) => giveLevel(ctx, collectionTarget(subject), body),
  }),
  operation({
    id: 'listUserPermissionsInCollection',
    route: 'GET /v1/collections/{collectionId}/permissions/users',
    summary: 'List the people who were given a level on a collection',
    on: collection,
    needs: 'admin',
    query: Paging,
    returns: ListOf(UserGrant),
    run: async ({ ctx, subject, query }) =>
      listOf(await listUserGrants(ctx.db, collectionTarget(subject), query), (row) =>
        presentUserGrant(row, ctx.links),
      ),
  }),
  operation({
    id: 'updateUserPermissionInCollection',
    route: 'PATCH /v1/collections/{collectionId}/permissions/users/{userId}',
    summary: 'Change the level of a person on a collection',
    description: 'Null takes it away.',
    on: collection,
    needs: 'admin',
    body: GrantChange,
    example: { role: 'comment' },
    run: ({ ctx, subject, params, body }) =>
      changeUserLevel(ctx, collectionTarget(subject), params.userId, body.role),
  }),
  operation({
    id: 'removeUserFromCollection',
    route: 'DELETE /v1/collections/{collectionId}/permissions/users/{userId}',
    summary: 'Take the level of a person on a collection away',
    on: collection,
    needs: 'admin',
    status: 205,
    run: ({ ctx, subject, params }) => takeLevel(ctx, collectionTarget(subject), { userId: params.userId }),
  }),
  operation({
    id: 'listTeamPermissionsInCollection',
    route: 'GET /v1/collections/{collectionId}/permissions/teams',
    summary: 'List the teams that were given a level on a collection',
    on: collection,
    needs: 'admin',
    query: Paging,
    returns: ListOf(TeamGrant),
    run: async ({ ctx, subject, query }) =>
      listOf(await listTeamGrants(ctx.db, collectionTarget(subject), ctx.actor.id, query), (row) =>
        presentTeamGrant(row, subject.standing),
      ),
  }),
  operation({
    id: 'updateTeamPermissionInCollection',
    route: 'PATCH /v1/collections/{collectionId}/permissions/teams/{teamId}',
    summary: 'Change the level of a team on a collection',
    description: 'Null takes it away.',
    on: collection,
    needs: 'admin',
    body: GrantChange,
    example: { role: 'comment' },
    run: ({ ctx, subject, params, body }) =>
      changeTeamLevel(ctx, collectionTarget(subject), params.teamId, body.role),
  }),
  operation({
    id: 'removeTeamFromCollection',
    route: 'DELETE /v1/collections/{collectionId}/permissions/teams/{teamId}',
    summary: 'Take the level of a team on a collection away',
    on: collection,
    needs: 'admin',
    status: 205,
    run: ({ ctx, subject, params }) => takeLevel(ctx, collectionTarget(subject), { teamId: params.teamId }),
  }),
  operation({
    id: 'listPermissionsAggregateInCollection',
    route: 'GET /v1/collections/{collectionId}/permissions/aggregate',
    summary: 'List everyone who can open a collection, with their effective level',
    on: collection,
    needs: 'listPeople',
    query: AggregateFilter,
    returns: ListOf(UserGrant),
    run: async ({ ctx, subject, query }) =>
      listOf(await listEffectiveLevels(ctx.db, collectionTarget(subject), query), (row) =>
        presentRankedUser(row, ctx.links),
      ),
  }),
]
