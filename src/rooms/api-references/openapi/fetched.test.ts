import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Server } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'
import { type SystemFetcherOptions, systemFetcher } from '../../../world/network/fetcher.ts'

const info = { title: 'Pets', version: '1' }
const PETS = { openapi: '3.1.0', info, paths: { '/pets': { get: { summary: 'List' } } } }

async function listen(server: Server) {
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

const resolve = async () => ['127.0.0.1']

type SourceOptions = Partial<SystemFetcherOptions> & { timeout?: number }

/** A real server as the only source there is, and the real fetcher. */
async function openSource(listener: RequestListener, options: SourceOptions = {}) {
  return openAt(await listen(createServer(listener)), options)
}

async function openAt(port: number, { timeout, ...options }: SourceOptions = {}) {
  const setting = await openTestServices()
  const { as, admin, organization, services, drain } = setting
  const real = systemFetcher({ allowPrivateNetwork: true, resolve, ...options })
  services.fetcher.fetch = (url, asked) => real.fetch(url, { ...asked, ...(timeout && { timeout }) })
  const at = `${organization.url}/openapi/pets`
  const url = `http://api.test:${port}/openapi.json`
  const process = async () => {
    await drain()
    return as(admin).get(at)
  }
  return {
    ...setting,
    at,
    url,
    process,
    put: async (source: object = { url }) => {
      await as(admin).put(at, { source })
      return process()
    },
    refresh: async () => {
      setting.tick(1 / 12)
      await services.queue.send(services.database.db, 'openapi.refresh', {})
      await drain()
      setting.tick(1 / 24)
      return process()
    },
  }
}

function serve(files: Record<string, unknown>): RequestListener {
  return (request, response) => {
    const file = files[request.url ?? '']
    if (file === undefined) return response.writeHead(404).end()
    response.end(typeof file === 'string' ? file : JSON.stringify(file))
  }
}

describe('a specification at an address', () => {
  it('is fetched, with all that it refers to', async () => {
    const { as, admin, at, url, put } = await openSource(
      serve({
        '/openapi.json': { ...PETS, components: { schemas: { Pet: { $ref: 'parts/pet.yaml' } } } },
        '/parts/pet.yaml': 'properties:\n  owner: {$ref: "owner.json#/Owner"}\n',
        '/parts/owner.json': { Owner: { type: 'string' } },
      }),
    )
    const spec = await put()
    expect(spec).toMatchObject({ sourceURL: url, processingState: 'complete' })
    expect(spec).not.toHaveProperty('lastProcessErrorCode')
    const content = await as(admin).get(`${at}/versions/latest/content`)
    expect(content.url).toBe(url)
    expect(Object.keys(content.filesystem).map((name) => new URL(name).pathname)).toEqual([
      '/openapi.json',
      '/parts/pet.yaml',
      '/parts/owner.json',
    ])
    const { components } = await as(admin).get(`${at}/document`)
    expect(components.schemas).toEqual({
      Pet: { $ref: '#/components/schemas/pet' },
      pet: { properties: { owner: { $ref: '#/components/schemas/Owner' } } },
      Owner: { type: 'string' },
    })
  })

  it('is asked again every hour, and only read when it is another one', async () => {
    const asked: (string | undefined)[] = []
    let [tag, said] = ['"1"', PETS]
    const { as, admin, at, put, refresh, events } = await openSource((request, response) => {
      asked.push(request.headers['if-none-match'])
      if (request.headers['if-none-match'] === tag) return response.writeHead(304).end()
      response.writeHead(200, { etag: tag }).end(JSON.stringify(said))
    })
    const first = await put()
    const second = await refresh()
    expect(second.lastVersion).toBe(first.lastVersion)
    expect(Date.parse(second.lastProcessedAt)).toBeGreaterThan(Date.parse(first.lastProcessedAt))
    ;[tag, said] = ['"2"', { ...PETS, info: { ...info, version: '2' } }]
    const third = await refresh()
    expect(third.lastVersion).not.toBe(first.lastVersion)
    expect(asked).toEqual([undefined, '"1"', '"1"'])
    expect((await as(admin).get(`${at}/versions`)).count).toBe(2)
    const processed = (await events()).filter(({ type }) => type === 'openapi.spec_processed')
    expect(processed).toHaveLength(2)
  })

  it('is not asked again before it is due', async () => {
    let asked = 0
    const { put, services, process } = await openSource((_request, response) => {
      asked++
      response.end(JSON.stringify(PETS))
    })
    await put()
    await services.queue.send(services.database.db, 'openapi.refresh', {})
    await process()
    expect(asked).toBe(1)
  })

  it('keeps its last version while it fails, and is well again by itself', async () => {
    let isBroken = false
    const { put, refresh } = await openSource((_request, response) =>
      isBroken ? response.writeHead(500).end() : response.end(JSON.stringify(PETS)),
    )
    const first = await put()
    isBroken = true
    const failed = await refresh()
    expect(failed).toMatchObject({ lastVersion: first.lastVersion, lastProcessErrorCode: 'FETCH_ERROR' })
    expect(failed.lastProcessedErrors[0].message).toMatch(/answers 500; check that it opens in a browser/)
    isBroken = false
    const mended = await refresh()
    expect(mended.lastVersion).toBe(first.lastVersion)
    expect(mended).not.toHaveProperty('lastProcessErrorCode')
  })

  it('may be redirected, and is called by where it is then, without what is signed', async () => {
    const { as, admin, at, put } = await openSource((request, response) =>
      request.url === '/openapi.json'
        ? response.writeHead(302, { location: '/moved/api.json?signature=secret' }).end()
        : response.end(JSON.stringify(PETS)),
    )
    await put()
    const { filesystem } = await as(admin).get(`${at}/versions/latest/content`)
    expect(Object.keys(filesystem).map((name) => new URL(name).pathname + new URL(name).search)).toEqual([
      '/moved/api.json',
    ])
  })
})

describe('an address that does not give a specification', () => {
  async function failureOf(opened: ReturnType<typeof openAt>, source?: object) {
    const { put } = await opened
    const spec = await put(source)
    expect(spec).toMatchObject({ processingState: 'complete' })
    expect(spec).not.toHaveProperty('lastVersion')
    return `${spec.lastProcessErrorCode}: ${spec.lastProcessedErrors[0].message}`
  }

  it('is told when it is slow, in its head or in its body', async () => {
    const timeout = 1_000
    expect(await failureOf(openSource(() => {}, { timeout }))).toMatch(
      /^FETCH_TIMEOUT: .* did not answer in full within 1 s/,
    )
    const drips = openSource((_request, response) => void response.write('{'), { timeout })
    expect(await failureOf(drips)).toMatch(/^FETCH_TIMEOUT: /)
  })

  it('is told when it fails', async () => {
    expect(await failureOf(openSource(serve({})))).toMatch(/^FETCH_ERROR: .*\/openapi\.json answers 404/)
    const closed = openSource((_request, response) => response.writeHead(401).end())
    expect(await failureOf(closed)).toMatch(/answers 401; make it public, or send it as text/)
    expect(await failureOf(openSource((request) => request.destroy()))).toMatch(
      /^FETCH_ERROR: .* closed the connection/,
    )
    const round = openSource((request, response) => response.writeHead(302, { location: request.url }).end())
    expect(await failureOf(round)).toMatch(/^FETCH_ERROR: .* redirect loop/)
  })

  it('is told when it is huge, or lies about its length', async () => {
    const huge = openSource((_request, response) => {
      const piece = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        while (response.write(piece));
        response.once('drain', more)
      }
      more()
    })
    expect(await failureOf(huge)).toMatch(/^FETCH_ERROR: .* larger than the limit of 20\.9 MB|^FETCH_TIMEOUT/)
    const lying = createRawServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{'))
      socket.on('error', () => {})
    })
    expect(await failureOf(openAt(await listen(lying)))).toMatch(/^FETCH_ERROR: .* closed the connection/)
  })

  it('is told when it is in a private network, by name, by number, or by a name that changes its mind', async () => {
    const outside = { allowPrivateNetwork: false }
    const listener = serve({ '/openapi.json': PETS })
    expect(await failureOf(openSource(listener, outside))).toMatch(/^FETCH_ERROR: .* is a private address/)
    const loopback = failureOf(openSource(listener, outside), { url: 'http://127.0.0.1/openapi.json' })
    expect(await loopback).toMatch(/^FETCH_ERROR: .* is a private address/)
    let asked = 0
    const resolve = async () => (asked++ === 0 ? ['203.0.113.7', '127.0.0.1'] : ['127.0.0.1'])
    expect(await failureOf(openSource(listener, { ...outside, resolve }))).toMatch(/is a private address/)
    expect(asked).toBe(1)
  })

  it('is told when it is something else', async () => {
    const page = openSource((_request, response) => response.end('<!doctype html><title>Sign in</title>'))
    expect(await failureOf(page)).toMatch(/^PARSE_ERROR: openapi\.json is a web page/)
  })
})

