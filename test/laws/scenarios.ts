// One believable request for every operation, and what it takes to be there.

import { SYSTEM } from '../../src/kit/domain/context.ts'
import { processSpec } from '../../src/rooms/api-references/openapi/jobs.ts'
import { issueToken as issueAppToken } from '../../src/rooms/integrations/installations/tokens.ts'
import { findIntegration } from '../../src/rooms/integrations/integrations/integrations.ts'
import { keepPassword } from '../../src/rooms/people/accounts/passwords/passwords.ts'
import { DEFAULTS } from '../../src/rooms/sites/customization/defaults.ts'
import { rooms } from '../../src/rooms.ts'
import { runJob } from '../../src/services.ts'
import { fakeFetcher } from '../../src/world/network/fake-fetcher.ts'
import { RECORDER, SCOPES } from '../counterparts/recorder.ts'
import { openSamlProvider } from '../counterparts/saml-provider.ts'
import { CORE_USER, oktaUser, openDirectory } from '../counterparts/scim.ts'
import { sharedByTests } from '../file-scope.ts'
import { sendFont } from '../fonts.ts'
import { page } from '../pages.ts'
import { pngOf } from '../pictures.ts'
import { addReusable } from '../reusables.ts'
import { buildTestServices, furnish, makeAdministrator } from '../services.ts'

export const operations = rooms.flatMap((room) => room.operations)
const sharedServices = sharedByTests(() =>
  buildTestServices({ translationProvider: { url: 'https://translate.example/units' } }),
)
/** What is imported, and the only page that there is outside. */
const ELSEWHERE = { url: 'https://elsewhere.example/page.md', source: 'markdown' }
/** Where nobody answers. */
const HOOK = { url: 'https://hooks.example/quire', events: ['team.*'] }
const words = { body: { markdown: 'Why the kanarienvogel?' } }

const OF_CANARY = { spec: { ref: { kind: 'openapi', spec: 'canary' } } }
const COMPUTED_REVISION = {
  source: { type: 'builtin:openapi', props: { models: true }, dependencies: OF_CANARY },
  seed: 'one',
}
const COMPUTED_DOCUMENT = {
  source: { type: 'builtin:openapi', props: { doc: 'info', page: 'info' }, dependencies: OF_CANARY },
  seed: 'one',
}

/** Stands in everything that the space holds. Whoever may not read the space must never meet it. */
export const CANARY = 'kanarienvogel'

/** The hash of "correct horse battery". */
const PASSWORD = {
  hash: '$argon2id$v=19$m=19456,t=2,p=1$HyYsa0miuex2hVYeu2P85Q$+fEaEyH/LjV3pmtmRoYGkIoEwKIHBLHWIn2Xj+0sRgU',
}

/** Somebody whom a directory announced, a group it made, and a stranger for whom it waits. */
async function furnishDirectory(
  { app, organization, stranger }: Awaited<ReturnType<typeof furnish>>,
  token: string,
) {
  const scim = `/scim/v2/orgs/${organization.id}`
  const directory = openDirectory(app, scim, token)
  const scimUser: { id: string; userName: string } = await directory.post(
    '/Users',
    oktaUser(`announced-${organization.id}@example.org`),
  )
  await directory.post('/Users', oktaUser(stranger.email))
  const { id: scimGroup } = await directory.post('/Groups', { displayName: 'Announced' })
  return { scim, scimUser, scimGroup: String(scimGroup) }
}

export async function openSetting({ withSites = true, withTranslation = true, withIntegration = true } = {}) {
  const built = await sharedServices()
  built.services.fetcher.fetch = fakeFetcher({ [ELSEWHERE.url]: '# Elsewhere' }).fetch
  const setting = await furnish(built)
  const { as, admin, organization, newMember } = setting
  const administrator = await makeAdministrator(built.services)
  await built.services.asSystem((ctx) => keepPassword(ctx, administrator.id, PASSWORD))
  const { id: samlProviderId } = await as(admin).post(`${organization.url}/saml`, { label: 'Okta' }, 201)
  const { id: oidcProviderId } = await as(admin).post(
    `${organization.url}/oidc`,
    { label: 'Example ID', issuer: 'https://id.example.org', clientID: 'quire' },
    201,
  )
  const { token: scimToken, id: scimTokenId } = await as(admin).post(
    `${organization.url}/scim-tokens`,
    { label: 'Directory' },
    201,
  )
  const target = await newMember('target', 'read')
  const team = await as(admin).put(
    `${organization.url}/teams`,
    { title: 'Writers', members: [target.id] },
    201,
  )
  const invite = await as(admin).post(`${organization.url}/link-invites`, { role: 'read' }, 201)
  const collection = await as(admin).post(`${organization.url}/collections`, { title: 'Handbooks' }, 201)
  const space = await as(admin).post(
    `${organization.url}/spaces`,
    { title: `Guide ${CANARY}`, parent: collection.id },
    201,
  )
  const trashed = await as(admin).post(`${organization.url}/spaces`, { title: 'Old' }, 201)
  await as(admin).delete(`/v1/spaces/${trashed.id}`, 205)
  const { id: tokenId } = await as(administrator).post(
    `/v1/users/${target.id}/tokens`,
    { label: 'spare' },
    201,
  )
  const url = `/v1/spaces/${space.id}`
  const reusable = await addReusable(built.services, space.id, `Note the ${CANARY}.`, { product: CANARY })
  const file = { name: `${CANARY}.txt`, base64: 'aGk=', contentType: 'text/plain' }
  const written = await as(admin).post(`${url}/content`, {
    changes: [
      page('Home', `The ${CANARY}, see [second](second.md).`),
      page('Second', CANARY),
      { operation: 'insert_files', files: [file] },
    ],
  })
  const [{ page: home }, { page: second }] = written.changes
  const { revision } = await as(admin).get(url)
  const { documentId } = await as(admin).get(`${url}/content/page/${home.id}`)
  const request = `${url}/change-requests/1`
  await as(admin).post(`${url}/change-requests`, { subject: `Change ${CANARY}` }, 201)
  // Both sides change the title: a conflict for everyone to look at.
  const retitle = (title: string) => ({ changes: [{ operation: 'update_page', page: second.id, title }] })
  await as(admin).post(`${request}/content`, retitle('Ours'))
  await as(admin).post(`${url}/content`, retitle('Theirs'))
  await as(admin).post(`${request}/update`)
  await as(admin).post(`${request}/requested-reviewers`, { users: [target.id] })
  const review = `${request}/reviews/${(await as(admin).post(`${request}/reviews`, { status: 'approved' }, 201)).id}`
  const say = async (at: string) => `${at}/${(await as(admin).post(at, words)).id}`
  const comment = await say(`${url}/comments`)
  const reply = await say(`${comment}/replies`)
  const requestComment = await say(`${request}/comments`)
  const requestReply = await say(`${requestComment}/replies`)
  const { document } = await as(admin).get(`${request}/content/page/${home.id}?format=document`)
  const suggested = await as(admin).post(`${request}/comments`, {
    ...words,
    page: home.id,
    node: document.nodes[0].key,
    suggestion: { markdown: 'Another text.' },
  })
  await as(admin).post(`${url}/git/import`, REPOSITORY, 204)
  const { items: synced } = await as(admin).get(`${url}/git/operations`)
  await setting.sql(`update spaces set git_sync = '{"repoName": "${CANARY}"}' where id = '${space.id}'`)
  const { rows: failed } = await setting.sql<{ id: string }>(
    `insert into jobs (name, payload, state, failed_at) values ('pdf.forget', '{}', 'failed', now()) returning id`,
  )
  const sites = withSites ? await furnishSites(setting, space) : NO_SITES
  const translated = withTranslation ? await furnishTranslation(setting, space) : NO_TRANSLATION
  const webhook = `${organization.url}/webhooks/${(await as(admin).post(`${organization.url}/webhooks`, HOOK, 201)).id}`
  const { rows: sent } = await setting.sql<{ id: string }>(
    `insert into webhook_deliveries (webhook_id, event_id, resource, status, next_attempt_at, created_at)
     select '${webhook.split('/').at(-1)}', id, resource, 'delivered', now(), now() from events
     where organization_id = '${organization.id}' limit 1 returning id`,
  )
  const { items: told } = await as(admin).get(`${organization.url}/audit-events?limit=1`)
  const notification = await tellOf(setting, space.id, admin.id)
  const shelf = await as(admin).post(`${organization.url}/collections`, { title: 'Shelf' }, 201)
  const spec = `${organization.url}/openapi/canary`
  const { id: specId } = await as(admin).put(spec, { source: { text: describeApi(CANARY) } })
  await runJob(built.services, processSpec, { specId })
  const { lastVersion } = await as(admin).get(spec)
  const integrated = withIntegration ? await furnishIntegration(setting, space, sites) : NO_INTEGRATION
  const otherOrganization = await as(admin).post('/v1/orgs', { title: 'Next door' }, 201)
  return {
    ...setting,
    ...(await furnishDirectory(setting, scimToken)),
    scimToken,
    scimTokenId,
    samlProviderId,
    oidcProviderId,
    home: home.id,
    ...sites,
    ...translated,
    ...integrated,
    spaceAddress: space.urls.app,
    shelf: `/v1/collections/${shelf.id}`,
    failedJob: failed[0]?.id,
    webhook,
    auditEvent: told[0].id,
    notification,
    delivery: `${webhook}/deliveries/${sent[0]?.id}`,
    gitOperation: `${url}/git/operations/${synced[0].id}`,
    comment,
    reply,
    requestComment,
    requestReply,
    suggestion: `${request}/comments/${suggested.id}`,
    review,
    second: second.id,
    file: written.insertedFiles[0].id,
    reusable,
    revision: `${url}/revisions/${revision}`,
    documentId,
    request,
    nextDoor: otherOrganization.id,
    administrator,
    target,
    tokenId,
    org: organization.url,
    team: `${organization.url}/teams/${team.id}`,
    teamId: team.id,
    collection: `/v1/collections/${collection.id}`,
    space: `/v1/spaces/${space.id}`,
    trashed: `/v1/spaces/${trashed.id}`,
    invite: invite.id,
    spec,
    specVersion: `${spec}/versions/${lastVersion}`,
  }
}

