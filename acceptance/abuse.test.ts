// What nobody should send, sent. The server answers in its own words, and goes on.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiOf, makePlace, type Place, type Server, TOKEN, until } from './server.ts'

let place: Place
let server: Server
let api: Api

beforeAll(async () => {
  place = await makePlace({ QUIRE_LOG_LEVEL: 'info' })
  ;({ api, ...server } = await place.start())
})

afterAll(async () => {
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  await place.remove()
})

/** Writes bytes to the socket and reads the answer until the other side closes or falls silent. */
function raw(bytes: string | Buffer, { hangUp = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    const finish = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (chunk) => {
      answer += chunk
      // It has begun to answer: whoever keeps the connection open has said all there is.
      socket.setTimeout(2_000, finish)
    })
    socket.on('close', finish)
    socket.on('error', finish)
    socket.write(bytes, () => {
      if (hangUp) finish()
    })
  })
}

const head = (lines: string[]) =>
  [
    `POST /v1/orgs HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${TOKEN}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')

describe('under abuse the server', () => {
  it('answers 500 requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => api('GET', '/v1/user')))
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
  })

  it('refuses a body of 50 MB without reading it all', async () => {
    const answer = await raw(head(['Content-Length: 52428800']) + 'x'.repeat(100_000))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('"message":"The body is larger than 2 MB"')
    const chunked = await raw(
      `${head(['Transfer-Encoding: chunked'])}300000\r\n${'x'.repeat(0x300000)}\r\n0\r\n\r\n`,
    )
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('shrugs off clients that hang up half way', async () => {
    for (let count = 0; count < 20; count++)
      await raw(`${head(['Content-Length: 1000'])}{"title":`, { hangUp: true })
    expect((await api('GET', '/v1/user')).status).toBe(200)
  })

  it('answers what is no HTTP in its own words', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET / HTTP/1.1\r\nHost x\r\n\r\n',
      Buffer.from([0, 1, 2, 255, 13, 10, 13, 10]),
    ]) {
      expect(await raw(bytes)).toContain('"error":{"code":400')
    }
    const huge = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`)
    expect(huge).toContain('"error":{"code":431')
  })

  it('tells no secrets in its log', async () => {
    const secretQuery = 'a-secret-in-the-query'
    await api('GET', `/v1/user?shareKey=${secretQuery}`)
    const { body } = await api('POST', '/v1/user/tokens', { label: 'noisy' })
    await apiOf(server.url, body.token)('GET', '/v1/user')
    await apiOf(server.url, 'quire_wrong_token_of_somebody')('GET', '/v1/user')
    const { body: made } = await api('POST', '/v1/orgs', { title: 'Doors' })
    const { body: link } = await api('POST', `/v1/orgs/${made.id}/link-invites`, { role: 'read' })
    await api('POST', `/v1/orgs/${made.id}/invites/${link.id}`)
    await until(async () => server.output().includes('joinOrganizationWithInvite'))
    for (const secret of [TOKEN, body.token, secretQuery, 'wrong_token_of_somebody', link.id]) {
      expect(server.output()).not.toContain(secret)
    }
  })

  it('shows its metrics to neighbours and administrators only', async () => {
    await api('GET', '/v1/user')
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/quire_http_requests_total\{operation="getAuthenticatedUser",status="200"\} \d+/)
    expect(metrics).toContain('quire_http_request_duration_seconds_bucket')
    expect(metrics).toContain('quire_database_connections{state="idle"}')
    expect(metrics).toContain('quire_jobs_waiting{job="idempotency.sweep"} 0')
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect((await fetch(`${server.url}/metrics`, { headers: forwarded })).status).toBe(401)
    const headers = { ...forwarded, authorization: `Bearer ${TOKEN}` }
    expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(200)
  })

  it('serves the reference from its own origin', async () => {
    const page = await fetch(`${server.url}/docs`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await page.text()
    const addresses = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:css|js|svg))"/g)].map(
      ([, address]) => address,
    )
    expect(addresses.length).toBeGreaterThan(2)
    for (const address of addresses) expect((await fetch(`${server.url}${address}`)).status).toBe(200)
    const document: unknown = await (await fetch(`${server.url}/v1/openapi.json`)).json()
    expect(document).toMatchObject({ openapi: '3.1.0' })
  })
})
