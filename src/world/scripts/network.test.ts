// Where scripts can go: the public internet through the guarded fetcher, and our own API.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { atEndOfFile } from '../../../test/file-scope.ts'
import { answerOf, handler, openScripts, REQUEST, textOf } from '../../../test/scripts.ts'
import { type FakeRequest, fakeFetcher } from '../network/fake-fetcher.ts'
import { systemFetcher } from '../network/fetcher.ts'

const echo = (request: FakeRequest) => JSON.stringify(request)

describe('the internet', () => {
  const scripts = openScripts({
    mostRequests: 5,
    fetcher: fakeFetcher({
      'https://shop.example/echo': echo,
      'https://shop.example/moved': { status: 302, headers: { location: 'https://other.example/here' } },
      'https://shop.example/inside': { status: 302, headers: { location: 'http://127.0.0.1:22/' } },
      'https://shop.example/large': Buffer.alloc(11_000_000),
      'https://shop.example/bytes': {
        status: 418,
        headers: { 'x-mine': 'a' },
        body: Buffer.from([0, 255, 1]),
      },
      'https://other.example/here': echo,
    }),
  })

  it('is there, with methods, headers and bodies', async () => {
    const answer = await answerOf(
      scripts,
      `const headers = { 'x-key': 'k', 'user-agent': 'integration-a/1', 'x-forwarded-for': '1.2.3.4' }
      return fetch('https://shop.example/echo', { method: 'PUT', headers, body: 'words' })`,
    )
    const seen = JSON.parse(answer)
    expect(seen).toMatchObject({ method: 'PUT', url: 'https://shop.example/echo', body: 'words' })
    expect(seen.headers).toMatchObject({ 'x-key': 'k', 'user-agent': 'integration-a/1' })
    expect(Object.keys(seen.headers)).not.toEqual(expect.arrayContaining(['x-forwarded-for']))
    expect(Object.keys(seen.headers)).not.toEqual(expect.arrayContaining(['x-quire-call']))
  })

  it('answers with any status, its headers and its bytes', async () => {
    const script = handler(`return fetch('https://shop.example/bytes')`)
    const { status, headers, body } = await scripts.call(script, REQUEST)
    expect([status, headers.get('x-mine'), [...body]]).toEqual([418, 'a', [0, 255, 1]])
  })

  it('redirects, and a script may look at that itself', async () => {
    const followed = await answerOf(scripts, `return fetch('https://shop.example/moved')`)
    expect(JSON.parse(followed).url).toBe('https://other.example/here')
    const seen = await answerOf(
      scripts,
      `const answer = await fetch('https://shop.example/moved', { redirect: 'manual' })
      return new Response(answer.status + ' ' + answer.headers.get('location'))`,
    )
    expect(seen).toBe('302 https://other.example/here')
  })

  it('has bounds: of an answer, of a body, of how many requests a call sends', async () => {
    const large = await answerOf(
      scripts,
      `const answer = await fetch('https://shop.example/large')
      const body = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(500_000)) })
      const endless = await fetch('https://shop.example/echo', { method: 'POST', body }).catch(() => ({ status: 413 }))
      return Response.json([answer.status, await answer.text(), endless.status])`,
    )
    const [status, words, endless] = JSON.parse(large)
    expect([status, endless]).toEqual([502, 413])
    expect(words).toContain('larger than the limit of 10 MB')
    const script = handler(
      `const asked = Array.from({ length: 7 }, () => fetch('https://shop.example/bytes'))
      return Response.json((await Promise.all(asked)).map(({ status }) => status).sort())`,
    )
    expect(JSON.parse(textOf(await scripts.call(script, REQUEST)))).toEqual([
      418, 418, 418, 418, 418, 429, 429,
    ])
    // The next call may send as many again.
    expect(JSON.parse(textOf(await scripts.call(script, REQUEST)))).toEqual([
      418, 418, 418, 418, 418, 429, 429,
    ])
  })

  it('does not get a call with its secrets when the script fails', async () => {
    const answer = await answerOf(scripts, `ctx.passThroughOnException(); throw new Error('pass it on')`)
    expect(answer).toBe('Scripts cannot call scripts.')
  })
})

