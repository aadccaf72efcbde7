// A service of version 0.3.2 that was really used, and goes on with the version of today.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf, emptyDatabase, makeFolder, removeFolder, type Server, startServer, until } from '../server.ts'

const FIXTURE = join(import.meta.dirname, '../../test/fixtures/0.3.2')

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Kept = {
  ids: Record<'organization' | 'collection' | 'space' | 'synced' | 'torn' | 'welcome', string>
  numbers: Record<'merged' | 'waiting' | 'inConflict', number>
  tokens: Record<'admin' | 'editor' | 'reviewer' | 'reader', string>
  answers: Record<string, Json>
  users: Record<string, Json>
  bundle: string
  blobs: Record<string, string>
}

let folder: string
let repository: string
let server: Server
let kept: Kept

beforeAll(async () => {
  folder = await makeFolder()
  repository = join(folder, 'docs.git')
  const read = (name: string) => gunzipSync(readFileSync(join(FIXTURE, name))).toString()
  kept = JSON.parse(read('answers.json.gz').replaceAll('{repository}', repository))
  writeFileSync(join(folder, 'docs.bundle'), Buffer.from(kept.bundle, 'base64'))
  execFileSync('git', ['clone', '--quiet', '--bare', join(folder, 'docs.bundle'), repository])
  for (const [path, content] of Object.entries(kept.blobs)) {
    const file = join(folder, 'data', 'blobs', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, Buffer.from(content, 'base64'))
  }
  const { env, connect } = await emptyDatabase()
  const database = await connect()
  await database.query(read('dump.sql.gz').replaceAll('{repository}', repository))
  // As a version does that searches in another way: what is found from now on, the version of today has read.
  await database.query('truncate public.search_indexes cascade')
  await database.end()
  const settings = {
    QUIRE_PUBLIC_URL: 'http://quire.test',
    QUIRE_RATE_LIMIT: 'off',
    QUIRE_GIT_LOCAL_PATHS: 'on',
  }
  server = await startServer({ folder, env: { ...env, ...settings } })
})

afterAll(async () => {
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  await removeFolder(folder)
})

