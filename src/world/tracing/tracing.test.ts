import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openGitServer } from '../../../test/counterparts/git-server.ts'
import { openTraceCollector } from '../../../test/counterparts/trace-collector.ts'
import { atEndOfFile } from '../../../test/file-scope.ts'
import { buildTestServices, furnish } from '../../../test/services.ts'
import { readConfig } from '../../config.ts'
import { openLog } from '../log/log.ts'
import { systemFetcher } from '../network/fetcher.ts'
import { openTracing } from './open.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const fetcher = systemFetcher({ allowPrivateNetwork: false })

async function openCollected(variables: Record<string, string> = {}) {
  const collector = await openTraceCollector()
  const { tracing: settings } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...variables })
  if (!settings) throw new Error('Tracing is off')
  const logged: string[] = []
  const log = openLog('info', { write: (line) => void logged.push(line) })
  const tracing = openTracing(settings, { fetcher, log })
  return { ...collector, tracing, logged }
}

/** The whole service, which is traced. */
async function openTraced(variables: Record<string, string> = {}) {
  const collected = await openCollected(variables)
  const setting = await furnish(await buildTestServices({ tracing: collected.tracing }))
  const space = await setting
    .as(setting.admin)
    .post(`${setting.organization.url}/spaces`, { title: 'Guide' }, 201)
  await setting.drain()
  /** An edit, as part of a trace that somebody else began. */
  const edit = (traceparent: string) =>
    setting.app.inject({
      method: 'POST',
      url: `/v1/spaces/${space.id}/content`,
      payload: { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text.' } }] },
      headers: { authorization: `Bearer ${setting.admin.token}`, traceparent, 'x-request-id': 'request-7' },
    })
  const read = (url: string, headers: Record<string, string> = {}) => setting.app.inject({ url, headers })
  return { ...setting, ...collected, read, edit }
}

describe('a request that is traced', () => {
  it('is sent with its statements, and its job goes on with it', async () => {
    const { as, admin, organization, drain, edit, tracing, spans, named, refused } = await openTraced()
    await edit(`00-${TRACE}-${PARENT}-01`)
    await as(admin).get(organization.url)
    await drain()
    await tracing.close()
    expect(refused).toEqual([])
    const [request] = named('POST /v1/spaces/:spaceId/content')
    expect(request).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/spaces/:spaceId/content',
        'http.response.status_code': 200,
        'quire.operation': 'updateSpaceContent',
        'quire.request_id': 'request-7',
      },
    })
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['begin', 'insert revisions', 'insert events', 'commit']),
    )
    const jobs = parts.filter(({ name }) => name.startsWith('job '))
    expect(jobs.length).toBeGreaterThan(0)
    expect(jobs.every(({ traceId, kind }) => traceId === TRACE && kind === 5)).toBe(true)
    const ofJob = spans.filter(({ parentSpanId }) => parentSpanId === jobs[0]?.spanId)
    expect(ofJob.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'commit']))
    // A trace of its own, as nobody began one.
    const [other] = named('GET /v1/orgs/:organizationId')
    expect(other?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(other?.traceId).not.toBe(TRACE)
    expect(spans.every(({ nanoseconds }) => nanoseconds >= 0n)).toBe(true)
  })

  it('is left out where who began the trace keeps none, and so are its jobs', async () => {
    const { drain, edit, tracing, spans, named } = await openTraced()
    await edit(`00-${TRACE}-${PARENT}-00`)
    await drain()
    await tracing.close()
    expect(named('POST /v1/orgs/:organizationId/spaces')).toHaveLength(1)
    expect(spans.map(({ traceId }) => traceId)).not.toContain(TRACE)
    expect(spans.map(({ name }) => name)).not.toContain('POST /v1/spaces/:spaceId/content')
  })

  it('begins a trace of its own where a header is none', async () => {
    const { read, tracing, named } = await openTraced()
    for (const traceparent of ['', 'x', `00-${'0'.repeat(32)}-${PARENT}-01`, `ff-${TRACE}-${PARENT}-01`])
      await read('/healthz', { traceparent })
    await tracing.close()
    const found = named('GET /healthz')
    expect(found).toHaveLength(4)
    expect(new Set(found.map(({ traceId }) => traceId)).size).toBe(4)
    expect(found.every(({ traceId, parentSpanId }) => traceId !== TRACE && !parentSpanId)).toBe(true)
  })

  it('is in the log with its trace', async () => {
    const { tracing } = await openCollected()
    const lines: string[] = []
    const log = openLog('info', { write: (line) => void lines.push(line) })
    const { app } = await buildTestServices({ tracing, log })
    await app.inject({ url: '/healthz', headers: { traceparent: `00-${TRACE}-${PARENT}-01` } })
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ path: '/healthz', traceId: TRACE }),
    )
  })
})

