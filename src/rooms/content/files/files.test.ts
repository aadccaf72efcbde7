import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { buildTestServices, furnish, openTestServices, type Person } from '../../../../test/services.ts'
import { SYSTEM } from '../../../kit/domain/context.ts'
import { runJob } from '../../../services.ts'
import { downloadUrl } from '../pages/reading/downloads.ts'
import { forgetUploads, sweepBlobs } from './jobs.ts'
import { openUpload } from './uploads.ts'

const HOUR = 1 / 24
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

type Setting = Awaited<ReturnType<typeof furnish>>

async function openSetting(setting?: Setting) {
  const services = setting ?? (await openTestServices())
  const { as, admin, organization } = services
  const space = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
  const ctx = services.services.outside(SYSTEM)
  return {
    ...services,
    space,
    ctx,
    /** The path of a file in the space. */
    file: async (content: string, { name = 'file.txt', contentType = 'text/plain' } = {}) => {
      const blob = await ctx.blobs.put(Buffer.from(content))
      const record = { id: 'file', name, contentType, size: content.length, blob }
      return pathOf(downloadUrl(ctx, space, record))
    },
    get: (url: string, headers: Record<string, string> = {}) => services.app.inject({ url, headers }),
    announce: (file: object = {}, kind = 'import_file', person: Person = admin, status = 201) =>
      as(person).post(
        `${organization.url}/storage/upload`,
        { file: { name: 'a.zip', type: 'application/zip', size: 26, ...file }, kind },
        status,
      ),
    send: (url: string, payload: string | Readable = LETTERS, type = 'application/zip') =>
      services.app.inject({ method: 'PUT', url: pathOf(url), payload, headers: { 'content-type': type } }),
  }
}

function pathOf(url: string) {
  return url.replace('http://quire.test', '')
}

describe('the address of a file', () => {
  it('opens without a token and may be kept', async () => {
    const { file, get } = await openSetting()
    const { statusCode, body, headers } = await get(await file('Hello'))
    expect([statusCode, body]).toEqual([200, 'Hello'])
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '5',
      'cache-control': 'private, max-age=604800, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers.etag).toMatch(/^"[\w-]{43}"$/)
  })

  it('is not good when forged, expired, or for another file', async () => {
    const { file, get, tick } = await openSetting()
    const [url, other] = [await file('One'), await file('Two')]
    const answers = await Promise.all([
      get(url.replace(/signature=./, 'signature=!')),
      get(url.replace(/&signature=.*/, '')),
      get(url.replace(/\?.*/, '')),
      get(url.replace('text%2Fplain', 'text%2Fhtml')),
      get(url.replace(/expires=\d/, 'expires=9')),
      get(url.replace('file.txt', 'page.html')),
      get(url.replace(/\?.*/, other.slice(other.indexOf('?')))),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404, 404])
    expect(answers[0]?.json().error).toMatchObject({
      code: 404,
      message: 'File not found, or you do not have access to it',
    })
    expect(answers[0]?.headers['cache-control']).toBe('private, no-cache')
    tick(6)
    expect((await get(url)).statusCode).toBe(200)
    tick(9)
    expect((await get(url)).statusCode).toBe(404)
  })

  it('is closed while the space is in the trash', async () => {
    const { file, get, as, admin, space } = await openSetting()
    const url = await file('Hello')
    await as(admin).delete(`/v1/spaces/${space.id}`, 205)
    expect((await get(url)).statusCode).toBe(404)
    await as(admin).post(`/v1/spaces/${space.id}/restore`, undefined, 200)
    expect((await get(url)).statusCode).toBe(200)
  })

  it('leads nowhere when the bytes are gone, and says so in a way that is not kept', async () => {
    const { ctx, space, get, app } = await openSetting()
    const blob = 'x'.repeat(43)
    const record = { id: 'file', name: 'a', contentType: 'image/png', size: 1, blob }
    const url = pathOf(downloadUrl(ctx, space, record))
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(404)
    expect((await get(url, { range: 'bytes=-1' })).statusCode).toBe(404)
  })

  it('answers what the client has with nothing, and HEAD with the headers', async () => {
    const { file, get, app } = await openSetting()
    const url = await file(LETTERS)
    const { etag = '' } = (await get(url)).headers
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(url, { 'if-none-match': String(known) })
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag])
      expect(answer.headers['content-length']).toBeUndefined()
    }
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)

    const head = await app.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-1' } })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '26'])
    expect(head.headers.etag).toBe(etag)
  })

  it('takes names of every script, and hides none of their letters', async () => {
    const { file, get } = await openSetting()
    const dispositionOf = async (name: string) =>
      (await get(await file('x', { name }))).headers['content-disposition']
    expect(await dispositionOf('Übersicht "neu" (1)*.txt')).toBe(
      `inline; filename="_bersicht _neu_ (1)*.txt"; filename*=UTF-8''%C3%9Cbersicht%20%22neu%22%20%281%29%2A.txt`,
    )
    expect(await dispositionOf("50%;\\it's.txt")).toBe(
      `inline; filename="50_;_it's.txt"; filename*=UTF-8''50%25%3B%5Cit%27s.txt`,
    )
    expect(await dispositionOf('概'.repeat(256))).toContain('%E6%A6%82')
  })
})