describe('what is not public', () => {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    response.end('secret')
  })
  server.on('connection', () => connections++)
  let connections = 0

  async function opened() {
    await once(server.listen(0), 'listening')
    atEndOfFile(async () => server.close())
    const { port } = server.address() as AddressInfo
    const resolve = async () => ['127.0.0.1']
    const api = { origin: `http://localhost:${port + 1}`, target: `http://127.0.0.1:${port}` }
    return {
      port,
      scripts: openScripts({
        fetcher: systemFetcher({ allowPrivateNetwork: false, resolve }),
        api: () => api,
      }),
    }
  }

  it('is not reached, whatever a script tries', async () => {
    const { port, scripts } = await opened()
    const urls = [
      `http://127.0.0.1:${port}/v1/user`,
      `http://localhost:${port}/v1/user`,
      `http://[::1]:${port}/v1/user`,
      `http://2130706433:${port}/`,
      `http://0.0.0.0:${port}/`,
      `http://docs.example:${port}/`,
      `http://localhost:${port + 1}/admin`,
      `http://localhost:${port + 1}/v1/../admin`,
      `http://localhost:${port + 1}/v1/%2e%2e/admin`,
      'http://169.254.169.254/latest/meta-data/',
      'http://unix:/var/run/docker.sock:/info',
    ]
    const answer = await answerOf(
      scripts,
      `const tell = async (url) => { const answer = await fetch(url); return answer.status }
      const tries = ${JSON.stringify(urls)}.map((url) => tell(url).catch(() => 'failed'))
      return Response.json(await Promise.all(tries))`,
    )
    expect(JSON.parse(answer)).toEqual(urls.map(() => 403))
    expect(connections).toBe(0)
    const sockets = await answerOf(
      scripts,
      `const told = []
      const failed = () => told.push('failed')
      const { connect } = await import('cloudflare:sockets')
      const socket = connect('127.0.0.1:${port}')
      await socket.opened.then(() => told.push('open'), failed)
      const net = await import('node:net')
      await new Promise((resolve, reject) => net.connect(${port}, '127.0.0.1', resolve).on('error', reject)).then(
        () => told.push('open'), failed)
      const upgrade = await fetch('http://127.0.0.1:${port}/', { headers: { upgrade: 'websocket' } })
      told.push(upgrade.status)
      return Response.json(told)`,
    )
    expect(JSON.parse(sockets)).toEqual(['failed', 'failed', 403])
    expect(connections).toBe(0)
  })

  it('is not reached by a redirect either', async () => {
    const inside = { status: 302, headers: { location: 'http://127.0.0.1:22/' } }
    const scripts = openScripts({ fetcher: fakeFetcher({ 'https://shop.example/inside': inside }) })
    const answer = await answerOf(
      scripts,
      `const answer = await fetch('https://shop.example/inside'); return new Response(answer.status + await answer.text())`,
    )
    expect(answer).toContain('403')
    expect(answer).toContain('is a private address')
  })
})

describe('our own API', () => {
  it('is reached at its public address, wherever it listens', async () => {
    const server = createServer(async (request, response) => {
      const { method, url, headers } = request
      response.writeHead(201, { 'x-mine': 'yes' })
      response.end(JSON.stringify({ method, url, headers, body: await text(request) }))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    atEndOfFile(async () => server.close())
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const fetcher = systemFetcher({ allowPrivateNetwork: false })
    const scripts = openScripts({ fetcher, api: () => ({ origin: 'http://localhost:4100', target }) })
    const script = handler(
      `const headers = { authorization: 'Bearer token', 'x-forwarded-for': '10.0.0.1' }
      return fetch('http://localhost:4100/v1/spaces/a%2Fb?x=1', { method: 'PATCH', headers, body: '{"title":"New"}' })`,
    )
    const answer = await scripts.call(script, REQUEST)
    expect([answer.status, answer.headers.get('x-mine')]).toEqual([201, 'yes'])
    const seen = JSON.parse(textOf(answer))
    expect(seen).toMatchObject({ method: 'PATCH', url: '/v1/spaces/a%2Fb?x=1', body: '{"title":"New"}' })
    expect(seen.headers).toMatchObject({ authorization: 'Bearer token', host: 'localhost:4100' })
    expect(seen.headers['x-forwarded-for']).toBeUndefined()
  })
})