describe('what is traced', () => {
  it('tells of Git and of what is fetched, and of nobody and nothing that was said', async () => {
    const { as, admin, organization, drain, app, services, tracing, ...collected } = await openTraced()
    const hooks = createServer((_request, response) => response.writeHead(204).end())
    await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => hooks.close(() => resolve())))
    services.fetcher.fetch = systemFetcher({ allowPrivateNetwork: true }).fetch
    const { port } = hooks.address() as AddressInfo
    const git = await openGitServer()
    atEndOfFile(() => git.close())
    await git.createRepository('docs')
    await git.commitFiles('docs', 'main', { 'README.md': '# Canarytitle\n\nCanarytext.\n' })

    const client = as(admin)
    await client.post(
      `${organization.url}/webhooks`,
      { url: `http://127.0.0.1:${port}/canarykey`, events: ['*'] },
      201,
    )
    const space = await client.post(`${organization.url}/spaces`, { title: 'Canaryspace' }, 201)
    const remote = { url: git.urlWithCredentials('docs'), ref: 'refs/heads/main' }
    await client.post(`/v1/spaces/${space.id}/git/import`, remote, 204)
    await drain()
    const site = await client.post(
      `${organization.url}/sites`,
      { title: 'Docs', visibility: 'share-link', spaces: [space.id] },
      201,
    )
    const url = `${organization.url}/sites/${site.id}`
    await client.post(`${url}/publish`)
    const link = await client.post(`${url}/share-links`, { name: 'Partners' }, 201)
    const { pathname } = new URL(link.urls.published)
    const invited = await client.post(`${organization.url}/link-invites`, { role: 'read' }, 201)
    await drain()
    const entered = await app.inject(pathname)
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    const place = `/sites/${site.basename}`
    const statuses: number[] = []
    for (const path of ['/', '/canarypath', '/~search?q=canaryquery'])
      statuses.push((await app.inject({ url: place + path, headers: { cookie } })).statusCode)
    expect(statuses).toEqual([200, 404, 200])
    await client.get(`/v1/orgs/${organization.id}/search?query=canaryquery`)
    await app.inject({ url: '/v1/user', headers: { authorization: 'Bearer canarytoken' } })
    await drain()
    await tracing.close()

    expect(collected.refused).toEqual([])
    const names = new Set(collected.spans.map(({ name }) => name))
    expect([...names]).toEqual(
      expect.arrayContaining(['git fetch', 'git list', 'fetch POST', 'GET /sites/*', 'select sites']),
    )
    expect(collected.named('fetch POST')[0]?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 204,
      'server.address': '127.0.0.1',
    })
    const sent = Buffer.concat(collected.requests.map(({ body }) => body)).toString()
    const [, gitPassword = ''] = /:\/\/[^:]*:([^@]+)@/.exec(remote.url) ?? []
    const shareKey = pathname.split('/').at(-2) ?? ''
    const secrets = [gitPassword, shareKey, admin.token, admin.email, admin.email.replace('@', '%40')]
    expect(secrets.every((secret) => secret.length > 3)).toBe(true)
    expect(sent.length).toBeGreaterThan(20_000)
    for (const secret of [...secrets, invited.id, admin.id, space.id, 'example.org'])
      expect(sent).not.toContain(secret)
    expect(sent).not.toMatch(/canary/i)
  })

  it('has a failure with its kind, and not with its message', async () => {
    const { tracing, spans } = await openCollected({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })
    const span = tracing.begin('job test', 'consumer', {})
    const watched = tracing.fetcherOf(span, fetcher)
    await expect(watched.fetch('http://127.0.0.1:9/canary')).rejects.toThrow('private address')
    const ask = () => Promise.reject(Object.assign(new Error('canary exists'), { code: '23505' }))
    await expect(tracing.statementsOf(span)('insert into x', ask)).rejects.toThrow()
    span.end({}, 'Problem')
    await tracing.close()
    const failed = { status: { code: 2 } }
    expect(spans).toMatchObject([
      { ...failed, name: 'fetch GET', attributes: { 'error.type': 'FETCH_REFUSED' } },
      { ...failed, name: 'insert x', attributes: { 'error.type': '23505' } },
      { ...failed, name: 'job test', attributes: { 'error.type': 'Problem' } },
    ])
  })

  it('is bounded, and says so', async () => {
    const { tracing, spans } = await openCollected()
    const span = tracing.begin('job test', 'consumer', {})
    for (let count = 0; count < 1_500; count++) await tracing.statementsOf(span)('select 1', async () => {})
    span.end()
    await tracing.close()
    expect(spans).toHaveLength(1_000)
    expect(spans.at(-1)).toMatchObject({ name: 'job test', attributes: { 'quire.spans_omitted': 501 } })
  })
})

