import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createRawServer, type Server, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FakePages, fakeFetcher } from './fake-fetcher.ts'
import { FetchFailure } from './fetch-failure.ts'
import { type Fetcher, systemFetcher } from './fetcher.ts'

const opened: Server[] = []
afterEach(() => {
  for (const server of opened.splice(0)) server.close()
})

async function listen(server: Server) {
  opened.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return port
}

/** Every name ends at this machine, but for one that nobody knows. */
async function resolve(host: string) {
  if (host !== 'nowhere.test') return ['127.0.0.1']
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
}

const local = systemFetcher({ allowPrivateNetwork: true, resolve })

async function failureOf(fetching: Promise<unknown>) {
  const error = await fetching.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof FetchFailure))
    throw new Error('This should have been a FetchFailure', { cause: error })
  return error
}

type At = (path: string, host?: string) => string
type Open = (pages: (at: At) => FakePages) => Promise<{ fetcher: Fetcher; at: At }>

const openFake: Open = async (pages) => {
  const at: At = (path, host = 'docs.test') => `http://${host}:4100${path}`
  return { fetcher: fakeFetcher(pages(at)), at }
}

const openReal: Open = async (pages) => {
  const port = await listen(createServer((request, response) => serve(served, request, response)))
  const at: At = (path, host = 'docs.test') => `http://${host}:${port}${path}`
  const served = pages(at)
  return { fetcher: local, at }
}

async function serve(pages: FakePages, request: IncomingMessage, response: ServerResponse) {
  const url = `http://${request.headers.host}${request.url}`
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  const seen = {
    method: request.method ?? '',
    url,
    headers: Object.fromEntries(headers),
    body: await text(request),
  }
  const found = pages[url] ?? { status: 404 }
  const page = typeof found === 'function' ? await found(seen) : found
  if (typeof page === 'string' || Buffer.isBuffer(page)) return response.end(page)
  if (page instanceof FetchFailure) return response.destroy()
  response.writeHead(page.status ?? 200, page.headers).end(page.body)
}

const echo: FakePages[string] = ({ method, headers, body }) => JSON.stringify({ method, headers, body })
const to = (location: string, status = 302) => ({ status, headers: { Location: location } })

