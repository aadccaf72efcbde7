import type { Visibility } from '../storage/tables/tables.ts'
import type { Job } from './jobs.ts'
import type { RoleOrGuest } from './roles.ts'

/** The glossary of what can happen. An event is a fact, named in the past tense; work about it is a job. */
export type Events = {
  'user.created': { userId: string }
  'user.changed': { userId: string }
  'user.removed': { userId: string }
  /** A browser has a session from here on. */
  'user.signed_in': { userId: string; method: string }
  /** Sessions of theirs ended before their time. */
  'user.signed_out': { userId: string }
  'user.password_changed': { userId: string }
  'user.email_changed': { userId: string }
  /** Whoever gets it may act for them once: `reset`, `invitation` … */
  'user.link_created': { userId: string; purpose: string }
  /** `factor`: `totp` or `passkey`. */
  'user.second_factor_added': { userId: string; factor: string }
  /** `factor`: `totp`, `passkey`, or `all` where an administrator reset them. */
  'user.second_factor_removed': { userId: string; factor: string }
  'user.recovery_codes_replaced': { userId: string }
  'user.suspended': { userId: string }
  'user.reinstated': { userId: string }
  'token.created': { userId: string; tokenId: string }
  'token.revoked': { userId: string; tokenId: string }
  'organization.created': { organizationId: string }
  'organization.changed': { organizationId: string; fields: string[] }
  'organization.removed': { organizationId: string }
  'member.added': { organizationId: string; userId: string; role: RoleOrGuest }
  'member.changed': { organizationId: string; userId: string; role: RoleOrGuest; sso: boolean }
  'member.removed': { organizationId: string; userId: string }
  'team.created': { organizationId: string; teamId: string }
  'team.changed': { organizationId: string; teamId: string }
  'team.removed': { organizationId: string; teamId: string }
  'team.members_changed': { organizationId: string; teamId: string; added: string[]; removed: string[] }
  'collection.created': { organizationId: string; collectionId: string }
  'collection.changed': { organizationId: string; collectionId: string }
  'collection.moved': { organizationId: string; collectionId: string }
  'collection.transferred': { organizationId: string; collectionId: string; from: string }
  'collection.removed': { organizationId: string; collectionId: string }
  'space.created': { organizationId: string; spaceId: string }
  'space.changed': { organizationId: string; spaceId: string }
  'space.moved': { organizationId: string; spaceId: string }
  'space.visibility_changed': {
    organizationId: string
    spaceId: string
    previous: Visibility
    visibility: Visibility
  }
  'space.transferred': { organizationId: string; spaceId: string; from: string }
  'space.deleted': { organizationId: string; spaceId: string }
  'space.restored': { organizationId: string; spaceId: string }
  'space.purged': { organizationId: string; spaceId: string }
  /** Its readers see another revision. */
  'space.content_changed': { organizationId: string; spaceId: string; revisionId: string }
  /** Its readers see other computed pages, in the same revision. */
  'space.content_computed': { organizationId: string; spaceId: string }
  'space.git_sync_requested': {
    organizationId: string
    spaceId: string
    operationId: string
    direction: 'import' | 'export'
  }
  /** Told once the branch is known: the revision and the commit it begins with. A branch may not be there yet. */
  'space.git_sync_started': {
    organizationId: string
    spaceId: string
    operationId: string
    revisionId?: string
    commitId?: string
  }
  'space.git_sync_completed': {
    organizationId: string
    spaceId: string
    operationId: string
    state: 'success' | 'failure'
    revisionId?: string
    commitId?: string
  }
  'change_request.opened': { organizationId: string; spaceId: string; changeRequestId: string }
  'change_request.changed': { organizationId: string; spaceId: string; changeRequestId: string }
  'change_request.edited': {
    organizationId: string
    spaceId: string
    changeRequestId: string
    revisionId: string
  }
  'change_request.updated': {
    organizationId: string
    spaceId: string
    changeRequestId: string
    revisionId: string
  }
  'change_request.merged': {
    organizationId: string
    spaceId: string
    changeRequestId: string
    revisionId: string
  }
  'change_request.reviewers_requested': {
    organizationId: string
    spaceId: string
    changeRequestId: string
    users: string[]
  }
  'comment.posted': CommentFact
  'comment.changed': CommentFact
  'comment.resolved': CommentFact
  'comment.reopened': CommentFact
  'comment.removed': CommentFact
  'comment_reply.posted': CommentFact & { replyId: string }
  'comment_reply.changed': CommentFact & { replyId: string }
  'comment_reply.removed': CommentFact & { replyId: string }
  'review.submitted': {
    organizationId: string
    spaceId: string
    changeRequestId: string
    reviewId: string
    status: 'approved' | 'changes-requested'
  }
  'grant.changed': {
    organizationId: string
    contentId: string
    userId?: string
    teamId?: string
    level: RoleOrGuest
  }
  'site.created': SiteFact
  'site.changed': SiteFact & { fields: string[] }
  'site.removed': SiteFact
  'site.published': SiteFact
  'site.unpublished': SiteFact
  /** What it publishes, where, in which order, and for whom. */
  'site.structure_changed': SiteFact
  'site.redirect_created': RedirectFact
  'site.redirect_changed': RedirectFact
  'site.redirect_removed': RedirectFact
  'font.created': FontFact
  'font.changed': FontFact
  'font.removed': FontFact
  'share_link.created': ShareLinkFact
  'share_link.changed': ShareLinkFact
  'share_link.removed': ShareLinkFact
  'openapi.spec_created': SpecFact
  /** It has another source, or other readers. */
  'openapi.spec_updated': SpecFact
  /** What its source said was read; `versionId` where that is something new. */
  'openapi.spec_processed': SpecFact & { versionId?: string }
  'openapi.spec_failed': SpecFact & { code: string }
  'openapi.spec_deleted': SpecFact
  'translation.created': TranslationFact
  'translation.changed': TranslationFact
  'translation.removed': TranslationFact
  /** Units were translated, by whom or whatever. */
  'translation.units_changed': TranslationFact & { language: string; units: number }
  'translation.run_started': TranslationFact
  'translation.run_completed': TranslationFact & { state: 'success' | 'failure' }
  'glossary.updated': { organizationId: string }
  /** A job that was given up is tried once more. */
  'job.retried': { jobId: string; name: string }
  'integration.published': IntegrationFact & { version: number }
  /** It is run from its author's machine, or no longer. */
  'integration.changed': IntegrationFact
  'integration.unpublished': IntegrationFact
  /** A version asks for more than was approved for an installation; sent to the organization that published it. */
  'integration.scopes_requested': InstallationFact & { scopes: string[] }
  'integration.scopes_approved': InstallationFact & { scopes: string[] }
  'installation.created': InstallationFact
  'installation.changed': InstallationFact
  'installation.removed': InstallationFact
  /** The same, sent to the organization that has installed it. */
  'installation.scopes_requested': InstallationFact & { scopes: string[] }
  'installation.scopes_approved': InstallationFact & { scopes: string[] }
  /** It was put on a space or site, changed there, or taken from there. */
  'installation.placed': InstallationFact & PlaceFact
  'installation.placement_changed': InstallationFact & PlaceFact
  'installation.displaced': InstallationFact & PlaceFact
  'webhook.created': WebhookFact
  'webhook.changed': WebhookFact & { fields: string[] }
  'webhook.removed': WebhookFact
  'webhook.secret_rotated': WebhookFact
  /** Its receiver took nothing for a day, or wants nothing more. */
  'webhook.disabled': WebhookFact & { reason: string }
  'webhook.replayed': WebhookFact & { deliveryId: string }
  /** Sent to this one alone. */
  'webhook.tested': WebhookFact
  'invite_link.created': { organizationId: string; role: RoleOrGuest }
  'invite_link.changed': { organizationId: string; role: RoleOrGuest }
  'invite_link.removed': { organizationId: string }
}