describe('types of files', () => {
  const OCTETS = 'application/octet-stream'
  const cases: [declared: string, type: string, disposition: 'inline' | 'attachment'][] = [
    ['image/png', 'image/png', 'inline'],
    ['image/jpeg', 'image/jpeg', 'inline'],
    ['image/gif', 'image/gif', 'inline'],
    ['image/webp', 'image/webp', 'inline'],
    ['image/avif', 'image/avif', 'inline'],
    ['image/svg+xml', 'image/svg+xml', 'inline'],
    ['IMAGE/SVG+XML; charset=utf-8', 'image/svg+xml', 'inline'],
    ['image/tiff', 'image/tiff', 'attachment'],
    ['video/mp4', 'video/mp4', 'inline'],
    ['audio/ogg; codecs=opus', 'audio/ogg', 'inline'],
    ['application/pdf', 'application/pdf', 'inline'],
    ['text/plain', 'text/plain; charset=utf-8', 'inline'],
    ['text/plain; charset=ISO-8859-1', 'text/plain; charset=iso-8859-1', 'inline'],
    ['text/csv', 'text/csv; charset=utf-8', 'attachment'],
    ['application/json', 'application/json', 'attachment'],
    ['application/zip', 'application/zip', 'attachment'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'attachment',
    ],
    ['text/html', OCTETS, 'attachment'],
    ['TEXT/HTML;charset=utf-8', OCTETS, 'attachment'],
    ['application/xhtml+xml', OCTETS, 'attachment'],
    ['application/xml', OCTETS, 'attachment'],
    ['text/xml', OCTETS, 'attachment'],
    ['application/rss+xml', OCTETS, 'attachment'],
    ['text/javascript', OCTETS, 'attachment'],
    ['application/x-javascript', OCTETS, 'attachment'],
    ['text/javascript1.5', OCTETS, 'attachment'],
    ['text/css', OCTETS, 'attachment'],
    ['multipart/related', OCTETS, 'attachment'],
    ['message/rfc822', OCTETS, 'attachment'],
    ['nonsense', OCTETS, 'attachment'],
    ['text/plain\r\nset-cookie: a=b', OCTETS, 'attachment'],
    ['', OCTETS, 'attachment'],
  ]

  it.each(cases)('%j is sent as %s, %s', async (contentType, type, disposition) => {
    const { file, get } = await openSetting()
    const { statusCode, headers } = await get(await file('<script>alert(1)</script>', { contentType }))
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition}; `))
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /)
    expect(headers['content-security-policy']).not.toContain('script')
  })

  it('puts all but PDF into a sandbox, and lets drawings have styles', async () => {
    const { file, get } = await openSetting()
    const policyOf = async (contentType: string) =>
      (await get(await file('x', { contentType }))).headers['content-security-policy']
    expect(await policyOf('image/svg+xml')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    expect(await policyOf('text/html')).toBe("default-src 'none'; sandbox")
    expect(await policyOf('application/zip')).toBe("default-src 'none'; sandbox")
    expect(await policyOf('image/png')).toMatch(/; sandbox$/)
    expect(await policyOf('text/plain')).toMatch(/; sandbox$/)
    expect(await policyOf('application/pdf')).not.toContain('sandbox')
  })
})

describe('parts of a file', () => {
  const cases: [range: string, status: number, contentRange: string | undefined, body: string][] = [
    ['bytes=0-4', 206, 'bytes 0-4/26', 'abcde'],
    ['bytes=0-0', 206, 'bytes 0-0/26', 'a'],
    ['bytes=20-', 206, 'bytes 20-25/26', 'uvwxyz'],
    ['bytes=20-99', 206, 'bytes 20-25/26', 'uvwxyz'],
    ['bytes=25-25', 206, 'bytes 25-25/26', 'z'],
    ['bytes=-3', 206, 'bytes 23-25/26', 'xyz'],
    ['bytes=-99', 206, 'bytes 0-25/26', LETTERS],
    [`bytes=24-${'9'.repeat(40)}`, 206, 'bytes 24-25/26', 'yz'],
    ['BYTES=1-2', 206, 'bytes 1-2/26', 'bc'],
    ['bytes=26-', 416, 'bytes */26', ''],
    ['bytes=26-30', 416, 'bytes */26', ''],
    [`bytes=${'9'.repeat(400)}-`, 416, 'bytes */26', ''],
    ['bytes=-0', 416, 'bytes */26', ''],
    ['bytes=0-1,4-5', 200, undefined, LETTERS],
    ['bytes=5-2', 200, undefined, LETTERS],
    ['bytes=-', 200, undefined, LETTERS],
    ['bytes=a-b', 200, undefined, LETTERS],
    ['lines=0-4', 200, undefined, LETTERS],
  ]

  it.each(cases)('%s is answered %i', async (range, status, contentRange, body) => {
    const { file, get } = await openSetting()
    const answer = await get(await file(LETTERS), { range })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-range']).toBe(contentRange)
    if (status === 416) return expect(answer.json().error.code).toBe(416)
    expect(answer.body).toBe(body)
    expect(answer.headers['content-length']).toBe(String(body.length))
  })

  it('are only given of the version that the client has', async () => {
    const { file, get } = await openSetting()
    const url = await file(LETTERS)
    const etag = String((await get(url)).headers.etag)
    const statusWith = async (ifRange: string) =>
      (await get(url, { range: 'bytes=0-1', 'if-range': ifRange })).statusCode
    expect(await statusWith(etag)).toBe(206)
    expect(await statusWith(`W/${etag}`)).toBe(200)
    expect(await statusWith('"other"')).toBe(200)
    expect(await statusWith('Wed, 21 Oct 2026 07:28:00 GMT')).toBe(200)
  })

  it('do not exist in an empty file', async () => {
    const { file, get } = await openSetting()
    const url = await file('')
    expect((await get(url)).headers['content-length']).toBe('0')
    expect((await get(url, { range: 'bytes=0-' })).headers['content-range']).toBe('bytes */0')
    expect((await get(url, { range: 'bytes=-5' })).statusCode).toBe(200)
  })
})

describe('a client that hangs up', () => {
  it('leaves no stream open', async () => {
    const built = await buildTestServices()
    const { file } = await openSetting(await furnish(built))
    const url = await file('x')
    const streams: Readable[] = []
    built.services.blobs.get = async () => {
      // More than any buffer on the way holds.
      const stream = Readable.from(endlessly(Buffer.alloc(65_536)))
      streams.push(stream)
      return { stream, size: 10 ** 9 }
    }
    await built.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = built.app.server.address() as AddressInfo
    const asking = httpRequest({ port, host: '127.0.0.1', path: url })
    asking.on('error', () => {})
    asking.end()
    const [answer] = await once(asking, 'response')
    await once(answer, 'data')
    asking.destroy()
    await expect.poll(() => streams.map(({ destroyed }) => destroyed)).toEqual([true])
  })

  it('leaves none either when it is gone before the first byte', async () => {
    const built = await buildTestServices()
    const { file } = await openSetting(await furnish(built))
    const url = await file('x')
    const stream = Readable.from(endlessly(Buffer.alloc(65_536)))
    await built.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = built.app.server.address() as AddressInfo
    const asking = httpRequest({ port, host: '127.0.0.1', path: url })
    asking.on('error', () => {})
    built.services.blobs.get = async () => {
      asking.destroy()
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { stream, size: 10 ** 9 }
    }
    asking.end()
    await expect.poll(() => stream.destroyed).toBe(true)
  })
})

async function* endlessly(chunk: Buffer) {
  for (;;) yield chunk
}

describe('an upload', () => {
  it('is announced, sent and opened, by its key or its address', async () => {
    const { announce, send, ctx, organization } = await openSetting()
    const { object, url, key } = await announce()
    expect(object).toBe('storage-signed-url')
    expect(url).toContain(`http://quire.test/uploads/${organization.id}/${key}?`)
    expect(await openUpload(ctx, organization.id, key)).toBeUndefined()

    const answer = await send(url)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    const upload = await openUpload(ctx, organization.id, key)
    expect(upload).toMatchObject({ name: 'a.zip', contentType: 'application/zip', size: 26 })
    expect(String(await ctx.blobs.read(upload?.blob ?? ''))).toBe(LETTERS)
    expect(await openUpload(ctx, organization.id, url)).toEqual(upload)

    expect(await openUpload(ctx, 'elsewhere', key)).toBeUndefined()
    expect(await openUpload(ctx, organization.id, url.replace('quire.test', 'example.org'))).toBeUndefined()
    expect(await openUpload(ctx, organization.id, 'https://example.org/image.png')).toBeUndefined()
  })

  it('may be sent again, and the last time counts', async () => {
    const { announce, send, ctx, organization } = await openSetting()
    const { url, key } = await announce()
    expect((await send(url)).statusCode).toBe(204)
    expect((await send(url)).statusCode).toBe(204)
    expect((await send(url, LETTERS.toUpperCase())).statusCode).toBe(204)
    const upload = await openUpload(ctx, organization.id, key)
    expect(String(await ctx.blobs.read(upload?.blob ?? ''))).toBe(LETTERS.toUpperCase())
  })

  it('is exactly as large as announced, whether its length is told or not', async () => {
    const { announce, send, ctx, organization } = await openSetting()
    const { url, key } = await announce()
    const unmeasured = (text: string) =>
      Readable.from([Buffer.from(text.slice(0, 9)), Buffer.from(text.slice(9))])
    for (const larger of [`${LETTERS}!`, unmeasured(`${LETTERS}!`), unmeasured(LETTERS.repeat(99))]) {
      const answer = await send(url, larger)
      expect([answer.statusCode, answer.json().error.details]).toEqual([413, { size: 26 }])
    }
    for (const shorter of ['abc', unmeasured('abcdefghijklm'), '', unmeasured('')]) {
      const answer = await send(url, shorter)
      expect([answer.statusCode, answer.json().error.details.size]).toEqual([400, 26])
    }
    expect(await openUpload(ctx, organization.id, key)).toBeUndefined()
    expect((await send(url, unmeasured(LETTERS))).statusCode).toBe(204)
  })

  it('has the type that was announced', async () => {
    const { announce, send, app } = await openSetting()
    const { url } = await announce({ type: 'text/csv' })
    const wrong = await send(url, LETTERS, 'application/json')
    expect([wrong.statusCode, wrong.json().error.details]).toEqual([415, { contentType: 'text/csv' }])
    expect((await send(url, LETTERS, 'nonsense')).statusCode).toBe(415)
    const untold = await app.inject({ method: 'PUT', url: pathOf(url), payload: Readable.from([LETTERS]) })
    expect(untold.statusCode).toBe(415)
    expect((await send(url, LETTERS, 'Text/CSV; charset=utf-8')).statusCode).toBe(204)
  })

  it('of JSON is bytes as well, also when it is not valid', async () => {
    const { announce, send } = await openSetting()
    const { url } = await announce({ type: 'application/json', size: 3 })
    expect((await send(url, '{{{', 'application/json')).statusCode).toBe(204)
  })

  it('leaves the rule that other bodies are JSON', async () => {
    const { app, organization, admin } = await openSetting()
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/zip' }
    const url = `${organization.url}/spaces`
    expect((await app.inject({ method: 'POST', url, payload: 'x', headers })).statusCode).toBe(415)
  })

  it('comes to no address that is forged, expired or of another organization', async () => {
    const { announce, send, tick, organization } = await openSetting()
    const { url, key } = await announce()
    const other = await announce({ name: 'b.zip' })
    for (const bad of [
      url.replace(/signature=./, 'signature=!'),
      url.replace(/\?.*/, ''),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace(organization.id, 'elsewhere'),
      url.replace(key, other.key),
      url.replace(key, 'nothing'),
    ]) {
      expect((await send(bad)).statusCode, bad).toBe(404)
    }
    expect((await send(url.replace(key, '%00'))).statusCode).toBe(400)
    tick(0.9 * HOUR)
    expect((await send(url)).statusCode).toBe(204)
    tick(0.2 * HOUR)
    expect((await send(url)).statusCode).toBe(404)
  })

  it('can be opened for a day', async () => {
    const { announce, send, tick, ctx, organization } = await openSetting()
    const { url, key } = await announce()
    await send(url)
    tick(0.99)
    expect(await openUpload(ctx, organization.id, key)).toBeDefined()
    tick(0.02)
    expect(await openUpload(ctx, organization.id, key)).toBeUndefined()
  })

  it('that breaks off leaves nothing, and one that is refused is told why', async () => {
    const built = await buildTestServices()
    const { announce, ctx, organization } = await openSetting(await furnish(built))
    const { url, key } = await announce({ size: 10_000_000 })
    await built.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = built.app.server.address() as AddressInfo
    const start = () => {
      const sending = httpRequest({
        method: 'PUT',
        port,
        host: '127.0.0.1',
        path: pathOf(url),
        headers: { 'content-type': 'application/zip' },
      })
      sending.on('error', () => {})
      return sending
    }
    const broken = start()
    broken.write(Buffer.alloc(100_000))
    await new Promise((resolve) => setTimeout(resolve, 100))
    broken.destroy()

    const endless = start()
    Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(100_000))).pipe(endless)
    const [answer] = await once(endless, 'response')
    expect(answer.statusCode).toBe(413)
    endless.destroy()
    expect(await openUpload(ctx, organization.id, key)).toBeUndefined()
    expect(await allBlobs(ctx.blobs)).toEqual([])
  })
})