/** A notification that jobs would make later. */
async function tellOf(
  { sql, organization, services }: Awaited<ReturnType<typeof furnish>>,
  spaceId: string,
  userId: string,
) {
  const id = services.ids.next()
  await sql(`insert into notifications (id, user_id, thread, organization_id, space_id, audience, activities,
      created_at, updated_at)
    values ('${id}', '${userId}', 'comment/${id}', '${organization.id}', '${spaceId}', 'readers', 1, now(), now())`)
  await sql(`insert into notification_activities (notification_id, event_id, reason, created_at)
    values ('${id}', '${id}', 'mentioned', now())`)
  return `/v1/user/notifications/${id}`
}

function describeApi(title: string) {
  return JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} })
}

const NO_INTEGRATION = {} as Awaited<ReturnType<typeof furnishIntegration>>

let integrations = 0

/** Published by the organization, and installed on it, its space and its site. */
async function furnishIntegration(
  { as, admin, organization, sql, services }: Awaited<ReturnType<typeof furnish>>,
  space: { id: string },
  { site }: { site?: string },
) {
  const integration = `/v1/integrations/recorder-of-${process.pid}-${integrations++}`
  await as(admin).post(integration, publicationFor(organization.id))
  const { id } = await as(admin).post(`${integration}/installations`, { organization: organization.id }, 201)
  const installation = `${integration}/installations/${id}`
  await as(admin).post(`${installation}/spaces`, { space: space.id }, 201)
  // It asks for more than it was given.
  await as(admin).post(integration, publicationFor(organization.id, [...SCOPES, ASKED]))
  const siteId = site?.split('/').at(-1)
  if (siteId) await as(admin).post(`${installation}/sites`, { siteId }, 201)
  const scriptEvent = `event-${id}`
  await sql(`insert into integration_deliveries (id, integration, installation_id, payload, status, created_at)
    values ('${scriptEvent}', '${integration.slice('/v1/integrations/'.length)}', '${id}', '{"type": "task", "name": "${CANARY}"}', 'success', now())`)
  const ctx = services.outside(SYSTEM)
  const published = await findIntegration(ctx, integration.slice('/v1/integrations/'.length))
  if (!published) throw new Error('It was not published')
  return {
    integration,
    integrationToken: issueAppToken(ctx, published, {}),
    installationToken: issueAppToken(ctx, published, { installation: id }),
    scriptEvent,
    installation,
    siteInstallation: `${installation}/sites/${siteId}`,
    spaceInstallation: `${installation}/spaces/${space.id}`,
  }
}

/** A scope that nobody approved yet. */
export const ASKED = 'space:metadata:read'

export function publicationFor(organization: string, scopes: string[] = SCOPES) {
  return {
    title: 'Recorder',
    description: 'Writes down what it is told.',
    visibility: 'unlisted',
    scopes,
    script: RECORDER,
    organization,
  }
}

export type Setting = Awaited<ReturnType<typeof openSetting>>

async function furnishTranslation(
  { as, admin, organization }: Awaited<ReturnType<typeof furnish>>,
  { id }: { id: string },
) {
  const url = `${organization.url}/translations`
  const source = { space: id, language: 'en' }
  const made = await as(admin).post(url, { title: CANARY, source, language: 'de' }, 201)
  const glossary = `${organization.url}/translations-glossary`
  await as(admin).put(glossary, { operations: [TERM] }, 204)
  const { items } = await as(admin).get(glossary)
  return { translation: `${url}/${made.id}`, glossary, term: `${glossary}/${items[0].id}` }
}
const NO_TRANSLATION = {} as Awaited<ReturnType<typeof furnishTranslation>>
const TERM = { type: 'insert', translations: { en: 'page', de: 'Seite' } }

type Sites = Awaited<ReturnType<typeof furnishSites>>
/** What operations of a path need to be there, beside what all need. */
export function settingFor(path: string) {
  return {
    withSites: IS_OF_SITES.test(path),
    withTranslation: /\/translations/.test(path),
    withIntegration: /\/(integrations|installations)\b/.test(path),
  }
}

/** The paths of operations about sites. */
const IS_OF_SITES = /\/(sites|fonts|urls|transfer|custom-hostnames)/

/** Most operations have nothing to do with sites, which take as long to make as all the rest. */
const NO_SITES = {} as Sites

