// Agents of all kinds at the front door, with the client that the protocol's own authors publish.
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from '../../../test/pages.ts'
import { openPublished } from '../../../test/published-site.ts'
import { buildTestServices } from '../../../test/services.ts'

const HOST = 'http://quire.test'

async function openAgents(visibility = 'public') {
  const opened = await openPublished(visibility)
  const { app, base, client, spaces } = opened
  await client.post(`${spaces.guide}/content`, {
    changes: [
      page('Hidden', 'The canaryhidden openword.', { hidden: true, ref: 'hidden' }),
      page('Below', 'The canarybelow openword.', { into: 'hidden' }),
      page('Unsaid', 'The canaryunsaid openword.', { noIndex: true }),
    ],
  })
  const draft = await client.post(`${spaces.guide}/change-requests`, { subject: 'Draft' }, 201)
  await client.post(`${spaces.guide}/change-requests/${draft.id}/content`, {
    changes: [page('Draft', 'The canarydraft openword.')],
  })
  await opened.drain()
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const path = base.slice(HOST.length)
  const at = (place: string) => `http://127.0.0.1:${port}${path}${place}`
  const connect = async (place = '~mcp', headers: Record<string, string> = {}) => {
    const agent = new Client({ name: 'test', version: '1.0.0' })
    const transport = new StreamableHTTPClientTransport(new URL(at(place)), { requestInit: { headers } })
    await agent.connect(transport)
    onTestFinished(() => agent.close())
    return {
      agent,
      use: async (name: string, given: object = {}) => {
        const result = await agent.callTool({ name, arguments: { ...given } })
        return (result.content as { text: string }[]).map(({ text }) => text).join('')
      },
    }
  }
  const post = (place: string, body: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: place.startsWith('/') ? place : path + place,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { ...opened, at, connect, post, path }
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const CANARIES = /canary|Beta|Hidden|Unsaid|Draft/

describe('an agent', () => {
  it('searches a site, lists its pages and reads them', async () => {
    const { connect, base } = await openAgents()
    const { agent, use } = await connect()
    expect(agent.getServerVersion()).toMatchObject({ name: 'quire', title: 'Docs' })
    const { tools } = await agent.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['searchDocumentation', 'getPage', 'listPages'])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    const found = await use('searchDocumentation', { query: 'openword' })
    expect(found).toContain(`${base}second`)
    expect(await use('listPages')).toBe(`- Home (${base})\n- Second (${base}second)`)
    const text = `# Second\n\nSource: ${base}second\n\n## Part\n\nMore openword.`
    for (const place of [`${base}second`, `${base}second.md#part`, 'second', '/second', 'guide/second'])
      expect(await use('getPage', { page: place }), place).toBe(text)
    expect(await use('getPage', { page: '' })).toContain('Everybody reads openword.')
  })

  it('connects where agents were told to elsewhere, too', async () => {
    const { connect } = await openAgents()
    const { use } = await connect('~gitbook/mcp')
    expect(await use('listPages')).toContain('Second')
  })

  it('connects at the host name of a site', async () => {
    const { post, client, url, site } = await openAgents()
    const host = `docs-${site.id}.example.org`
    await client.patch(url, { hostname: host })
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'listPages' } }
    const answer = await post('/~mcp', message, { host })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().result.content[0].text).toContain(`- Second (https://${host}/second)`)
    expect((await post('/~mcp', message, { host: 'other.example.org' })).statusCode).toBe(404)
  })

  it('learns nothing that is not for its reader', async () => {
    const { connect, base } = await openAgents()
    const { use } = await connect()
    const texts = [await use('listPages'), await use('searchDocumentation', { query: 'openword' })]
    for (const query of ['canarypage', 'canaryhidden', 'canarydraft', 'canarysecret', 'canaryunsaid'])
      texts.push(await use('searchDocumentation', { query }))
    for (const place of [
      'beta',
      'beta/start',
      'hidden',
      'hidden/below',
      'unsaid',
      'draft',
      '',
      `${base}beta`,
    ])
      texts.push(await use('getPage', { page: place }))
    texts.push(await use('getPage', { page: 'https://elsewhere.example.org/second' }))
    expect(texts.join('\n')).not.toMatch(CANARIES)
    expect(texts.filter((text) => text.startsWith('Page not found'))).toHaveLength(8)
  })

  it('reads as the visitor whose token it brings', async () => {
    const { connect, post, signIn } = await openAgents('visitor-auth')
    const refused = await post('~mcp', ping)
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(refused.body).not.toContain('Home')
    await expect(connect()).rejects.toThrow()
    const token = await signIn({ isBeta: true })
    const beta = await connect('~mcp', { authorization: `Bearer ${token}` })
    expect(await beta.use('listPages')).toContain('Beta')
    expect(await beta.use('getPage', { page: '' })).toContain('canaryblock')
    const other = await connect(`~mcp?jwt_token=${await signIn({ isBeta: false })}`)
    expect(await other.use('listPages')).not.toMatch(CANARIES)
    expect(await other.use('getPage', { page: '' })).not.toMatch(CANARIES)
    // A browser of the reader sends its cookie, but not for pages of somewhere else.
    const cookie = `quire_visitor=${token}`
    expect((await post('~mcp', ping, { cookie })).statusCode).toBe(200)
    expect((await post('~mcp', ping, { cookie, origin: HOST })).statusCode).toBe(200)
    expect((await post('~mcp', ping, { cookie, origin: 'https://evil.example' })).statusCode).toBe(401)
  })

  it('comes in with a share link until it is taken back', async () => {
    const { connect, post, client, url } = await openAgents('share-link')
    expect((await post('~mcp', ping)).statusCode).toBe(403)
    expect((await post('wrong/~mcp', ping)).statusCode).toBe(403)
    const { id, urls } = await client.post(`${url}/share-links`, { name: 'For agents' }, 201)
    const key = urls.published.split('/').at(-2)
    const { use } = await connect(`${key}/~mcp`)
    expect(await use('listPages')).toContain('Second')
    expect((await post('~mcp', ping, { cookie: `quire_share=${key}` })).statusCode).toBe(200)
    await client.delete(`${url}/share-links/${id}`, 205)
    expect((await post(`${key}/~mcp`, ping)).statusCode).toBe(403)
  })

  it('reads long pages and long lists in pieces', async () => {
    const { connect, client, spaces } = await openAgents()
    const long = `${'word '.repeat(1_900)}\n\n`.repeat(5)
    const changes = [page('Long', `${long}${long}The end.`)]
    await client.post(`${spaces.guide}/content`, { changes })
    const { use } = await connect()
    const first = await use('getPage', { page: 'long' })
    expect(first.length).toBeLessThan(61_000)
    const [, from] = /read on with from (\d+)\)$/.exec(first) ?? []
    expect(await use('getPage', { page: 'long', from: Number(from) })).toMatch(/The end\.$/)
    await expect(use('getPage', { page: 'long', from: -1 })).rejects.toThrow('whole number')
    expect(await use('listPages', { from: 2 })).toMatch(/^- Long \(/)
  })

  it('is refused what is no message, or too much of it', async () => {
    const { app, post, path } = await openAgents()
    const stream = { accept: 'text/event-stream' }
    expect((await app.inject({ url: `${path}~mcp`, headers: stream })).statusCode).toBe(405)
    expect((await app.inject({ method: 'DELETE', url: `${path}~mcp` })).headers.allow).toBe('POST')
    expect((await post('~mcp', '{')).statusCode).toBe(400)
    expect(
      (await post('~mcp', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode,
    ).toBe(415)
    expect(
      (await post('~mcp', JSON.stringify({ ...ping, params: { a: 'x'.repeat(70_000) } }))).statusCode,
    ).toBe(413)
    expect(
      (
        await post(
          '~mcp',
          Array.from({ length: 11 }, () => ping),
        )
      ).statusCode,
    ).toBe(400)
    expect((await post('second/~mcp', ping)).statusCode).toBe(404)
    expect((await post('/sites/no-such-site/~mcp', ping)).statusCode).toBe(404)
    expect((await post('~mcp', ping, { 'mcp-protocol-version': '1999-01-01' })).statusCode).toBe(400)
  })

  it('has an address that tells people what it is for', async () => {
    const { app, path, base } = await openAgents()
    for (const place of ['~mcp', '~gitbook/mcp']) {
      const { statusCode, headers, body } = await app.inject({ url: path + place })
      expect([statusCode, headers['content-type']], place).toEqual([200, 'text/plain; charset=utf-8'])
      expect(body).toContain(`${base}~mcp`)
    }
    expect((await app.inject({ url: `${path}~gitbook/other` })).statusCode).toBe(404)
    expect((await app.inject({ url: '/sites/no-such-site/~mcp' })).statusCode).toBe(404)
  })

  it('may ask as often as others may search', async () => {
    const { app } = await buildTestServices({ rateLimit: 6 })
    const ask = async (...messages: object[]) =>
      (
        await app.inject({
          method: 'POST',
          url: '/sites/docs/~mcp',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(messages),
        })
      ).statusCode
    expect([await ask(ping), await ask(ping, ping, ping), await ask(ping, ping, ping)]).toEqual([
      404, 404, 429,
    ])
  })
})
