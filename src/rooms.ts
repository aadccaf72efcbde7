// The table of contents. Each room may know the rooms above it, never the ones below.
import { listen } from './kit/domain/events.ts'
import type { Room } from './kit/http/operations/room.ts'
import { compareNewest, processSpec, refreshSpecs } from './rooms/api-references/openapi/jobs.ts'
import { operations as openapi } from './rooms/api-references/openapi/operations.ts'
import { operations as collections } from './rooms/content/collections/operations.ts'
import { operations as embeds } from './rooms/content/embeds/operations.ts'
import { fileSums } from './rooms/content/files/file-sums.ts'
import { forgetUploads, sweepBlobs } from './rooms/content/files/jobs.ts'
import { operations as files } from './rooms/content/files/operations.ts'
import { forgetCopies, forgetOperations, resumeSyncs, syncSpace } from './rooms/content/git/jobs.ts'
import { operations as git } from './rooms/content/git/operations.ts'
import { historyIndex } from './rooms/content/history/index/jobs.ts'
import { operations as history } from './rooms/content/history/operations.ts'
import { operations as imports } from './rooms/content/imports/operations.ts'
import { operations as links } from './rooms/content/links/operations.ts'
import { followSpecs, forgetComputed } from './rooms/content/pages/computed/jobs.ts'
import { formerPaths } from './rooms/content/pages/former-paths/jobs.ts'
import { linkIndex } from './rooms/content/pages/link-index/jobs.ts'
import { operations as content } from './rooms/content/pages/operations.ts'
import { forgetPdfs, printPdf } from './rooms/content/pdf/jobs.ts'
import { operations as pdf } from './rooms/content/pdf/operations.ts'
import { gauges as searchGauges } from './rooms/content/search/gauges.ts'
import { indexLargeSpace, searchIndex, followSpecs as searchSpecs } from './rooms/content/search/jobs.ts'
import { operations as search } from './rooms/content/search/operations.ts'
import { catchUpIndexes, followContent } from './rooms/content/spaces/indexes/jobs.ts'
import { purgeOverdueSpaces, purgeSpaces } from './rooms/content/spaces/jobs.ts'
import { operations as spaces } from './rooms/content/spaces/operations.ts'
import { sweepNodes } from './rooms/content/spaces/revisions/jobs.ts'
import { operations as transfers } from './rooms/content/transfers/operations.ts'
import { noticeFailing } from './rooms/integrations/installations/delivery/failing-installations.ts'
import { tellScripts } from './rooms/integrations/installations/delivery/waiting-events.ts'
import { forgetScriptEvents, narrowScopes, queueSentEvent } from './rooms/integrations/installations/jobs.ts'
import { operations as installations } from './rooms/integrations/installations/operations.ts'
import { operations as installationPlaces } from './rooms/integrations/installations/operations-places.ts'
import { operations as integrations } from './rooms/integrations/integrations/operations.ts'
import { operations as computedContent } from './rooms/integrations/scripts/computed/operations-computed.ts'
import { SUBSCRIBED } from './rooms/integrations/scripts/event-subscriptions.ts'
import { computeSources, forgetBlocked, hearEvent, noticeSources } from './rooms/integrations/scripts/jobs.ts'
import { operations as scripts } from './rooms/integrations/scripts/operations.ts'
import { operations as embedsInSpaces } from './rooms/integrations/scripts/operations-embeds.ts'
import { operations as scriptPolicies } from './rooms/integrations/scripts/policy/operations-policy.ts'
import { deliverVisits } from './rooms/integrations/scripts/visits.ts'
import { forgetEvents } from './rooms/operations/events/jobs.ts'
import { operations as events } from './rooms/operations/events/operations.ts'
import { operations as auditEvents } from './rooms/operations/events/operations-audit.ts'
import { gauges as systemGauges } from './rooms/operations/system/gauges.ts'
import { forgetFailedJobs } from './rooms/operations/system/jobs.ts'
import { operations as system } from './rooms/operations/system/operations.ts'
import { deliverEvents, makeDeliveries } from './rooms/operations/webhooks/deliver-events.ts'
import { gauges as webhookGauges } from './rooms/operations/webhooks/gauges.ts'
import { forgetDeliveries } from './rooms/operations/webhooks/jobs.ts'
import { sentMessages } from './rooms/operations/webhooks/messages.ts'
import { operations as webhooks } from './rooms/operations/webhooks/operations.ts'
import { operations as factors } from './rooms/people/accounts/factors/operations.ts'
import { operations as identities } from './rooms/people/accounts/identities/operations.ts'
import { forgetEndedSessions } from './rooms/people/accounts/jobs.ts'
import { operations as accounts } from './rooms/people/accounts/operations.ts'
import { operations as activity } from './rooms/people/activity/operations.ts'
import { purgeOrganization } from './rooms/people/deletion/jobs.ts'
import { operations as deletion } from './rooms/people/deletion/operations.ts'
import { operations as identity } from './rooms/people/identity/operations.ts'
import { operations as invites } from './rooms/people/invites/operations.ts'
import { sendMail } from './rooms/people/mail/jobs.ts'
import {
  noticeAddedFactor,
  noticeLinkedIdentity,
  noticePassword,
  noticeRemovedFactor,
  noticeUnlinkedIdentity,
} from './rooms/people/mail/security-notices.ts'
import { foundOrganization } from './rooms/people/members/found-organization.ts'
import { operations as members } from './rooms/people/members/operations.ts'
import { forgetNotifications, notify } from './rooms/people/notifications/jobs.ts'
import { sendMails } from './rooms/people/notifications/mails/send-mails.ts'
import { operations as notifications } from './rooms/people/notifications/operations.ts'
import { createOrganization, operations as organizations } from './rooms/people/organizations/operations.ts'
import { operations as secondFactorRules } from './rooms/people/organizations/operations-second-factor.ts'
import { operations as organizationTokens } from './rooms/people/organizations/operations-tokens.ts'
import { operations as permissionsOnCollections } from './rooms/people/permissions/operations-collection.ts'
import { operations as permissionsOnSpaces } from './rooms/people/permissions/operations-space.ts'
import { operations as scimGroups } from './rooms/people/provisioning/groups/operations.ts'
import { operations as scimDiscovery } from './rooms/people/provisioning/operations-discovery.ts'
import { operations as scimTokens } from './rooms/people/provisioning/tokens/operations.ts'
import { operations as scimUsers } from './rooms/people/provisioning/users/operations.ts'
import { forgetAssertions } from './rooms/people/sso/jobs.ts'
import { operations as sso } from './rooms/people/sso/operations.ts'
import { operations as ssoByOidc } from './rooms/people/sso/operations-oidc.ts'
import { operations as teams } from './rooms/people/teams/operations.ts'
import { operations as changeRequests } from './rooms/review/change-requests/operations.ts'
import { operations as changeRequestContent } from './rooms/review/change-requests/operations-content.ts'
import { operations as commentsOnChangeRequests } from './rooms/review/comments/operations-change-request.ts'
import { operations as commentsOnSpaces } from './rooms/review/comments/operations-space.ts'
import { operations as reviews } from './rooms/review/reviews/operations.ts'
import { operations as customization } from './rooms/sites/customization/operations.ts'
import { operations as fonts } from './rooms/sites/customization/operations-fonts.ts'
import { gauges as hostnameGauges } from './rooms/sites/hostnames/gauges.ts'
import { checkNewHostname } from './rooms/sites/hostnames/jobs.ts'
import { operations as hostnames } from './rooms/sites/hostnames/operations.ts'
import { operations as images } from './rooms/sites/images/operations.ts'
import { forgetInsights } from './rooms/sites/insights/jobs.ts'
import { operations as insights } from './rooms/sites/insights/operations.ts'
import { operations as published } from './rooms/sites/published/operations.ts'
import { operations as redirects } from './rooms/sites/redirects/operations.ts'
import { operations as siteAccess } from './rooms/sites/site-access/operations.ts'
import { operations as sites } from './rooms/sites/sites/operations.ts'
import { operations as siteLinks } from './rooms/sites/sites/operations-external-links.ts'
import { operations as siteStructure } from './rooms/sites/sites/structure/operations.ts'
import { operations as glossary } from './rooms/translations/glossary/operations.ts'
import {
  followTranslation,
  forgetTexts,
  noticeContent,
  noticeUnits,
  resumeRuns,
  runTranslation,
} from './rooms/translations/translations/jobs.ts'
import { operations as translations } from './rooms/translations/translations/operations.ts'
import { operations as translationUnits } from './rooms/translations/translations/operations-units.ts'
import { forgetWrittenTexts } from './site-server/visit/jobs.ts'

