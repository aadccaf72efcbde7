// Descriptions of all events, for the audit log, receivers of webhooks, and the API reference.
import { type TSchema, Type } from 'typebox'
import type { Events, EventType } from './events.ts'

type FieldsOf<Type extends EventType> = Events[Type] extends infer Payload
  ? Payload extends object
    ? keyof Payload & string
    : never
  : never

const INSTALLATION = ['organizationId', 'integration', 'installationId'] as const
const PLACE = ['spaceId', 'siteId'] as const

/** A sentence, and the fields of the payload. */
export const CATALOGUE: { [Type in EventType]: readonly [about: string, ...fields: FieldsOf<Type>[]] } = {
  'user.created': ['A user was created', 'userId'],
  'user.changed': ['A user was changed', 'userId'],
  'user.removed': ['A user was deleted', 'userId'],
  'user.signed_in': ['A user signed in with a browser', 'userId', 'method'],
  'user.signed_out': ['A user signed out, or their sessions were ended', 'userId'],
  'user.password_changed': ['A user has a new password', 'userId'],
  'user.email_changed': ['A user has another e-mail address', 'userId'],
  'user.link_created': ['A link was made by which a user can act once', 'userId', 'purpose'],
  'user.second_factor_added': ['A user added a second factor: `totp` or `passkey`', 'userId', 'factor'],
  'user.second_factor_removed': [
    'A user no longer has a second factor: `totp`, `passkey` or, after a reset, `all`',
    'userId',
    'factor',
  ],
  'user.recovery_codes_replaced': ['A user has new recovery codes', 'userId'],
  'user.suspended': ['A user was suspended', 'userId'],
  'user.reinstated': ['A user is no longer suspended', 'userId'],
  'token.created': ['An API token was created', 'userId', 'tokenId'],
  'token.revoked': ['An API token was revoked', 'userId', 'tokenId'],
  'organization.created': ['An organization was created', 'organizationId'],
  'organization.changed': ['Settings of the organization were changed', 'organizationId', 'fields'],
  'organization.removed': ['The organization was deleted', 'organizationId'],
  'member.added': ['Somebody became a member', 'organizationId', 'userId', 'role'],
  'member.changed': ['A member was given another role', 'organizationId', 'userId', 'role', 'sso'],
  'member.removed': ['A member left, or was removed', 'organizationId', 'userId'],
  'team.created': ['A team was created', 'organizationId', 'teamId'],
  'team.changed': ['A team was renamed', 'organizationId', 'teamId'],
  'team.removed': ['A team was deleted', 'organizationId', 'teamId'],
  'team.members_changed': [
    'Members were added to a team or removed from it',
    'organizationId',
    'teamId',
    'added',
    'removed',
  ],
  'collection.created': ['A collection was created', 'organizationId', 'collectionId'],
  'collection.changed': ['A collection was changed', 'organizationId', 'collectionId'],
  'collection.moved': ['A collection was moved', 'organizationId', 'collectionId'],
  'collection.transferred': [
    'A collection was transferred from another organization',
    'organizationId',
    'collectionId',
    'from',
  ],
  'collection.removed': ['A collection was deleted', 'organizationId', 'collectionId'],
  'space.created': ['A space was created', 'organizationId', 'spaceId'],
  'space.changed': ['Settings of a space were changed', 'organizationId', 'spaceId'],
  'space.moved': ['A space was moved', 'organizationId', 'spaceId'],
  'space.visibility_changed': [
    'The visibility of a space was changed',
    'organizationId',
    'spaceId',
    'previous',
    'visibility',
  ],
  'space.transferred': [
    'A space was transferred from another organization',
    'organizationId',
    'spaceId',
    'from',
  ],
  'space.deleted': ['A space was moved to the trash', 'organizationId', 'spaceId'],
  'space.restored': ['A space was restored from the trash', 'organizationId', 'spaceId'],
  'space.purged': ['A space was permanently deleted', 'organizationId', 'spaceId'],
  'space.content_changed': [
    'The published content of a space changed',
    'organizationId',
    'spaceId',
    'revisionId',
  ],
  'space.content_computed': ['The computed pages of a space changed', 'organizationId', 'spaceId'],
  'space.git_sync_requested': [
    'A Git import or export was requested',
    'organizationId',
    'spaceId',
    'operationId',
    'direction',
  ],
  'space.git_sync_started': [
    'A Git import or export started, with this revision of the space and this commit of the branch',
    'organizationId',
    'spaceId',
    'operationId',
    'revisionId',
    'commitId',
  ],
  'space.git_sync_completed': [
    'A Git import or export ended',
    'organizationId',
    'spaceId',
    'operationId',
    'state',
    'revisionId',
    'commitId',
  ],
  'change_request.opened': ['A change request was created', 'organizationId', 'spaceId', 'changeRequestId'],
  'change_request.changed': [
    'A change request was changed: its subject, its status, its conflicts',
    'organizationId',
    'spaceId',
    'changeRequestId',
  ],
  'change_request.edited': [
    'The content of a change request was edited',
    'organizationId',
    'spaceId',
    'changeRequestId',
    'revisionId',
  ],
  'change_request.updated': [
    'A change request was updated from its space',
    'organizationId',
    'spaceId',
    'changeRequestId',
    'revisionId',
  ],
  'change_request.merged': [
    'A change request was merged',
    'organizationId',
    'spaceId',
    'changeRequestId',
    'revisionId',
  ],
  'change_request.reviewers_requested': [
    'Somebody was asked to review a change request',
    'organizationId',
    'spaceId',
    'changeRequestId',
    'users',
  ],
  'comment.posted': ['A comment was posted', 'organizationId', 'spaceId', 'changeRequestId', 'commentId'],
  'comment.changed': ['A comment was edited', 'organizationId', 'spaceId', 'changeRequestId', 'commentId'],
  'comment.resolved': ['A comment was resolved', 'organizationId', 'spaceId', 'changeRequestId', 'commentId'],
  'comment.reopened': ['A comment was reopened', 'organizationId', 'spaceId', 'changeRequestId', 'commentId'],
  'comment.removed': ['A comment was deleted', 'organizationId', 'spaceId', 'changeRequestId', 'commentId'],
  'comment_reply.posted': [
    'A reply was posted',
    'organizationId',
    'spaceId',
    'changeRequestId',
    'commentId',
    'replyId',
  ],
  'comment_reply.changed': [
    'A reply was edited',
    'organizationId',
    'spaceId',
    'changeRequestId',
    'commentId',
    'replyId',
  ],
  'comment_reply.removed': [
    'A reply was deleted',
    'organizationId',
    'spaceId',
    'changeRequestId',
    'commentId',
    'replyId',
  ],
  'review.submitted': [
    'A change request was approved, or changes were requested',
    'organizationId',
    'spaceId',
    'changeRequestId',
    'reviewId',
    'status',
  ],
  'grant.changed': [
    'The permission of a user or team on a collection or space was changed',
    'organizationId',
    'contentId',
    'userId',
    'teamId',
    'level',
  ],
  'site.created': ['A site was created', 'organizationId', 'siteId'],
  'site.changed': ['Settings of a site were changed', 'organizationId', 'siteId', 'fields'],
  'site.removed': ['A site was deleted', 'organizationId', 'siteId'],
  'site.published': ['A site was published', 'organizationId', 'siteId'],
  'site.unpublished': ['A site was taken offline', 'organizationId', 'siteId'],
  'site.structure_changed': [
    'The content, address or audience of a site changed',
    'organizationId',
    'siteId',
  ],
  'site.redirect_created': ['A redirect was created', 'organizationId', 'siteId', 'redirectId'],
  'site.redirect_changed': ['A redirect was changed', 'organizationId', 'siteId', 'redirectId'],
  'site.redirect_removed': ['A redirect was deleted', 'organizationId', 'siteId', 'redirectId'],
  'font.created': ['A font was created', 'organizationId', 'fontId'],
  'font.changed': ['A font was changed', 'organizationId', 'fontId'],
  'font.removed': ['A font was deleted', 'organizationId', 'fontId'],
  'share_link.created': ['A share link was created', 'organizationId', 'siteId', 'shareLinkId'],
  'share_link.changed': ['A share link was changed', 'organizationId', 'siteId', 'shareLinkId'],
  'share_link.removed': ['A share link was deleted', 'organizationId', 'siteId', 'shareLinkId'],
  'openapi.spec_created': ['A specification was created', 'organizationId', 'specId', 'slug'],
  'openapi.spec_updated': [
    'The source or the visibility of a specification was changed',
    'organizationId',
    'specId',
    'slug',
  ],
  'openapi.spec_processed': [
    'The source of a specification was read',
    'organizationId',
    'specId',
    'slug',
    'versionId',
  ],
  'openapi.spec_failed': [
    'The source of a specification cannot be read',
    'organizationId',
    'specId',
    'slug',
    'code',
  ],
  'openapi.spec_deleted': ['A specification was deleted', 'organizationId', 'specId', 'slug'],
  'translation.created': ['A translation was created', 'organizationId', 'translationId'],
  'translation.changed': ['Settings of a translation were changed', 'organizationId', 'translationId'],
  'translation.removed': ['A translation was deleted', 'organizationId', 'translationId'],
  'translation.units_changed': [
    'Units were translated',
    'organizationId',
    'translationId',
    'language',
    'units',
  ],
  'translation.run_started': ['A translation provider started', 'organizationId', 'translationId'],
  'translation.run_completed': [
    'A translation provider finished',
    'organizationId',
    'translationId',
    'state',
  ],
  'integration.published': [
    'An integration, or a new version of it, was published',
    'organizationId',
    'integration',
    'version',
  ],
  'integration.changed': [
    "Development of an integration on its author's machine started or ended",
    'organizationId',
    'integration',
  ],
  'integration.unpublished': ['An integration was unpublished', 'organizationId', 'integration'],
  'integration.scopes_requested': [
    'A new version of an integration asks for scopes that an installation does not have',
    ...INSTALLATION,
    'scopes',
  ],
  'integration.scopes_approved': [
    'An organization gave its installation of an integration more scopes',
    ...INSTALLATION,
    'scopes',
  ],
  'installation.created': ['An integration was installed', ...INSTALLATION],
  'installation.changed': ['An installed integration was configured', ...INSTALLATION],
  'installation.removed': ['An integration was removed from the organization', ...INSTALLATION],
  'installation.scopes_requested': [
    'An installed integration asks for more scopes',
    ...INSTALLATION,
    'scopes',
  ],
  'installation.scopes_approved': [
    'An installed integration was given more scopes',
    ...INSTALLATION,
    'scopes',
  ],
  'installation.placed': ['An integration was installed on a space or site', ...INSTALLATION, ...PLACE],
  'installation.placement_changed': [
    'An integration was configured for a space or site',
    ...INSTALLATION,
    ...PLACE,
  ],
  'installation.displaced': ['An integration was removed from a space or site', ...INSTALLATION, ...PLACE],
  'glossary.updated': ['The glossary was changed', 'organizationId'],
  'job.retried': ['A failed background job was retried', 'jobId', 'name'],
  'invite_link.created': ['An invite link was created', 'organizationId', 'role'],
  'invite_link.changed': ['An invite link was changed', 'organizationId', 'role'],
  'invite_link.removed': ['An invite link was deleted', 'organizationId'],
  'webhook.created': ['A webhook was created', 'organizationId', 'webhookId'],
  'webhook.changed': ['A webhook was changed', 'organizationId', 'webhookId', 'fields'],
  'webhook.removed': ['A webhook was deleted', 'organizationId', 'webhookId'],
  'webhook.secret_rotated': ['A webhook has a new secret', 'organizationId', 'webhookId'],
  'webhook.disabled': [
    'A webhook was disabled because its receiver did not accept deliveries',
    'organizationId',
    'webhookId',
    'reason',
  ],
  'webhook.replayed': ['A delivery was sent again', 'organizationId', 'webhookId', 'deliveryId'],
  'webhook.tested': ['A test event, sent only to the tested webhook', 'organizationId', 'webhookId'],
}

