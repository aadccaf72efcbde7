// What a service that is traced sends, and what doctor says of where it goes.
import { afterAll, describe, expect, it } from 'vitest'
import { openTraceCollector } from '../../test/counterparts/trace-collector.ts'
import { apiOf, makeFolder, newDatabase, removeFolder, runCommand, startServer, until } from '../server.ts'

const TOKEN = 'acceptance-admin-token'
const folders: string[] = []
afterAll(() => Promise.all(folders.map(removeFolder)))

async function opened() {
  const folder = await makeFolder()
  folders.push(folder)
  const collector = await openTraceCollector()
  const { env } = await newDatabase()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'docs' }
  return { folder, collector, env: { ...env, ...traced, QUIRE_ADMIN_TOKEN: TOKEN } }
}

describe('a service that is traced', () => {
  it('has sent its requests and their jobs by the time it ends', async () => {
    const { folder, collector, env } = await opened()
    const server = await startServer({ folder, env })
    const api = apiOf(server.url, TOKEN)
    const organization = (await api('POST', '/v1/orgs', { title: 'Traced' })).body.id
    await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Guide' })
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(collector.refused).toEqual([])
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'docs' })
    const [request] = collector.named('POST /v1/orgs/:organizationId/spaces')
    const same = collector.spans.filter(({ traceId }) => traceId === request?.traceId)
    expect(same.map(({ name }) => name)).toEqual(expect.arrayContaining(['insert spaces', 'commit']))
  })

  it('goes on in the process that answers what takes long', async () => {
    const { folder, collector, env } = await opened()
    const server = await startServer({ folder, env })
    const api = apiOf(server.url, TOKEN)
    const organization = (await api('POST', '/v1/orgs', { title: 'Traced' })).body.id
    const space = (await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Guide' })).body.id
    const markdown = Array.from({ length: 4_000 }, (_, at) => `Paragraph ${at} of [many](other.md).`).join(
      '\n\n',
    )
    const changes = [{ operation: 'insert_page', title: 'Long', document: { markdown } }]
    const { status } = await api('POST', `/v1/spaces/${space}/content`, { changes })
    expect(status).toBe(200)
    const requests = () => collector.named('POST /v1/spaces/:spaceId/content')
    const inner = await until(async () => requests().find(({ parentSpanId }) => parentSpanId !== undefined))
    const outer = await until(async () => requests().find(({ spanId }) => spanId === inner.parentSpanId))
    expect(inner.traceId).toBe(outer.traceId)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('is told by doctor where its collector does not take traces', async () => {
    const { folder, collector, env } = await opened()
    const asked = async (more = {}) => {
      const { out } = await runCommand(folder, ['doctor', '--json'], { ...env, ...more })
      return JSON.parse(out).checks.find(({ name }: { name: string }) => name === 'traces')
    }
    expect(await asked()).toEqual({ name: 'traces', state: 'fine', finding: collector.url })
    collector.answerNext(401)
    expect(await asked()).toMatchObject({ state: 'failed', finding: `${collector.url}: it answered 401` })
    expect(await asked({ OTEL_SDK_DISABLED: 'true' })).toMatchObject({ state: 'skipped' })
  })
})
