import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { member } from '../members/access.ts'
import { organization } from '../organizations/access.ts'
import { team } from './access.ts'
import { presentTeam, presentTeamMember } from './present.ts'
import {
  NewTeam,
  Team,
  TeamChanges,
  TeamFilter,
  TeamMember,
  TeamMemberChanges,
  TeamOfMember,
  TeamPlace,
  TeamsOfMemberFilter,
} from './schema.ts'
import { listTeamMembers, listTeams, listTeamsOfMember } from './store.ts'
import { changeTeamMembers, createTeam, placeInTeam, removeTeam, renameTeam, takeOutOfTeam } from './teams.ts'

export const operations = [
  operation({
    id: 'listTeamsInOrganizationById',
    route: 'GET /v1/orgs/{organizationId}/teams',
    summary: 'List the teams of an organization',
    on: organization,
    needs: 'listTeams',
    query: TeamFilter,
    returns: ListOf(Team),
    run: async ({ ctx, subject: { id, standing }, query }) =>
      listOf(await listTeams(ctx.db, id, ctx.actor.id, query), (team) => presentTeam(team, standing)),
  }),
  operation({
    id: 'createOrganizationTeam',
    route: 'PUT /v1/orgs/{organizationId}/teams',
    summary: 'Create a team',
    on: organization,
    needs: 'admin',
    body: NewTeam,
    example: { title: 'Writers', members: ['01kx6kz4r8v2m6q1w9c5x3t7ph'] },
    status: 201,
    returns: Team,
    location: (made, { organizationId }) => `/v1/orgs/${organizationId}/teams/${made.id}`,
    run: async ({ ctx, subject: organization, body }) =>
      presentTeam(await createTeam(ctx, organization, body), organization.standing),
  }),
  operation({
    id: 'getTeamInOrganizationById',
    route: 'GET /v1/orgs/{organizationId}/teams/{teamId}',
    summary: 'Get a team',
    on: team,
    needs: 'view',
    returns: Team,
    run: ({ subject: team }) => presentTeam(team, team.organization.standing),
  }),
  operation({
    id: 'updateTeamInOrganizationById',
    route: 'PATCH /v1/orgs/{organizationId}/teams/{teamId}',
    summary: 'Rename a team',
    on: team,
    needs: 'admin',
    body: TeamChanges,
    example: { title: 'Technical writers' },
    returns: Team,
    run: async ({ ctx, subject: team, body }) =>
      presentTeam(await renameTeam(ctx, team, body.title), team.organization.standing),
  }),
  operation({
    id: 'removeTeamFromOrganizationById',
    route: 'DELETE /v1/orgs/{organizationId}/teams/{teamId}',
    summary: 'Delete a team',
    on: organization,
    needs: 'admin',
    status: 204,
    run: ({ ctx, subject: organization, params }) => removeTeam(ctx, organization.id, params.teamId),
  }),
  operation({
    id: 'listTeamMembersInOrganizationById',
    route: 'GET /v1/orgs/{organizationId}/teams/{teamId}/members',
    summary: 'List the members of a team',
    on: team,
    needs: 'view',
    query: Paging,
    returns: ListOf(TeamMember),
    run: async ({ ctx, subject: team, query }) =>
      listOf(await listTeamMembers(ctx.db, team.organizationId, team.id, query), (member) =>
        presentTeamMember(member, ctx.links),
      ),
  }),
  operation({
    id: 'updateMembersInOrganizationTeam',
    route: 'PUT /v1/orgs/{organizationId}/teams/{teamId}/members',
    summary: 'Add, place and remove several members of a team at once',
    description: 'People are named by user id or e-mail. Whoever is in `add` and in `remove` ends removed.',
    on: team,
    needs: 'admin',
    body: TeamMemberChanges,
    example: { add: ['maria@example.org'] },
    run: ({ ctx, subject: team, body }) => changeTeamMembers(ctx, team, body),
  }),
  operation({
    id: 'addMemberToOrganizationTeamById',
    route: 'PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    summary: 'Add a member to a team, or change their role in it',
    on: team,
    needs: 'admin',
    body: TeamPlace,
    isBodyOptional: true,
    example: { role: 'owner' },
    run: ({ ctx, subject: team, params, body }) => placeInTeam(ctx, team, params.userId, body.role),
  }),
  operation({
    id: 'deleteMemberFromOrganizationTeamById',
    route: 'DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    summary: 'Take a member out of a team',
    on: team,
    needs: 'admin',
    status: 204,
    run: ({ ctx, subject: team, params }) => takeOutOfTeam(ctx, team, params.userId),
  }),
  operation({
    id: 'listTeamsForOrganizationMember',
    route: 'GET /v1/orgs/{organizationId}/members/{userId}/teams',
    summary: 'List the teams of a member',
    on: member,
    needs: 'view',
    query: TeamsOfMemberFilter,
    returns: ListOf(TeamOfMember),
    run: async ({ ctx, subject: { userId, organization }, query }) =>
      listOf(await listTeamsOfMember(ctx.db, organization.id, userId, ctx.actor.id, query), (row) => ({
        team: presentTeam(row, organization.standing),
        member: { role: row.memberRole },
      })),
  }),
]