export const rooms: Room[] = [
  { name: 'system', section: 'System', operations: system, jobs: [forgetFailedJobs], gauges: systemGauges },
  { name: 'identity', section: 'Users and tokens', operations: identity },
  {
    name: 'accounts',
    section: 'Accounts',
    operations: [...accounts, ...factors, ...identities],
    jobs: [forgetEndedSessions],
  },
  {
    name: 'mail',
    operations: [],
    jobs: [
      sendMail,
      noticePassword,
      noticeAddedFactor,
      noticeRemovedFactor,
      noticeLinkedIdentity,
      noticeUnlinkedIdentity,
    ],
    listens: [
      listen('user.password_changed', noticePassword),
      listen('user.second_factor_added', noticeAddedFactor),
      listen('user.second_factor_removed', noticeRemovedFactor),
      listen('user.identity_linked', noticeLinkedIdentity),
      listen('user.identity_unlinked', noticeUnlinkedIdentity),
    ],
  },
  {
    name: 'organizations',
    section: 'Organizations',
    operations: [
      ...organizations,
      ...secondFactorRules,
      ...organizationTokens,
      createOrganization(foundOrganization),
    ],
  },
  { name: 'members', section: 'Members and invitations', operations: members },
  { name: 'teams', section: 'Teams', operations: teams },
  { name: 'collections', section: 'Collections', operations: collections },
  {
    name: 'spaces',
    section: 'Spaces',
    operations: spaces,
    jobs: [
      sweepNodes,
      purgeSpaces,
      purgeOverdueSpaces,
      catchUpIndexes([formerPaths, linkIndex, searchIndex, fileSums, historyIndex]),
    ],
  },
  {
    name: 'permissions',
    section: 'Permissions',
    operations: [...permissionsOnCollections, ...permissionsOnSpaces],
  },
  {
    name: 'files',
    section: 'Imports and uploads',
    operations: files,
    jobs: [forgetUploads, sweepBlobs, fileSums.follow],
    listens: [followContent(fileSums)],
  },
  {
    name: 'openapi',
    section: 'OpenAPI specifications',
    operations: openapi,
    jobs: [processSpec, refreshSpecs, compareNewest],
    listens: [listen('openapi.spec_processed', compareNewest)],
  },
  {
    name: 'pages',
    section: 'Pages and files',
    operations: content,
    jobs: [formerPaths.follow, linkIndex.follow, followSpecs, forgetComputed],
    listens: [
      followContent(formerPaths),
      followContent(linkIndex),
      listen('openapi.spec_processed', followSpecs),
      listen('openapi.spec_deleted', followSpecs),
    ],
  },
  {
    name: 'change-requests',
    section: 'Change requests',
    operations: [...changeRequests, ...changeRequestContent],
  },
  {
    name: 'history',
    section: 'History',
    operations: history,
    jobs: [historyIndex.follow],
    listens: [followContent(historyIndex)],
  },
  {
    name: 'glossary',
    section: 'Translations',
    operations: glossary,
  },
  {
    name: 'translations',
    section: 'Translations',
    operations: [...translations, ...translationUnits],
    jobs: [followTranslation, noticeContent, noticeUnits, runTranslation, resumeRuns, forgetTexts],
    listens: [
      listen('space.content_changed', noticeContent, { isOnceASpace: true }),
      listen('space.changed', noticeContent, { isOnceASpace: true }),
      listen('space.transferred', noticeContent, { isOnceASpace: true }),
      listen('translation.units_changed', noticeUnits),
    ],
  },
  { name: 'imports', section: 'Imports and uploads', operations: imports },
  { name: 'embeds', section: 'Links', operations: embeds },
  {
    name: 'comments',
    section: 'Comments',
    operations: [...commentsOnSpaces, ...commentsOnChangeRequests],
  },
  { name: 'reviews', section: 'Reviews', operations: reviews },
  {
    name: 'search',
    section: 'Search',
    operations: search,
    gauges: searchGauges,
    jobs: [searchIndex.follow, indexLargeSpace, searchSpecs],
    listens: [
      listen('openapi.spec_processed', searchSpecs),
      listen('openapi.spec_deleted', searchSpecs),
      followContent(searchIndex),
      listen('space.content_computed', searchIndex.follow, { isOnceASpace: true }),
    ],
  },
  {
    name: 'git',
    section: 'Git',
    operations: git,
    jobs: [syncSpace, resumeSyncs, forgetOperations, forgetCopies],
  },
  { name: 'links', section: 'Links', operations: links },
  { name: 'pdf', section: 'PDF', operations: pdf, jobs: [printPdf, forgetPdfs] },
  { name: 'invites', section: 'Members and invitations', operations: invites },
  {
    name: 'sso',
    section: 'Single sign-on',
    operations: [...sso, ...ssoByOidc],
    jobs: [forgetAssertions],
  },
  {
    name: 'provisioning',
    section: 'Provisioning',
    operations: [...scimTokens, ...scimDiscovery, ...scimUsers, ...scimGroups],
  },
  { name: 'sites', section: 'Sites', operations: [...sites, ...siteStructure, ...siteLinks] },
  { name: 'site-access', section: 'Sites', operations: siteAccess },
  { name: 'customization', section: 'Sites', operations: [...customization, ...fonts] },
  { name: 'images', section: 'Sites', operations: images },
  { name: 'redirects', section: 'Sites', operations: redirects },
  { name: 'integrations', section: 'Integrations', operations: integrations },
  {
    name: 'installations',
    section: 'Integrations',
    operations: [...installations, ...installationPlaces],
    jobs: [queueSentEvent, forgetScriptEvents, narrowScopes, noticeFailing],
    pollers: [tellScripts],
    listens: [listen('integration.published', narrowScopes)],
  },
  {
    name: 'scripts',
    section: 'Integrations',
    operations: [...scripts, ...scriptPolicies, ...computedContent, ...embedsInSpaces],
    jobs: [deliverVisits, hearEvent, forgetBlocked, computeSources, noticeSources],
    listens: [
      ...SUBSCRIBED.map((to) => listen(to, hearEvent)),
      listen('space.content_changed', noticeSources, { isOnceASpace: true }),
      listen('change_request.edited', noticeSources),
      listen('change_request.updated', noticeSources),
      listen('installation.*', noticeSources),
      listen('integration.*', noticeSources),
      listen('openapi.spec_processed', noticeSources),
      listen('openapi.spec_deleted', noticeSources),
    ],
  },
  { name: 'published', section: 'Published sites', operations: published },
  { name: 'insights', section: 'Sites', operations: insights, jobs: [forgetInsights] },
  {
    name: 'hostnames',
    gauges: hostnameGauges,
    section: 'Sites',
    operations: hostnames,
    jobs: [checkNewHostname],
    listens: [listen('site.changed', checkNewHostname)],
  },
  { name: 'transfers', section: 'Spaces', operations: transfers },
  { name: 'deletion', section: 'Organizations', operations: deletion, jobs: [purgeOrganization] },
  {
    name: 'events',
    section: 'Events and webhooks',
    operations: [...events, ...auditEvents],
    jobs: [forgetEvents],
  },
  {
    name: 'webhooks',
    section: 'Events and webhooks',
    operations: webhooks,
    gauges: webhookGauges,
    jobs: [forgetDeliveries],
    follows: makeDeliveries,
    pollers: [deliverEvents],
    webhooks: sentMessages,
  },
  {
    name: 'notifications',
    section: 'Notifications',
    operations: notifications,
    jobs: [notify, forgetNotifications],
    pollers: [sendMails],
    listens: [
      listen('comment.posted', notify),
      listen('comment.changed', notify),
      listen('comment_reply.posted', notify),
      listen('comment_reply.changed', notify),
      listen('review.submitted', notify),
      listen('change_request.opened', notify),
      listen('change_request.reviewers_requested', notify),
      listen('change_request.merged', notify),
      listen('change_request.updated', notify),
      listen('space.git_sync_completed', notify),
      listen('member.added', notify),
      listen('webhook.disabled', notify),
      listen('installation.scopes_requested', notify),
      listen('installation.failing', notify),
    ],
  },
  { name: 'activity', section: 'Activity', operations: activity },
  { name: 'site-server', operations: [], jobs: [forgetWrittenTexts] },
]
