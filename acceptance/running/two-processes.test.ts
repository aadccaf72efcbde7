// Two processes on one database, and people who work on one space through both at once.
import { afterAll, describe, expect, it } from 'vitest'
import {
  apiOf,
  makeFolder,
  newDatabase,
  pause,
  removeFolder,
  type Server,
  startServer,
  until,
} from '../server.ts'

const TOKEN = 'acceptance-admin-token'
const PEOPLE = 6
const ROUNDS = 3
const PAGES = 5

const servers: Server[] = []
const folders: string[] = []

afterAll(async () => {
  for (const server of servers) server.signal('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
  for (const folder of folders) await removeFolder(folder)
})

let opened: ReturnType<typeof startBoth> | undefined

/** The same two for all tests. */
function openBoth() {
  opened ??= startBoth()
  return opened
}

async function startBoth() {
  const { env, connect } = await newDatabase()
  const folder = await makeFolder()
  folders.push(folder)
  // Both are one service, behind one address.
  const shared = { QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off', QUIRE_PUBLIC_URL: 'http://quire.test' }
  for (const _ of [1, 2]) servers.push(await startServer({ folder, env: { ...env, ...shared } }))
  const asked: Call[] = servers.map(({ url }) => apiOf(url, TOKEN))
  const [one, other] = asked.map(okay) as [Call, Call]
  const urls = servers.map(({ url }) => url)
  return { one, other, asked, urls, connect }
}

type Call = (method: string, path: string, body?: unknown, tries?: number) => Promise<Answered>
// biome-ignore lint/suspicious/noExplicitAny: the answers are looked at from outside, without the types of the source.
type Answered = { status: number; body: any }

const MOST_TRIES = 30

/** What a race may answer, and no failure. Whoever is told to come back later does. */
function okay(call: Call): Call {
  return async function send(method, path, body, tries = 1): Promise<Answered> {
    const answer = await call(method, path, body)
    if (answer.status === 503 && tries < MOST_TRIES) {
      await pause(1000 * answer.body.error.details.retryAfter)
      return send(method, path, body, tries + 1)
    }
    if (![200, 201, 204, 205, 409].includes(answer.status))
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
}

/** Waits until as many people wait. */
function meetingOf(people: number) {
  let arrived = 0
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  return () => {
    arrived += 1
    if (arrived === people) begin()
    return begun
  }
}

type Edit = { line: string; page: string; request?: number }

describe('two processes on one database', () => {
  it('keep every edit of one space, answer the same, and make one chain of revisions', async () => {
    const { one, other } = await openBoth()
    const organization = (await one('POST', '/v1/orgs', { title: 'Both' })).body.id
    const space = (await one('POST', `/v1/orgs/${organization}/spaces`, { title: 'Shared' })).body.id
    const url = `/v1/spaces/${space}`
    const insert = (title: string, markdown: string) => ({
      changes: [{ operation: 'insert_page', title, document: { markdown } }],
    })
    const pages: string[] = []
    for (let at = 0; at < PAGES; at++) {
      const { body } = await one('POST', `${url}/content`, insert(`Page ${at}`, 'first\n\nsecond\n\nthird\n'))
      pages.push(body.changes[0].page.id)
    }

    const saved: Edit[] = []
    const merged: number[] = []
    const waiting = new Set<number>()

    const everybody = meetingOf(PEOPLE)

    /** Each request of a person goes to the process that is next, as behind a proxy. */
    async function work(person: number) {
      let turn = person
      const call: Call = (...of) => (turn++ % 2 ? one : other)(...of)
      for (let round = 0; round < ROUNDS; round++) {
        const alone = `alone-${person}-${round}`
        const made = await call('POST', `${url}/content`, insert(alone, `${alone}\n`))
        saved.push({ line: alone, page: made.body.changes[0].page.id })
        const { number } = (await call('POST', `${url}/change-requests`, {})).body
        const at = `${url}/change-requests/${number}`
        for (const page of [pages[(person + round) % PAGES], pages[(person * round) % PAGES]] as string[]) {
          const text = (await call('GET', `${at}/content/page/${page}?format=markdown`)).body.markdown
          const line = `line-${person}-${round}-${saved.length}`
          const parts = text.split('\n\n')
          parts.splice((person + round) % (parts.length + 1), 0, line)
          const document = { markdown: parts.join('\n\n') }
          const changes = [{ operation: 'update_page', page, document }]
          expect((await call('POST', `${at}/content`, { changes })).status).toBe(200)
          saved.push({ line, page, request: number })
        }
        waiting.add(number)
        // In the first round nobody merges before all have written: some of them at the same place.
        if (round === 0) await everybody()
        // Both processes are told to merge it, and to pull what others merged.
        const answers = await Promise.all([
          one('POST', `${at}/merge`),
          other('POST', `${at}/merge`),
          call('POST', `${at}/update`),
        ])
        const wins = answers.filter(({ body }) => body?.result === 'merge')
        expect(wins.length).toBeLessThanOrEqual(1)
        if (wins.length === 0) continue
        merged.push(number)
        waiting.delete(number)
      }
    }
    await Promise.all(Array.from({ length: PEOPLE }, (_, person) => work(person)))

    const textOf = async (call: Call, at: string, page: string) =>
      (await call('GET', `${at}/content/page/${page}?format=markdown`)).body.markdown as string
    const lost: Edit[] = []
    let named = 0
    for (const edit of saved) {
      if (edit.request === undefined || merged.includes(edit.request)) {
        if (!(await textOf(one, url, edit.page)).includes(edit.line)) lost.push(edit)
        continue
      }
      const at = `${url}/change-requests/${edit.request}`
      const { items } = (await other('GET', `${at}/conflicts`)).body
      const isNamed = items.some(({ hunks = [] }: { hunks?: { ours: string }[] }) =>
        hunks.some(({ ours }) => ours.includes(edit.line)),
      )
      if (isNamed) named += 1
      else if (!(await textOf(one, at, edit.page)).includes(edit.line)) lost.push(edit)
    }
    expect(lost).toEqual([])
    expect(saved).toHaveLength(PEOPLE * ROUNDS * 3)
    expect(merged.length).toBeGreaterThan(ROUNDS)
    // What is left was not merged because of a conflict that both name, and none other.
    for (const number of waiting) {
      const { body } = await one('GET', `${url}/change-requests/${number}/conflicts`)
      expect(body.items.length).toBeGreaterThan(0)
    }
    expect(named).toBeGreaterThan(0)

    const seen = async (call: Call) => {
      const paths = ['', '/content', '/content/pages', '/change-requests?limit=100', '/revisions?limit=100']
      const left = [...waiting].flatMap((number) =>
        ['conflicts', 'content/pages'].map((what) => `/change-requests/${number}/${what}`),
      )
      const answers = []
      for (const path of [...paths, ...left]) answers.push((await call('GET', `${url}${path}`)).body)
      for (const page of pages) answers.push(await textOf(call, url, page))
      return answers
    }
    expect(await seen(other)).toEqual(await seen(one))

    // One chain: each revision stands on the one before, and everything acknowledged is in it once.
    const { items } = (await one('GET', `${url}/revisions?limit=100`)).body
    for (const [at, { parents }] of items.entries()) expect(parents[0]).toBe(items[at + 1]?.id)
    const types = items.map(({ type }: { type: string }) => type)
    const count = (type: string) => types.filter((one: string) => one === type).length
    expect(count('merge')).toBe(merged.length)
    // The first one is empty.
    expect(count('edits')).toBe(1 + PAGES + PEOPLE * ROUNDS)
    const numbers = items.flatMap(
      ({ mergedFrom }: { mergedFrom?: { number: number } }) => mergedFrom?.number ?? [],
    )
    expect(numbers.toSorted()).toEqual(merged.toSorted())
  })

  it('show what was changed of a site within a second in both, and at once where the news can not come', async () => {
    const { one, asked, connect } = await openBoth()
    const organization = (await one('POST', '/v1/orgs', { title: 'Readers' })).body.id
    const newSpace = async (title: string) =>
      (await one('POST', `/v1/orgs/${organization}/spaces`, { title })).body.id
    const space = await newSpace('Guide')
    const made = await one('POST', `/v1/orgs/${organization}/sites`, { title: 'Docs', spaces: [space] })
    const url = `/v1/orgs/${organization}/sites/${made.body.id}`
    await one('POST', `${url}/publish`)

    /** What a renderer is told, without what differs from one answer to the next. */
    async function seen(call: Call) {
      const { basename } = (await one('GET', url)).body
      const lookup = { url: `http://quire.test/sites/${basename}/guide/start` }
      const answers = [
        await call('POST', '/v1/urls/published', lookup),
        await call('GET', `${url}/published`),
      ]
      return JSON.stringify(
        answers.map(({ status, body }) => (status === 200 ? { ...body, apiToken: '' } : status)),
      )
    }
    const both = () => Promise.all(asked.map(seen))

    const settings = (await one('GET', `${url}/customization`)).body
    const page = { operation: 'insert_page', title: 'Start', document: { markdown: 'Hello.' } }
    const changes: [method: string, path: string, body?: unknown][] = [
      ['PATCH', url, { title: 'Manual' }],
      ['PATCH', url, { basename: `manual-${Date.now()}` }],
      ['PATCH', `/v1/spaces/${space}`, { title: 'Handbook' }],
      ['POST', `/v1/spaces/${space}/content`, { changes: [page] }],
      ['POST', `${url}/site-spaces`, { spaceId: await newSpace('Reference') }],
      ['PUT', `${url}/customization`, { ...settings, themes: { default: 'dark', toggeable: false } }],
      ['PATCH', url, { visibility: 'unlisted' }],
      ['POST', `${url}/unpublish`],
      ['POST', `${url}/publish`],
      ['DELETE', `/v1/spaces/${space}`],
    ]
    let [before] = await both()
    const change = async (at: number) => {
      const [method, path, body] = changes[at] ?? ['GET', url]
      await one(method, path, body)
      const since = performance.now()
      for (;;) {
        const asked = performance.now()
        const [mine, others] = await both()
        expect(mine, `the process itself, after ${method} ${path}`).not.toBe(before)
        if (mine === others) break
        // What is asked for later than that is not what it was; how long the answer takes is up to the machine.
        expect(asked - since, `${method} ${path}`).toBeLessThan(1_000)
      }
      ;[before] = await both()
    }
    for (const at of changes.keys()) await change(at)

    // Whoever hears nothing any more must not answer from memory.
    changes.push(['PATCH', url, { title: 'Cut off' }], ['PATCH', url, { title: 'Heard again' }])
    const database = await connect()
    const { rows } = await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'quire' and query ilike any ('{listen%,select 1}')`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(2)
    await database.end()
    await change(changes.length - 2)
    await change(changes.length - 1)
  })

  it('tell readers of a stream the same events in the same order, each once, also when they go on at the other', async () => {
    const { one, other, urls } = await openBoth()
    const [at, atOther] = urls as [string, string]
    const organization = (await one('POST', '/v1/orgs', { title: 'Streams' })).body.id
    const url = `/v1/orgs/${organization}`
    const makeTeam = async (call: Call, title: string) =>
      (await call('PUT', `${url}/teams`, { title })).body.id as string

    const patient = await follow(`${at}${url}`)
    const first = await makeTeam(other, 'first')
    await until(async () => patient.events().length === 1)
    expect(patient.events()[0]).toMatchObject({ type: 'team.created', payload: { teamId: first } })

    // People write through both at once, while one reader stays, and another one is cut off again and again.
    let isWriting = true
    const made = [first]
    const writing = Promise.all(
      [one, other].map(async (call, person) => {
        for (let count = 0; count < EVENTS; count++) made.push(await makeTeam(call, `${person} ${count}`))
      }),
    ).finally(() => {
      isWriting = false
    })
    const seen = patient.events().map(({ id }) => id)
    for (let turn = 0; isWriting || seen.length < made.length; turn++) {
      const reader = await follow(`${turn % 2 ? at : atOther}${url}`, seen.at(-1))
      await until(async () => reader.events().length > 0 || (!isWriting && seen.length === made.length))
      reader.leave()
      // What came with the last one was read too.
      seen.push(...reader.events().map(({ id }) => id))
    }
    await writing
    await until(async () => patient.events().length === made.length)
    patient.leave()
    expect(seen).toEqual(patient.events().map(({ id }) => id))
    expect(new Set(seen).size).toBe(made.length)
    expect(
      patient
        .events()
        .map(({ payload }) => payload.teamId)
        .toSorted(),
    ).toEqual(made.toSorted())
  })
})

describe('a session', () => {
  it('is over in both processes at once, whichever ended it', async () => {
    const { one, other, urls } = await openBoth()
    const ways = {
      suspended: (call: Call, user: string) => call('POST', `/v1/users/${user}/suspend`),
      signedOut: (call: Call, user: string) => call('DELETE', `/v1/users/${user}/sessions`),
      everybody: (call: Call) => call('DELETE', '/v1/sessions'),
      removed: (call: Call, user: string) => call('DELETE', `/v1/users/${user}`),
    }
    for (const [name, end] of Object.entries(ways))
      for (const [at, call] of [one, other].entries()) {
        const email = `${name}-${at}@example.org`
        const { body: user } = await one('POST', '/v1/users', { email })
        const { body: link } = await one('POST', `/v1/users/${user.id}/password-link`)
        const cookie = await chosenPassword(urls[0] ?? '', new URL(link.url).pathname)
        const statuses = () => Promise.all(urls.map((url) => statusOf(url, cookie)))
        expect([name, await statuses()]).toEqual([name, [200, 200]])
        await end(call, user.id)
        expect([name, await statuses()]).toEqual([name, [401, 401]])
      }
  })
})

const PAGE = { origin: 'http://quire.test', 'sec-fetch-site': 'same-origin' }

/** Follows the link for a new password, and answers the session that it leads to. */
async function chosenPassword(url: string, path: string) {
  const answer = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...PAGE, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ password: 'correct horse battery' }),
  })
  expect(answer.status).toBe(303)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function statusOf(url: string, cookie: string) {
  const headers = { ...PAGE, 'x-quire-console': '1', cookie }
  return (await fetch(`${url}/o/v1/user`, { headers })).status
}

/** Events that each of two people makes. */
const EVENTS = 40

type Told = { id: string; type: string; payload: { teamId: string } }

/** A stream of an organization, and what it has told so far. */
async function follow(organization: string, lastEventId?: string) {
  const abort = new AbortController()
  const answer = await fetch(`${organization}/events/stream`, {
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: abort.signal,
  })
  expect(answer.status).toBe(200)
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true })
  })()
  reading.catch(() => {})
  await until(async () => text.includes('welcome'))
  return {
    /** Of teams: that the organization was founded may be told here, or was told before. Of one that is not whole yet, nothing. */
    events: () =>
      [...text.matchAll(/^data: (.*)\n\n/gm)]
        .map(([, data = '']): Told => JSON.parse(data))
        .filter(({ type }) => type === 'team.created'),
    leave: () => abort.abort(),
  }
}
