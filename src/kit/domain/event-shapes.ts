// All that can happen, each with a sentence and a shape. Types, checks, the audit log, what receivers of webhooks get and
// its description in the API reference are made of this map.
import { type Static, type TProperties, Type } from 'typebox'
import { ROLES } from './roles.ts'

/** An event is a fact, named in the past tense; work about it is a job. */
function event<Fields extends TProperties>(about: string, fields: Fields) {
  return { about, payload: Type.Object(fields, { description: 'Ids and small facts' }) }
}

const text = (description: string) => Type.String({ description })
const texts = (description: string) => Type.Array(Type.String(), { description })
const idOf = (what: string) => text(`Id of the ${what}`)
const oneOf = <Word extends string>(description: string, ...words: Word[]) =>
  Type.Enum(words, { type: 'string', description })
const roleOrNull = (description: string) =>
  Type.Union([Type.Enum(ROLES, { type: 'string' }), Type.Null()], { description })
const visibility = (description: string) =>
  oneOf(description, 'public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private')

const user = { userId: idOf('user') }
const factor = { ...user, factor: text('`totp` or `passkey`') }
const identity = { ...user, provider: text('Name of the provider') }
const token = { ...user, tokenId: idOf('token') }
const organization = { organizationId: idOf('organization') }
const member = { ...organization, ...user }
const role = { role: roleOrNull('The role; null for guests') }
const team = { ...organization, teamId: idOf('team') }
const ssoProvider = { ...organization, ssoProviderId: idOf('identity provider') }
const scimToken = { ...organization, scimTokenId: idOf('SCIM token') }
const from = { from: text('Id of the organization it came from') }
const collection = { ...organization, collectionId: idOf('collection') }
const space = { ...organization, spaceId: idOf('space') }
const revision = { revisionId: idOf('revision') }
const gitSync = { ...space, operationId: idOf('import or export') }
const state = { state: oneOf('`success` or `failure`', 'success', 'failure') }
/** The revision and the commit it begins with. A branch may not be there yet. */
const synced = { revisionId: Type.Optional(revision.revisionId), commitId: Type.Optional(text('The commit')) }
const changeRequest = { ...space, changeRequestId: idOf('change request') }
/** Without a change request the comment is about the space itself. */
const comment = {
  ...space,
  changeRequestId: Type.Optional(changeRequest.changeRequestId),
  commentId: idOf('comment'),
}
const reply = { ...comment, replyId: idOf('reply') }
const site = { ...organization, siteId: idOf('site') }
const fields = { fields: texts('What was changed') }
const redirect = { ...site, redirectId: idOf('redirect') }
const font = { ...organization, fontId: idOf('font') }
const shareLink = { ...site, shareLinkId: idOf('share link') }
const spec = { ...organization, specId: idOf('specification'), slug: text('Slug of the specification') }
const translation = { ...organization, translationId: idOf('translation') }
const integration = { ...organization, integration: text('Name of the integration') }
const installation = { ...integration, installationId: idOf('installation') }
const scopes = { scopes: texts('The scopes') }
/** One of the two. */
const place = { spaceId: Type.Optional(space.spaceId), siteId: Type.Optional(site.siteId) }
const webhook = { ...organization, webhookId: idOf('webhook') }

