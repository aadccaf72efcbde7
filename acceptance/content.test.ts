// What was written stays written, and files go only where they may. From outside, on the real server.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, makePlace, type Place, type Server, until } from './server.ts'

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

const textOf = async (at: string, page: string) =>
  (await api('GET', `${at}/content/page/${page}?format=markdown`)).body.markdown

describe('killed in the middle of edits and merges', () => {
  /** A page in a change request. What was sent last may be there or not; all else was answered. */
  type Entry = {
    space: string
    request: string
    page: string
    text: string
    sent?: string
    isMerged?: boolean
  }
  type Diary = {
    entries: Entry[]
    numbers: { space: string; number: number }[]
    files: { at: string; text: string }[]
  }

  /** Opens a change request, writes, writes over it, adds a file, merges, and so on until the server is gone. */
  async function writeUntilGone(space: string, name: string, { entries, numbers, files }: Diary) {
    for (let count = 0; ; count++) {
      const { status, body: made } = await api('POST', `${space}/change-requests`, {
        subject: `${name} ${count}`,
      })
      expect(status).toBe(201)
      numbers.push({ space, number: made.number })
      const request = `${space}/change-requests/${made.number}`
      const text = `First ${name} ${count}.`
      const first = await edit(request, {
        operation: 'insert_page',
        title: `${name} ${count}`,
        document: { markdown: text },
      })
      const entry: Entry = { space, request, page: first.changes[0].page.id, text }
      entries.push(entry)
      entry.sent = `Second ${name} ${count}.\n\n* with a list`
      await edit(request, { operation: 'update_page', page: entry.page, document: { markdown: entry.sent } })
      entry.text = entry.sent
      const file = { name: `${name}-${count}.txt`, base64: Buffer.from(text).toString('base64') }
      const kept = await edit(request, {
        operation: 'insert_files',
        files: [{ ...file, contentType: 'text/plain' }],
      })
      files.push({ at: `${request}/content/files/${kept.insertedFiles[0].id}`, text })
      const { body: merged } = await api('POST', `${request}/merge`)
      expect(merged, JSON.stringify(merged)).toMatchObject({ result: 'merge' })
      entry.isMerged = true
    }
  }

  it('keeps every answered edit, file and merge, and numbers without gaps', async () => {
    const spaces = [await newSpace(), await newSpace()]
    const diary: Diary = { entries: [], numbers: [], files: [] }
    const writers = ['a', 'b', 'c', 'd'].map((name, at) =>
      // A connection that breaks is what ends a writer; anything else is a fault.
      writeUntilGone(spaces[at % 2] ?? '', name, diary).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error
      }),
    )
    const hasEnough = async () => diary.entries.filter((entry) => entry.isMerged).length > 24
    await Promise.race([until(hasEnough), Promise.all(writers)])
    server.signal('SIGKILL')
    expect(await server.ended).toBe('SIGKILL')
    await Promise.all(writers)
    expect(await hasEnough()).toBe(true)

    ;({ api, ...server } = await place.start())
    for (const { space, request, page, text, sent, isMerged } of diary.entries) {
      expect([text, sent]).toContain(await textOf(request, page))
      if (!isMerged) continue
      expect(await textOf(space, page)).toBe(text)
      expect((await api('GET', request)).body.status).toBe('merged')
    }
    for (const { at, text } of diary.files) {
      const { body } = await api('GET', at)
      expect(await (await fetch(body.downloadURL)).text()).toBe(text)
    }
    for (const space of spaces) {
      const found: { number: number; status: string }[] = []
      for (const status of ['draft', 'open', 'archived', 'merged']) {
        const { body } = await api('GET', `${space}/change-requests?status=${status}&limit=1000`)
        found.push(...body.items)
      }
      const numbers = found.map(({ number }) => number).sort((one, other) => one - other)
      expect(numbers).toEqual(numbers.map((_, at) => at + 1))
      expect(numbers).toEqual(
        expect.arrayContaining(
          diary.numbers.filter((made) => made.space === space).map(({ number }) => number),
        ),
      )
      // Each of them holds one page: what readers see is what was merged, neither more nor less.
      const { body: content } = await api('GET', `${space}/content/pages`)
      expect(content.pages).toHaveLength(found.filter(({ status }) => status === 'merged').length)
      expect((await api('GET', space)).body.changeRequests).toBe(numbers.length)

      const { body: next } = await api('POST', `${space}/change-requests`, { subject: 'Afterwards' })
      expect(next.number).toBe(numbers.length + 1)
      await edit(`${space}/change-requests/${next.id}`, {
        operation: 'insert_page',
        title: 'Afterwards',
        document: { markdown: 'Life goes on.' },
      })
      const { body: merged } = await api('POST', `${space}/change-requests/${next.id}/merge`)
      expect(merged.result).toBe('merge')
    }
  })
})

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
