// What everything else may do to a server: it says what is wrong, goes on with what still works, and comes back by itself
// with all that it answered.
import { spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startS3, type Trouble } from '../../test/counterparts/s3-server.ts'
import { openDoor } from '../running/database-door.ts'
import {
  type Api,
  apiOf,
  makeFolder,
  newDatabase,
  removeFolder,
  startServer,
  TOKEN,
  until,
} from '../server.ts'

const undoing: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const undo of undoing.reverse()) await undo()
})

async function openFolder() {
  const folder = await makeFolder()
  undoing.push(() => removeFolder(folder))
  return folder
}

/** A server with a space in it. */
async function open(settings: Record<string, string>, folder?: string) {
  const env = { QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off', ...settings }
  const server = await startServer({ folder: folder ?? (await openFolder()), env })
  undoing.push(async () => {
    server.signal('SIGTERM')
    await server.ended
  })
  const api = apiOf(server.url, TOKEN)
  const organization = (await api('POST', '/v1/orgs', { title: 'Faults' })).body.id
  const space = (await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Guide' })).body.id
  return { server, api, organization: `/v1/orgs/${organization}`, space: `/v1/spaces/${space}` }
}

const isReady = async ({ url }: { url: string }) => (await fetch(`${url}/readyz`)).ok

async function insertPage(api: Api, space: string, title: string) {
  const changes = [{ operation: 'insert_page', title, document: { markdown: `Text of ${title}.` } }]
  return api('POST', `${space}/content`, { changes })
}

async function titlesIn(api: Api, space: string): Promise<string[]> {
  const { body } = await api('GET', `${space}/content/pages`)
  return body.pages.map(({ title }: { title: string }) => title)
}

describe('without an answer of the database', () => {
  it('requests end with 503, and go on as soon as it answers', async () => {
    const { env } = await newDatabase()
    const door = await openDoor(env.QUIRE_DATABASE_URL)
    undoing.push(() => door.close())
    const { server, api, space } = await open({ QUIRE_DATABASE_URL: door.url })
    await insertPage(api, space, 'Before')
    const during = await door.stalledDuring(async () => {
      const answers = await Promise.all([
        api('GET', `${space}/content/pages`),
        insertPage(api, space, 'Meanwhile'),
        fetch(`${server.url}/readyz`),
      ])
      return answers.map(({ status }) => status)
    })
    expect(during, server.output()).toEqual([503, 503, 503])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await until(() => isReady(server))
    await until(async () => (await insertPage(api, space, 'After')).status === 200)
    const titles = await titlesIn(api, space)
    // What was answered with 503 may have arrived, or not.
    expect(titles.filter((title) => title !== 'Meanwhile')).toEqual(['Before', 'After'])
  })
})

/** A disk of its own, as small as it can be. Needs the right to mount one. */
function mountDisk(folder: string) {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=755', 'tmpfs', folder])
  if (status === 0) undoing.push(() => spawnSync('umount', ['-l', folder]))
  return status === 0
}

const probe = await makeFolder()
undoing.push(() => removeFolder(probe))
const canMount = mountDisk(probe)

describe('on a full disk', () => {
  it.runIf(canMount)('writes are refused with 507 and reads go on, until there is space again', async () => {
    const folder = await openFolder()
    expect(mountDisk(folder)).toBe(true)
    const { server, api, space } = await open({}, folder)
    await insertPage(api, space, 'Before')
    const filler = join(folder, 'filler')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'])
    const written: string[] = ['Before']
    await until(async () => {
      const title = `Page ${written.length}`
      const { status, body } = await insertPage(api, space, title)
      if (status === 200) written.push(title)
      else
        expect([status, body.error.message]).toEqual([
          507,
          expect.stringContaining('disk of the server is full'),
        ])
      return status === 507
    })
    expect(await titlesIn(api, space)).toEqual(written)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    await rm(filler)
    await until(() => isReady(server))
    await until(async () => (await insertPage(api, space, 'After')).status === 200)
    expect(await titlesIn(api, space)).toEqual([...written, 'After'])
  })
})

describe('without an answer of S3', () => {
  it.each(['busy', 'hangs up'] as const)(
    'uploads say so while it %s; pages go on, and files are whole afterwards',
    async (how) => {
      let trouble: ReturnType<Trouble>
      const s3 = await startS3(() => trouble)
      undoing.push(() => s3.close())
      const { env } = await newDatabase()
      const { api, space } = await open({ ...env, QUIRE_BLOBS_URL: s3.url('files') })
      const upload = (name: string) =>
        api('POST', `${space}/content?compat=false`, {
          changes: [
            {
              operation: 'insert_files',
              files: [{ name, base64: Buffer.from(name).toString('base64'), contentType: 'text/plain' }],
            },
          ],
        })
      const kept = await upload('kept.txt')
      const file = `${space}/content/files/${kept.body.insertedFiles[0].id}`
      const read = async () => fetch((await api('GET', file)).body.downloadURL)
      expect(await (await read()).text()).toBe('kept.txt')

      trouble = how
      const refused = await upload('lost.txt')
      expect([refused.status, refused.body.error.message]).toEqual([503, expect.stringMatching(/file/i)])
      expect((await read()).status).toBe(503)
      expect((await insertPage(api, space, 'Meanwhile')).status).toBe(200)

      trouble = undefined
      expect((await upload('again.txt')).status).toBe(200)
      expect(await (await read()).text()).toBe('kept.txt')
      const { items } = (await api('GET', `${space}/content/files`)).body
      expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['again.txt', 'kept.txt'])
    },
  )
})

describe('with a clock that jumps', () => {
  // Read again each second: how many hours this process is off.
  const SHIM = `
    import { readFileSync } from 'node:fs'
    const now = Date.now
    let off = 0
    setInterval(() => { try { off = Number(readFileSync(process.env.CLOCK_OFF, 'utf8')) * 3_600_000 } catch {} }, 200).unref()
    Date.now = () => now() + off
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...of) { of.length ? super(...of) : super(Real.now()) }
    }
  `

  it('people go on, and jobs are done', async () => {
    const folder = await openFolder()
    const clock = join(folder, 'clock-off')
    const shim = join(folder, 'clock.mjs')
    await writeFile(clock, '0')
    await writeFile(shim, SHIM)
    const { env } = await newDatabase()
    const settings = { ...env, NODE_OPTIONS: `--import ${shim}`, CLOCK_OFF: clock }
    const { api, space } = await open(settings, folder)
    for (const [at, off] of [0, 24, -3, 0].entries()) {
      await writeFile(clock, String(off))
      const word = `lighthouse${at}`
      const isShifted = async () => {
        const { body } = await api('POST', `${space}/change-requests`, { subject: word })
        return Math.abs(Date.parse(body.createdAt) - Date.now() - off * 3_600_000) < 1_800_000
      }
      await until(isShifted)
      expect((await insertPage(api, space, word)).status).toBe(200)
      const { body } = await api('POST', `${space}/change-requests`, { subject: word })
      expect((await api('POST', `${space}/change-requests/${body.number}/merge`)).status).toBeLessThan(500)
      // A job puts it into the index.
      await until(async () => (await api('GET', `${space}/search?query=${word}`)).body.items.length === 1)
    }
    expect(await titlesIn(api, space)).toHaveLength(4)
  })
})

describe('without names of hosts', () => {
  it('what is fetched from elsewhere says so, and nothing else waits for it', async () => {
    const { env } = await newDatabase()
    const { api, space, organization } = await open(env)
    const url = 'https://nowhere.invalid/guide.html'
    const imported = await api('POST', `${space}/content/import`, { url, source: 'website' })
    expect([imported.status, imported.body.error.message]).toEqual([
      400,
      expect.stringContaining('nowhere.invalid'),
    ])
    await api('PUT', `${organization}/openapi/lost`, { source: { url: 'https://nowhere.invalid/api.json' } })
    const spec = await until(async () => {
      const { body } = await api('GET', `${organization}/openapi/lost`)
      return body.processingState === 'complete' && body
    })
    expect(spec.lastProcessErrorCode).toMatch(/^FETCH_/)
    expect((await insertPage(api, space, 'Meanwhile')).status).toBe(200)
  })
})
