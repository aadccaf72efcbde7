import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { organization } from '../organizations/access.ts'
import { member, memberPlace } from './access.ts'
import { changeRole, enrolInSso, markSeen, removeMember } from './members.ts'
import { presentMember } from './present.ts'
import { Member, MemberChanges, MemberFilter, Ping } from './schema.ts'
import { listMembers } from './store.ts'

export const operations = [
  operation({
    id: 'listMembersInOrganizationById',
    route: 'GET /v1/orgs/{organizationId}/members',
    summary: 'List the members of an organization',
    on: organization,
    needs: 'listMembers',
    query: MemberFilter,
    returns: ListOf(Member),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await listMembers(ctx.db, organization.id, query), (member) => presentMember(member, ctx.links)),
  }),
  operation({
    id: 'getMemberInOrganizationById',
    route: 'GET /v1/orgs/{organizationId}/members/{userId}',
    summary: 'Get a member of an organization',
    on: member,
    needs: 'view',
    returns: Member,
    run: ({ ctx, subject: member }) => presentMember(member, ctx.links),
  }),
  operation({
    id: 'updateMemberInOrganizationById',
    route: 'PATCH /v1/orgs/{organizationId}/members/{userId}',
    summary: 'Change the role of a member',
    description: 'Null makes the member a guest. The last admin of an organization keeps that role (409).',
    on: member,
    needs: 'change',
    body: MemberChanges,
    example: { role: 'edit' },
    returns: Member,
    refuses: { 409: 'They are the last admin of the organization' },
    run: async ({ ctx, subject: member, body }) =>
      presentMember(await changeRole(ctx, member.organization.id, member.userId, body.role), ctx.links),
  }),
  operation({
    id: 'removeMemberFromOrganizationById',
    route: 'DELETE /v1/orgs/{organizationId}/members/{userId}',
    summary: 'Remove a member from an organization, or leave it',
    description: 'Their access ends at once. The last admin of an organization cannot be removed (409).',
    on: memberPlace,
    needs: 'remove',
    status: 204,
    refuses: { 409: 'They are the last admin of the organization' },
    run: ({ ctx, subject: place }) => removeMember(ctx, place.organization.id, place.userId),
  }),
  operation({
    id: 'updateOrganizationMemberLastSeenAt',
    route: 'POST /v1/orgs/{organizationId}/ping',
    summary: 'Say that you are here',
    description: 'Updates the time at which you were last seen in the organization.',
    on: organization,
    needs: 'view',
    returns: Ping,
    run: ({ ctx, subject: organization }) => markSeen(ctx, organization.id),
  }),
  operation({
    id: 'setUserAsSSOMemberForOrganization',
    route: 'POST /v1/orgs/{organizationId}/members/{userId}/sso',
    summary: 'Make a member sign in through SSO',
    on: member,
    needs: 'change',
    returns: Member,
    run: async ({ ctx, subject: member }) =>
      presentMember(await enrolInSso(ctx, member.organization.id, member.userId), ctx.links),
  }),
]