describe.each([
  ['fake', openFake],
  ['real', openReal],
])('the %s fetcher', (_, open) => {
  it('hands over status, headers, body and the kind of content', async () => {
    const headers = { 'Content-Type': 'Text/HTML; charset=utf-8', ETag: '"1"' }
    const { fetcher, at } = await open((at) => ({ [at('/a?b=c')]: { headers, body: '<p>é</p>' } }))
    const answer = await fetcher.fetch(at('/a?b=c#part'))
    expect(answer).toMatchObject({ status: 200, url: at('/a?b=c'), contentType: 'text/html' })
    expect(answer.headers).toMatchObject({ 'content-type': 'Text/HTML; charset=utf-8', etag: '"1"' })
    expect(answer.body.toString()).toBe('<p>é</p>')
  })

  it('takes any status for an answer', async () => {
    const { fetcher, at } = await open((at) => ({
      [at('/broken')]: { status: 500, body: 'oh' },
      [at('/same')]: { status: 304 },
      [at('/nowhere')]: { status: 302 },
    }))
    expect(await fetcher.fetch(at('/broken'))).toMatchObject({ status: 500, body: Buffer.from('oh') })
    expect(await fetcher.fetch(at('/same'))).toMatchObject({ status: 304 })
    expect(await fetcher.fetch(at('/nowhere'))).toMatchObject({ status: 302 })
    const missing = await fetcher.fetch(at('/missing'))
    expect(missing).toMatchObject({ status: 404, body: Buffer.alloc(0) })
    expect(missing).not.toHaveProperty('contentType')
  })

  it('sends method, headers and body, and keeps the framing to itself', async () => {
    const { fetcher, at } = await open((at) => ({ [at('/')]: echo }))
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const headers = { 'X-Thing': '1', Host: 'evil.test', 'Content-Length': '1', 'Accept-Encoding': 'zstd' }
      const { body } = await fetcher.fetch(at('/'), { method, headers, body: 'häl', accept: 'text/plain' })
      const seen = JSON.parse(body.toString())
      expect(seen).toMatchObject({ method, body: 'häl' })
      expect(seen.headers).toMatchObject({ 'x-thing': '1', accept: 'text/plain', 'user-agent': 'Quire' })
      expect(seen.headers['accept-encoding']).toBe('gzip, deflate, br')
      expect(seen.headers.host).not.toBe('evil.test')
    }
  })

  it('reads no body after HEAD, however large it would be', async () => {
    const headers = { 'content-length': '5000', 'content-encoding': 'gzip' }
    const { fetcher, at } = await open((at) => ({ [at('/')]: { headers, body: Buffer.alloc(5000) } }))
    const { body, headers: seen } = await fetcher.fetch(at('/'), { method: 'HEAD', maxBytes: 10 })
    expect(body.length).toBe(0)
    expect(seen['content-length']).toBe('5000')
  })

  it('follows redirects and says where it ended', async () => {
    const { fetcher, at } = await open((at) => ({
      [at('/1')]: to('2?x=y#z', 301),
      [at('/2?x=y')]: to(at('/3', 'other.test'), 303),
      [at('/3', 'other.test')]: to('/4', 307),
      [at('/4', 'other.test')]: to('/5', 308),
      [at('/5', 'other.test')]: 'here',
    }))
    const { url, body } = await fetcher.fetch(at('/1'))
    expect([url, body.toString()]).toEqual([at('/5', 'other.test'), 'here'])
  })

  it('gives a redirect as it is to those who ask for it', async () => {
    const { fetcher, at } = await open((at) => ({ [at('/from')]: to('/to', 302), [at('/to')]: 'there' }))
    const given = await fetcher.fetch(at('/from'), { givesRedirects: true })
    expect(given).toMatchObject({ status: 302, url: at('/from'), headers: { location: '/to' } })
  })

  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [302, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ] as const)('makes of a %i after %s a %s', async (status, method, then) => {
    const { fetcher, at } = await open((at) => ({ [at('/from')]: to('/to', status), [at('/to')]: echo }))
    const headers = { 'content-type': 'text/x' }
    const { body } = await fetcher.fetch(at('/from'), { method, body: 'b', headers })
    const seen = JSON.parse(body.toString())
    expect(seen).toMatchObject({ method: then, body: then === 'GET' ? '' : 'b' })
    expect(seen.headers['content-type']).toBe(then === 'GET' ? undefined : 'text/x')
  })

  it('gives up when redirected in a circle, or more often than asked for', async () => {
    const { fetcher, at } = await open((at) => ({
      [at('/a')]: to('/b'),
      [at('/b')]: to('/a'),
      [at('/c')]: to('/d'),
    }))
    const circle = await failureOf(fetcher.fetch(at('/a')))
    expect(circle).toMatchObject({ code: 'FETCH_ERROR', details: { maxRedirects: 5 } })
    expect(circle.message).toContain('redirect loop')
    expect(await failureOf(fetcher.fetch(at('/c'), { maxRedirects: 0 }))).toMatchObject({
      code: 'FETCH_ERROR',
    })
    expect(await fetcher.fetch(at('/c'), { maxRedirects: 1 })).toMatchObject({ status: 404 })
  })

  it('keeps secrets for the origin they were meant for, also when it comes back there', async () => {
    const { fetcher, at } = await open((at) => ({
      [at('/same')]: to('/echo'),
      [at('/away')]: to(at('/echo', 'other.test')),
      [at('/around')]: to(at('/back', 'other.test')),
      [at('/back', 'other.test')]: to(at('/echo')),
      [at('/echo')]: echo,
      [at('/echo', 'other.test')]: echo,
    }))
    const secrets = { Authorization: 'Bearer s', Cookie: 'a=b', 'X-Api-Key': 'k' }
    const headersAt = async (path: string) => {
      const { body } = await fetcher.fetch(at(path), { headers: { ...secrets, 'Accept-Language': 'de' } })
      return JSON.parse(body.toString()).headers
    }
    expect(await headersAt('/same')).toMatchObject({
      authorization: 'Bearer s',
      cookie: 'a=b',
      'x-api-key': 'k',
    })
    for (const path of ['/away', '/around']) {
      const seen = await headersAt(path)
      expect(seen).toMatchObject({ 'accept-language': 'de', 'user-agent': 'Quire' })
      for (const name of ['authorization', 'cookie', 'x-api-key']) expect(seen).not.toHaveProperty(name)
    }
  })

  it('sends credentials of the address as a header, to its origin only', async () => {
    const { fetcher, at } = await open((at) => ({
      [at('/')]: echo,
      [at('/same')]: to('/'),
      [at('/away')]: to(at('/', 'other.test').replace('//', '//theirs:own@')),
      [at('/', 'other.test')]: echo,
    }))
    const withCredentials = (path: string) => at(path).replace('//', '//me%40x:p%3aw@')
    for (const path of ['/', '/same']) {
      const { url, body } = await fetcher.fetch(withCredentials(path))
      expect(url).toBe(at('/'))
      const expected = `Basic ${Buffer.from('me@x:p:w').toString('base64')}`
      expect(JSON.parse(body.toString()).headers.authorization).toBe(expected)
    }
    const away = await fetcher.fetch(withCredentials('/away'))
    expect(away.url).toBe(at('/', 'other.test'))
    expect(JSON.parse(away.body.toString()).headers).not.toHaveProperty('authorization')
  })

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('unpacks %s, and stops when that grows too large', async (coding, pack) => {
    const headers = { 'content-encoding': coding }
    const { fetcher, at } = await open((at) => ({
      [at('/text')]: { headers, body: pack('hello'.repeat(100)) },
      [at('/bomb')]: { headers, body: pack(Buffer.alloc(20_000_000)) },
      [at('/damaged')]: { headers, body: pack('hello'.repeat(100)).subarray(0, -5) },
    }))
    const answer = await fetcher.fetch(at('/text'), { maxBytes: 500 })
    expect(answer.body.toString()).toBe('hello'.repeat(100))
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers).not.toHaveProperty('content-length')
    expect(await failureOf(fetcher.fetch(at('/text'), { maxBytes: 499 }))).toMatchObject({
      code: 'FETCH_TOO_LARGE',
    })
    expect(await failureOf(fetcher.fetch(at('/bomb')))).toMatchObject({ code: 'FETCH_TOO_LARGE' })
    expect(await failureOf(fetcher.fetch(at('/damaged')))).toMatchObject({ code: 'FETCH_ERROR' })
  })

  it('does not pass off as content what it cannot unpack', async () => {
    const { fetcher, at } = await open((at) => ({
      [at('/twice')]: { headers: { 'content-encoding': 'gzip, gzip' }, body: gzipSync(gzipSync('x')) },
      [at('/other')]: { headers: { 'content-encoding': 'zstd' }, body: 'x' },
      [at('/plain')]: { headers: { 'content-encoding': 'identity' }, body: 'x' },
    }))
    expect(await failureOf(fetcher.fetch(at('/twice')))).toMatchObject({ code: 'FETCH_ERROR' })
    expect(await failureOf(fetcher.fetch(at('/other')))).toMatchObject({ code: 'FETCH_ERROR' })
    expect((await fetcher.fetch(at('/plain'))).body.toString()).toBe('x')
  })

  it('takes a body of just the size allowed and none larger', async () => {
    const { fetcher, at } = await open((at) => ({ [at('/')]: Buffer.alloc(200_000, 'x') }))
    const { body } = await fetcher.fetch(at('/'), { maxBytes: 200_000 })
    expect(body.equals(Buffer.alloc(200_000, 'x'))).toBe(true)
    const failure = await failureOf(fetcher.fetch(at('/'), { maxBytes: 199_999 }))
    expect(failure).toMatchObject({ code: 'FETCH_TOO_LARGE', details: { maxBytes: 199_999 } })
    expect(failure.message).toContain('199999 bytes')
  })

  it('gives up on an answer that does not come, also behind a redirect', async () => {
    const { fetcher, at } = await open((at) => ({
      [at('/never')]: () => new Promise(() => {}),
      [at('/from')]: to('/never'),
    }))
    for (const path of ['/never', '/from']) {
      const failure = await failureOf(fetcher.fetch(at(path), { timeout: 100 }))
      expect(failure).toMatchObject({ code: 'FETCH_TIMEOUT', details: { timeout: 100 } })
    }
  })

  it.each([
    'ftp://docs.test/',
    'file:///etc/passwd',
    'data:,x',
    'javascript:1',
    'gopher://docs.test/',
    'blob:x',
  ])('refuses %s, also as the target of a redirect', async (target) => {
    const { fetcher, at } = await open((at) => ({ [at('/')]: to(target) }))
    expect(await failureOf(fetcher.fetch(target))).toMatchObject({ code: 'FETCH_REFUSED' })
    expect(await failureOf(fetcher.fetch(at('/')))).toMatchObject({ code: 'FETCH_REFUSED' })
  })

  it.each(['', 'docs', '/path', 'http://', 'http://a b/', 'http://./', 'http://1.2.3.4.5/', 'https://[::1/'])(
    'does not take "%s" for an address',
    async (address) => {
      const { fetcher } = await open(() => ({}))
      expect(await failureOf(fetcher.fetch(address))).toMatchObject({ code: 'FETCH_ERROR' })
    },
  )

  it('says when a name is not known, or a redirect leads nowhere', async () => {
    const { fetcher, at } = await open((at) => ({ [at('/')]: to('http://:1:/') }))
    const failure = await failureOf(fetcher.fetch('http://nowhere.test/'))
    expect(failure).toMatchObject({ code: 'FETCH_ERROR', details: { host: 'nowhere.test' } })
    expect(failure.message).toBe('nowhere.test is an unknown host; check the spelling')
    expect(await failureOf(fetcher.fetch(at('/')))).toMatchObject({ code: 'FETCH_ERROR' })
  })

  it('keeps credentials, path and query out of its failures', async () => {
    const secret = 'h3mlich'
    const { fetcher, at } = await open((at) => ({
      [at(`/circle?key=${secret}`)]: to(`/circle?key=${secret}`),
      [at(`/large?key=${secret}`)]: 'large',
      [at(`/bad?key=${secret}`)]: to(`http://${secret}:${secret}@:1:/`),
      [at(`/file?key=${secret}`)]: to(`file:///${secret}`),
      [at(`/never?key=${secret}`)]: () => new Promise(() => {}),
    }))
    const local = ['circle', 'large', 'bad', 'file', 'never'].map((name) => at(`/${name}?key=${secret}`))
    const addresses = [
      ...local.map((url) => url.replace('//', `//${secret}:${secret}@`)),
      `http://${secret}:${secret}@nowhere.test/${secret}?${secret}`,
      `http://${secret}:${secret}@a b/`,
      `ftp://${secret}:${secret}@docs.test/?${secret}`,
    ]
    for (const address of addresses) {
      const failure = await failureOf(fetcher.fetch(address, { maxBytes: 2, timeout: 100 }))
      const causes = JSON.stringify([failure.message, failure.stack, failure.details, failure.cause])
      expect(causes).not.toContain(secret)
    }
  })
})

