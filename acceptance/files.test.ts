// Files go only where they may. From outside, on the real server.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, makePlace, type Place, type Server } from './server.ts'

let place: Place
let server: Server
let api: Api
let organization: string

beforeAll(async () => {
  place = await makePlace()
  ;({ api, ...server } = await place.start())
  organization = (await api('POST', '/v1/orgs', { title: 'Content' })).body.id
})

afterAll(async () => {
  server.signal('SIGTERM')
  await server.ended
  await place.remove()
})

async function newSpace() {
  const { body } = await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Guide' })
  return `/v1/spaces/${body.id}`
}

/** One change of content, and what came of it. */
async function edit(at: string, change: object) {
  const { status, body } = await api('POST', `${at}/content?compat=false`, { changes: [change] })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('files', () => {
  const PIXEL = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  async function insertFile(space: string, file: object) {
    const { insertedFiles } = await edit(space, { operation: 'insert_files', files: [file] })
    return (await api('GET', `${space}/content/files/${insertedFiles[0].id}`)).body
  }

  it('are fetched without a token, whole or in part', async () => {
    const file = await insertFile(await newSpace(), {
      name: 'a pixel.png',
      base64: PIXEL.toString('base64'),
      contentType: 'image/png',
    })
    expect(file).toMatchObject({
      name: 'a pixel.png',
      contentType: 'image/png',
      size: PIXEL.length,
      dimensions: { width: 1, height: 1 },
    })
    const whole = await fetch(file.downloadURL)
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-type')).toBe('image/png')
    expect(whole.headers.get('content-length')).toBe(String(PIXEL.length))
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(PIXEL)
    const part = await fetch(file.downloadURL, { headers: { range: 'bytes=1-3' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 1-3/${PIXEL.length}`)
    expect(await part.text()).toBe('PNG')
    const end = await fetch(file.downloadURL, { headers: { range: 'bytes=-4' } })
    expect(Buffer.from(await end.arrayBuffer())).toEqual(PIXEL.subarray(-4))
    const beyond = await fetch(file.downloadURL, { headers: { range: 'bytes=1000-' } })
    expect(beyond.status).toBe(416)
  })

  it('open only at the address that was given out', async () => {
    const space = await newSpace()
    const other = await newSpace()
    const { downloadURL } = await insertFile(space, {
      name: 'note.txt',
      base64: 'aGVsbG8=',
      contentType: 'text/plain',
    })
    const forge = (change: (url: URL) => void) => {
      const url = new URL(downloadURL)
      change(url)
      return fetch(url)
    }
    const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value)
    const signature = new URL(downloadURL).searchParams.get('signature') ?? ''
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    for (const change of [
      set('signature', flipped),
      set('signature', ''),
      (url: URL) => url.searchParams.delete('signature'),
      set('type', 'text/html'),
      set('expires', String(Date.now() + 1e12)),
      (url: URL) => {
        url.pathname = url.pathname.replace('note.txt', 'other.txt')
      },
      (url: URL) => {
        url.pathname = url.pathname.replace(space.split('/').at(-1) ?? '', other.split('/').at(-1) ?? '')
      },
    ]) {
      const answer = await forge(change)
      expect(answer.status, answer.url).toBe(404)
      expect(await answer.json()).toMatchObject({ error: { code: 404 } })
    }
    expect(await (await forge(() => undefined)).text()).toBe('hello')
  })

  it('go with their space, and come back with it', async () => {
    const space = await newSpace()
    const { downloadURL } = await insertFile(space, {
      name: 'note.txt',
      base64: 'aGVsbG8=',
      contentType: 'text/plain',
    })
    await api('DELETE', space)
    expect((await fetch(downloadURL)).status).toBe(404)
    await api('POST', `${space}/restore`)
    expect(await (await fetch(downloadURL)).text()).toBe('hello')
  })

  it('are sent to a signed address and named by it', async () => {
    const space = await newSpace()
    // More than an edit may carry itself.
    const bytes = Buffer.alloc(3_000_000, 'quire ')
    const { status, body: upload } = await api('POST', `/v1/orgs/${organization}/storage/upload`, {
      file: { name: 'big.bin', type: 'application/zip', size: bytes.length },
      kind: 'import_file',
    })
    expect(status).toBe(201)
    const send = (url: string, type: string, body: Buffer) =>
      fetch(url, { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(body) })
    const naming = { operation: 'insert_files', files: [{ name: 'big.zip', url: upload.url }] }
    const early = await api('POST', `${space}/content`, { changes: [naming] })
    expect(early.status).toBe(400)
    expect((await send(`${upload.url}x`, 'application/zip', bytes)).status).toBe(404)
    expect((await send(upload.url, 'text/html', bytes)).status).toBe(415)
    expect((await send(upload.url, 'application/zip', bytes.subarray(1))).status).toBe(400)
    expect((await send(upload.url, 'application/zip', bytes)).ok).toBe(true)
    const file = await insertFile(space, naming.files[0] ?? {})
    expect(file).toMatchObject({ name: 'big.zip', contentType: 'application/zip', size: bytes.length })
    const download = await fetch(file.downloadURL)
    expect(download.headers.get('content-type')).toBe('application/zip')
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('are not fetched from the private network', async () => {
    const space = await newSpace()
    let visits = 0
    const neighbour = createServer((_, answer) => {
      visits++
      answer.end('secret')
    })
    await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
    const { port } = neighbour.address() as AddressInfo
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '[::ffff:127.0.0.1]']) {
      const url = `http://${host}:${port}/secret.txt`
      const { status, body } = await api('POST', `${space}/content`, {
        changes: [{ operation: 'insert_files', files: [{ name: 'secret.txt', url }] }],
      })
      expect(status, host).toBe(400)
      expect(body.error.message).toMatch(/^body\.changes\.0\.files\.0\.url could not be fetched: /)
      expect(body.error.message).toContain('is a private address')
      expect(JSON.stringify(body)).not.toContain('"secret"')
    }
    expect(visits).toBe(0)
    expect((await api('GET', `${space}/content/files`)).body.items).toEqual([])
    neighbour.close()
  })
})