export const EVENTS = {
  'user.created': event('A user was created', user),
  'user.changed': event('A user was changed', user),
  'user.removed': event('A user was deleted', user),
  'user.signed_in': event('A user signed in with a browser', {
    ...user,
    method: text('How they proved who they are: `password`, `passkey`, `oidc` …'),
  }),
  'user.signed_out': event('A user signed out, or their sessions were ended', user),
  'sessions.ended': event('An administrator signed everybody out', {
    count: Type.Integer({ description: 'How many browsers were signed out' }),
  }),
  'user.password_changed': event('A user has a new password', user),
  'user.email_changed': event('A user has another e-mail address', user),
  'user.link_created': event('A link was made by which a user can act once', {
    ...user,
    purpose: text('What the link is for: `reset`, `invitation` …'),
  }),
  'user.second_factor_added': event('A user added a second factor: `totp` or `passkey`', factor),
  'user.second_factor_removed': event(
    'A user no longer has a second factor: `totp`, `passkey` or, after a reset, `all`',
    factor,
  ),
  'user.identity_linked': event('A user can sign in with an identity provider', identity),
  'user.identity_unlinked': event('A user can no longer sign in with an identity provider', identity),
  'user.recovery_codes_replaced': event('A user has new recovery codes', user),
  'user.suspended': event('A user was suspended', user),
  'user.reinstated': event('A user is no longer suspended', user),
  'token.created': event('An API token was created', token),
  'token.revoked': event('An API token was revoked', token),
  'token.refused': event('An organization was closed to an API token', { ...organization, ...token }),
  'organization.created': event('An organization was created', organization),
  'organization.changed': event('Settings of the organization were changed', { ...organization, ...fields }),
  'organization.removed': event('The organization was deleted', organization),
  'member.added': event('Somebody became a member', { ...member, ...role }),
  'member.changed': event('A member was given another role', {
    ...member,
    ...role,
    sso: Type.Boolean({ description: 'Whether they sign in with the provider of the organization' }),
  }),
  'member.suspended': event('A member was suspended, and sees nothing of the organization', member),
  'member.reinstated': event('A member is no longer suspended', member),
  'member.removed': event('A member left, or was removed', member),
  'team.created': event('A team was created', team),
  'team.changed': event('A team was renamed', team),
  'team.removed': event('A team was deleted', team),
  'team.members_changed': event('Members were added to a team or removed from it', {
    ...team,
    added: texts('Ids of the users who were added'),
    removed: texts('Ids of the users who were removed'),
  }),
  'sso_provider.created': event('An organization added an identity provider', ssoProvider),
  'sso_provider.changed': event('An identity provider of an organization was changed', ssoProvider),
  'sso_provider.removed': event('An identity provider of an organization was removed', ssoProvider),
  'scim_token.created': event('A SCIM token was created for a directory', scimToken),
  'scim_token.revoked': event('A SCIM token was revoked', scimToken),
  'scim_user.created': event('A directory announced a user', {
    ...member,
    isPending: Type.Boolean({ description: 'Whether they have to accept first' }),
  }),
  'scim_user.changed': event('A directory changed what it says of a user', member),
  'scim_user.accepted': event('A user accepted to be added by a directory', member),
  'scim_user.removed': event('A directory removed a user', member),
  'collection.created': event('A collection was created', collection),
  'collection.changed': event('A collection was changed', collection),
  'collection.moved': event('A collection was moved', collection),
  'collection.transferred': event('A collection was transferred from another organization', {
    ...collection,
    ...from,
  }),
  'collection.removed': event('A collection was deleted', collection),
  'space.created': event('A space was created', space),
  'space.changed': event('Settings of a space were changed', space),
  'space.moved': event('A space was moved', space),
  'space.visibility_changed': event('The visibility of a space was changed', {
    ...space,
    previous: visibility('The visibility before'),
    visibility: visibility('The visibility now'),
  }),
  'space.transferred': event('A space was transferred from another organization', { ...space, ...from }),
  'space.deleted': event('A space was moved to the trash', space),
  'space.restored': event('A space was restored from the trash', space),
  'space.purged': event('A space was permanently deleted', space),
  'space.content_changed': event('The published content of a space changed', { ...space, ...revision }),
  'space.content_computed': event('The computed pages of a space changed', space),
  'space.git_sync_requested': event('A Git import or export was requested', {
    ...gitSync,
    direction: oneOf('`import` or `export`', 'import', 'export'),
  }),
  'space.git_sync_started': event(
    'A Git import or export started, with this revision of the space and this commit of the branch',
    { ...gitSync, ...synced },
  ),
  'space.git_sync_completed': event('A Git import or export ended', { ...gitSync, ...state, ...synced }),
  'change_request.opened': event('A change request was created', changeRequest),
  'change_request.changed': event(
    'A change request was changed: its subject, its status, its conflicts',
    changeRequest,
  ),
  'change_request.edited': event('The content of a change request was edited', {
    ...changeRequest,
    ...revision,
  }),
  'change_request.updated': event('A change request was updated from its space', {
    ...changeRequest,
    ...revision,
  }),
  'change_request.merged': event('A change request was merged', { ...changeRequest, ...revision }),
  'change_request.reviewers_requested': event('Somebody was asked to review a change request', {
    ...changeRequest,
    users: texts('Ids of the users'),
  }),
  'comment.posted': event('A comment was posted', comment),
  'comment.changed': event('A comment was edited', comment),
  'comment.resolved': event('A comment was resolved', comment),
  'comment.reopened': event('A comment was reopened', comment),
  'comment.removed': event('A comment was deleted', comment),
  'comment_reply.posted': event('A reply was posted', reply),
  'comment_reply.changed': event('A reply was edited', reply),
  'comment_reply.removed': event('A reply was deleted', reply),
  'review.submitted': event('A change request was approved, or changes were requested', {
    ...changeRequest,
    reviewId: idOf('review'),
    status: oneOf('`approved` or `changes-requested`', 'approved', 'changes-requested'),
  }),
  'grant.changed': event('The permission of a user or team on a collection or space was changed', {
    ...organization,
    contentId: idOf('collection or space'),
    userId: Type.Optional(user.userId),
    teamId: Type.Optional(team.teamId),
    level: roleOrNull('The level; null if it was removed'),
  }),
  'site.created': event('A site was created', site),
  'site.changed': event('Settings of a site were changed', { ...site, ...fields }),
  'site.removed': event('A site was deleted', site),
  'site.published': event('A site was published', site),
  'site.unpublished': event('A site was taken offline', site),
  'site.structure_changed': event('The content, address or audience of a site changed', site),
  'site.redirect_created': event('A redirect was created', redirect),
  'site.redirect_changed': event('A redirect was changed', redirect),
  'site.redirect_removed': event('A redirect was deleted', redirect),
  'font.created': event('A font was created', font),
  'font.changed': event('A font was changed', font),
  'font.removed': event('A font was deleted', font),
  'share_link.created': event('A share link was created', shareLink),
  'share_link.changed': event('A share link was changed', shareLink),
  'share_link.removed': event('A share link was deleted', shareLink),
  'openapi.spec_created': event('A specification was created', spec),
  'openapi.spec_updated': event('The source or the visibility of a specification was changed', spec),
  'openapi.spec_processed': event('The source of a specification was read', {
    ...spec,
    versionId: Type.Optional(text('Id of the version, if the source has changed')),
  }),
  'openapi.spec_failed': event('The source of a specification cannot be read', {
    ...spec,
    code: text('What is wrong with it'),
  }),
  'openapi.spec_deleted': event('A specification was deleted', spec),
  'translation.created': event('A translation was created', translation),
  'translation.changed': event('Settings of a translation were changed', translation),
  'translation.removed': event('A translation was deleted', translation),
  'translation.units_changed': event('Units were translated', {
    ...translation,
    language: text('The language'),
    units: Type.Integer({ description: 'How many' }),
  }),
  'translation.run_started': event('A translation provider started', translation),
  'translation.run_completed': event('A translation provider finished', { ...translation, ...state }),
  'integration.published': event('An integration, or a new version of it, was published', {
    ...integration,
    version: Type.Integer({ description: 'The version' }),
  }),
  'integration.changed': event(
    "Development of an integration on its author's machine started or ended",
    integration,
  ),
  'integration.unpublished': event('An integration was unpublished', integration),
  /** Sent to the organization that published it. */
  'integration.scopes_requested': event(
    'A new version of an integration asks for scopes that an installation does not have',
    { ...installation, ...scopes },
  ),
  'integration.scopes_approved': event(
    'An organization gave its installation of an integration more scopes',
    { ...installation, ...scopes },
  ),
  'installation.created': event('An integration was installed', installation),
  'installation.changed': event('An installed integration was configured', installation),
  'installation.failing': event(
    'The script of an installed integration failed again and again; told once a day at most',
    {
      ...installation,
      failures: Type.Integer({ description: 'How often, since it last did what it was told' }),
    },
  ),
  'installation.removed': event('An integration was removed from the organization', installation),
  /** The same, sent to the organization that has installed it. */
  'installation.scopes_requested': event('An installed integration asks for more scopes', {
    ...installation,
    ...scopes,
  }),
  'installation.scopes_approved': event('An installed integration was given more scopes', {
    ...installation,
    ...scopes,
  }),
  'installation.placed': event('An integration was installed on a space or site', {
    ...installation,
    ...place,
  }),
  'installation.placement_changed': event('An integration was configured for a space or site', {
    ...installation,
    ...place,
  }),
  'installation.displaced': event('An integration was removed from a space or site', {
    ...installation,
    ...place,
  }),
  'glossary.updated': event('The glossary was changed', organization),
  'job.retried': event('A failed background job was retried', {
    jobId: idOf('job'),
    name: text('What kind of work it is'),
  }),
  'invite_link.created': event('An invite link was created', { ...organization, ...role }),
  'invite_link.changed': event('An invite link was changed', { ...organization, ...role }),
  'invite_link.removed': event('An invite link was deleted', organization),
  'webhook.created': event('A webhook was created', webhook),
  'webhook.changed': event('A webhook was changed', { ...webhook, ...fields }),
  'webhook.removed': event('A webhook was deleted', webhook),
  'webhook.secret_rotated': event('A webhook has a new secret', webhook),
  'webhook.disabled': event('A webhook was disabled because its receiver did not accept deliveries', {
    ...webhook,
    reason: text('Why'),
  }),
  'webhook.replayed': event('A delivery was sent again', { ...webhook, deliveryId: idOf('delivery') }),
  'webhook.tested': event('A test event, sent only to the tested webhook', webhook),
}

export type EventType = keyof typeof EVENTS

/** What an event of each type tells. */
export type Events = { [Type in EventType]: Static<(typeof EVENTS)[Type]['payload']> }
