// A backup is of one moment, and what is restored from it answers as the original did, byte for byte.
import { copyFile, open, readdir, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  apiOf,
  emptyDatabase,
  makeFolder,
  newDatabase,
  removeFolder,
  runCommand,
  startServer,
  TOKEN,
  until,
} from '../server.ts'

const URL = 'https://docs.example.org'
const SETTINGS = { QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off', QUIRE_PUBLIC_URL: URL }
/** Each has its own, in the answers that refuse something. */
const REQUEST = /"requestId":"\w+"/
/** Until an hour has passed, addresses are signed alike: a test may run while one does. */
const SIGNED = /expires=\d+&signature=[\w-]+|token=\w+\.\d+\.[\w-]+/g
const SIGNED_FILE = /docs\.example\.org(\/files\/[^"\s]+&signature=[\w-]+)/
/** What goes on for ever, tells of this request or of the disk, is signed with its time, or is made when asked for. */
const NOT_COMPARED = /^stream|^listTokens|^getStorageUse|Preview|PDF/

let folder: string
let env: Record<string, string>
let backup: string

beforeAll(async () => {
  folder = await makeFolder()
  env = { ...(await newDatabase()).env, ...SETTINGS }
  const { code, err } = await runCommand(folder, ['demo'], env)
  expect(code, err).toBe(0)
  backup = join(folder, 'quire.tar.gz')
})

afterAll(() => removeFolder(folder))

type Things = Map<string, Set<string>>
type Operation = { operationId: string; parameters?: { name: string; in: string; required?: boolean }[] }

/** Ids by the kind of thing, wherever one is named in an answer. */
function collect(value: unknown, things: Things) {
  if (Array.isArray(value)) for (const item of value) collect(item, things)
  if (typeof value !== 'object' || value === null) return
  const { object, id } = value as { object?: unknown; id?: unknown }
  if (typeof object === 'string' && typeof id === 'string') {
    const known = things.get(object) ?? new Set()
    if (known.size < 4) things.set(object, known.add(id))
  }
  for (const part of Object.values(value)) collect(part, things)
}

const KIND: Record<string, string> = {
  organizationId: 'organization',
  spaceId: 'space',
  collectionId: 'collection',
  changeRequestId: 'change-request',
  pageId: 'page',
  fileId: 'file',
  revisionId: 'revision',
  commentId: 'comment',
  siteId: 'site',
  teamId: 'team',
  userId: 'user',
  siteSpaceId: 'site-space',
  siteSectionId: 'site-section',
}

/** All addresses of an operation for what is known, some of each. */
function addressesOf(path: string, things: Things) {
  let all = [path]
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const ids = [...(things.get(KIND[name] ?? '') ?? [])]
    all = all.flatMap((address) => ids.map((id) => address.replace(`{${name}}`, id)))
  }
  return all.slice(0, 40)
}

/** What every GET answers: paths that name what there is, found in the answers of others. */
async function ask(url: string) {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const description = await (await fetch(`${url}/v1/openapi.json`)).json()
  const gets = Object.entries<{ get?: Operation }>(description.paths).flatMap(([path, { get }]) =>
    get && !NOT_COMPARED.test(get.operationId) && !get.parameters?.some(isAskedFor) ? [path] : [],
  )
  const answers = new Map<string, string>()
  let file: string | undefined
  const things: Things = new Map()
  for (let found = -1; found < answers.size; ) {
    found = answers.size
    for (const address of gets.flatMap((path) => addressesOf(path, things))) {
      if (answers.has(address)) continue
      const response = await fetch(`${url}${address}`, { headers, redirect: 'manual' })
      const text = await response.text()
      answers.set(address, `${response.status} ${text.replace(REQUEST, '').replace(SIGNED, '')}`)
      file ??= SIGNED_FILE.exec(text)?.[1]
      if (response.ok && /json/.test(response.headers.get('content-type') ?? ''))
        collect(JSON.parse(text), things)
    }
  }
  return { answers, file }
}

function isAskedFor(parameter: { in: string; required?: boolean }) {
  return parameter.in === 'query' && parameter.required === true
}

describe('a backup', () => {
  it('is of one moment while others write, and answers every GET as the original did', async () => {
    const original = await startServer({ folder, env })
    const api = apiOf(original.url, TOKEN)
    const [organization] = (await api('GET', '/v1/orgs')).body.items
    const { body: space } = await api('POST', `/v1/orgs/${organization.id}/spaces`, { title: 'Busy' })
    let isBusy = true
    const acknowledged: string[] = []
    const writing = (async () => {
      while (isBusy) {
        const title = `Page ${acknowledged.length}`
        const changes = [{ operation: 'insert_page', title, document: { markdown: `Text of ${title}.` } }]
        const { status } = await api('POST', `/v1/spaces/${space.id}/content`, { changes })
        if (status < 300) acknowledged.push(title)
      }
    })()
    await expect.poll(() => acknowledged.length).toBeGreaterThan(3)
    const before = acknowledged.length
    const { code, err } = await runCommand(folder, ['backup', 'busy.tar.gz'], env)
    expect(code, err).toBe(0)
    isBusy = false
    await writing

    // Nothing is written any more: a key of a site that is made when it is first asked for is there by now.
    const { answers: asked, file } = await ask(original.url)
    expect((await runCommand(folder, ['backup', backup], env)).code).toBe(0)
    original.signal('SIGTERM')
    await original.ended

    const apart = await makeFolder()
    try {
      // Into the database of the service itself, from one of another server.
      const restored = await runCommand(apart, ['restore', backup], SETTINGS)
      expect(restored.code, restored.err).toBe(0)
      const server = await startServer({ folder: apart, env: SETTINGS })
      const { answers: again } = await ask(server.url)
      // Signed by the original: the key is the same.
      const opened = await fetch(`${server.url}${file}`)
      server.signal('SIGTERM')
      await server.ended
      expect(opened.status, file).toBe(200)
      expect(asked.size).toBeGreaterThan(300)
      expect([...asked.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(200)
      const differing = [...asked].filter(([address, answer]) => again.get(address) !== answer)
      expect(differing.map(([address, answer]) => [address, answer, again.get(address)])).toEqual([])
      expect(again.size).toBe(asked.size)
    } finally {
      await removeFolder(apart)
    }

    const busy = await makeFolder()
    try {
      const target = { ...SETTINGS, ...(await emptyDatabase()).env }
      const restored = await runCommand(busy, ['restore', join(folder, 'busy.tar.gz')], target)
      expect(restored.code, restored.err).toBe(0)
      const server = await startServer({ folder: busy, env: target })
      const pages = await apiOf(server.url, TOKEN)('GET', `/v1/spaces/${space.id}/content/pages`)
      const titles: string[] = pages.body.pages.map(({ title }: { title: string }) => title)
      server.signal('SIGTERM')
      await server.ended
      expect(titles.length).toBeGreaterThanOrEqual(before)
      expect(titles).toEqual(acknowledged.slice(0, titles.length))
    } finally {
      await removeFolder(busy)
    }
  })

  it('is read by its owner alone, and does not replace another one', async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    const { code, err } = await runCommand(folder, ['backup', backup], env)
    expect(code).toBe(1)
    expect(err).toContain('exists already')
  })

  it('is not restored where there is something', async () => {
    const { code, err } = await runCommand(folder, ['restore', backup], env)
    expect(code).toBe(1)
    expect(err).toContain('not empty')
  })

  it('is told to be damaged wherever a byte is changed or missing, and nothing of it is restored', async () => {
    const whole = await runCommand(folder, ['restore', backup, '--verify'], env)
    expect(whole.code, whole.err).toBe(0)
    expect(whole.out).toContain('Whole')
    const { size } = await stat(backup)
    const broken = join(folder, 'broken.tar.gz')
    for (const part of [0.001, 0.3, 0.6, 0.9, 0.999]) {
      await copyFile(backup, broken)
      const file = await open(broken, 'r+')
      const at = Math.floor(size * part)
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
      await file.write(Buffer.from([(buffer[0] ?? 0) ^ 0xff]), 0, 1, at)
      await file.close()
      const { code, out } = await runCommand(folder, ['restore', broken, '--verify'], env)
      expect([part, code, out]).toEqual([part, 1, ''])
      await copyFile(backup, broken)
      await truncate(broken, at)
      expect((await runCommand(folder, ['restore', broken, '--verify'], env)).code).toBe(1)
    }
    const target = { ...SETTINGS, ...(await emptyDatabase()).env }
    const apart = await makeFolder()
    expect((await runCommand(apart, ['restore', broken], target)).code).toBe(1)
    // And the same place takes the whole one.
    const restored = await runCommand(apart, ['restore', backup], target)
    expect(restored.code, restored.err).toBe(0)
    expect(await readFile(join(apart, 'data', 'secret-key'))).toEqual(
      await readFile(join(folder, 'data', 'secret-key')),
    )
    await removeFolder(apart)
  })

  it('is made once a day where settings name a folder', async () => {
    const backups = join(folder, 'daily')
    const settings = { ...env, QUIRE_BACKUP_DIR: backups }
    const server = await startServer({ folder, env: settings })
    const made = await until(async () =>
      (await readdir(backups).catch(() => [])).find((name) => /gz$/.test(name)),
    )
    server.signal('SIGTERM')
    await server.ended
    expect((await runCommand(folder, ['restore', join(backups, made), '--verify'], env)).code).toBe(0)
    const { out } = await runCommand(folder, ['doctor'], settings)
    expect(out).toContain('✓ backups: the newest is of')
  })
})
