// Eight people who work on one space through two processes at once, and whose edits must all be somewhere in the end.
import { afterAll, describe, expect, it } from 'vitest'
import { type Call, startBoth } from '../two-servers.ts'
import { recordFigures, rounds } from './figures.ts'

const PEOPLE = 8
/** With 7 operations a round: over 10,000 in the long form. */
const ROUNDS = rounds(2, 180)
const PAGES = rounds(5, 40)

let opened: Awaited<ReturnType<typeof startBoth>> | undefined
afterAll(() => opened?.stop())

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

/** Of a change request, or of what readers see. */
type Edit = { line: string; page: string; request?: number }
type Work = { saved: Edit[]; merged: Set<number>; waiting: Set<number>; operations: number }

describe('two processes on one database', () => {
  it('keep every edit of one space, answer the same, and make one chain of revisions', async () => {
    opened = await startBoth()
    const { one, other } = opened
    const organization = (await one('POST', '/v1/orgs', { title: 'Both' })).body.id
    const space = (await one('POST', `/v1/orgs/${organization}/spaces`, { title: 'Shared' })).body.id
    const url = `/v1/spaces/${space}`
    const pages: string[] = []
    for (let at = 0; at < PAGES; at++)
      pages.push(await insertPage(one, url, `Page ${at}`, 'first\n\nsecond\n\nthird\n'))

    const { saved, merged, waiting, operations } = await everybodyWorks(one, other, url, pages)
    expect(saved).toHaveLength(PEOPLE * ROUNDS * 3)
    expect(merged.size).toBeGreaterThan(ROUNDS)

    const { lost, named } = await findEdits({ one, other, url, saved, merged })
    expect(lost).toEqual([])
    expect(named).toBeGreaterThan(0)
    // What is left was not merged because of a conflict that both name, and none other.
    for (const number of waiting) {
      const { body } = await one('GET', `${url}/change-requests/${number}/conflicts`)
      expect(body.items.length).toBeGreaterThan(0)
    }
    expect(await seenBy(other, url, pages, waiting)).toEqual(await seenBy(one, url, pages, waiting))
    await checkHistory(one, url, merged)
    recordFigures('merges', [
      {
        people: PEOPLE,
        processes: 2,
        operations,
        edits: saved.length,
        merges: merged.size,
        conflicts: waiting.size,
        lost: 0,
      },
    ])
  })
})

async function insertPage(call: Call, url: string, title: string, markdown: string): Promise<string> {
  const changes = [{ operation: 'insert_page', title, document: { markdown } }]
  return (await call('POST', `${url}/content`, { changes })).body.changes[0].page.id
}

async function everybodyWorks(one: Call, other: Call, url: string, pages: string[]) {
  const work: Work = { saved: [], merged: new Set(), waiting: new Set(), operations: 0 }
  const everybody = meetingOf(PEOPLE)
  const counted = (call: Call): Call => {
    return (...of) => {
      work.operations += 1
      return call(...of)
    }
  }
  const [here, there] = [counted(one), counted(other)]
  const person = async (who: number) => {
    // Each request goes to the process that is next, as behind a proxy.
    let turn = who
    const call: Call = (...of) => (turn++ % 2 ? here : there)(...of)
    for (let round = 0; round < ROUNDS; round++) {
      const number = await write({ call, url, pages, who, round, work })
      // In the first round nobody merges before all have written: some of them at the same place.
      if (round === 0) await everybody()
      const at = `${url}/change-requests/${number}`
      // Both processes are told to merge it, and to pull what others merged.
      const answers = await Promise.all([
        here('POST', `${at}/merge`),
        there('POST', `${at}/merge`),
        call('POST', `${at}/update`),
      ])
      const wins = answers.filter(({ body }) => body?.result === 'merge').length
      expect(wins).toBeLessThanOrEqual(1)
      if (wins === 1) work.merged.add(number)
      else work.waiting.add(number)
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, who) => person(who)))
  return work
}

type Writing = { call: Call; url: string; pages: string[]; who: number; round: number; work: Work }

