import { describe, expect, it } from 'vitest'
import { openIntegration } from '../../../../test/integrations.ts'
import { openTestServices } from '../../../../test/services.ts'

const MINUTE = 1 / (24 * 60)
const BESIDE = { title: 'Beside', description: '', scopes: [], script: 'export default {}' }

type Event = { id: string; payload: { type: string; status?: string; previous?: object } }

/** Says which tokens it has. */
const TELLTALE = `export default {
  async fetch(request) {
    const form = await request.formData()
    const { apiTokens } = JSON.parse(form.get('environment'))
    console.log(JSON.stringify(apiTokens))
    return Response.json(apiTokens)
  }
}`

const CONFIGURATIONS = {
  account: {
    properties: {
      key: { type: 'string', title: 'Key' },
      level: { type: 'string', enum: ['low', 'high'], default: 'low' },
    },
    required: ['key'],
  },
}

describe('an installation', () => {
  it('is pending until what it needs is filled in, and tells the script', async () => {
    const { as, admin, integration, install, told, drain } = await openIntegration({
      configurations: CONFIGURATIONS,
    })
    const made = await install()
    expect(made.status).toBe('pending')
    const at = `${integration}/installations/${made.id}`
    const change = (configuration: object, status: number) => as(admin).patch(at, { configuration }, status)
    await change({ key: 1 }, 400)
    await change({ other: 'x' }, 400)
    await change({ key: 'x', level: 'middling' }, 400)
    expect(made.configuration).toEqual({ level: 'low' })
    const filled = { status: 'active', configuration: { key: 'x', level: 'low' } }
    expect(await change({ key: 'x' }, 200)).toMatchObject(filled)
    expect(await change({ key: 'x', level: null }, 200)).toMatchObject({ configuration: { level: null } })
    await as(admin).delete(at, 205)
    await drain()
    // What was written of it goes with it.
    expect(await told()).toEqual([])
  })

  it('keeps what its script wrote down when somebody sends all of it back', async () => {
    const { as, admin, integration, install, app } = await openIntegration({ configurations: CONFIGURATIONS })
    const { id, urls } = await install()
    const at = `${integration}/installations/${id}`
    const { environment } = (await app.inject(new URL(urls.publicEndpoint).pathname)).json()
    const own = { account: { token: 't', since: 1 }, key: 'x', level: 'low' }
    await as(environment.apiTokens.installation).patch(at, { configuration: own }, 200)
    const change = (configuration: object, status: number) => as(admin).patch(at, { configuration }, status)
    const { configuration } = await as(admin).get(at)
    expect(await change({ ...configuration, level: 'high' }, 200)).toMatchObject({
      configuration: { ...own, level: 'high' },
    })
    await change({ ...own, account: { since: 1, token: 't' } }, 200)
    await change({ ...own, account: { token: 'another', since: 1 } }, 400)
    await change({ ...own, constructor: {} }, 400)
  })

  it('has on spaces what the integration says of fields that nobody filled in', async () => {
    const properties = {
      level: { type: 'string', enum: ['low', 'high'], default: 'low' },
      most: { type: 'number', default: 3 },
      key: { type: 'string' },
    }
    const { as, admin, integration, install, space } = await openIntegration({
      configurations: { space: { properties, required: ['level'] } },
    })
    const at = `${integration}/installations/${(await install()).id}/spaces`
    const placed = await as(admin).post(at, { space: space.id }, 201)
    expect(placed).toMatchObject({ status: 'active', configuration: { level: 'low', most: 3 } })
    const change = { configuration: { level: 'high', key: 'x' } }
    expect(await as(admin).patch(`${at}/${space.id}`, change, 200)).toMatchObject({
      configuration: { level: 'high', most: 3, key: 'x' },
    })
  })

  it('hears what happens where it is installed, and nothing of elsewhere', async () => {
    const { as, admin, integration, install, told, drain, space, write, page } = await openIntegration()
    const made = await install()
    const at = `${integration}/installations/${made.id}`
    await write(page('Before', 'Nobody hears this.'))
    await drain()
    await as(admin).post(`${at}/spaces`, { space: space.id }, 201)
    await as(admin).post(`${at}/spaces`, { space: space.id }, 409)
    await write(page('After', 'This is heard.'))
    await drain()
    const events = await told()
    expect(events.map((event: { payload: { type: string } }) => event.payload.type).sort()).toEqual([
      'installation_setup',
      'space_content_updated',
      'space_installation_setup',
    ])
    expect(events.every(({ status }: { status: string }) => status === 'success')).toBe(true)
    const { trace } = await as(admin).get(`${integration}/events/${events[0].id}`)
    expect(trace.logs[0]).toMatchObject({
      level: 'info',
      message: expect.stringContaining(events[0].payload.type),
    })
  })

  it.each(['one space', 'all spaces'])('is not told what happened before it was put on %s', async (on) => {
    const opened = await openIntegration()
    const { as, admin, integration, install, told, drain, space, url, write, page, tick } = opened
    const at = `${integration}/installations/${(await install()).id}`
    await drain()
    // Nobody has heard of it yet when the integration is put there.
    await write(page('Before', 'Nobody hears this.'))
    tick(MINUTE)
    if (on === 'one space') await as(admin).post(`${at}/spaces`, { space: space.id }, 201)
    else await as(admin).patch(at, { space_selection: 'all' }, 200)
    tick(MINUTE)
    await write(page('After', 'This is heard.'))
    const { revision } = await as(admin).get(url)
    // What it hears through all spaces, it does not lose by being put on one of them.
    if (on === 'all spaces') {
      tick(MINUTE)
      await as(admin).post(`${at}/spaces`, { space: space.id }, 201)
    }
    await drain()
    const updates = (await told()).filter(
      ({ payload }: { payload: { type: string } }) => payload.type === 'space_content_updated',
    )
    expect(updates).toMatchObject([{ payload: { revisionId: revision } }])
  })

  it('hears nothing while it is paused, and that it goes on', async () => {
    const opened = await openIntegration()
    const { as, admin, app, integration, install, told, drain, space, write, page, tick } = opened
    const made = await install()
    const at = `${integration}/installations/${made.id}`
    await as(admin).post(`${at}/spaces`, { space: space.id }, 201)
    const { environment } = (await app.inject(new URL(made.urls.publicEndpoint).pathname)).json()
    const { installation: token } = environment.apiTokens
    await drain()
    const heard = (await told()).length
    await as(token).patch(at, { status: 'paused' }, 403)
    expect(await as(admin).patch(at, { status: 'paused' }, 200)).toMatchObject({ status: 'paused' })
    expect(await as(admin).patch(at, { configuration: {} }, 200)).toMatchObject({ status: 'paused' })
    await as(token).get(at, 401)
    expect((await app.inject(new URL(made.urls.publicEndpoint).pathname)).statusCode).not.toBe(200)
    await as(admin).patch(`${at}/spaces/${space.id}`, { status: 'paused' }, 409)
    tick(MINUTE)
    await write(page('While it is paused', 'Nobody hears this.'))
    await drain()
    expect(await told()).toHaveLength(heard)
    expect(await as(admin).patch(at, { status: 'active' }, 200)).toMatchObject({ status: 'active' })
    await drain()
    const [last] = (await told()).slice(heard)
    expect(last).toMatchObject({ payload: { type: 'installation_setup', status: 'active' } })
    const onSpace = { status: 'paused' }
    expect(await as(admin).patch(`${at}/spaces/${space.id}`, onSpace, 200)).toMatchObject(onSpace)
    tick(MINUTE)
    await write(page('While it is paused there', 'Nobody hears this either.'))
    await drain()
    expect(await told()).toHaveLength(heard + 1)
  })

  it('is for organizations that may have it', async () => {
    const { as, admin, integration, install, organization } = await openIntegration()
    const stranger = await openTestServices()
    await as(stranger.admin).post(
      `${integration}/installations`,
      { organization: stranger.organization.id },
      404,
    )
    await as(admin).post(`${integration}/installations`, { organization: stranger.organization.id }, 404)
    await install()
    await as(admin).post(`${integration}/installations`, { organization: organization.id }, 409)
  })
})