describe('files that a specification refers to', () => {
  const referring = ($ref: string) => ({ ...PETS, components: { schemas: { A: { $ref } } } })
  const PLACE = 'line 1, components › schemas › A › \\$ref: '

  async function failureFor($ref: string, more: Record<string, unknown> = {}) {
    const { put } = await openSource(serve({ '/openapi.json': referring($ref), ...more }))
    const spec = await put()
    expect(spec).not.toHaveProperty('lastVersion')
    return `${spec.lastProcessErrorCode}: ${spec.lastProcessedErrors[0].message}`
  }

  it('are told with the place that refers to them', async () => {
    expect(await failureFor('missing.json')).toMatch(
      new RegExp(`^FETCH_ERROR: .*${PLACE}.*missing.json answers 404`),
    )
    expect(await failureFor('file:///etc/passwd')).toMatch(
      new RegExp(`^PARSE_ERROR: .*${PLACE}.*must be a URL`),
    )
    expect(await failureFor('broken.json', { '/broken.json': '{' })).toMatch(
      /^PARSE_ERROR: broken\.json, line 1/,
    )
  })

  it('are not fetched from this machine for a text that a stranger sent', async () => {
    const asked: unknown[] = []
    const { put, url } = await openSource(({ url }) => void asked.push(url), { allowPrivateNetwork: false })
    for (const $ref of [url, 'http://localhost/x.json', 'http://[::1]/x.json']) {
      const spec = await put({ text: JSON.stringify(referring($ref)) })
      expect(spec.lastProcessErrorCode).toBe('FETCH_ERROR')
      expect(spec.lastProcessedErrors[0].message).toMatch(/is a private address/)
    }
    expect(asked).toEqual([])
  })

  it('come to an end, however they refer to each other', async () => {
    let asked = 0
    const { put } = await openSource((_request, response) => {
      response.end(JSON.stringify(referring(`next-${++asked}.json`)))
    })
    const spec = await put()
    expect(spec.lastProcessErrorCode).toBe('PARSE_ERROR')
    expect(spec.lastProcessedErrors[0].message).toMatch(/more than 20 files deep/)
    expect(asked).toBeLessThan(25)
  })

  it('may go in a circle', async () => {
    const { put } = await openSource(
      serve({
        '/openapi.json': referring('b.json'),
        '/b.json': { items: { $ref: 'openapi.json#/components/schemas/A' } },
      }),
    )
    expect(await put()).toHaveProperty('lastVersion')
  })
})