describe('who takes traces', () => {
  it.each(['http/json', 'http/protobuf'])(
    'gets them as %s, with headers and who they are from',
    async (protocol) => {
      const { tracing, spans, resources, requests, refused } = await openCollected({
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, x-other=c',
        OTEL_SERVICE_NAME: 'docs',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,service.name=other',
      })
      const attributes = { text: 'Grüße', whole: -7, part: 1.5, isSo: true }
      tracing.begin('one', 'server', { attributes }).end()
      await tracing.close()
      expect(refused).toEqual([])
      expect(requests).toMatchObject([{ url: '/v1/traces', headers: { 'x-key': 'a b', 'x-other': 'c' } }])
      expect(spans).toMatchObject([{ name: 'one', kind: 2, attributes }])
      expect(resources).toMatchObject([
        { 'service.name': 'docs', 'deployment.environment.name': 'production' },
      ])
    },
  )

  it('gets them again where it had no time, and not where it refused them', async () => {
    const { tracing, spans, requests, answerNext, logged } = await openCollected()
    answerNext(503, 400)
    tracing.begin('one', 'server', {}).end()
    await tracing.close()
    expect(requests).toHaveLength(1)
    await tracing.close()
    expect(requests).toHaveLength(2)
    tracing.begin('two', 'server', {}).end()
    await tracing.close()
    expect(spans.map(({ name }) => name)).toEqual(['two'])
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'traces can not be sent', reason: 'it answered 503' },
      { msg: 'traces are sent again' },
    ])
  })

  it('gets as many as the sampler says, the same of a trace everywhere', async () => {
    const sampled = async (variables: Record<string, string>, parent?: string) => {
      const { tracing, spans } = await openCollected(variables)
      for (let count = 0; count < 400; count++) tracing.begin('one', 'server', parent ? { parent } : {}).end()
      await tracing.close()
      return spans.length
    }
    const half = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' }
    expect(await sampled(half)).toBeGreaterThan(100)
    expect(await sampled(half)).toBeLessThan(300)
    expect(await sampled(half, `00-${TRACE}-${PARENT}-01`)).toBe(400)
    expect(await sampled({ OTEL_TRACES_SAMPLER: 'always_off' }, `00-${TRACE}-${PARENT}-01`)).toBe(0)
    const alone = { ...half, OTEL_TRACES_SAMPLER: 'traceidratio' }
    expect([0, 400]).toContain(await sampled(alone, `00-${TRACE}-${PARENT}-01`))
  })
})