type IntegrationFact = { organizationId: string; integration: string }
type InstallationFact = IntegrationFact & { installationId: string }
/** One of the two. */
type PlaceFact = { spaceId?: string; siteId?: string }
type SiteFact = { organizationId: string; siteId: string }
type SpecFact = { organizationId: string; specId: string; slug: string }
type WebhookFact = { organizationId: string; webhookId: string }
type FontFact = { organizationId: string; fontId: string }
type RedirectFact = SiteFact & { redirectId: string }
type TranslationFact = { organizationId: string; translationId: string }
type ShareLinkFact = SiteFact & { shareLinkId: string }

/** Without a change request the comment is about the space itself. */
type CommentFact = { organizationId: string; spaceId: string; changeRequestId?: string; commentId: string }

export type EventType = keyof Events

type Family<Type> = Type extends `${infer Name}.${string}` ? Name : never

/** One type of events, those of a family (`space.*`), or all of them (`*`). */
export type EventPattern = EventType | `${Family<EventType>}.*` | '*'

export function isMatch(pattern: string, type: string) {
  return (
    pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))
  )
}

/** What a job that listens gets beside what the event itself tells. */
export type EventFacts = {
  eventId: string
  type: EventType
  /** Undefined where it was the system. */
  actorId?: string
  /** Undefined where it was no request. */
  requestId?: string
  createdAt: string
}

/**
 * What an event is mostly about: whose events come in their order. Of several things the one that holds the others, so
 * that those of a change request stay in order with those of its space.
 */
const HOLDERS = [
  'spaceId',
  'siteId',
  'specId',
  'translationId',
  'collectionId',
  'contentId',
  'teamId',
  'webhookId',
  'userId',
  'organizationId',
] as const

export function resourceOf(payload: object): string | null {
  const named = payload as Record<string, unknown>
  for (const name of HOLDERS) {
    const id = named[name]
    if (typeof id === 'string') return id
  }
  return null
}

/** A room that wants to hear of events names the job to do about each. */
export type EventListener = {
  to: EventPattern
  job: string
  /** One job that waits is enough for all events of a space: it looks at the space as it is then. */
  isOnceASpace?: boolean
}

type Matching<Pattern extends EventPattern> = Pattern extends '*'
  ? EventType
  : Pattern extends `${infer Name}.*`
    ? Extract<EventType, `${Name}.${string}`>
    : Extract<EventType, Pattern>

/** What a job gets that listens to a pattern. */
type Heard<Pattern extends EventPattern> = EventFacts & Events[Matching<Pattern>]

/** The compiler sees to it that every one of these events has what the job asks for. */
export function listen<Pattern extends EventPattern, Payload>(
  to: Pattern,
  job: Job<Payload> & ([Heard<Pattern>] extends [Payload] ? unknown : 'an event lacks a field of the job'),
  { isOnceASpace = false } = {},
): EventListener {
  return { to, job: job.name, isOnceASpace }
}
