import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { expandScopes } from '../../../kit/domain/token-scopes.ts'
import { tokenScopeOf } from '../../../kit/http/operations/token-scopes.ts'
import { rooms } from '../../../rooms.ts'

async function openTokens() {
  const opened = await openSpace()
  const { as, admin } = opened
  const limited = async (...scopes: string[]) => {
    const { token } = await as(admin).post('/v1/user/tokens', { label: 'limited', scopes }, 201)
    return as(token)
  }
  return { ...opened, limited }
}

describe('a token with scopes', () => {
  it('that reads, reads and does nothing else', async () => {
    const { limited, url, organization } = await openTokens()
    const reader = await limited('read')
    await reader.get('/v1/user')
    await reader.get(`${url}/content`)
    await reader.get(`${organization.url}/members`)
    const { error } = await reader.post(`${url}/content`, { changes: [page('New')] }, 403)
    expect(error.message).toBe('This token does not have the scope "space:write"')
    await reader.post(`${organization.url}/sites`, { title: 'Site' }, 403)
    await reader.get(`${organization.url}/webhooks`, 403)
  })

  it('writes content, and merges only when it may', async () => {
    const { limited, url } = await openTokens()
    const writer = await limited('content')
    const reviewer = await limited('review')
    const { id } = await writer.post(`${url}/change-requests`, { subject: 'Mine' }, 201)
    await writer.post(`${url}/change-requests/${id}/content`, { changes: [page('New')] }, 200)
    await writer.post(`${url}/change-requests/${id}/merge`, {}, 403)
    await reviewer.post(`${url}/change-requests/${id}/merge`, {}, 200)
  })

  it('cannot make itself a better one, nor open a browser', async () => {
    const { limited, as, admin, app } = await openTokens()
    const { token } = await as(admin).post('/v1/user/tokens', { label: 'limited', scopes: ['review'] }, 201)
    for (const path of ['/v1/user/tokens', `/v1/users/${admin.id}/tokens`])
      await as(token).post(path, { label: 'more' }, 403)
    await as(token).get('/v1/user/tokens', 403)
    const answer = await app.inject({
      method: 'POST',
      url: '/o/~sign-in',
      headers: { origin: 'http://quire.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token }).toString(),
    })
    expect(answer.statusCode).toBe(401)
    const single = await limited('user:read')
    await single.get('/v1/user', 200)
    await single.get('/v1/orgs', 403)
  })

  it('shows its scopes, and whole tokens have none', async () => {
    const { as, admin, limited } = await openTokens()
    await limited('space:read', 'read')
    await as(admin).post('/v1/user/tokens', { label: 'whole', scopes: ['administration'] }, 201)
    await as(admin).post('/v1/user/tokens', { label: 'odd', scopes: ['nonsense'] }, 400)
    const { items } = await as(admin).get('/v1/user/tokens')
    expect(items[0]).not.toHaveProperty('scopes')
    expect(items[1].scopes).toEqual(expandScopes(['read']))
  })
})

it('no operation that reads is out of reach of tokens by chance', () => {
  const unreached = rooms
    .flatMap(({ operations }) => operations)
    .filter((operation) => operation.method === 'GET' && tokenScopeOf(operation) === undefined)
  expect(unreached.map(({ id }) => id).toSorted()).toEqual([
    'findByName',
    'getAccountOfUser',
    'getApiInformation',
    'getFactors',
    'getNotification',
    'getNotificationCount',
    'getNotificationSettings',
    'getOrganizationAuditEvent',
    'getOrganizationOIDCProvider',
    'getOrganizationSAMLProviderById',
    'getOrganizationsForEmailDomain',
    'getScimGroup',
    'getScimResourceType',
    'getScimSchema',
    'getScimServiceProviderConfig',
    'getScimUser',
    'getSecondFactorRule',
    'getStorageUse',
    'getWebhook',
    'getWebhookDelivery',
    'listDeletedSpaces',
    'listFailedJobs',
    'listIdentities',
    'listIdentitiesOfUser',
    'listNotifications',
    'listOrganizationAuditEventActions',
    'listOrganizationAuditEvents',
    'listOrganizationOIDCProviders',
    'listRecentPages',
    'listSAMLProvidersInOrganizationById',
    'listSSOProviderLoginsInOrganization',
    'listScimGroups',
    'listScimResourceTypes',
    'listScimSchemas',
    'listScimTokens',
    'listScimUsers',
    'listSessions',
    'listTokens',
    'listTokensInOrganization',
    'listTokensOfUser',
    'listWebhookDeliveries',
    'listWebhooks',
    'streamActivity',
    'streamNotifications',
  ])
})