/** A page for readers, and a line on each of two pages in a change request. */
async function write({ call, url, pages, who, round, work }: Writing): Promise<number> {
  const alone = `alone-${who}-${round}`
  work.saved.push({ line: alone, page: await insertPage(call, url, alone, `${alone}\n`) })
  const { number } = (await call('POST', `${url}/change-requests`, {})).body
  const at = `${url}/change-requests/${number}`
  for (const page of [pages[(who + round) % PAGES], pages[(who * round) % PAGES]] as string[]) {
    const line = `line-${who}-${round}-${work.saved.length}`
    const parts = await linesOf(call, at, page)
    parts.splice((who + round) % (parts.length + 1), 0, line)
    const document = { markdown: `${parts.join('\n\n')}\n` }
    const changes = [{ operation: 'update_page', page, document }]
    expect((await call('POST', `${at}/content`, { changes })).status).toBe(200)
    work.saved.push({ line, page, request: number })
  }
  return number
}

async function linesOf(call: Call, at: string, page: string) {
  const { body } = await call('GET', `${at}/content/page/${page}?format=markdown`)
  return (body.markdown as string).trim().split('\n\n')
}

/** Each edit is in its page, or in a conflict that names it. */
async function findEdits(of: { one: Call; other: Call; url: string } & Pick<Work, 'saved' | 'merged'>) {
  const { one, other, url, saved, merged } = of
  const texts = new Map<string, string[]>()
  const isIn = async (at: string, { page, line }: Edit) => {
    const key = `${at} ${page}`
    const lines = texts.get(key) ?? (await linesOf(one, at, page))
    texts.set(key, lines)
    return lines.includes(line)
  }
  const lost: Edit[] = []
  let named = 0
  for (const edit of saved) {
    const isPublic = edit.request === undefined || merged.has(edit.request)
    const at = isPublic ? url : `${url}/change-requests/${edit.request}`
    if (!isPublic) {
      const { items } = (await other('GET', `${at}/conflicts`)).body
      const isNamed = items.some(({ hunks = [] }: { hunks?: { ours: string }[] }) =>
        hunks.some(({ ours }) => ours.includes(edit.line)),
      )
      if (isNamed) named += 1
      if (isNamed) continue
    }
    if (!(await isIn(at, edit))) lost.push(edit)
  }
  return { lost, named }
}

async function seenBy(call: Call, url: string, pages: string[], waiting: Set<number>) {
  const paths = ['', '/content', '/content/pages', '/change-requests?limit=100', '/revisions?limit=100']
  const left = [...waiting].flatMap((number) =>
    ['conflicts', 'content/pages'].map((what) => `/change-requests/${number}/${what}`),
  )
  const answers: unknown[] = []
  for (const path of [...paths, ...left]) answers.push((await call('GET', `${url}${path}`)).body)
  for (const page of pages) answers.push(await linesOf(call, url, page))
  return answers
}

type Revision = { id: string; parents: string[]; type: string; mergedFrom?: { number: number } }

/** One chain: each revision stands on the one before, and everything acknowledged is in it once. */
async function checkHistory(call: Call, url: string, merged: Set<number>) {
  const items: Revision[] = []
  for (let page = ''; ; ) {
    const { body } = await call('GET', `${url}/revisions?limit=100${page && `&page=${page}`}`)
    items.push(...body.items)
    if (!body.next) break
    page = encodeURIComponent(body.next.page)
  }
  for (const [at, { parents }] of items.entries()) expect(parents[0]).toBe(items[at + 1]?.id)
  const count = (type: string) => items.filter((revision) => revision.type === type).length
  expect(count('merge')).toBe(merged.size)
  // The first one is empty.
  expect(count('edits')).toBe(1 + PAGES + PEOPLE * ROUNDS)
  const numbers = items.flatMap(({ mergedFrom }) => mergedFrom?.number ?? [])
  expect(numbers.toSorted((a, b) => a - b)).toEqual([...merged].toSorted((a, b) => a - b))
}
