import { signedIn } from '../../../kit/domain/subjects.ts'
import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { presentLink } from '../accounts/present.ts'
import { OneTimeLink } from '../accounts/schema.ts'
import { member } from '../members/access.ts'
import { organization } from '../organizations/access.ts'
import { presentOrganization } from '../organizations/present.ts'
import { joinableOrganization, openInvite } from './access.ts'
import { createInvitationLink } from './invitations.ts'
import {
  changeInviteLink,
  createInviteLink,
  inviteUsers,
  removeInviteLink,
  requireInviteLink,
} from './invites.ts'
import { joinByDomain, joinByInvite, organizationsOfDomain } from './join.ts'
import { presentInviteLink } from './present.ts'
import {
  Invitation,
  InvitationResult,
  InviteLink,
  InviteLinkChanges,
  Joined,
  NewInviteLink,
  OrganizationsOfDomain,
} from './schema.ts'
import { listInviteLinks } from './store.ts'

export const operations = [
  operation({
    id: 'getOrganizationsForEmailDomain',
    route: 'GET /v1/email-domains/{emailDomain}/orgs',
    summary: 'List the organizations of an e-mail domain',
    description: 'Those that you belong to, or may join because your own e-mail is at that domain.',
    on: signedIn,
    needs: 'ask',
    returns: OrganizationsOfDomain,
    run: async ({ ctx, params }) => ({
      organizations: (await organizationsOfDomain(ctx, params.emailDomain)).map((row) =>
        presentOrganization(row, ctx.links),
      ),
    }),
  }),
  operation({
    id: 'joinOrganization',
    route: 'POST /v1/orgs/{organizationId}/join',
    summary: 'Join an organization whose e-mail domains include yours',
    description: 'You get its default role.',
    on: joinableOrganization,
    needs: 'join',
    run: ({ ctx, subject: organization }) => joinByDomain(ctx, organization),
  }),
  operation({
    id: 'inviteUsersToOrganization',
    route: 'POST /v1/orgs/{organizationId}/invites',
    summary: 'Invite people by e-mail',
    description:
      'They become members at once. People without an account get one, and a link by which they choose how to sign in.',
    on: organization,
    needs: 'admin',
    body: Invitation,
    example: { emails: ['maria@example.org'], role: 'edit' },
    returns: InvitationResult,
    run: ({ ctx, subject: organization, body }) => inviteUsers(ctx, organization, body),
  }),
  operation({
    id: 'createInvitationLink',
    route: 'POST /v1/orgs/{organizationId}/members/{userId}/invitation-link',
    summary: 'Create a link by which an invited member makes their account',
    description:
      'For somebody who was invited and cannot sign in yet. It works once, for 14 days; a new one ends the one before.',
    on: member,
    needs: 'change',
    isSensitive: true,
    returns: OneTimeLink,
    refuses: { 409: 'The member can sign in already, or belongs to another organization too' },
    run: async ({ ctx, subject: member }) => presentLink(await createInvitationLink(ctx, member)),
  }),
  operation({
    id: 'joinOrganizationWithInvite',
    route: 'POST /v1/orgs/{organizationId}/invites/{inviteId}',
    summary: 'Join an organization through an invite link',
    on: openInvite,
    needs: 'use',
    returns: Joined,
    run: ({ ctx, subject: invite }) => joinByInvite(ctx, invite),
  }),
  operation({
    id: 'listOrganizationInviteLinks',
    route: 'GET /v1/orgs/{organizationId}/link-invites',
    summary: 'List the invite links of an organization',
    on: organization,
    needs: 'admin',
    query: Paging,
    returns: ListOf(InviteLink),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await listInviteLinks(ctx.db, organization.id, query), (link) =>
        presentInviteLink({ link }, ctx.links),
      ),
  }),
  operation({
    id: 'createOrganizationInvite',
    route: 'POST /v1/orgs/{organizationId}/link-invites',
    summary: 'Create an invite link to the organization, a collection or a space',
    on: organization,
    needs: 'admin',
    body: NewInviteLink,
    example: { role: 'read' },
    status: 201,
    returns: InviteLink,
    location: (made, { organizationId }) => `/v1/orgs/${organizationId}/link-invites/${made.id}`,
    run: async ({ ctx, subject: organization, body }) =>
      presentInviteLink(await createInviteLink(ctx, organization.id, body), ctx.links),
  }),
  operation({
    id: 'getOrganizationInviteLink',
    route: 'GET /v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Get an invite link',
    on: organization,
    needs: 'admin',
    returns: InviteLink,
    run: async ({ ctx, subject: organization, params }) =>
      presentInviteLink(await requireInviteLink(ctx, organization.id, params.inviteId), ctx.links),
  }),
  operation({
    id: 'updateOrganizationInviteById',
    route: 'PATCH /v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Change the role or level an invite link gives',
    on: organization,
    needs: 'admin',
    body: InviteLinkChanges,
    example: { role: 'comment' },
    returns: InviteLink,
    run: async ({ ctx, subject: organization, params, body }) =>
      presentInviteLink(await changeInviteLink(ctx, organization.id, params.inviteId, body), ctx.links),
  }),
  operation({
    id: 'deleteOrganizationInviteById',
    route: 'DELETE /v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Delete an invite link',
    on: organization,
    needs: 'admin',
    status: 205,
    run: ({ ctx, subject: organization, params }) => removeInviteLink(ctx, organization.id, params.inviteId),
  }),
]
