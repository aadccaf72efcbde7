import { describe, expect, it } from 'vitest'
import { RECORDER } from '../../../../test/counterparts/recorder.ts'
import { openIntegration } from '../../../../test/integrations.ts'
import { openTestServices } from '../../../../test/services.ts'

describe('the catalogue', () => {
  it('has what was published, with a version that goes up', async () => {
    const { as, admin, integration, publish, organization } = await openIntegration({
      secrets: { KEY: 'keep-it' },
      categories: ['analytics'],
    })
    const found = await as(admin).get(integration)
    expect(found).toMatchObject({
      version: 1,
      title: 'Recorder',
      visibility: 'private',
      target: 'all',
      owner: { id: organization.id },
      permissions: { admin: true, install: true },
    })
    expect(JSON.stringify(found)).not.toContain('keep-it')
    expect(found).not.toHaveProperty('script')
    expect(await publish({ title: 'Recorder 2' })).toMatchObject({ version: 2, title: 'Recorder 2' })
  })

  it('asks for what is to be filled in in the order of its author', async () => {
    const properties = {
      zone: { type: 'string', title: 'Zone' },
      key: { type: 'string', title: 'Key' },
      a_long_name: { type: 'boolean', title: 'Is it long' },
    }
    const { as, admin, integration, publish } = await openIntegration({
      categories: ['analytics'],
      configurations: { account: { properties } },
    })
    const order = ['zone', 'key', 'a_long_name']
    const inOrder = ({ configurations }: { configurations: { account: { properties: object } } }) =>
      Object.keys(configurations.account.properties)
    expect(inOrder(await as(admin).get(integration))).toEqual(order)
    expect(inOrder(await publish())).toEqual(order)
  })

  it('has a second address for content that is the first where there is one origin', async () => {
    const { as, admin, integration, install, space, organization } = await openIntegration()
    const { urls } = await as(admin).get(integration)
    const installed = await install()
    const at = `${integration}/installations/${installed.id}`
    const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
    const onSpace = await as(admin).post(`${at}/spaces`, { space: space.id }, 201)
    const onSite = await as(admin).post(`${at}/sites`, { siteId: site.id }, 201)
    for (const { publicEndpoint, publicContentEndpoint } of [
      urls,
      installed.urls,
      onSpace.urls,
      onSite.urls,
    ]) {
      expect(publicEndpoint).toContain('/integrations/')
      expect(publicContentEndpoint).toBe(publicEndpoint)
    }
  })

  it('keeps a name for the organization that published it first', async () => {
    const { as, name } = await openIntegration()
    const other = await openTestServices()
    const publication = {
      title: 'Other',
      description: '',
      scopes: [],
      script: RECORDER,
      organization: other.organization.id,
    }
    await as(other.admin).post(`/v1/integrations/${name}`, publication, 409)
    await as(other.admin).get(`/v1/integrations/${name}`, 404)
    await as(other.admin).delete(`/v1/integrations/${name}`, 204)
  })

  it('takes names of letters, digits, dashes, underscores and dots, however they are encoded', async () => {
    const { as, admin, organization } = await openTestServices()
    const publication = { title: 'Named', description: '', scopes: [], script: RECORDER }
    const publish = (name: string, status: number) =>
      as(admin).post(`/v1/integrations/${name}`, { ...publication, organization: organization.id }, status)
    for (const name of ['a%2Fb', 'a%20b', 'a%25', '%C3%A4', 'x'.repeat(101)]) await publish(name, 400)
    await publish('Word_count-2.0', 200)
  })

  it('is filtered by what people look for', async () => {
    const { as, admin, name, organization } = await openIntegration({
      visibility: 'public',
      categories: ['analytics'],
      target: 'site',
      blocks: [{ id: 'chart', title: 'Chart', urlUnfurl: ['https://charts.example.org/x'] }],
    })
    const list = async (query: string) => {
      const { items } = await as(admin).get(`/v1/integrations?limit=1000&${query}`)
      return items.map((item: { name: string }) => item.name)
    }
    for (const query of [
      'search=RECORD',
      'category=analytics',
      'blocks=true',
      'contentSources=false',
      'scope=site:script:inject',
      'target=site',
      'blockDomain=charts.example.org',
      `owner=${organization.id}`,
    ])
      expect(await list(query), query).toContain(name)
    for (const query of [
      'search=nothing-like-it',
      'category=marketing',
      'blocks=false',
      'contentSources=true',
      'scope=openapi:read',
      'target=space',
      'blockDomain=example.org',
      'owner=nobody',
    ])
      expect(await list(query), query).not.toContain(name)
  })

  it('shows strangers what is for everybody, and little of who published it', async () => {
    const { as, integration } = await openIntegration({ visibility: 'public' })
    const stranger = await openTestServices()
    const found = await as(stranger.admin).get(integration)
    expect(found.permissions).toEqual({ admin: false, install: true })
    expect(found.owner).toMatchObject({ emailDomains: [], permissions: { view: false } })
    await as(stranger.admin).delete(integration, 403)
  })

  it('that is taken back is gone where it was installed, which is told there', async () => {
    const { as, admin, integration, name, install } = await openIntegration({ visibility: 'public' })
    await install()
    const other = await openTestServices()
    const body = { organization: other.organization.id }
    const { id } = await as(other.admin).post(`${integration}/installations`, body, 201)
    await as(admin).delete(integration, 204)
    await as(other.admin).get(`${integration}/installations/${id}`, 404)
    const log = await as(other.admin).get(`${other.organization.url}/events?type=installation.removed`)
    expect(log.items).toMatchObject([{ payload: { integration: name, installationId: id } }])
  })

  it('refuses configurations that can not be filled in', async () => {
    const { as, admin, integration, organization } = await openIntegration()
    const publish = async (configuration: object) => {
      const publication = { title: 'X1', description: '', scopes: [], script: 'x' }
      const body = { ...publication, organization: organization.id, configurations: { site: configuration } }
      const { error } = await as(admin).post(integration, body, 400)
      return error.details.field
    }
    const at = 'body.configurations.site'
    expect(await publish({ properties: {}, required: ['key'] })).toBe(`${at}.required`)
    for (const most of [
      { type: 'number', default: '3' },
      { type: 'string', enum: ['low', 'high'], default: 'middling' },
      { type: 'button', default: 'x' },
    ])
      expect(await publish({ properties: { most } })).toBe(`${at}.properties.most.default`)
  })

  it('takes pictures that are pictures, and shows them', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const { app, publish, as, admin, integration, organization } = await openIntegration({ icon: png })
    const { urls } = await as(admin).get(integration)
    const shown = await app.inject(new URL(urls.icon).pathname)
    expect(shown.headers['content-type']).toBe('image/png')
    expect(shown.rawPayload).toEqual(Buffer.from(png, 'base64'))
    const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
    await as(admin).post(
      integration,
      { title: 'X1', description: '', scopes: [], script: 'x', organization: organization.id, icon: svg },
      400,
    )
    await publish({ icon: undefined })
    expect((await app.inject(new URL(urls.icon).pathname)).statusCode).toBe(404)
  })
})
