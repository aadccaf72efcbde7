// The table of contents. Each room may know the rooms above it, never the ones below.
import type { Room } from './http/room.ts'
import { operations as audience } from './rooms/audience/operations.ts'
import { operations as changeRequests } from './rooms/change-requests/operations.ts'
import { operations as changeRequestContent } from './rooms/change-requests/operations-content.ts'
import { operations as collections } from './rooms/collections/operations.ts'
import { operations as commentsOnChangeRequests } from './rooms/comments/operations-change-request.ts'
import { operations as commentsOnSpaces } from './rooms/comments/operations-space.ts'
import { followSpecs, forgetComputed } from './rooms/computed/jobs.ts'
import { operations as content } from './rooms/content/operations.ts'
import { operations as customization } from './rooms/customization/operations.ts'
import { operations as fonts } from './rooms/customization/operations-fonts.ts'
import { purgeOrganization } from './rooms/deletion/jobs.ts'
import { operations as deletion } from './rooms/deletion/operations.ts'
import { operations as embeds } from './rooms/embeds/operations.ts'
import { forgetEvents } from './rooms/events/jobs.ts'
import { operations as events } from './rooms/events/operations.ts'
import { operations as auditEvents } from './rooms/events/operations-audit.ts'
import { forgetUploads, sweepBlobs } from './rooms/files/jobs.ts'
import { operations as files } from './rooms/files/operations.ts'
import { catchUpPlaces, followPlaces } from './rooms/former-paths/jobs.ts'
import { forgetCopies, forgetOperations, resumeSyncs, syncSpace } from './rooms/git/jobs.ts'
import { operations as git } from './rooms/git/operations.ts'
import { operations as glossary } from './rooms/glossary/operations.ts'
import { operations as grantsOnCollections } from './rooms/grants/operations-collection.ts'
import { operations as grantsOnSpaces } from './rooms/grants/operations-space.ts'
import { operations as history } from './rooms/history/operations.ts'
import { checkNewHostname } from './rooms/hostnames/jobs.ts'
import { operations as hostnames } from './rooms/hostnames/operations.ts'
import { forgetEndedSessions } from './rooms/identity/jobs.ts'
import { operations as identity } from './rooms/identity/operations.ts'
import { operations as imports } from './rooms/imports/operations.ts'
import { forgetInsights } from './rooms/insights/jobs.ts'
import { operations as insights } from './rooms/insights/operations.ts'
import { deliverEvent, forgetScriptEvents, narrowScopes } from './rooms/installations/jobs.ts'
import { operations as installations } from './rooms/installations/operations.ts'
import { operations as installationPlaces } from './rooms/installations/operations-places.ts'
import { operations as integrations } from './rooms/integrations/operations.ts'
import { operations as joining } from './rooms/joining/operations.ts'
import { catchUpLinks, followLinks } from './rooms/link-index/jobs.ts'
import { operations as links } from './rooms/links/operations.ts'
import { operations as members } from './rooms/members/operations.ts'
import { compareNewest, processSpec, refreshSpecs } from './rooms/openapi/jobs.ts'
import { operations as openapi } from './rooms/openapi/operations.ts'
import { operations as organizations } from './rooms/organizations/operations.ts'
import { forgetPdfs, printPdf } from './rooms/pdf/jobs.ts'
import { operations as pdf } from './rooms/pdf/operations.ts'
import { operations as published } from './rooms/published/operations.ts'
import { operations as redirects } from './rooms/redirects/operations.ts'
import { operations as reviews } from './rooms/reviews/operations.ts'
import { sweepNodes } from './rooms/revisions/jobs.ts'
import { HEARD } from './rooms/scripts/hearing.ts'
import { computeSources, forgetBlocked, hearEvent, noticeSources } from './rooms/scripts/jobs.ts'
import { operations as scripts } from './rooms/scripts/operations.ts'
import { operations as computedContent } from './rooms/scripts/operations-computed.ts'
import { operations as embedsInSpaces } from './rooms/scripts/operations-embeds.ts'
import { operations as scriptPolicies } from './rooms/scripts/operations-policy.ts'
import { deliverVisits } from './rooms/scripts/visits.ts'
import { catchUp, followContent, indexLargeSpace, followSpecs as searchSpecs } from './rooms/search/jobs.ts'
import { operations as search } from './rooms/search/operations.ts'
import { operations as sites } from './rooms/sites/operations.ts'
import { operations as siteLinks } from './rooms/sites/operations-external-links.ts'
import { operations as siteStructure } from './rooms/sites/operations-structure.ts'
import { purgeOverdueSpaces, purgeSpaces } from './rooms/spaces/jobs.ts'
import { operations as spaces } from './rooms/spaces/operations.ts'
import { operations as system } from './rooms/system/operations.ts'
import { operations as teams } from './rooms/teams/operations.ts'
import { operations as transfers } from './rooms/transfers/operations.ts'
import {
  followTranslation,
  forgetTexts,
  noticeContent,
  noticeUnits,
  resumeRuns,
  runTranslation,
} from './rooms/translations/jobs.ts'
import { operations as translations } from './rooms/translations/operations.ts'
import { operations as translationUnits } from './rooms/translations/operations-units.ts'
import { forgetWrittenTexts } from './rooms/visited-sites/jobs.ts'
import { deliverEvents, makeDeliveries } from './rooms/webhooks/delivering.ts'
import { forgetDeliveries } from './rooms/webhooks/jobs.ts'
import { sentMessages } from './rooms/webhooks/messages.ts'
import { operations as webhooks } from './rooms/webhooks/operations.ts'