const FIELDS: Readonly<Record<string, TSchema>> = {
  userId: Type.String({ description: 'Id of the user' }),
  tokenId: Type.String({ description: 'Id of the token' }),
  purpose: Type.String({ description: 'What the link is for: `reset`, `invitation` …' }),
  method: Type.String({ description: 'How they proved who they are: `password`, `passkey`, `oidc` …' }),
  organizationId: Type.String({
    description: 'Id of the organization',
  }),
  teamId: Type.String({ description: 'Id of the team' }),
  collectionId: Type.String({
    description: 'Id of the collection',
  }),
  spaceId: Type.String({ description: 'Id of the space' }),
  from: Type.String({
    description: 'Id of the organization it came from',
  }),
  previous: Type.String({ description: 'The visibility before' }),
  visibility: Type.String({ description: 'The visibility now' }),
  revisionId: Type.String({ description: 'Id of the revision' }),
  operationId: Type.String({
    description: 'Id of the import or export',
  }),
  direction: Type.String({ description: '`import` or `export`' }),
  state: Type.String({ description: '`success` or `failure`' }),
  commitId: Type.String({
    description: 'The commit',
  }),
  changeRequestId: Type.String({
    description: 'Id of the change request',
  }),
  commentId: Type.String({ description: 'Id of the comment' }),
  replyId: Type.String({ description: 'Id of the reply' }),
  reviewId: Type.String({ description: 'Id of the review' }),
  status: Type.String({ description: '`approved` or `changes-requested`' }),
  contentId: Type.String({
    description: 'Id of the collection or space',
  }),
  siteId: Type.String({ description: 'Id of the site' }),
  redirectId: Type.String({ description: 'Id of the redirect' }),
  fontId: Type.String({ description: 'Id of the font' }),
  shareLinkId: Type.String({ description: 'Id of the share link' }),
  specId: Type.String({ description: 'Id of the specification' }),
  slug: Type.String({ description: 'Slug of the specification' }),
  versionId: Type.String({
    description: 'Id of the version, if the source has changed',
  }),
  code: Type.String({ description: 'What is wrong with it' }),
  translationId: Type.String({
    description: 'Id of the translation',
  }),
  language: Type.String({ description: 'The language' }),
  jobId: Type.String({ description: 'Id of the job' }),
  name: Type.String({ description: 'What kind of work it is' }),
  webhookId: Type.String({ description: 'Id of the webhook' }),
  deliveryId: Type.String({ description: 'Id of the delivery' }),
  reason: Type.String({ description: 'Why' }),
  role: Type.Unsafe({
    type: ['string', 'null'],
    description: 'The role; null for guests',
  }),
  level: Type.Unsafe({
    type: ['string', 'null'],
    description: 'The level; null if it was removed',
  }),
  sso: Type.Boolean({ description: 'Whether they sign in with the provider of the organization' }),
  units: Type.Integer({ description: 'How many' }),
  fields: Type.Array(Type.String(), { description: 'What was changed' }),
  integration: Type.String({ description: 'Name of the integration' }),
  installationId: Type.String({ description: 'Id of the installation' }),
  scopes: Type.Array(Type.String(), { description: 'The scopes' }),
  version: Type.Integer({ description: 'The new scopes' }),
  users: Type.Array(Type.String(), { description: 'Ids of the users' }),
  added: Type.Array(Type.String(), { description: 'Ids of the users who were added' }),
  removed: Type.Array(Type.String(), { description: 'Ids of the users who were removed' }),
}

/** The shape of what an event tells. */
export function payloadOf(type: EventType) {
  const [, ...fields] = CATALOGUE[type]
  const shapes = fields.map((name: string) => [name, Type.Optional(FIELDS[name] ?? Type.Unknown())])
  return Type.Object(Object.fromEntries(shapes), { description: 'Ids and small facts' })
}

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(CATALOGUE, text)
}

/** Whether there are events that a pattern names. */
export function isEventPattern(text: string) {
  if (text === '*' || isEventType(text)) return true
  return text.endsWith('.*') && Object.keys(CATALOGUE).some((type) => type.startsWith(text.slice(0, -1)))
}
