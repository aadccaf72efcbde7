// Every change is told: the log, webhooks and caches know of nothing that emits no event.
import { describe, expect, it } from 'vitest'
import { EVENTS } from '../../src/kit/domain/event-shapes.ts'
import { isEventType } from '../../src/kit/domain/events.ts'
import { linkIdentity } from '../../src/rooms/people/accounts/identities/identities.ts'
import { startSession } from '../../src/rooms/people/accounts/sessions/sessions.ts'
import { SCOPES } from '../counterparts/recorder.ts'
import { GIF } from '../pictures.ts'
import type { Person } from '../services.ts'
import {
  ASKED,
  openSetting,
  operations,
  publicationFor,
  type Setting,
  scenarios,
  settingFor,
} from './scenarios.ts'

/** Operations that write and emit nothing, each with the reason. */
const SILENT: Record<string, string> = {
  updateOrganizationMemberLastSeenAt: 'says that somebody is there, every few minutes',
  uploadImage: 'keeps a picture; where it is used is told',
  generateStorageUploadURL: 'promises an address; what is made of the file is told',
  trackEventsInSiteById: 'counts what visitors do, which insights show',
  addRecentPage: 'is what somebody opened, which is theirs alone',
  markNotificationsRead: 'is what somebody has seen, which is theirs alone',
  updateNotification: 'is what somebody has seen, which is theirs alone',
  setNotificationSettings: 'is what somebody wants to be told, which is theirs alone',
  setSpaceNotificationSettings: 'is what somebody wants to be told, which is theirs alone',
  queueIntegrationTask: 'is what a script tells itself',
  dnsRevalidateCustomHostname: 'asks the name service, and changes nothing of the site',
}

/** Signs somebody in with a browser; the ids of their sessions. */
async function signedIn({ services, as }: Setting, person: Person): Promise<string[]> {
  const browser = { userAgent: '', address: '' }
  await services.asSystem((ctx) => startSession(ctx, person.id, ['password'], browser))
  const { items } = await as(person).get('/v1/user/sessions')
  return items.map(({ id }: { id: string }) => id)
}

type Request = [url: string, body?: unknown, as?: Pick<Person, 'token'>]

/** Where the usual scenario finds nothing to change, one that does. */
const INSTEAD: Record<string, (setting: Setting) => Promise<Request> | Request> = {
  queueIntegrationTask: ({ integration, integrationToken: token }) => [
    `${integration}/tasks`,
    { task: {} },
    { token },
  ],
  async approveIntegrationInstallationScopes({ as, admin, organization, integration, installation }) {
    await as(admin).post(integration, publicationFor(organization.id, [...SCOPES, ASKED]))
    return [`${installation}/scopes/approve`, { scopes: [ASKED] }]
  },
  async undoSiteCustomization({ as, admin, site }) {
    await as(admin).patch(`${site}/customization`, { pdf: { enabled: false } })
    return [`${site}/customization/undo`]
  },
  endSession: async (setting) => {
    const sessions = await signedIn(setting, setting.target)
    return [`/v1/user/sessions/${sessions[0]}`, undefined, setting.target]
  },
  endOtherSessions: async (setting) => {
    await signedIn(setting, setting.target)
    return ['/v1/user/sessions', undefined, setting.target]
  },
  endSessionsOfUser: async (setting) => {
    await signedIn(setting, setting.target)
    return [`/v1/users/${setting.target.id}/sessions`, undefined, setting.administrator]
  },
  changePassword: (setting) =>
    [...(scenarios.changePassword?.(setting) ?? ['']), setting.administrator] as Request,
  async removeTokenFromOrganization({ as, editor, org }) {
    const { id } = await as(editor).post('/v1/user/tokens', { label: 'Build server' }, 201)
    return [`${org}/tokens/${id}`]
  },
  async deleteIdentityOfUser({ services, as, administrator, target }) {
    const identity = { issuer: 'https://login.example.org', subject: target.id, email: target.email }
    await services.asSystem((ctx) => linkIdentity(ctx, target.id, identity))
    const { items } = await as(administrator).get(`/v1/users/${target.id}/identities`)
    return [`/v1/users/${target.id}/identities/${items[0].id}`, undefined, administrator]
  },
  async removePictureOfUser({ as, administrator, target }) {
    const url = `/v1/users/${target.id}/picture`
    await as(administrator).put(url, { picture: GIF.toString('base64') })
    return [url, undefined, administrator]
  },
  acceptProvisioning: ({ organization, stranger }) => [
    `/v1/user/provisioning/${organization.id}/accept`,
    undefined,
    stranger,
  ],
  deleteOwnAccount: ({ target }) => [
    `/v1/user?${new URLSearchParams({ confirm: target.email })}`,
    undefined,
    target,
  ],
  deleteToken: ({ tokenId, target }) => [`/v1/user/tokens/${tokenId}`, undefined, target],
  removeUserFromCollection: granted('collection', 'users'),
  removeTeamFromCollection: granted('collection', 'teams'),
  removeUserFromSpace: granted('space', 'users'),
  removeTeamFromSpace: granted('space', 'teams'),
  async mergeChangeRequest({ as, admin, request, second }) {
    const choice = { kind: 'page', id: second, choose: 'ours' }
    await as(admin).post(`${request}/conflicts/resolve`, choice, 204)
    return [`${request}/merge`]
  },
  async applyCommentSuggestion({ as, admin, space }) {
    const { number } = await as(admin).post(`${space}/change-requests`, { subject: 'Suggested' }, 201)
    const request = `${space}/change-requests/${number}`
    const insert = { operation: 'insert_page', title: 'Suggested', document: { markdown: 'This.' } }
    const { changes } = await as(admin).post(`${request}/content?compat=false`, { changes: [insert] })
    const page = changes[0].page.id
    const { document } = await as(admin).get(`${request}/content/page/${page}?format=document`)
    const { id } = await as(admin).post(`${request}/comments`, {
      body: { markdown: 'Rather that?' },
      page,
      node: document.nodes[0].key,
      suggestion: { markdown: 'That.' },
    })
    return [`${request}/comments/${id}/apply`]
  },
  joinOrganization: async ({ as, admin, org, stranger }) => {
    await as(admin).patch(org, { emailDomains: [stranger.email.split('@')[1]] })
    return [`${org}/join`, undefined, stranger]
  },
  joinOrganizationWithInvite: async ({ org, invite, newPerson }) => [
    `${org}/invites/${invite}`,
    undefined,
    await newPerson('invited'),
  ],
  deleteSiteSpaceById: async ({ as, admin, site, spare }) => {
    const { id } = await as(admin).post(`${site}/site-spaces`, { spaceId: spare }, 201)
    return [`${site}/site-spaces/${id}`]
  },
  deleteSiteSpaceCustomizationById: async ({ as, admin, site, siteSpace }) => {
    const url = `${site}/site-spaces/${siteSpace}/customization`
    await as(admin).patch(url, { title: 'Own' })
    return [url]
  },
  async updateTranslationUnits({ as, admin, translation }) {
    const { items } = await as(admin).get(`${translation}/units?language=de`)
    const [{ unit }] = items
    return [`${translation}/units`, { language: 'de', units: [{ unit, target: 'Anfang' }] }]
  },
}