const neverAsked = () => Promise.reject(new Error('nobody should have asked'))
const closed = systemFetcher({ allowPrivateNetwork: false, resolve: neverAsked })

describe.each([
  ['fake', fakeFetcher({ 'http://127.0.0.1/': 'secret' })],
  ['real', closed],
])('a closed private network and the %s fetcher', (_, fetcher) => {
  it.each(
    [
      [
        '127.0.0.1',
        '127.0.0.1.',
        '127.0.0.1..',
        '127.1',
        '2130706433',
        '0x7f000001',
        '0x7f.1',
        '017700000001',
      ],
      [
        '0177.0.0.1',
        '%31%32%37.0.0.1',
        '①②⑦.⓪.⓪.①',
        '127。0。0。1',
        '0',
        '0.0.0.0',
        '10.1.2.3',
        '192.168.1.1',
      ],
      ['169.254.169.254', '0xa9fea9fe', '2852039166', '100.64.1.1', '224.0.0.1', '255.255.255.255'],
      ['[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
      ['[fd00::1]', '[fe80::1]', '[ff02::1]', '[2001:db8::1]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]'],
      [
        'localhost',
        'LocalHost',
        'localhost.',
        'localhost..',
        'x.localhost',
        'ⓛocalhost',
        'user:pw@localhost',
      ],
    ].flat(),
  )('refuses %s', async (host) => {
    for (const protocol of ['http', 'https']) {
      const failure = await failureOf(fetcher.fetch(`${protocol}://${host}:81/`))
      expect(failure).toMatchObject({ code: 'FETCH_REFUSED' })
      expect(failure.message).toContain('QUIRE_ALLOW_PRIVATE_NETWORK')
    }
  })
})

/** Leads every connection to a local port, and notes where it would have gone. */
function divertConnections(port: number) {
  const wanted: unknown[] = []
  const connect = Socket.prototype.connect
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [{ host, lookup }] = args.flat() as [{ host: string; lookup: (...args: unknown[]) => void }]
    lookup(host, { all: true }, (_: unknown, answers: unknown) => wanted.push(answers))
    return Reflect.apply(connect, this, [{ host: '127.0.0.1', port }])
  })
  return wanted
}

