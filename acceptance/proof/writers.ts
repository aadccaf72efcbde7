// Eight people who write on while what they write to is killed: each opens a change request, writes, writes over it, adds
// a file, merges, mentions somebody, and so on. What was answered is kept in a diary, and compared with what is there.
import type pg from 'pg'
import { expect } from 'vitest'
import { type Api, pause, until } from '../server.ts'

const WRITERS = 8
/** What a server without its database answers, or one that is too busy. */
const COME_BACK = 503

/** A page in a change request. What was sent last may be there or not; all else was answered. */
type Entry = { space: string; request: string; page: string; text: string; sent?: string; isMerged?: boolean }

type Diary = {
  entries: Entry[]
  numbers: { space: string; number: number }[]
  files: { at: string; text: string }[]
  /** Comments that mention the reader. */
  mentions: string[]
}

type Service = { api: Api; url: string }

/** The connection broke, or the server said that it can not: the writer does not know what came of it. */
class Unanswered extends Error {}

export type Writers = Awaited<ReturnType<typeof openWriters>>

export async function openWriters(first: Service) {
  const admin = first.api
  const { body: organization } = await admin('POST', '/v1/orgs', { title: 'Writers' })
  const at = `/v1/orgs/${organization.id}`
  const { body: reader } = await admin('POST', '/v1/users', { email: 'reader@example.org' })
  await admin('POST', `${at}/invites`, { emails: ['reader@example.org'], role: 'read' })
  const spaces: string[] = []
  for (const title of ['Guide', 'Handbook'])
    spaces.push(`/v1/spaces/${(await admin('POST', `${at}/spaces`, { title })).body.id}`)
  const diary: Diary = { entries: [], numbers: [], files: [], mentions: [] }
  let { api, url } = first
  let isOver = false
  let serial = 0

  async function asked(method: string, path: string, body?: unknown) {
    const answer = await api(method, path, body).catch((error: unknown) => {
      if (error instanceof TypeError || error instanceof SyntaxError) throw new Unanswered()
      throw error
    })
    if (answer.status === COME_BACK) throw new Unanswered()
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }

  const edit = (request: string, change: object) =>
    asked('POST', `${request}/content?compat=false`, { changes: [change] })

  async function writeOnce(space: string) {
    const name = `word${serial++}x`
    const { number } = await asked('POST', `${space}/change-requests`, { subject: name })
    diary.numbers.push({ space, number })
    const request = `${space}/change-requests/${number}`
    const text = `First ${name}.`
    const made = await edit(request, { operation: 'insert_page', title: name, document: { markdown: text } })
    const entry: Entry = { space, request, page: made.changes[0].page.id, text }
    diary.entries.push(entry)
    entry.sent = `Second ${name}.\n\n* with a list`
    await edit(request, { operation: 'update_page', page: entry.page, document: { markdown: entry.sent } })
    entry.text = entry.sent
    const file = {
      name: `${name}.txt`,
      base64: Buffer.from(text).toString('base64'),
      contentType: 'text/plain',
    }
    const kept = await edit(request, { operation: 'insert_files', files: [file] })
    diary.files.push({ at: `${request}/content/files/${kept.insertedFiles[0].id}`, text })
    expect(await asked('POST', `${request}/merge`)).toMatchObject({ result: 'merge' })
    entry.isMerged = true
    const markdown = `[@Reader](${url}/u/${reader.id} "mention") look`
    diary.mentions.push((await asked('POST', `${space}/comments`, { body: { markdown } })).id)
  }

  async function write(space: string) {
    while (!isOver)
      await writeOnce(space).catch(async (error: unknown) => {
        if (!(error instanceof Unanswered)) throw error
        await pause(50)
      })
  }

  const writing = Promise.all(Array.from({ length: WRITERS }, (_, at) => write(spaces[at % 2] ?? '')))
  // Told when they are waited for.
  writing.catch(() => {})
  const merged = () => diary.entries.filter((entry) => entry.isMerged).length

  return {
    /** Where the service is from now on. */
    goOnAt(next: Service) {
      ;({ api, url } = next)
    },
    /** Until so many more change requests were merged. */
    async untilMore(count: number) {
      const before = merged()
      await Promise.race([until(async () => merged() >= before + count), writing])
    },
    async end() {
      isOver = true
      await writing
    },
    counts: () => ({
      'change requests': diary.numbers.length,
      merges: merged(),
      files: diary.files.length,
      comments: diary.mentions.length,
    }),
    /** Everything that was answered is there, and nothing that contradicts it. */
    async check(database: pg.Client) {
      await checkTexts(api, diary)
      for (const space of spaces) await checkNumbers(api, space, diary)
      await checkJobs(database, reader.id, diary)
    },
  }
}