describe('announcing an upload', () => {
  it('is for those who may edit something', async () => {
    const {
      announce,
      stranger,
      guest,
      reader,
      commenter,
      editor,
      as,
      admin,
      space,
      organization,
      newMember,
    } = await openSetting()
    await announce({}, 'import_file', stranger, 404)
    await announce({}, 'import_file', guest, 403)
    await announce({}, 'import_file', reader, 403)
    await announce({}, 'import_file', commenter, 403)
    await announce({}, 'import_file', editor, 201)

    const invite = (role: string) =>
      as(admin).post(`/v1/spaces/${space.id}/permissions`, { users: [guest.id], role }, 204)
    await invite('comment')
    await announce({}, 'import_file', guest, 403)
    await invite('edit')
    await announce({}, 'import_file', guest, 201)

    const other = await newMember('other', 'read')
    const team = await as(admin).put(
      `${organization.url}/teams`,
      { title: 'Writers', members: [other.id] },
      201,
    )
    await announce({}, 'import_file', other, 403)
    await as(admin).post(`/v1/spaces/${space.id}/permissions`, { teams: [team.id], role: 'review' }, 204)
    await announce({}, 'import_file', other, 201)
  })

  it('counts what all members may edit, which guests are not', async () => {
    const { announce, guest, reader, as, admin, space } = await openSetting()
    await as(admin).patch(`/v1/spaces/${space.id}`, { defaultLevel: 'edit' }, 200)
    await announce({}, 'import_file', reader, 201)
    await announce({}, 'import_file', guest, 403)
  })

  it('refuses what is too large, or not a file', async () => {
    const { announce, admin } = await openSetting()
    const MB = 1024 * 1024
    await announce({ size: 100 * MB }, 'import_file', admin, 201)
    await announce({ size: 100 * MB + 1 }, 'import_file', admin, 400)
    await announce({ size: 2 * MB }, 'customization_font', admin, 201)
    const { error } = await announce({ size: 2 * MB + 1 }, 'customization_font', admin, 400)
    expect(error.details).toEqual({ field: 'body.file.size' })
    for (const file of [{ size: 0 }, { size: 1.5 }, { name: '' }, { name: 'x'.repeat(257) }, { type: 'zip' }])
      await announce(file, 'import_file', admin, 400)
    await announce({ type: 'text/plain\r\nx: y' }, 'import_file', admin, 400)
    await announce({}, 'avatar', admin, 400)
  })
})

