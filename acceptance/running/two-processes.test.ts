// Two processes on one database: what one of them changes, the other one shows.
import { afterAll, describe, expect, it } from 'vitest'
import { TOKEN, until } from '../server.ts'
import { type Call, startBoth } from '../two-servers.ts'

let opened: ReturnType<typeof startBoth> | undefined

/** The same two for all tests. */
function openBoth() {
  opened ??= startBoth()
  return opened
}

afterAll(async () => {
  await (await opened)?.stop()
})

describe('two processes on one database', () => {
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