describe('names', () => {
  it('are asked for once, and the address that was judged is the one that is used', async () => {
    const port = await listen(createServer((_, response) => response.end('public')))
    const answers = [['93.184.215.14', '2606:4700::1111'], ['127.0.0.1'], ['127.0.0.1']]
    const resolve = vi.fn(async () => answers.shift() ?? [])
    const wanted = divertConnections(port)
    const fetcher = systemFetcher({ allowPrivateNetwork: false, resolve })
    expect((await fetcher.fetch('http://rebind.test/')).body.toString()).toBe('public')
    expect(resolve.mock.calls).toEqual([['rebind.test']])
    const judged = [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]
    expect(wanted).toEqual([judged])
    expect(await failureOf(fetcher.fetch('http://rebind.test/'))).toMatchObject({ code: 'FETCH_REFUSED' })
    expect(wanted).toHaveLength(1)
  })

  it('are asked for once in an open network too, and again for a redirect', async () => {
    const port = await listen(
      createServer((request, response) =>
        request.url === '/' ? response.writeHead(302, { location: '/2' }).end() : response.end('two'),
      ),
    )
    const resolve = vi.fn(async () => ['127.0.0.1'])
    const fetcher = systemFetcher({ allowPrivateNetwork: true, resolve })
    await fetcher.fetch(`http://Docs.test.:${port}/`)
    expect(resolve.mock.calls).toEqual([['docs.test'], ['docs.test']])
  })

  it.each([
    [['10.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['127.0.0.1', '93.184.215.14']],
    [['93.184.215.14', '::1']],
    [['93.184.215.14', '::ffff:10.0.0.1']],
    [['93.184.215.14', 'nonsense']],
  ])('are refused when among their addresses one is private: %j', async (addresses) => {
    const fetcher = systemFetcher({ allowPrivateNetwork: false, resolve: async () => addresses })
    const failure = await failureOf(fetcher.fetch('http://mixed.test/'))
    expect(failure.code).toBe('FETCH_REFUSED')
    for (const address of addresses)
      expect(JSON.stringify([failure.message, failure.details])).not.toContain(address)
  })

  it.each(['http://127.0.0.1:1/', 'http://localhost/', 'http://inside.test/', '//[::1]/', 'http://0x7f.1/'])(
    'are judged again on a redirect to %s',
    async (location) => {
      const port = await listen(createServer((_, response) => response.writeHead(302, { location }).end()))
      const wanted = divertConnections(port)
      const resolve = async (host: string) => (host === 'inside.test' ? ['10.0.0.1'] : ['93.184.215.14'])
      const fetcher = systemFetcher({ allowPrivateNetwork: false, resolve })
      expect(await failureOf(fetcher.fetch('http://outside.test/'))).toMatchObject({ code: 'FETCH_REFUSED' })
      expect(wanted).toHaveLength(1)
    },
  )

  it('without addresses are not known, and with nonsense for one nothing is connected to', async () => {
    const none = systemFetcher({ allowPrivateNetwork: true, resolve: async () => [] })
    expect((await failureOf(none.fetch('http://none.test/'))).message).toContain('unknown host')
    const nonsense = systemFetcher({ allowPrivateNetwork: true, resolve: async () => ['localhost'] })
    expect(await failureOf(nonsense.fetch('http://none.test/'))).toMatchObject({ code: 'FETCH_ERROR' })
  })

  it('that take too long to look up end at the deadline, and no connection follows', async () => {
    let connections = 0
    const port = await listen(createRawServer(() => connections++))
    let answer = (_: string[]) => {}
    const resolve = () => new Promise<string[]>((done) => (answer = done))
    const fetcher = systemFetcher({ allowPrivateNetwork: true, resolve })
    const failure = await failureOf(fetcher.fetch(`http://slow.test:${port}/`, { timeout: 50 }))
    expect(failure.code).toBe('FETCH_TIMEOUT')
    answer(['127.0.0.1'])
    await new Promise((done) => setTimeout(done, 50))
    expect(connections).toBe(0)
  })

  it('of the system work', async () => {
    const port = await listen(createServer((_, response) => response.end('ok')))
    const fetcher = systemFetcher({ allowPrivateNetwork: true })
    expect(await fetcher.fetch(`http://localhost:${port}/`)).toMatchObject({ status: 200 })
    expect(await fetcher.fetch(`http://127.1:${port}/`)).toMatchObject({ url: `http://127.0.0.1:${port}/` })
  })
})

describe('servers that misbehave', () => {
  async function serveOnce(listener: RequestListener) {
    const server = createServer(listener)
    const port = await listen(server)
    const hungUp = new Promise((done) => server.once('connection', (socket) => socket.once('close', done)))
    return { url: `http://docs.test:${port}/?key=secret`, hungUp }
  }

  async function serveRaw(answer: string | Buffer) {
    const server = createRawServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(answer))
    })
    return `http://docs.test:${await listen(server)}/`
  }

  it('answer without reading what is sent: the connection ends all the same', async () => {
    const server = createRawServer((socket) => {
      socket.once('data', () => {
        socket.pause()
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      })
    })
    const connected = once(server, 'connection')
    const url = `http://docs.test:${await listen(server)}/`
    const answer = await local.fetch(url, { method: 'POST', body: 'x'.repeat(20_000_000) })
    expect(answer.status).toBe(200)
    const [socket] = (await connected) as [Socket]
    // Who does not read is told only when they write.
    const writing = setInterval(() => socket.write('more'), 10)
    await new Promise((done) => socket.once('error', done))
    clearInterval(writing)
  })

  it('announce too much: nothing is read and the connection ends', async () => {
    const { url, hungUp } = await serveOnce((_, response) => {
      response.writeHead(200, { 'content-length': 11_000_000 }).write('x')
    })
    const failure = await failureOf(local.fetch(url))
    expect(failure.code).toBe('FETCH_TOO_LARGE')
    expect(failure.message).toContain('10 MB')
    await hungUp
  })

  it('send without end: the connection ends at the limit', async () => {
    const { url, hungUp } = await serveOnce((_, response) => {
      const pour = () => {
        while (response.writable && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', pour)
      pour()
    })
    expect(await failureOf(local.fetch(url, { maxBytes: 1_000_000 }))).toMatchObject({
      code: 'FETCH_TOO_LARGE',
    })
    await hungUp
  })

  it('drip: the deadline counts for the whole body and the connection ends', async () => {
    const { url, hungUp } = await serveOnce((_, response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    })
    expect(await failureOf(local.fetch(url, { timeout: 200 }))).toMatchObject({ code: 'FETCH_TIMEOUT' })
    await hungUp
  })

  it('redirect slowly: the deadline counts for all of it', async () => {
    const server = createServer((_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 80)
    })
    const url = `http://docs.test:${await listen(server)}/`
    const failure = await failureOf(local.fetch(url, { timeout: 200, maxRedirects: 100 }))
    expect(failure.code).toBe('FETCH_TIMEOUT')
  })

  it('redirect with a body that never ends: it is not read', async () => {
    const { url, hungUp } = await serveOnce((request, response) => {
      if (request.url === '/there') return response.end('there')
      response.writeHead(302, { location: '/there' }).write('x')
    })
    expect((await local.fetch(url)).body.toString()).toBe('there')
    await hungUp
  })

  it('redirect to letters that are not ASCII: they are read as UTF-8', async () => {
    const { url } = await serveOnce((request, response) => {
      if (request.url === '/%C3%BCber') return response.end('there')
      response.writeHead(302, { location: Buffer.from('/über').toString('latin1') }).end()
    })
    expect((await local.fetch(url)).body.toString()).toBe('there')
  })

  it.each([
    ['at once', ''],
    ['in the headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['in the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
    ['in a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel'],
    ['to speak another protocol', 'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
  ])('hang up %s', async (_, answer) => {
    const failure = await failureOf(local.fetch(await serveRaw(answer)))
    expect(failure.code).toBe('FETCH_ERROR')
    expect(failure.message).toMatch(/^docs\.test:\d+ closed the connection before its answer was complete$/)
  })

  it.each([
    ['speak no HTTP', '220 mail.test ESMTP\r\n', 'FETCH_ERROR', 'does not answer in HTTP'],
    [
      'send endless headers',
      `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`,
      'FETCH_TOO_LARGE',
      '16 KB',
    ],
    ['send many headers', `HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(9_000)}\r\n`, 'FETCH_TOO_LARGE', '16 KB'],
  ])('%s', async (_, answer, code, words) => {
    const failure = await failureOf(local.fetch(await serveRaw(answer)))
    expect(failure.code).toBe(code)
    expect(failure.message).toContain(words)
  })

  it('send a byte a chunk: the body comes out whole', async () => {
    const chunks = '1\r\nx\r\n'.repeat(200_000)
    const url = await serveRaw(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)
    expect((await local.fetch(url)).body.equals(Buffer.alloc(200_000, 'x'))).toBe(true)
  })

  it('are not there: the port is to be checked', async () => {
    const server = createRawServer()
    const port = await listen(server)
    await new Promise((done) => server.close(done))
    const failure = await failureOf(local.fetch(`http://docs.test:${port}/`))
    expect(failure.code).toBe('FETCH_ERROR')
    expect(failure.message).toContain('check the port')
  })

  it('are not asked with a header that is none, and the failure does not show it', async () => {
    const { url } = await serveOnce((_, response) => response.end())
    for (const [name, value] of [
      ['x-key', 'secret\r\nHost: evil'],
      ['x key', 'secret'],
    ] as const) {
      const failure = await failureOf(local.fetch(url, { headers: { [name]: value } }))
      expect(failure.message).toContain('a header is not valid')
      expect(String(failure.cause)).not.toContain('secret')
    }
  })
})

it('proxies named in the environment are ignored', async () => {
  const port = await listen(createServer((_, response) => response.end('straight')))
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:1')
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  const answer = await local.fetch(`http://docs.test:${port}/`).finally(() => vi.unstubAllEnvs())
  expect(answer.body.toString()).toBe('straight')
})

describe('https', () => {
  // Signed by itself for secure.test, good until 2120, and of no use anywhere else.
  const pem = (kind: string, body: string) => `-----BEGIN ${kind}-----\n${body}\n-----END ${kind}-----\n`
  const key = pem(
    'PRIVATE KEY',
    `MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxLPSw4wuF90Bi0Lc
g1EIEANFEYPY/QvjhU04q5RzmimhRANCAAS4QC2OHWz/fJjICdnQwyemFKrfZTki
cfP0EyYu0z17vO7MV37vhGABPmNbiv5cN1uHy4DVFLQO3FF7CjJ0WSvQ`,
  )
  const cert = pem(
    'CERTIFICATE',
    `MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtzZWN1cmUu
dGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UE
AwwLc2VjdXJlLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS4QC2OHWz/
fJjICdnQwyemFKrfZTkicfP0EyYu0z17vO7MV37vhGABPmNbiv5cN1uHy4DVFLQO
3FF7CjJ0WSvQo0owSDAPBgNVHRMBAf8EBTADAQH/MBYGA1UdEQQPMA2CC3NlY3Vy
ZS50ZXN0MB0GA1UdDgQWBBQTWGmtPvDyHmtQ7Xjqodb+mmRSBTAKBggqhkjOPQQD
AgNHADBEAiBnIA4pLoCJVbUT9UozUePVaFzBvO8VGb86Ho63bnirbQIgPxEU6oJI
zqSb131cu+DGgiUAvc2MHBJfAUhKOibQYog=`,
  )
  const secure = () => listen(createSecureServer({ key, cert }, (_, response) => response.end('secret')))
  const trusting = systemFetcher({ allowPrivateNetwork: true, resolve, authorities: cert })

  it('works when the certificate is for the name, not the address', async () => {
    const port = await secure()
    for (const host of ['secure.test', 'secure.test.', 'SECURE.test']) {
      expect(await trusting.fetch(`https://${host}:${port}/`)).toMatchObject({
        status: 200,
        url: `https://secure.test:${port}/`,
      })
    }
  })

  it.each(['other.test', '127.0.0.1'])('fails when the certificate is not for %s', async (host) => {
    const failure = await failureOf(trusting.fetch(`https://${host}:${await secure()}/`))
    expect(failure.code).toBe('FETCH_ERROR')
    expect(failure.message).toContain('has a certificate for another host name')
  })

  it('fails when nobody vouches for the certificate, whatever the environment says', async () => {
    const port = await secure()
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const failure = await failureOf(local.fetch(`https://secure.test:${port}/`)).finally(() =>
      vi.unstubAllEnvs(),
    )
    expect(failure.code).toBe('FETCH_ERROR')
    expect(failure.message).toBe(`secure.test:${port} has a certificate from an unknown authority`)
  })

  it('fails in words where only http is spoken, and the other way round', async () => {
    const plain = await listen(createServer((_, response) => response.end()))
    const failure = await failureOf(local.fetch(`https://docs.test:${plain}/`))
    expect(failure.message).toContain('does not speak https')
    expect(await failureOf(local.fetch(`http://docs.test:${await secure()}/`))).toMatchObject({
      code: 'FETCH_ERROR',
    })
  })

  it('does not carry its secrets over to http', async () => {
    const seen: unknown[] = []
    const plain = await listen(
      createServer((request, response) => response.end(String(seen.push(request.headers.authorization)))),
    )
    const location = `http://secure.test:${plain}/`
    const port = await listen(
      createSecureServer({ key, cert }, (_, response) => response.writeHead(302, { location }).end()),
    )
    await trusting.fetch(`https://secure.test:${port}/`, { headers: { authorization: 'Bearer s' } })
    expect(seen).toEqual([undefined])
  })
})

it('a fake page can fail on purpose', async () => {
  const failure = new FetchFailure('FETCH_TIMEOUT', 'too slow')
  const fetcher = fakeFetcher({ 'https://docs.test': failure, 'https://docs.test/b': async () => failure })
  for (const path of ['', '/b'])
    expect(await failureOf(fetcher.fetch(`https://docs.test${path}`))).toBe(failure)
})