describe('the script', () => {
  it('answers requests to its address, and knows where it runs', async () => {
    const { app, install, name, integration, as, admin } = await openIntegration({
      secrets: { KEY: 'keep-it' },
    })
    const made = await install()
    const answer = await app.inject({
      method: 'POST',
      url: `${new URL(made.urls.publicEndpoint).pathname}/oauth?code=1`,
      headers: { 'content-type': 'text/plain', cookie: 'secret=1' },
      payload: 'hello',
    })
    const body = answer.json()
    expect(body).toMatchObject({
      url: `http://quire.test/integrations/${name}/installations/${made.id}/oauth?code=1`,
      body: 'hello',
      environment: {
        apiEndpoint: 'http://quire.test',
        integration: { name, version: 1 },
        installation: { id: made.id },
        secrets: { KEY: 'keep-it' },
      },
    })
    expect(body.environment.authToken).toBe(body.environment.apiTokens.installation)
    expect(body.environment.signingSecret).toBe(body.environment.signingSecrets.installation)
    expect(answer.headers['content-security-policy']).toMatch(/^sandbox /)
    expect(JSON.stringify(await as(admin).get(`${integration}/events`))).not.toContain('secret=1')
    expect((await app.inject(`/integrations/${name}/installations/none/x`)).statusCode).toBe(404)
    expect((await app.inject(`/integrations/none/integration`)).statusCode).toBe(404)
  })

  it('says nothing to browsers that would hold for our own pages', async () => {
    const { app, name } = await openIntegration({
      script: `export default {
        fetch: () => new Response('self.onfetch = 1', { headers: {
          'service-worker-allowed': '/', nel: '{}', 'report-to': '{}', 'reporting-endpoints': 'a="https://example.org"',
          'content-security-policy-report-only': 'report-uri https://example.org', 'set-cookie': 'a=b', 'x-own': 'kept',
        } })
      }`,
    })
    const { headers } = await app.inject(`/integrations/${name}/integration/worker.js`)
    expect(headers).toMatchObject({ 'x-own': 'kept' })
    expect(Object.keys(headers).join(' ')).not.toMatch(/worker|nel|report|cookie/)
  })

  it('has tokens that reach what its scopes name, where it is installed, and nothing else', async () => {
    const opened = await openIntegration()
    const { as, admin, app, install, integration, space, url, organization } = opened
    const made = await install()
    const at = `${integration}/installations/${made.id}`
    const { environment } = (await app.inject(new URL(made.urls.publicEndpoint).pathname)).json()
    const { installation: token, integration: own } = environment.apiTokens
    // Not installed on the space yet.
    await as(token).get(`${url}/content/pages`, 404)
    await as(admin).post(`${at}/spaces`, { space: space.id }, 201)
    await as(token).get(`${url}/content/pages`, 200)
    await as(token).get(url, 403)
    await as(token).post(`${url}/content`, { changes: [] }, 403)
    await as(token).get(`${organization.url}/members`, 403)
    await as(token).get('/v1/user', 403)
    await as(token).delete(url, 403)
    // Itself.
    await as(token).get(at, 200)
    await as(token).patch(at, { configuration: { anything: { of: 'its own' } } }, 200)
    // Not what others have of the same integration.
    await as(token).get(`${integration}/installations`, 403)
    await as(token).get(`${integration}/spaces`, 403)
    await as(token).get(`${integration}/events`, 403)
    await as(token).post(`${at}/tokens`, undefined, 403)
    // Nor what other integrations have in the same organization.
    const beside = await as(admin).post(
      `${integration}-beside`,
      { ...BESIDE, organization: organization.id },
      200,
    )
    const besideAt = `/v1/integrations/${beside.name}`
    const { id: besideId } = await as(admin).post(
      `${besideAt}/installations`,
      { organization: organization.id },
      201,
    )
    await as(admin).post(`${besideAt}/installations/${besideId}/spaces`, { space: space.id }, 201)
    await as(token).get(`${besideAt}/installations/${besideId}`, 404)
    await as(token).patch(`${besideAt}/installations/${besideId}`, { externalIds: [] }, 404)
    await as(token).get(`${besideAt}/installations/${besideId}/spaces`, 404)
    await as(token).get(`${besideAt}/installations/${besideId}/spaces/${space.id}`, 404)
    // The integration asks about itself alone.
    expect((await as(own).get(`${integration}/installations`)).count).toBe(1)
    const { token: fresh } = await as(own).post(`${at}/tokens`, undefined, 200)
    await as(fresh).get(`${url}/content/pages`, 200)
    await as(own).get(`${url}/content/pages`, 403)
    await as(admin).post(`${at}/tokens`, undefined, 403)
    // Neither another organization, nor after it is gone.
    const other = await openIntegration()
    await as(token).get(`${other.url}/content/pages`, 404)
    await as(token).get(`${other.integration}/installations`, 404)
    await as(admin).delete(at, 205)
    await as(token).get(`${url}/content/pages`, 401)
    await as(`${token.slice(0, -2)}xx`).get(`${url}/content/pages`, 401)
  })

  it('is named in the log of what it does, with who answers for it', async () => {
    const { as, admin, app, install, integration, organization } = await openIntegration()
    const made = await install()
    const at = `${integration}/installations/${made.id}`
    const { environment } = (await app.inject(new URL(made.urls.publicEndpoint).pathname)).json()
    const name = integration.split('/').at(-1)
    await as(environment.apiTokens.installation).patch(at, { externalIds: ['a'] }, 200)
    await as(environment.apiTokens.integration).patch(at, { externalIds: ['b'] }, 200)
    await as(admin).patch(at, { externalIds: ['c'] }, 200)
    const log = await as(admin).get(`${organization.url}/events?type=installation.changed`)
    expect(log.items.map(({ actor }: { actor: object }) => actor)).toEqual([
      { kind: 'user', id: admin.id },
      { kind: 'integration', integration: name },
      { kind: 'integration', integration: name, id: admin.id },
    ])
  })

  it('has tokens that nobody who takes its name later answers for', async () => {
    const { as, admin, app, integration, name, publish, tick } = await openIntegration()
    const tokenOf = async () =>
      (await app.inject(`/integrations/${name}/integration`)).json().environment.apiTokens.integration
    const token = await tokenOf()
    await as(token).get(`${integration}/installations`, 200)
    await as(admin).delete(integration, 204)
    tick(MINUTE)
    await publish()
    await as(token).get(`${integration}/installations`, 401)
    await as(await tokenOf()).get(`${integration}/installations`, 200)
  })

  it('is asked what to show', async () => {
    const { as, admin, install, integration, space, url } = await openIntegration()
    const made = await install()
    const request = {
      componentId: 'chart',
      props: { words: 12 },
      context: { type: 'document', theme: 'light', spaceId: space.id, editable: false },
    }
    await as(admin).post(`${integration}/render`, request, 404)
    await as(admin).post(`${integration}/installations/${made.id}/spaces`, { space: space.id }, 201)
    expect(await as(admin).post(`${integration}/render`, request, 200)).toMatchObject({
      type: 'element',
      props: { words: 12 },
    })
    const encoded = encodeURIComponent(JSON.stringify(request))
    expect(await as(admin).get(`${integration}/render?request=${encoded}`)).toMatchObject({ type: 'element' })
    await as(admin).get(`${integration}/render?request=nonsense`, 400)
    const stranger = await openTestServices()
    await as(stranger.admin).post(`${integration}/render`, request, 404)
    expect((await as(admin).get(`${url}/integrations`)).count).toBe(1)
  })

  it('says what it does not show', async () => {
    const { as, admin, install, integration, space } = await openIntegration({
      script: `export default {
        async fetch(request) {
          const { componentId } = JSON.parse((await request.formData()).get('event'))
          const answers = { refused: [400, 'Sign in first'], broken: [500, 'Internal server error'] }
          const [status, error] = answers[componentId] ?? [404, 'Component not found']
          return Response.json({ error }, { status })
        }
      }`,
    })
    const { id } = await install()
    await as(admin).post(`${integration}/installations/${id}/spaces`, { space: space.id }, 201)
    const context = { type: 'document', spaceId: space.id }
    const refused = async (componentId: string, status: number) => {
      const body = { componentId, props: {}, context }
      const { error } = await as(admin).post(`${integration}/render`, body, status)
      return error.message
    }
    expect(await refused('chart', 400)).toContain('has no component "chart"')
    expect(await refused('refused', 400)).toContain('does not show "refused": Sign in first')
    expect(await refused('broken', 503)).toContain('It answered 500')
  })

  it('is told what it sets up itself, and not what it writes down when it is told', async () => {
    const opened = await openIntegration({ script: TELLTALE })
    const { as, admin, app, install, integration, told, drain, space } = opened
    const { id, urls } = await install()
    const at = `${integration}/installations/${id}`
    const onSpace = `${at}/spaces/${space.id}`
    await as(admin).post(`${at}/spaces`, { space: space.id }, 201)
    const setups = async (): Promise<Event[]> => {
      await drain()
      return (await told()).filter(({ payload }: Event) => payload.type.endsWith('_setup'))
    }
    const [first, second] = await setups()
    for (const event of [first, second]) {
      const { trace } = await as(admin).get(`${integration}/events/${event?.id}`)
      const tokens = JSON.parse(trace.logs[0].message)
      const { token: fresh } = await as(tokens.integration).post(`${at}/tokens`, undefined, 200)
      for (const token of [tokens.installation, tokens.integration, fresh]) {
        await as(token).patch(at, { configuration: { seen: event?.id } }, 200)
        await as(token).patch(onSpace, { configuration: { seen: event?.id } }, 200)
      }
    }
    expect(await setups()).toHaveLength(2)
    // Somebody came back from signing in elsewhere, or pressed a button of a component.
    const tokens = (await app.inject(new URL(urls.publicEndpoint).pathname)).json()
    await as(tokens.installation).patch(at, { configuration: { key: 'x', level: 1 } }, 200)
    await as(tokens.integration).patch(onSpace, { configuration: { key: 'y' } }, 200)
    // The same once more is nothing new.
    await as(tokens.installation).patch(at, { configuration: { level: 1, key: 'x' } }, 200)
    await as(tokens.installation).patch(onSpace, { externalIds: ['z'] }, 200)
    const previous = { status: 'active', configuration: { seen: second?.id } }
    const news = (await setups()).slice(2)
    expect(news.sort((one, other) => (one.payload.type < other.payload.type ? -1 : 1))).toMatchObject([
      { payload: { type: 'installation_setup', status: 'active', previous } },
      { payload: { type: 'space_installation_setup', status: 'active', previous } },
    ])
  })

  it('can have itself told something later', async () => {
    const { as, app, install, integration, told, drain, name } = await openIntegration()
    await install()
    const { environment } = (await app.inject(`/integrations/${name}/integration`)).json()
    await as(environment.apiTokens.integration).post(`${integration}/tasks`, { task: { count: 1 } }, 204)
    await drain()
    const types = (await told()).map((event: { payload: { type: string } }) => event.payload.type)
    expect(types).toContain('task')
  })

  it('may break, which is written down and hurts nobody else', async () => {
    const { as, admin, install, told, drain, integration, app, name } = await openIntegration({
      script: `export default { fetch() { throw new Error('it broke here') } }`,
    })
    await install()
    await drain()
    const [event] = await told()
    expect(event.status).toBe('failed')
    const { trace } = await as(admin).get(`${integration}/events/${event.id}`)
    expect(JSON.stringify(trace.logs)).toContain('it broke here')
    const answer = await app.inject(`/integrations/${name}/integration/x`)
    expect(answer.statusCode).toBe(502)
    expect(answer.body).not.toContain('it broke here')
  })
})