async function checkTexts(api: Api, { entries, files, mentions }: Diary) {
  const textOf = async (at: string, page: string) =>
    (await api('GET', `${at}/content/page/${page}?format=markdown`)).body.markdown
  for (const { space, request, page, text, sent, isMerged } of entries) {
    expect([text, sent]).toContain(await textOf(request, page))
    if (!isMerged) continue
    expect(await textOf(space, page)).toBe(text)
    expect((await api('GET', request)).body.status).toBe('merged')
  }
  for (const { at, text } of files) {
    const { body } = await api('GET', at)
    expect(await (await fetch(body.downloadURL)).text()).toBe(text)
  }
  expect(mentions.length).toBeGreaterThan(0)
}

/** Numbers have no gaps, and what readers see is what was merged, neither more nor less. */
async function checkNumbers(api: Api, space: string, diary: Diary) {
  const found: { number: number; status: string }[] = []
  for (const status of ['draft', 'open', 'archived', 'merged'])
    for await (const request of itemsOf(api, `${space}/change-requests?status=${status}`)) found.push(request)
  const numbers = found.map(({ number }) => number).sort((one, other) => one - other)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  const answered = diary.numbers.filter((made) => made.space === space).map(({ number }) => number)
  expect(numbers).toEqual(expect.arrayContaining(answered))
  const { body: content } = await api('GET', `${space}/content/pages`)
  expect(content.pages).toHaveLength(found.filter(({ status }) => status === 'merged').length)
  expect((await api('GET', space)).body.changeRequests).toBe(numbers.length)
}

async function* itemsOf(api: Api, path: string) {
  for (let page = ''; ; ) {
    const { body } = await api('GET', `${path}&limit=1000${page && `&page=${page}`}`)
    yield* body.items
    if (!body.next) return
    page = encodeURIComponent(body.next.page)
  }
}

/** No job is left or was given up, and what they do was done once: of each comment that mentions, one notification. */
async function checkJobs(database: pg.Client, reader: string, { mentions }: Diary) {
  const rowsOf = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows
  const notified = () =>
    rowsOf(
      `select comment_id, count(*)::int as times from notification_activities
       join notifications on notifications.id = notification_id
       where user_id = $1 and reason = 'mentioned' group by comment_id`,
      [reader],
    )
  // What a killed process had begun is begun again one by one, each in a process of its own.
  const left = async () => {
    const known = new Set((await notified()).map(({ comment_id }) => comment_id))
    const unknown = mentions.filter((id) => !known.has(id))
    return [...(await rowsOf(`select name, state, attempts from jobs where state <> 'failed'`)), ...unknown]
  }
  await expect.poll(left, { timeout: 10 * 60_000, interval: 500 }).toEqual([])
  expect((await notified()).filter(({ times }) => times !== 1)).toEqual([])
  expect(await rowsOf(`select name, error from jobs where state = 'failed'`)).toEqual([])
  const events = await rowsOf(
    `select payload->>'changeRequestId' as id from events where type = 'change_request.merged'
     group by 1 having count(*) > 1`,
  )
  expect(events).toEqual([])
}