async function call(method: string, path: string, body?: object, token = kept.tokens.admin) {
  const answer = await apiOf(server.url, token)(method, path, body)
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const get = (path: string, token?: string) => call('GET', path, undefined, token)

/** Since 0.15 the address of a space ends with a slash, as clients append to it. */
function isNowAFolder(then: Json, now: Json | undefined, at: string) {
  return at.endsWith('.urls.app') && /\/s\/\w+$/.test(String(then)) && now === `${then}/`
}

/** Addresses of files are signed for some weeks: what is signed today is another one than was then. */
function isSignedAgain(then: Json, now: Json | undefined) {
  const unsigned = (address: Json | undefined) =>
    String(address).replace(/&expires=\d+&signature=[\w-]+$/, '')
  return unsigned(then) !== then && unsigned(then) === unsigned(now)
}

/** Until 0.18 an inner field was told of where a reusable content is in Git. The description knows none. */
const isNoLongerTold = (now: Json | undefined, at: string) =>
  now === undefined && /\.reusableContents\.\d+\.git\.head$/.test(at)

/** Where the answer of today is another one; what is told beside it is no difference. */
function differences(then: Json, now: Json | undefined, at = ''): string[] {
  if (then === null || typeof then !== 'object')
    return then === now || isNowAFolder(then, now, at) || isSignedAgain(then, now) || isNoLongerTold(now, at)
      ? []
      : [`${at}: ${JSON.stringify(now)} was ${then}`]
  if (now === null || typeof now !== 'object') return [`${at}: ${now} was ${JSON.stringify(then)}`]
  if (Array.isArray(then) && then.length !== Object.keys(now).length)
    return [`${at}: ${JSON.stringify(now)} was ${JSON.stringify(then)}`]
  return Object.entries(then).flatMap(([key, value]) =>
    differences(value, (now as Record<string, Json>)[key], `${at}.${key}`),
  )
}

describe('a service of 0.3.2', () => {
  it('answers what it answered, to the tokens it gave out', async () => {
    for (const [name, user] of Object.entries(kept.users))
      expect(differences(user, await get('/v1/user', kept.tokens[name as 'admin']))).toEqual([])
    const different: string[] = []
    for (const [path, then] of Object.entries(kept.answers)) {
      if (path.includes('/search?')) continue
      different.push(...differences(then, await get(path)).map((one) => `${path} ${one}`))
    }
    expect(different).toEqual([])
    expect(Object.keys(kept.answers).length).toBeGreaterThan(100)
  })

  it('finds what it found, once it has read everything anew', async () => {
    const searches = Object.entries(kept.answers).filter(([path]) => path.includes('/search?'))
    expect(searches).not.toEqual([])
    type Found = { items: { id: string; title: string }[] }
    const pagesIn = ({ items }: Found) => items.map(({ id, title }) => `${id} ${title}`)
    for (const [path, then] of searches) {
      const found = await until(async () => {
        const now = pagesIn(await get(path))
        return now.length > 0 && now
      })
      expect(found.toSorted()).toEqual(pagesIn(then as Found).toSorted())
    }
  })

  it('merges the change request that was open', async () => {
    const { ids, numbers, tokens } = kept
    const url = `/v1/spaces/${ids.space}`
    const at = `${url}/change-requests/${numbers.waiting}`
    await call('POST', `${at}/reviews`, { status: 'approved' }, tokens.reviewer)
    expect(await call('POST', `${at}/merge`)).toMatchObject({ result: 'merge' })
    const { markdown } = await get(`${url}/content/page/${ids.welcome}?format=markdown`)
    expect(markdown).toBe('Hello *all*.\n\nSee [install](basics/install.md).\n\nLast kingfisher.\n')
    expect(await get(`${url}/content/path/basics/install/proposed`)).toMatchObject({ title: 'Proposed' })
    const { items } = await get(`${url}/content/files`)
    const file = items.find(({ name }: { name: string }) => name === 'new.txt')
    const { pathname, search } = new URL(file.downloadURL)
    expect(await (await fetch(`${server.url}${pathname}${search}`)).text()).toBe('new')
    await until(async () => (await get(`${url}/search?query=heron`)).items.length > 0)
  })

  it('resolves the conflict that an update left, and merges what was chosen', async () => {
    const { ids, numbers, tokens } = kept
    const url = `/v1/spaces/${ids.space}`
    const at = `${url}/change-requests/${numbers.inConflict}`
    const page = `content/page/${ids.torn}?format=markdown`
    const { items } = await get(`${at}/conflicts`)
    const hunk = { base: 'two\n', ours: 'ours\n', theirs: 'theirs\n' }
    expect(items).toMatchObject([{ kind: 'page', id: ids.torn, field: 'body', hunks: [hunk] }])
    const choice = {
      kind: 'page',
      id: ids.torn,
      choose: 'theirs',
      hunks: [{ id: items[0].hunks[0].id, choose: 'ours' }],
    }
    await call('POST', `${at}/conflicts/resolve`, choice, tokens.editor)
    expect(await get(`${at}/conflicts`)).toMatchObject({ items: [] })
    expect(await call('POST', `${at}/merge`)).toMatchObject({ result: 'merge' })
    expect((await get(`${url}/${page}`)).markdown).toBe('one\n\nours\n\nthree\n')
  })

  it('exports to its repository what was edited since, and nothing where nothing was', async () => {
    const url = `/v1/spaces/${kept.ids.synced}`
    const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args]).toString()
    const remote = { url: `file://${repository}`, ref: 'refs/heads/main' }
    const sync = async (direction: string, more: object = {}) => {
      await call('POST', `${url}/git/${direction}`, { ...remote, ...more })
      const latest = async () => (await get(`${url}/git/operations?limit=1`)).items[0]
      const done = await until(async () => {
        const operation = await latest()
        return operation.state !== 'running' && operation
      })
      expect(done).toMatchObject({ state: 'success' })
    }
    const before = git('rev-parse', 'main')
    await sync('export', { commitMessage: 'Nothing' })
    await sync('import')
    await sync('export', { commitMessage: 'Nothing' })
    expect(git('rev-parse', 'main')).toBe(before)
    const [page] = (await get(`${url}/content/pages`)).pages
    const changes = [{ operation: 'update_page', page: page.id, document: { markdown: 'Edited today.\n' } }]
    await call('POST', `${url}/content`, { changes })
    await sync('export', { commitMessage: 'Today' })
    expect(git('diff', '--name-only', before.trim(), 'main')).toBe('README.md\n')
    expect(git('show', 'main:README.md')).toBe('# Welcome\n\nEdited today.\n')
  })
})