async function furnishSites(
  setting: Awaited<ReturnType<typeof furnish>>,
  space: { id: string; urls: { app: string } },
) {
  const { as, admin, organization } = setting
  const newSpace = (title: string) => as(admin).post(`${organization.url}/spaces`, { title }, 201)
  const [extra, spare] = [await newSpace('Extra'), await newSpace('Spare')]
  const { id: siteId } = await as(admin).post(
    `${organization.url}/sites`,
    { title: `Docs ${CANARY}`, spaces: [space.id] },
    201,
  )
  const site = `${organization.url}/sites/${siteId}`
  const hostname = `docs.${siteId}.hosts.test`
  await as(admin).patch(site, { hostname })
  await as(admin).patch(organization.url, { hostname: `site-${siteId}` })
  const section = await as(admin).post(`${site}/sections`, { spaceId: extra.id, title: CANARY }, 201)
  const group = await as(admin).post(`${site}/section-groups`, { title: CANARY, sections: [section.id] }, 201)
  const link = { title: CANARY, url: `https://example.org/${CANARY}`, parent: group.id }
  const externalLink = await as(admin).post(`${site}/external-links`, link, 201)
  const { items: siteSpaces } = await as(admin).get(`${site}/site-spaces`)
  const shareLink = await as(admin).post(`${site}/share-links`, { name: CANARY }, 201)
  await as(admin).put(`${site}/adaptive-schema`, VISITORS)
  const toSection = { kind: 'site-section', siteSectionId: section.id }
  const old = { source: `/${CANARY}`, destination: toSection }
  const redirect = await as(admin).post(`${site}/redirects`, old, 201)
  const fontKey = await sendFont(setting, admin)
  const fontFaces = [{ weight: 400, storageKey: fontKey }]
  const font = await as(admin).put(`${organization.url}/fonts`, { fontFamily: CANARY, fontFaces }, 201)
  await as(admin).put(`${site}/customization`, { ...DEFAULTS, title: CANARY })
  // What a site shows to everybody: nothing of it is a secret.
  const open = await newSpace('Open')
  await as(admin).post(`/v1/spaces/${open.id}/content`, { changes: [page('Openword')] })
  const shown = await as(admin).post(`${organization.url}/sites`, { title: 'Open', spaces: [open.id] }, 201)
  const {
    structure: [shownSpace],
  } = await as(admin).get(`${organization.url}/sites/${shown.id}/structure`)
  await as(admin).post(
    `${organization.url}/sites/${shown.id}/redirects`,
    { source: '/old', destination: { kind: 'site-space', siteSpaceId: shownSpace.id } },
    201,
  )
  const { urls: shownAt } = await as(admin).post(`${organization.url}/sites/${shown.id}/publish`)
  return {
    site,
    publishedSite: `${organization.url}/sites/${shown.id}`,
    publishedAt: shownAt.published as string,
    hostname: `/v1/custom-hostnames/${hostname}`,
    subdomain: `/v1/subdomains/site-${siteId}`,
    section: section.id as string,
    group: group.id as string,
    externalLink: `${site}/external-links/${externalLink.id}`,
    siteSpace: siteSpaces[0].id as string,
    firstSection: siteSpaces[0].section as string,
    shareLink: `${site}/share-links/${shareLink.id}`,
    redirect: `${site}/redirects/${redirect.id}`,
    spare: spare.id as string,
    fontFaces,
    font: `${organization.url}/fonts/${font.id}`,
  }
}

/** Nobody listens there; whether one may ask is what counts. */
const REPOSITORY = { url: `http://127.0.0.1:9/${CANARY}.git`, ref: 'refs/heads/main', force: true }

/** What a site knows of its visitors. */
const VISITORS = {
  jsonSchema: {
    type: 'object',
    properties: { beta: { type: 'boolean', description: CANARY } },
    additionalProperties: false,
  },
}

const VIDEO = 'https://vimeo.com/76979871'

const PAGE_VIEW = {
  type: 'page_view',
  session: { visitorId: 'v', sessionId: 's', userAgent: 'test', language: null, referrer: null },
  location: { url: 'http://quire.test/sites/open/' },
}

/** Everybody makes one of their own: a source is taken once. */
let redirects = 0

type Scenario = (setting: Setting) => [url: string, body?: object]

const SAML_METADATA = String(openSamlProvider().metadata())