export const rooms: Room[] = [
  { name: 'system', section: 'System', operations: system },
  { name: 'identity', section: 'Users and tokens', operations: identity, jobs: [forgetEndedSessions] },
  { name: 'organizations', section: 'Organizations', operations: organizations },
  { name: 'members', section: 'Members and invitations', operations: members },
  { name: 'teams', section: 'Teams', operations: teams },
  { name: 'collections', section: 'Collections', operations: collections },
  {
    name: 'revisions',
    operations: [],
    jobs: [sweepNodes],
  },
  {
    name: 'spaces',
    section: 'Spaces',
    operations: spaces,
    jobs: [purgeSpaces, purgeOverdueSpaces],
  },
  {
    name: 'grants',
    section: 'Permissions',
    operations: [...grantsOnCollections, ...grantsOnSpaces],
  },
  {
    name: 'files',
    section: 'Imports and uploads',
    operations: files,
    jobs: [forgetUploads, sweepBlobs],
  },
  {
    name: 'former-paths',
    operations: [],
    jobs: [followPlaces, catchUpPlaces],
    listens: [{ to: 'space.content_changed', job: followPlaces.name, isOnceASpace: true }],
  },
  {
    name: 'openapi',
    section: 'OpenAPI specifications',
    operations: openapi,
    jobs: [processSpec, refreshSpecs, compareNewest],
    listens: [{ to: 'openapi.spec_processed', job: compareNewest.name }],
  },
  {
    name: 'computed',
    operations: [],
    jobs: [followSpecs, forgetComputed],
    listens: [
      { to: 'openapi.spec_processed', job: followSpecs.name },
      { to: 'openapi.spec_deleted', job: followSpecs.name },
    ],
  },
  {
    name: 'link-index',
    operations: [],
    jobs: [followLinks, catchUpLinks],
    listens: [{ to: 'space.content_changed', job: followLinks.name, isOnceASpace: true }],
  },
  {
    name: 'content',
    section: 'Pages and files',
    operations: content,
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
      { to: 'space.content_changed', job: noticeContent.name, isOnceASpace: true },
      { to: 'space.changed', job: noticeContent.name, isOnceASpace: true },
      { to: 'space.transferred', job: noticeContent.name, isOnceASpace: true },
      { to: 'translation.units_changed', job: noticeUnits.name },
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
    jobs: [followContent, indexLargeSpace, catchUp, searchSpecs],
    listens: [
      { to: 'openapi.spec_processed', job: searchSpecs.name },
      { to: 'openapi.spec_deleted', job: searchSpecs.name },
      { to: 'space.content_changed', job: followContent.name, isOnceASpace: true },
      { to: 'space.content_computed', job: followContent.name, isOnceASpace: true },
    ],
  },
  {
    name: 'git',
    section: 'Git',
    operations: git,
    jobs: [syncSpace, resumeSyncs, forgetOperations, forgetCopies],
  },
  { name: 'links', section: 'Links', operations: links },
  { name: 'archives', operations: [] },
  { name: 'pdf', section: 'PDF', operations: pdf, jobs: [printPdf, forgetPdfs] },
  { name: 'joining', section: 'Members and invitations', operations: joining },
  { name: 'sites', section: 'Sites', operations: [...sites, ...siteStructure, ...siteLinks] },
  { name: 'audience', section: 'Sites', operations: audience },
  { name: 'customization', section: 'Sites', operations: [...customization, ...fonts] },
  { name: 'redirects', section: 'Sites', operations: redirects },
  { name: 'integrations', section: 'Integrations', operations: integrations },
  {
    name: 'installations',
    section: 'Integrations',
    operations: [...installations, ...installationPlaces],
    jobs: [deliverEvent, forgetScriptEvents, narrowScopes],
    listens: [{ to: 'integration.published', job: narrowScopes.name }],
  },
  {
    name: 'scripts',
    section: 'Integrations',
    operations: [...scripts, ...scriptPolicies, ...computedContent, ...embedsInSpaces],
    jobs: [deliverVisits, hearEvent, forgetBlocked, computeSources, noticeSources],
    listens: [
      ...HEARD.map((to) => ({ to, job: hearEvent.name })),
      { to: 'space.content_changed', job: noticeSources.name, isOnceASpace: true },
      { to: 'change_request.edited', job: noticeSources.name },
      { to: 'change_request.updated', job: noticeSources.name },
      { to: 'installation.*', job: noticeSources.name },
      { to: 'integration.*', job: noticeSources.name },
      { to: 'openapi.spec_processed', job: noticeSources.name },
      { to: 'openapi.spec_deleted', job: noticeSources.name },
    ],
  },
  { name: 'published', section: 'Published sites', operations: published },
  { name: 'visited-sites', operations: [], jobs: [forgetWrittenTexts] },
  { name: 'programs', operations: [] },
  { name: 'reader', operations: [] },
  { name: 'unpublished', operations: [] },
  { name: 'insights', section: 'Sites', operations: insights, jobs: [forgetInsights] },
  {
    name: 'hostnames',
    section: 'Sites',
    operations: hostnames,
    jobs: [checkNewHostname],
    listens: [{ to: 'site.changed', job: checkNewHostname.name }],
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
    jobs: [forgetDeliveries],
    follows: makeDeliveries,
    rounds: [deliverEvents],
    webhooks: sentMessages,
  },
]