async function allBlobs(blobs: Setting['services']['blobs']) {
  const hashes: string[] = []
  for await (const { hash } of blobs.list()) hashes.push(hash)
  return hashes
}

describe('sweeping', () => {
  it('forgets uploads after a day, and not before', async () => {
    const setting = await openSetting()
    const { announce, tick, services, sql, organization } = setting
    const keys = async () => {
      const { rows } = await sql<{ key: string }>(
        `select key from uploads where organization_id = '${organization.id}' order by created_at`,
      )
      return rows.map(({ key }) => key)
    }
    const early = await announce()
    tick(1)
    const late = await announce()
    await runJob(services, forgetUploads, {})
    expect(await keys()).toEqual([early.key, late.key])
    tick(0.1)
    await runJob(services, forgetUploads, {})
    await runJob(services, forgetUploads, {})
    expect(await keys()).toEqual([late.key])
  })

  it('deletes old bytes that nothing names, and keeps all others', async () => {
    const { services, announce, send, tick, ctx, organization, space, sql } = await openSetting(
      await furnish(await buildTestServices()),
    )
    const ofContent = await ctx.blobs.put(Buffer.from('named by content'))
    await services.database.db
      .insertInto('nodes')
      .values({
        hash: 'leaf',
        bytes: Buffer.from('n{}'),
        refs: ['other', ofContent],
        keptAt: ctx.clock.now(),
      })
      .execute()
    const ofSource = await ctx.blobs.put(Buffer.from('named by what a script computed'))
    await sql(`insert into computed_sources values ('${space.id}', 'key', 'books', '', '{}', '[]', '', null, now(),
      '[{ "blob": "${ofSource}" }]')`)
    const { url, key } = await announce()
    await send(url)
    const ofUpload = (await openUpload(ctx, organization.id, key))?.blob
    const lost = await ctx.blobs.put(Buffer.from('lost'))
    await runJob(services, sweepBlobs, {})
    expect(await allBlobs(ctx.blobs)).toEqual([ofContent, ofSource, ofUpload, lost])

    tick(1.01)
    await runJob(services, sweepBlobs, {})
    await runJob(services, sweepBlobs, {})
    expect(await allBlobs(ctx.blobs)).toEqual([ofContent, ofSource, ofUpload, lost])

    tick(1)
    await runJob(services, forgetUploads, {})
    await runJob(services, sweepBlobs, {})
    expect(await allBlobs(ctx.blobs)).toEqual([ofContent, ofSource, ofUpload])

    tick(1)
    await runJob(services, sweepBlobs, {})
    expect(await allBlobs(ctx.blobs)).toEqual([ofContent, ofSource])
  })

  async function openMarked() {
    const setting = await openSetting(await furnish(await buildTestServices()))
    const { services, tick, ctx } = setting
    const bytes = Buffer.from('put again')
    const hash = await ctx.blobs.put(bytes)
    tick(2)
    await runJob(services, sweepBlobs, {})
    tick(1)
    return { ...setting, bytes, hash, sweep: () => runJob(services, sweepBlobs, {}) }
  }

  it('keeps what was named since it was marked, and forgets the mark', async () => {
    const { services, ctx, hash, sweep, sql } = await openMarked()
    await services.database.db
      .insertInto('nodes')
      .values({ hash: 'leaf', bytes: Buffer.from('n{}'), refs: [hash], keptAt: ctx.clock.now() })
      .execute()
    await sweep()
    expect(await allBlobs(ctx.blobs)).toEqual([hash])
    expect((await sql('select from blob_marks')).rows).toEqual([])
  })

  it('keeps what was put again since it was marked', async () => {
    const { ctx, bytes, hash, sweep } = await openMarked()
    await ctx.blobs.put(bytes)
    await sweep()
    expect(await allBlobs(ctx.blobs)).toEqual([hash])
  })

  it('loses nothing that is put at the very moment of its deletion', async () => {
    const { services, ctx, bytes, hash, sweep, sql } = await openMarked()
    const reallyDelete = ctx.blobs.delete
    let putting: Promise<string> | undefined
    services.blobs.delete = async (doomed) => {
      putting = ctx.blobs.put(bytes)
      // The put has come to the mark, and waits there for us.
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await sql(waiting)).rows.length).toBe(1)
      await reallyDelete(doomed)
    }
    await sweep()
    await putting
    expect(await allBlobs(ctx.blobs)).toEqual([hash])
  })
})