/** One believable request for every operation, about things of the organization that the callers belong to. */
export const scenarios: Record<string, Scenario> = {
  getApiInformation: () => ['/v1/'],
  examineInstallation: () => ['/v1/examination'],
  getStorageUse: () => ['/v1/storage'],
  listFailedJobs: () => ['/v1/failed-jobs'],
  retryFailedJob: ({ failedJob }) => [`/v1/failed-jobs/${failedJob}/retry`],

  getAuthenticatedUser: () => ['/v1/user'],
  createUser: () => ['/v1/users', { email: `new-${Math.random()}@example.org` }],
  getUserById: ({ target }) => [`/v1/users/${target.id}`],
  updateUserById: ({ target }) => [`/v1/users/${target.id}`, { displayName: 'Renamed' }],
  deleteOwnAccount: ({ reader }) => [`/v1/user?confirm=${reader.email}`],
  deleteUser: ({ target }) => [`/v1/users/${target.id}`],
  setPictureOfUser: ({ target }) => [
    `/v1/users/${target.id}/picture`,
    { picture: pngOf(8, 8).toString('base64') },
  ],
  removePictureOfUser: ({ target }) => [`/v1/users/${target.id}/picture`],
  listSSOProviderLoginsInOrganization: ({ org }) => [`${org}/sso`],
  listSAMLProvidersInOrganizationById: ({ org }) => [`${org}/saml`],
  createOrganizationSAMLProvider: ({ org }) => [`${org}/saml`, { label: 'Entra' }],
  getOrganizationSAMLProviderById: ({ org, samlProviderId }) => [`${org}/saml/${samlProviderId}`],
  updateOrganizationSAMLProvider: ({ org, samlProviderId }) => [
    `${org}/saml/${samlProviderId}`,
    { label: 'Renamed' },
  ],
  deleteOrganizationSAMLProvider: ({ org, samlProviderId }) => [`${org}/saml/${samlProviderId}`],
  readSAMLMetadata: ({ org }) => [`${org}/saml-metadata`, { xml: SAML_METADATA }],
  listOrganizationOIDCProviders: ({ org }) => [`${org}/oidc`],
  createOrganizationOIDCProvider: ({ org }) => [
    `${org}/oidc`,
    { label: 'Example', issuer: 'https://other.example.org', clientID: 'quire' },
  ],
  getOrganizationOIDCProvider: ({ org, oidcProviderId }) => [`${org}/oidc/${oidcProviderId}`],
  updateOrganizationOIDCProvider: ({ org, oidcProviderId }) => [
    `${org}/oidc/${oidcProviderId}`,
    { label: 'Renamed' },
  ],
  checkOrganizationOIDCProvider: ({ org, oidcProviderId }) => [`${org}/oidc/${oidcProviderId}/check`],
  deleteOrganizationOIDCProvider: ({ org, oidcProviderId }) => [`${org}/oidc/${oidcProviderId}`],
  listScimTokens: ({ org }) => [`${org}/scim-tokens`],
  createScimToken: ({ org }) => [`${org}/scim-tokens`, { label: 'Entra' }],
  revokeScimToken: ({ org, scimTokenId }) => [`${org}/scim-tokens/${scimTokenId}`],
  getScimServiceProviderConfig: ({ scim }) => [`${scim}/ServiceProviderConfig`],
  listScimResourceTypes: ({ scim }) => [`${scim}/ResourceTypes`],
  getScimResourceType: ({ scim }) => [`${scim}/ResourceTypes/User`],
  listScimSchemas: ({ scim }) => [`${scim}/Schemas`],
  getScimSchema: ({ scim }) => [`${scim}/Schemas/${CORE_USER}`],
  listScimUsers: ({ scim }) => [`${scim}/Users`],
  createScimUser: ({ scim }) => [`${scim}/Users`, oktaUser(`scim-${Math.random()}@example.org`)],
  getScimUser: ({ scim, scimUser }) => [`${scim}/Users/${scimUser.id}`],
  replaceScimUser: ({ scim, scimUser }) => [`${scim}/Users/${scimUser.id}`, oktaUser(scimUser.userName)],
  patchScimUser: ({ scim, scimUser }) => [
    `${scim}/Users/${scimUser.id}`,
    { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
  ],
  deleteScimUser: ({ scim, scimUser }) => [`${scim}/Users/${scimUser.id}`],
  acceptProvisioning: ({ organization }) => [`/v1/user/provisioning/${organization.id}/accept`],
  listScimGroups: ({ scim }) => [`${scim}/Groups`],
  createScimGroup: ({ scim }) => [`${scim}/Groups`, { displayName: `Group ${Math.random()}` }],
  getScimGroup: ({ scim, scimGroup }) => [`${scim}/Groups/${scimGroup}`],
  replaceScimGroup: ({ scim, scimGroup }) => [`${scim}/Groups/${scimGroup}`, { displayName: 'Replaced' }],
  patchScimGroup: ({ scim, scimGroup, scimUser }) => [
    `${scim}/Groups/${scimGroup}`,
    { Operations: [{ op: 'add', path: 'members', value: [{ value: scimUser.id }] }] },
  ],
  deleteScimGroup: ({ scim, scimGroup }) => [`${scim}/Groups/${scimGroup}`],
  listTokens: () => ['/v1/user/tokens'],
  createToken: () => ['/v1/user/tokens', { label: 'mine' }],
  deleteToken: ({ tokenId }) => [`/v1/user/tokens/${tokenId}`],
  listTokensOfUser: ({ target }) => [`/v1/users/${target.id}/tokens`],
  createTokenForUser: ({ target }) => [`/v1/users/${target.id}/tokens`, { label: 'theirs' }],
  deleteTokenOfUser: ({ target, tokenId }) => [`/v1/users/${target.id}/tokens/${tokenId}`],

  listSessions: () => ['/v1/user/sessions'],
  findByName: () => ['/v1/user/find?query=guide'],
  listRecentPages: () => ['/v1/user/recent-pages'],
  addRecentPage: ({ space, second }) => [
    '/v1/user/recent-pages',
    { space: space.split('/').at(-1), page: second },
  ],
  streamActivity: () => ['/v1/user/activity/stream?follow=false'],
  listNotifications: () => ['/v1/user/notifications'],
  getNotificationCount: () => ['/v1/user/notifications/count'],
  streamNotifications: () => ['/v1/user/notifications/stream?follow=false'],
  markNotificationsRead: () => ['/v1/user/notifications/read'],
  getNotification: ({ notification }) => [notification],
  updateNotification: ({ notification }) => [notification, { unread: false }],
  getNotificationSettings: () => ['/v1/user/notification-settings'],
  setNotificationSettings: () => [
    '/v1/user/notification-settings',
    { level: 'everything', delivery: 'hourly', administrationMail: false },
  ],
  getSpaceNotificationSettings: ({ space }) => [`${space}/notification-settings`],
  setSpaceNotificationSettings: ({ space }) => [
    `${space}/notification-settings`,
    { level: 'nothing', delivery: null },
  ],
  endSession: () => ['/v1/user/sessions/none'],
  endOtherSessions: () => ['/v1/user/sessions'],
  endSessionsOfEverybody: () => ['/v1/sessions'],
  changePassword: () => [
    '/v1/user/password',
    { currentPassword: 'correct horse battery', password: 'another horse battery' },
  ],
  getAccountOfUser: ({ target }) => [`/v1/users/${target.id}/account`],
  suspendUser: ({ target }) => [`/v1/users/${target.id}/suspend`],
  reinstateUser: ({ target }) => [`/v1/users/${target.id}/reinstate`],
  endSessionsOfUser: ({ target }) => [`/v1/users/${target.id}/sessions`],
  getFactors: () => ['/v1/user/factors'],
  listIdentities: () => ['/v1/user/identities'],
  listIdentitiesOfUser: ({ target }) => [`/v1/users/${target.id}/identities`],
  deleteIdentityOfUser: ({ target }) => [`/v1/users/${target.id}/identities/none`],
  resetFactorsOfUser: ({ target }) => [`/v1/users/${target.id}/factors`],
  createPasswordLinkForUser: ({ target }) => [`/v1/users/${target.id}/password-link`],

  listOrganizationsForAuthenticatedUser: () => ['/v1/orgs'],
  getOrganizationById: ({ org }) => [org],
  listTokensInOrganization: ({ org }) => [`${org}/tokens`],
  removeTokenFromOrganization: ({ org }) => [`${org}/tokens/none`],
  getSecondFactorRule: ({ org }) => [`${org}/second-factor`],
  setSecondFactorRule: ({ org }) => [`${org}/second-factor`, { isRequired: false }],
  updateOrganizationById: ({ org }) => [org, { title: 'Renamed' }],
  deleteOrganization: ({ org }) => [`${org}?confirm=Acme`],

  listMembersInOrganizationById: ({ org }) => [`${org}/members`],
  getMemberInOrganizationById: ({ org, target }) => [`${org}/members/${target.id}`],
  updateMemberInOrganizationById: ({ org, target }) => [`${org}/members/${target.id}`, { role: 'edit' }],
  removeMemberFromOrganizationById: ({ org, target }) => [`${org}/members/${target.id}`],
  updateOrganizationMemberLastSeenAt: ({ org }) => [`${org}/ping`],
  setUserAsSSOMemberForOrganization: ({ org, target }) => [`${org}/members/${target.id}/sso`],

  listTeamsInOrganizationById: ({ org }) => [`${org}/teams`],
  createOrganizationTeam: ({ org }) => [`${org}/teams`, { title: 'Readers' }],
  getTeamInOrganizationById: ({ team }) => [team],
  updateTeamInOrganizationById: ({ team }) => [team, { title: 'Authors' }],
  removeTeamFromOrganizationById: ({ team }) => [team],
  listTeamMembersInOrganizationById: ({ team }) => [`${team}/members`],
  updateMembersInOrganizationTeam: ({ team, reader }) => [`${team}/members`, { add: [reader.id] }],
  addMemberToOrganizationTeamById: ({ team, reader }) => [`${team}/members/${reader.id}`, { role: 'member' }],
  deleteMemberFromOrganizationTeamById: ({ team, target }) => [`${team}/members/${target.id}`],
  listTeamsForOrganizationMember: ({ org, target }) => [`${org}/members/${target.id}/teams`],

  listCollectionsInOrganizationById: ({ org }) => [`${org}/collections`],
  createCollection: ({ org }) => [`${org}/collections`, { title: 'More' }],
  getCollectionById: ({ collection }) => [collection],
  updateCollectionById: ({ collection }) => [collection, { title: 'Renamed' }],
  moveCollection: ({ collection, trashed }) => [
    `${collection}/move`,
    { position: { after: { type: 'space', space: trashed.split('/').at(-1) } } },
  ],
  deleteCollectionById: ({ collection }) => [collection],

  listSpacesInOrganizationById: ({ org }) => [`${org}/spaces`],
  createSpace: ({ org }) => [`${org}/spaces`, { title: 'More' }],
  listSpacesInCollectionById: ({ collection }) => [`${collection}/spaces`],
  getSpaceById: ({ space }) => [space],
  updateSpaceById: ({ space }) => [space, { title: 'Renamed' }],
  deleteSpaceById: ({ space }) => [space],
  listDeletedSpaces: ({ org }) => [`${org}/deleted-spaces`],
  restoreSpace: ({ trashed }) => [`${trashed}/restore`],
  moveSpace: ({ space }) => [`${space}/move`, { parent: null }],
  listSpacesForOrganizationMember: ({ org, target }) => [`${org}/members/${target.id}/spaces`],

  duplicateSpace: ({ space }) => [`${space}/duplicate`],

  generateStorageUploadURL: ({ org }) => [
    `${org}/storage/upload`,
    { file: { name: 'a.zip', type: 'application/zip', size: 1 }, kind: 'import_file' },
  ],

  listPages: ({ space }) => [`${space}/content/pages`],
  getComputedRevision: ({ space }) => [`${space}/content/computed/revision`, COMPUTED_REVISION],
  getComputedDocument: ({ space }) => [`${space}/content/computed/document`, COMPUTED_DOCUMENT],
  getPageById: ({ space, home }) => [`${space}/content/page/${home}`],
  listSpacePageMetaLinks: ({ space, home }) => [`${space}/content/page/${home}/meta-links`],
  getPageByPath: ({ space }) => [`${space}/content/path/home`],
  listFiles: ({ space }) => [`${space}/content/files`],
  getFileById: ({ space, file }) => [`${space}/content/files/${file}`],
  getReusableContentById: ({ space, reusable }) => [`${space}/content/reusable-contents/${reusable}`],
  getDocumentById: ({ space, documentId }) => [`${space}/documents/${documentId}`],
  listPagesInRevisionById: ({ revision }) => [`${revision}/pages`],
  getPageInRevisionById: ({ revision, home }) => [`${revision}/page/${home}`],
  listRevisionPageMetaLinks: ({ revision, home }) => [`${revision}/page/${home}/meta-links`],
  getPageDocumentInRevisionById: ({ revision, home }) => [`${revision}/page/${home}/document`],
  convertPagePart: ({ revision, home }) => [`${revision}/page/${home}/convert`, { markdown: 'Part' }],
  convertReusableContentPart: ({ revision, reusable }) => [
    `${revision}/reusable-contents/${reusable}/convert`,
    { markdown: 'Part' },
  ],
  listVariableUses: ({ revision }) => [`${revision}/variables/product/uses`],
  getPageInRevisionByPath: ({ revision }) => [`${revision}/path/home`],
  listFilesInRevisionById: ({ revision }) => [`${revision}/files`],
  getFileInRevisionById: ({ revision, file }) => [`${revision}/files/${file}`],
  getReusableContentInRevisionById: ({ revision, reusable }) => [`${revision}/reusable-contents/${reusable}`],
  getReusableContentDocumentInRevisionById: ({ revision, reusable }) => [
    `${revision}/reusable-contents/${reusable}/document`,
  ],

  listChangeRequestsForOrganization: ({ org }) => [`${org}/change-requests`],
  listChangeRequestsForSpace: ({ space }) => [`${space}/change-requests`],
  createChangeRequest: ({ space }) => [`${space}/change-requests`, { subject: 'More' }],
  getChangeRequestById: ({ request }) => [request],
  updateChangeRequestById: ({ request }) => [request, { subject: 'Renamed' }],
  mergeChangeRequest: ({ request }) => [`${request}/merge`],
  updateChangeRequest: ({ request }) => [`${request}/update`],
  getChangeRequestMergeChecks: ({ request }) => [`${request}/merge-checks`],
  listChangeRequestConflicts: ({ request }) => [`${request}/conflicts`],
  resolveChangeRequestConflict: ({ request, second }) => [
    `${request}/conflicts/resolve`,
    { kind: 'page', id: second, choose: 'ours' },
  ],
  getRequestedReviewersByChangeRequestId: ({ request }) => [`${request}/requested-reviewers`],
  requestReviewersForChangeRequest: ({ request, reviewer }) => [
    `${request}/requested-reviewers`,
    { users: [reviewer.id] },
  ],
  removeRequestedReviewerFromChangeRequest: ({ request, target }) => [
    `${request}/requested-reviewers/${target.id}`,
  ],
  getContributorsByChangeRequestId: ({ request }) => [`${request}/contributors`],
  getCurrentRevision: ({ space }) => [`${space}/content`],
  updateSpaceContent: ({ space }) => [`${space}/content`, { changes: [page('New')] }],
  getRevisionById: ({ revision }) => [revision],
  getRevisionSemanticChanges: ({ revision }) => [`${revision}/changes`],
  getChangeRequestChanges: ({ request }) => [`${request}/changes`],
  getRevisionOfChangeRequestById: ({ request }) => [`${request}/content`],
  updateChangeRequestContent: ({ request }) => [`${request}/content`, { changes: [page('New')] }],
  listPagesInChangeRequest: ({ request }) => [`${request}/content/pages`],
  listFilesInChangeRequestById: ({ request }) => [`${request}/content/files`],
  getFileInChangeRequestById: ({ request, file }) => [`${request}/content/files/${file}`],
  getPageInChangeRequestById: ({ request, home }) => [`${request}/content/page/${home}`],
  listChangeRequestPageMetaLinks: ({ request, home }) => [`${request}/content/page/${home}/meta-links`],
  getPageInChangeRequestByPath: ({ request }) => [`${request}/content/path/home`],
  getReusableContentInChangeRequestById: ({ request, reusable }) => [
    `${request}/content/reusable-contents/${reusable}`,
  ],

  listRevisionsForSpace: ({ space }) => [`${space}/revisions`],
  listDeletedPages: ({ space }) => [`${space}/deleted-pages`],
  listRevisionsForPage: ({ space, second }) => [`${space}/content/page/${second}/revisions`],
  listRevisionsForChangeRequest: ({ request }) => [`${request}/revisions`],
  getPageTextChangesInRevision: ({ revision, home }) => [`${revision}/changes/page/${home}`],
  getPageTextChangesInChangeRequest: ({ request, second }) => [`${request}/changes/page/${second}`],
  restoreRevision: ({ revision }) => [`${revision}/restore`],
  restorePageFromRevision: ({ revision, second }) => [`${revision}/page/${second}/restore`],

  importContent: ({ space }) => [`${space}/content/import`, ELSEWHERE],
  importContentInPageById: ({ space, home }) => [`${space}/content/page/${home}/import`, ELSEWHERE],
  importContentInChangeRequest: ({ request }) => [`${request}/content/import`, ELSEWHERE],
  importContentInChangeRequestPageById: ({ request, home }) => [
    `${request}/content/page/${home}/import`,
    ELSEWHERE,
  ],

  listCommentsInSpace: ({ space }) => [`${space}/comments`],
  postCommentInSpace: ({ space, home }) => [`${space}/comments`, { ...words, page: home }],
  getCommentInSpace: ({ comment }) => [comment],
  updateCommentInSpace: ({ comment }) => [comment, { addedReactions: ['1f389'] }],
  deleteCommentInSpace: ({ comment }) => [comment],
  listCommentRepliesInSpace: ({ comment }) => [`${comment}/replies`],
  postCommentReplyInSpace: ({ comment }) => [`${comment}/replies`, words],
  getCommentReplyInSpace: ({ reply }) => [reply],
  updateCommentReplyInSpace: ({ reply }) => [reply, { addedReactions: ['1f389'] }],
  deleteCommentReplyInSpace: ({ reply }) => [reply],
  listCommentersInSpace: ({ space }) => [`${space}/commenters`],
  listCommentsInChangeRequest: ({ request }) => [`${request}/comments`],
  postCommentInChangeRequest: ({ request }) => [`${request}/comments`, words],
  getCommentInChangeRequest: ({ requestComment }) => [requestComment],
  updateCommentInChangeRequest: ({ requestComment }) => [requestComment, { resolved: true }],
  applyCommentSuggestion: ({ suggestion }) => [`${suggestion}/apply`],
  deleteCommentInChangeRequest: ({ requestComment }) => [requestComment],
  listCommentRepliesInChangeRequest: ({ requestComment }) => [`${requestComment}/replies`],
  postCommentReplyInChangeRequest: ({ requestComment }) => [`${requestComment}/replies`, words],
  getCommentReplyInChangeRequest: ({ requestReply }) => [requestReply],
  updateCommentReplyInChangeRequest: ({ requestReply }) => [requestReply, words],
  deleteCommentReplyInChangeRequest: ({ requestReply }) => [requestReply],
  listCommentersInChangeRequest: ({ request }) => [`${request}/commenters`],
  getReviewsByChangeRequestId: ({ request }) => [`${request}/reviews`],
  getChangeRequestReviewById: ({ review }) => [review],
  submitChangeRequestReview: ({ request }) => [`${request}/reviews`, { status: 'approved' }],

  listSpaceLinks: ({ space }) => [`${space}/links`],
  listPageLinksInSpace: ({ space, home }) => [`${space}/content/page/${home}/links`],
  listSpacePageBacklinks: ({ space, home }) => [`${space}/content/page/${home}/backlinks`],
  listSpaceFileBacklinks: ({ space, file }) => [`${space}/content/files/${file}/backlinks`],
  listSpaceReusableBacklinks: ({ space, reusable }) => [
    `${space}/content/reusable-contents/${reusable}/backlinks`,
  ],
  listChangeRequestLinks: ({ request }) => [`${request}/links`],
  listPageLinksInChangeRequest: ({ request, home }) => [`${request}/content/page/${home}/links`],
  listChangeRequestPageBacklinks: ({ request, home }) => [`${request}/content/page/${home}/backlinks`],
  listChangeRequestFileBacklinks: ({ request, file }) => [`${request}/content/files/${file}/backlinks`],
  listChangeRequestReusableBacklinks: ({ request, reusable }) => [
    `${request}/content/reusable-contents/${reusable}/backlinks`,
  ],

  searchOrganizationContent: ({ org }) => [`${org}/search?query=${CANARY}`],
  searchSpaceContent: ({ space }) => [`${space}/search?query=${CANARY}`],

  checkSpaceTransfer: ({ spare }) => [`/v1/spaces/${spare}/transfer`],
  checkCollectionTransfer: ({ shelf }) => [`${shelf}/transfer`],
  transferSpace: ({ spare, nextDoor }) => [`/v1/spaces/${spare}/transfer`, { organization: nextDoor }],
  transferCollection: ({ shelf, nextDoor }) => [`${shelf}/transfer`, { organization: nextDoor }],

  inviteToCollection: ({ collection, target }) => [
    `${collection}/permissions`,
    { users: [target.id], role: 'edit' },
  ],
  listUserPermissionsInCollection: ({ collection }) => [`${collection}/permissions/users`],
  updateUserPermissionInCollection: ({ collection, target }) => [
    `${collection}/permissions/users/${target.id}`,
    { role: 'edit' },
  ],
  removeUserFromCollection: ({ collection, target }) => [`${collection}/permissions/users/${target.id}`],
  listTeamPermissionsInCollection: ({ collection }) => [`${collection}/permissions/teams`],
  updateTeamPermissionInCollection: ({ collection, teamId }) => [
    `${collection}/permissions/teams/${teamId}`,
    { role: 'edit' },
  ],
  removeTeamFromCollection: ({ collection, teamId }) => [`${collection}/permissions/teams/${teamId}`],
  listPermissionsAggregateInCollection: ({ collection }) => [`${collection}/permissions/aggregate`],

  inviteToSpace: ({ space, target }) => [`${space}/permissions`, { users: [target.id], role: 'edit' }],
  listUserPermissionsInSpace: ({ space }) => [`${space}/permissions/users`],
  updateUserPermissionInSpace: ({ space, target }) => [
    `${space}/permissions/users/${target.id}`,
    { role: 'edit' },
  ],
  removeUserFromSpace: ({ space, target }) => [`${space}/permissions/users/${target.id}`],
  listTeamPermissionsInSpace: ({ space }) => [`${space}/permissions/teams`],
  updateTeamPermissionInSpace: ({ space, teamId }) => [
    `${space}/permissions/teams/${teamId}`,
    { role: 'edit' },
  ],
  removeTeamFromSpace: ({ space, teamId }) => [`${space}/permissions/teams/${teamId}`],
  listPermissionsAggregateInSpace: ({ space }) => [`${space}/permissions/aggregate`],

  importGitRepository: ({ space }) => [`${space}/git/import`, REPOSITORY],
  exportToGitRepository: ({ space }) => [`${space}/git/export`, { ...REPOSITORY, commitMessage: 'Edit' }],
  getSpaceGitInfo: ({ space }) => [`${space}/git/info`],
  listGitOperations: ({ space }) => [`${space}/git/operations`],
  getGitOperation: ({ gitOperation }) => [gitOperation],

  createOrganization: () => ['/v1/orgs', { title: 'Another' }],
  getOrganizationsForEmailDomain: () => ['/v1/email-domains/example.org/orgs'],
  joinOrganization: ({ org }) => [`${org}/join`],
  inviteUsersToOrganization: ({ org }) => [`${org}/invites`, { emails: ['invited@example.org'] }],
  createInvitationLink: ({ org, target }) => [`${org}/members/${target.id}/invitation-link`],
  joinOrganizationWithInvite: ({ org, invite }) => [`${org}/invites/${invite}`],
  listOrganizationInviteLinks: ({ org }) => [`${org}/link-invites`],
  createOrganizationInvite: ({ org }) => [`${org}/link-invites`, { role: 'read' }],
  getOrganizationInviteLink: ({ org, invite }) => [`${org}/link-invites/${invite}`],
  updateOrganizationInviteById: ({ org, invite }) => [`${org}/link-invites/${invite}`, { role: 'comment' }],
  deleteOrganizationInviteById: ({ org, invite }) => [`${org}/link-invites/${invite}`],

  getSpacePDF: ({ space }) => [`${space}/pdf`],
  getChangeRequestPDF: ({ request }) => [`${request}/pdf`],

  listSites: ({ org }) => [`${org}/sites`],
  createSite: ({ org, spare }) => [`${org}/sites`, { title: 'Next', spaces: [spare] }],
  getSiteById: ({ site }) => [site],
  updateSiteById: ({ site }) => [site, { title: 'Renamed' }],
  deleteSiteById: ({ site }) => [site],
  publishSite: ({ site }) => [`${site}/publish`],
  unpublishSite: ({ site }) => [`${site}/unpublish`],
  getSiteStructure: ({ site }) => [`${site}/structure`],
  sortSiteStructure: ({ site, section, firstSection }) => [
    `${site}/structure/sort`,
    {
      item: { type: 'site-section', id: firstSection },
      position: { after: { type: 'site-section', id: section } },
    },
  ],
  listSiteSpaces: ({ site }) => [`${site}/site-spaces`],
  addSpaceToSite: ({ site, spare }) => [`${site}/site-spaces`, { spaceId: spare }],
  updateSiteSpaceById: ({ site, siteSpace }) => [`${site}/site-spaces/${siteSpace}`, { path: 'other' }],
  duplicateSiteSpace: ({ site, siteSpace }) => [`${site}/site-spaces/${siteSpace}/duplicate`],
  deleteSiteSpaceById: ({ site }) => [`${site}/site-spaces/none`],
  moveSiteSpace: ({ site, siteSpace }) => [`${site}/site-spaces/${siteSpace}/move`],
  addExternalLinkToSite: ({ site }) => [
    `${site}/external-links`,
    { title: 'Forum', url: 'https://example.org/' },
  ],
  updateSiteExternalLinkById: ({ externalLink }) => [externalLink, { title: 'Community' }],
  deleteSiteExternalLinkById: ({ externalLink }) => [externalLink],
  listSiteSections: ({ site }) => [`${site}/sections`],
  addSectionToSite: ({ site, spare }) => [`${site}/sections`, { spaceId: spare }],
  updateSiteSectionById: ({ site, section }) => [`${site}/sections/${section}`, { path: 'other' }],
  deleteSiteSectionById: ({ site, section }) => [`${site}/sections/${section}`],
  moveSiteSection: ({ site, section }) => [`${site}/sections/${section}/move`],
  listSiteSectionGroups: ({ site }) => [`${site}/section-groups`],
  addSectionGroupToSite: ({ site }) => [`${site}/section-groups`, { title: 'More' }],
  updateSiteSectionGroupById: ({ site, group }) => [`${site}/section-groups/${group}`, { title: 'Other' }],
  deleteSiteSectionGroupById: ({ site, group }) => [`${site}/section-groups/${group}`],
  addSectionToGroup: ({ site, group, firstSection }) => [
    `${site}/section-groups/${group}/sections`,
    { sectionId: firstSection },
  ],
  removeSectionFromGroup: ({ site, group, section }) => [
    `${site}/section-groups/${group}/sections/${section}`,
  ],
  moveSiteSectionGroup: ({ site, group }) => [`${site}/section-groups/${group}/move`],

  listSiteShareLinks: ({ site }) => [`${site}/share-links`],
  createSiteShareLink: ({ site }) => [`${site}/share-links`, { name: 'Partners' }],
  updateSiteShareLinkById: ({ shareLink }) => [shareLink, { active: false }],
  deleteSiteShareLinkById: ({ shareLink }) => [shareLink],
  getSitePublishingAuthById: ({ site }) => [`${site}/publishing/auth`],
  updateSitePublishingAuthById: ({ site }) => [`${site}/publishing/auth`, { backend: 'custom' }],
  regenerateSitePublishingAuthById: ({ site }) => [`${site}/publishing/auth/regenerate`],
  getSiteAdaptiveSchema: ({ site }) => [`${site}/adaptive-schema`],
  updateSiteAdaptiveSchema: ({ site }) => [`${site}/adaptive-schema`, VISITORS],
  listSiteAdaptiveTemplateConditions: ({ site }) => [`${site}/adaptive-schema/template-conditions`],
  getSiteCustomizationById: ({ site }) => [`${site}/customization`],
  updateSiteCustomizationById: ({ site }) => [`${site}/customization`, DEFAULTS],
  changeSiteCustomizationById: ({ site }) => [`${site}/customization`, { pdf: { enabled: false } }],
  undoSiteCustomization: ({ site }) => [`${site}/customization/undo`],
  uploadImage: ({ org }) => [`${org}/images`, { image: pngOf(8, 8).toString('base64') }],
  getSiteSpaceCustomizationById: ({ site, siteSpace }) => [`${site}/site-spaces/${siteSpace}/customization`],
  overrideSiteSpaceCustomizationById: ({ site, siteSpace }) => [
    `${site}/site-spaces/${siteSpace}/customization`,
    { title: 'Other' },
  ],
  deleteSiteSpaceCustomizationById: ({ site, siteSpace }) => [
    `${site}/site-spaces/${siteSpace}/customization`,
  ],
  listOpenAPISpecs: ({ org }) => [`${org}/openapi`],
  createOpenAPISpec: ({ org }) => [`${org}/openapi`, { slug: 'pets', source: { text: describeApi('Pets') } }],
  getOpenAPISpecBySlug: ({ spec }) => [spec],
  createOrUpdateOpenAPISpecBySlug: ({ spec }) => [spec, { source: { text: describeApi('Pets') } }],
  updateOpenAPISpecBySlug: ({ spec }) => [spec, { visibility: 'private' }],
  deleteOpenAPISpecBySlug: ({ spec }) => [spec],
  getOpenAPISpecDocument: ({ spec }) => [`${spec}/document`],
  listOpenAPISpecVersions: ({ spec }) => [`${spec}/versions`],
  getLatestOpenAPISpecVersion: ({ spec }) => [`${spec}/versions/latest`],
  getLatestOpenAPISpecVersionContent: ({ spec }) => [`${spec}/versions/latest/content`],
  getLatestOpenAPISpecVersionContentRaw: ({ spec }) => [`${spec}/versions/latest/content/raw`],
  getOpenAPISpecVersionById: ({ specVersion }) => [specVersion],
  getOpenAPISpecVersionContentById: ({ specVersion }) => [`${specVersion}/content`],
  listOpenAPISpecVersionChanges: ({ specVersion }) => [
    `${specVersion}/changes?since=${specVersion.split('/').at(-1)}`,
  ],
  listIntegrations: () => ['/v1/integrations?limit=1'],
  getIntegrationByName: ({ integration }) => [integration],
  publishIntegration: ({ integration, organization }) => [integration, publicationFor(organization.id)],
  unpublishIntegration: ({ integration }) => [integration],
  setIntegrationDevelopmentMode: ({ integration }) => [
    `${integration}/dev`,
    { tunnelUrl: 'https://elsewhere.example' },
  ],
  disableIntegrationDevelopmentMode: ({ integration }) => [`${integration}/dev`],
  listOrganizationIntegrations: ({ org }) => [`${org}/integrations`],
  listIntegrationInstallations: ({ integration }) => [`${integration}/installations`],
  installIntegration: ({ integration, nextDoor }) => [
    `${integration}/installations`,
    { organization: nextDoor },
  ],
  getIntegrationInstallationById: ({ installation }) => [installation],
  updateIntegrationInstallation: ({ installation }) => [installation, { externalIds: ['x'] }],
  approveIntegrationInstallationScopes: ({ installation }) => [
    `${installation}/scopes/approve`,
    { scopes: [ASKED] },
  ],
  uninstallIntegration: ({ installation }) => [installation],
  createIntegrationInstallationToken: ({ installation }) => [`${installation}/tokens`],
  listOrganizationInstallations: ({ org }) => [`${org}/installations`],
  listOrganizationIntegrationsStatus: ({ org }) => [`${org}/integrations/installations-status`],
  getOrganizationIntegrationStatus: ({ org, integration }) => [
    `${org}/integrations/${integration.split('/').at(-1)}/installation_status`,
  ],
  listIntegrationInstallationSpaces: ({ installation }) => [`${installation}/spaces`],
  installIntegrationOnSpace: ({ installation, trashed }) => [
    `${installation}/spaces`,
    { space: trashed.split('/').at(-1) },
  ],
  getIntegrationSpaceInstallation: ({ spaceInstallation }) => [`${spaceInstallation}?extended=true`],
  updateIntegrationSpaceInstallation: ({ spaceInstallation }) => [spaceInstallation, { externalIds: ['x'] }],
  uninstallIntegrationFromSpace: ({ spaceInstallation }) => [spaceInstallation],
  listIntegrationSpaceInstallations: ({ integration }) => [`${integration}/spaces`],
  listSpaceIntegrations: ({ space }) => [`${space}/integrations`],
  listSpaceIntegrationsBlocks: ({ space }) => [`${space}/integration-blocks`],
  getSiteInstallationScriptPolicy: ({ siteInstallation }) => [`${siteInstallation}/script-policy`],
  setSiteInstallationScriptPolicy: ({ siteInstallation }) => [
    `${siteInstallation}/script-policy`,
    { mode: 'declared' },
  ],
  listIntegrationInstallationSites: ({ installation }) => [`${installation}/sites`],
  installIntegrationOnSite: ({ installation, publishedSite }) => [
    `${installation}/sites`,
    { siteId: publishedSite?.split('/').at(-1) },
  ],
  getIntegrationSiteInstallation: ({ siteInstallation }) => [`${siteInstallation}?extended=true`],
  updateIntegrationSiteInstallation: ({ siteInstallation }) => [siteInstallation, { externalIds: ['x'] }],
  uninstallIntegrationFromSite: ({ siteInstallation }) => [siteInstallation],
  listIntegrationSiteInstallations: ({ integration }) => [`${integration}/sites`],
  renderIntegrationUIWithPost: ({ integration, space }) => [`${integration}/render`, chartIn(space)],
  renderIntegrationUIWithGet: ({ integration, space }) => [
    `${integration}/render?request=${encodeURIComponent(JSON.stringify(chartIn(space)))}`,
  ],
  queueIntegrationTask: ({ integration }) => [`${integration}/tasks`, { task: {} }],
  listIntegrationEvents: ({ integration }) => [`${integration}/events`],
  getIntegrationEvent: ({ integration, scriptEvent }) => [`${integration}/events/${scriptEvent}`],
  listCustomFonts: ({ org }) => [`${org}/fonts`],
  createCustomFont: ({ org, fontFaces }) => [`${org}/fonts`, { fontFamily: 'Letters', fontFaces }],
  getCustomFont: ({ font }) => [font],
  updateCustomFont: ({ font }) => [font, { fontFamily: 'Renamed' }],
  deleteCustomFont: ({ font }) => [font],
  listPermissionsAggregateInSite: ({ site }) => [`${site}/permissions/aggregate`],

  getSiteRedirectBySource: ({ publishedSite }) => [`${publishedSite}/redirect?source=/old`],
  getPublishedContentSite: ({ publishedSite }) => [`${publishedSite}/published`],
  searchSiteContent: ({ publishedSite }) => [
    `${publishedSite}/search`,
    { query: 'openword', scope: { mode: 'all' } },
  ],
  resolvePublishedContentByUrl: ({ publishedAt }) => ['/v1/urls/published', { url: publishedAt }],
  getPublishedContentByUrl: ({ publishedAt }) => [`/v1/urls/published?url=${publishedAt}`],
  getContentByUrl: ({ spaceAddress }) => [`/v1/urls/content?url=${spaceAddress}`],

  getCustomHostname: ({ hostname }) => [hostname],
  dnsRevalidateCustomHostname: ({ hostname }) => [hostname],
  removeCustomHostname: ({ hostname }) => [hostname],
  getSubdomain: ({ subdomain }) => [subdomain],

  getSitePublishingPreviewById: ({ site, siteSpace }) => [
    `${site}/publishing/preview?siteSpace=${siteSpace}&claims=${encodeURIComponent('{"beta":true}')}`,
  ],
  listSiteIntegrations: ({ site }) => [`${site}/integrations`],
  listSiteIntegrationScripts: ({ site }) => [`${site}/integration-scripts`],
  getEmbedByUrl: () => [`/v1/urls/embed?url=${VIDEO}`],
  getEmbedByUrlInSpace: ({ space }) => [`${space}/embed?url=${VIDEO}`],

  trackEventsInSiteById: ({ publishedSite }) => [`${publishedSite}/insights/events`, { events: [PAGE_VIEW] }],
  aggregateSiteEvents: ({ site }) => [
    `${site}/insights/events/aggregate`,
    { groupBy: [{ column: 'page' }], range: 'last7Days' },
  ],
  listSiteMissingPages: ({ site }) => [`${site}/insights/missing-pages?range=last7Days`],
  listSiteVisitorSegments: ({ site }) => [`${site}/insights/visitor-segments`],

  listTranslations: ({ org }) => [`${org}/translations`],
  createTranslation: ({ org }) => [`${org}/translations`, { title: 'More' }],
  getTranslation: ({ translation }) => [translation],
  updateTranslation: ({ translation }) => [translation, { title: 'Renamed' }],
  changeTranslation: ({ translation }) => [translation, { languages: ['de'] }],
  deleteTranslation: ({ translation }) => [translation],
  runTranslation: ({ translation }) => [`${translation}/run`],
  getTranslationStatus: ({ translation }) => [`${translation}/status`],
  listTranslationUnits: ({ translation }) => [`${translation}/units`],
  updateTranslationUnits: ({ translation }) => [`${translation}/units`, { units: [] }],
  listOrganizationAuditEventActions: ({ org }) => [`${org}/audit-event-actions`],
  listOrganizationAuditEvents: ({ org }) => [`${org}/audit-events?action=team.created`],
  getOrganizationAuditEvent: ({ org, auditEvent }) => [`${org}/audit-events/${auditEvent}`],
  listOrganizationEvents: ({ org }) => [`${org}/events?type=team.*`],
  listWebhooks: ({ org }) => [`${org}/webhooks`],
  createWebhook: ({ org }) => [`${org}/webhooks`, HOOK],
  getWebhook: ({ webhook }) => [webhook],
  updateWebhook: ({ webhook }) => [webhook, { description: 'Chat' }],
  deleteWebhook: ({ webhook }) => [webhook],
  rotateWebhookSecret: ({ webhook }) => [`${webhook}/rotate-secret`],
  testWebhook: ({ webhook }) => [`${webhook}/test`],
  listWebhookDeliveries: ({ webhook }) => [`${webhook}/deliveries`],
  getWebhookDelivery: ({ delivery }) => [delivery],
  replayWebhookDelivery: ({ delivery }) => [`${delivery}/replay`],
  streamOrganizationEvents: ({ org }) => [`${org}/events/stream?follow=false`],
  listGlossaryEntries: ({ glossary }) => [glossary],
  updateGlossaryEntries: ({ glossary }) => [glossary, { operations: [TERM] }],
  getGlossaryEntry: ({ term }) => [term],

  listSiteRedirects: ({ site }) => [`${site}/redirects`],
  createSiteRedirect: ({ site, siteSpace, home }) => [
    `${site}/redirects`,
    {
      source: `/old-${++redirects}`,
      destination: { kind: 'site-page', siteSpaceId: siteSpace, pageId: home },
    },
  ],
  bulkUpsertSiteRedirects: ({ site }) => [
    `${site}/redirects`,
    { redirects: [{ source: '/status', destination: { kind: 'external', url: 'https://a.example/' } }] },
  ],
  updateSiteRedirectById: ({ redirect }) => [redirect, { source: '/older' }],
  deleteSiteRedirectById: ({ redirect }) => [redirect],
}

function chartIn(space: string) {
  const context = { type: 'document', theme: 'light', spaceId: space.split('/').at(-1), editable: false }
  return { componentId: 'chart', props: {}, context }
}