function granted(on: 'collection' | 'space', to: 'users' | 'teams') {
  return async (setting: Setting): Promise<Request> => {
    const { as, admin, target, teamId } = setting
    const url = `${setting[on]}/permissions/${to}/${to === 'users' ? target.id : teamId}`
    await as(admin).patch(url, { role: 'edit' }, 204)
    return [url]
  }
}

/** What leaves little for the others to change. */
const TAKES_AWAY =
  /^(delete|remove|revokeScimToken|unpublishIntegration|uninstall|transfer|merge|restore|set|join|addSection|updateTranslationUnits)/

const writing = operations.filter(({ method, writes }) => method !== 'GET' && writes)

/** The types of the events that an operation emitted, and what it answered. */
async function tell(setting: Setting, operation: (typeof operations)[number]) {
  const { app, admin, administrator, services } = setting
  const isOfInstance = operation.on.name === 'instance' || operation.on.name === 'user'
  const usual = operation.dialect ? { token: setting.scimToken } : isOfInstance ? administrator : admin
  const request = (await INSTEAD[operation.id]?.(setting)) ?? scenarios[operation.id]?.(setting) ?? ['/']
  const [url, body, { token } = usual] = request as Request
  const requestId = `${operation.id}-${services.ids.next()}`
  const { statusCode } = await app.inject({
    method: operation.method,
    url,
    headers: { authorization: `Bearer ${token}`, 'x-request-id': requestId },
    payload: body as object | undefined,
  })
  const events = await services.database.db
    .selectFrom('events')
    .select(['type', 'payload'])
    .where('requestId', '=', requestId)
    .execute()
  const undescribed = events.flatMap(({ type, payload }) =>
    Object.keys(payload as object)
      .filter((field) => !isEventType(type) || !(field in EVENTS[type].payload.properties))
      .map((field) => `${type} ${field}`),
  )
  return { status: statusCode, types: events.map(({ type }) => type), undescribed }
}

describe('every operation that writes', () => {
  it('emits an event, or is known not to', async () => {
    const shared = await openSetting()
    const wrong: string[] = []
    for (const operation of writing) {
      const setting = TAKES_AWAY.test(operation.id) ? await openSetting(settingFor(operation.path)) : shared
      const { status, types, undescribed } = await tell(setting, operation)
      wrong.push(...undescribed.map((field) => `${field} is not in the shape`))
      const isSilent = types.length === 0
      const isExpected = SILENT[operation.id] !== undefined
      if (status >= 300 || isSilent !== isExpected)
        wrong.push(`${operation.id} answered ${status} and told of ${types.join(', ') || 'nothing'}`)
    }
    expect(wrong).toEqual([])
    // Some hundred writes, each in an installation of its own: a busy machine takes minutes.
  }, 1_200_000)
})
