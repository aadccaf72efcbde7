// Several people at once, hundreds of operations at random. Afterwards every revision must follow from those before it:
// an edit has just what its author sent, a merge has what both sides have, and where a conflict was told, first ours and
// later what was chosen. So a line that somebody was told is saved is there, or it is known who took it out.
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import { ancestorsOf, conflictLog, linesOf, readRevisions } from '../../../../test/drawn/revision-graph.ts'
import { checkRevisions, type Told } from '../../../../test/drawn/revision-laws.ts'
import { openSpace, page } from '../../../../test/pages.ts'
import { SYSTEM } from '../../../kit/domain/context.ts'

const OPERATIONS = draws(500)
const CLIENTS = 5
const PAGES = 10
/** How often two people surely write in the same place; by chance it happens as the clock wants. */
const DISPUTES = 6

/** The same numbers every time, so that a failure can be looked at. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

async function play() {
  const services = await openSpace()
  const { as, url, write } = services
  const conflicts = await conflictLog(services.services.database.db)
  const people = [services.admin, services.creator, services.reviewer, services.admin, services.creator]
  const texts = Array.from({ length: PAGES }, (_, at) => `start-${at}\n\nsecond\n\nthird\n\nfourth\n`)
  const made = await write(...texts.map((text, at) => page(`Page ${at}`, text)))
  const saved = new Map(texts.map((text, at) => [`start-${at}`, linesOf(text)]))
  const told: Told = { saved, deleted: new Set(), chosen: new Set(), torn: new Set() }
  const pages: string[] = made.map(({ page }: { page: { id: string } }) => page.id)
  const requests: number[] = []
  let operations = 0
  let lines = 0

  async function client(number: number) {
    const roll = dice(number * 7919 + 17)
    const me = as(people[number])
    const pick = <T>(list: T[]) => list[roll(list.length)]
    while (operations < OPERATIONS) {
      operations += 1
      const kind = roll(100)
      const request = pick(requests)
      if (kind < 8 || request === undefined) {
        requests.push((await me.post(`${url}/change-requests`, {}, 201)).number)
      } else if (kind < 66) await edit(`${url}/change-requests/${request}`)
      else if (kind < 76) await edit(url)
      else if (kind < 88) await pull(request)
      else await merge(request)
    }

    /** Whatever a race may answer: gone, merged meanwhile, moved below the page that is to move. */
    async function tried(path: string, body?: object) {
      const response = await me.send('POST', path, body)
      const isRace = [404, 409].includes(response.statusCode) || response.body.includes('under itself')
      expect(isRace || response.statusCode < 300, `${path} answered ${response.body}`).toBe(true)
      if (response.statusCode === 204) return {}
      return response.statusCode === 200 ? response.json() : undefined
    }

    async function edit(place: string) {
      const target = pick(pages) ?? ''
      const line = `line-${number}-${lines++}`
      const change = await changeOf(place, target, line)
      if (!change) return
      const answer = await tried(`${place}/content${place === url ? '' : '?compat=false'}`, {
        changes: [change],
      })
      if (!answer) return
      if (change.operation === 'insert_page') pages.push(answer.changes[0].page.id)
      if (change.operation === 'delete_page') told.deleted.add(target)
      if (change.document) saved.set(line, linesOf(change.document.markdown))
    }

    async function changeOf(place: string, target: string, line: string) {
      const kind = roll(20)
      if (kind === 0) return page(line, `${line}\n`, { at: 0 })
      if (kind === 1) return { operation: 'update_page', page: target, into: roll(2) ? null : pick(pages) }
      if (kind === 2) return { operation: 'update_page', page: target, slug: `slug-${roll(5)}` }
      if (kind === 3 && pages.length > PAGES) return { operation: 'delete_page', page: target }
      const response = await me.send('GET', `${place}/content/page/${target}?format=markdown`)
      if (response.statusCode !== 200) return
      const text: string[] = response.json().markdown.split('\n\n')
      text.splice(roll(text.length + 1), roll(4) ? 0 : 1, line)
      return { operation: 'update_page', page: target, document: { markdown: text.join('\n\n') } }
    }

    async function pull(request: number) {
      const answer = await tried(`${url}/change-requests/${request}/update`)
      if (answer?.result !== 'conflicts') return
      told.torn.add(answer.revision)
      await settle(request)
    }

    async function merge(request: number) {
      const answer = await tried(`${url}/change-requests/${request}/merge`)
      if (answer?.result === 'merge') requests.splice(requests.indexOf(request), 1)
      if (answer?.result === 'conflicts') await pull(request)
      if (answer === undefined && requests.includes(request)) {
        const now = await me.get(`${url}/change-requests/${request}`)
        if (now.status === 'merged') requests.splice(requests.indexOf(request), 1)
      }
    }

    async function settle(request: number) {
      const { items } = await me.get(`${url}/change-requests/${request}/conflicts`)
      for (const { kind, id } of items) {
        const choose = roll(2) ? 'ours' : 'theirs'
        const resolved = await tried(`${url}/change-requests/${request}/conflicts/resolve`, {
          kind,
          id,
          choose,
        })
        if (resolved) told.chosen.add(id)
      }
    }
  }

  /** Two change requests give one line another text; one is merged, the other one pulls that and chooses. */
  async function dispute(number: number) {
    const me = as(services.creator)
    const texts = ['before', 'theirs', 'ours'].map((side) => `${side}-${number}`)
    const [before = '', theirs = '', ours = ''] = texts
    for (const text of texts) saved.set(text, linesOf(text))
    const [{ page: made }] = await write(page(before, before))
    const sides = []
    for (const markdown of [theirs, ours]) {
      const at = `${url}/change-requests/${(await me.post(`${url}/change-requests`, {}, 201)).number}`
      const changes = [{ operation: 'update_page', page: made.id, document: { markdown } }]
      await me.post(`${at}/content`, { changes })
      sides.push(at)
    }
    expect(await me.post(`${sides[0]}/merge`)).toMatchObject({ result: 'merge' })
    const pulled = await me.post(`${sides[1]}/update`)
    expect(pulled).toMatchObject({ result: 'conflicts' })
    told.torn.add(pulled.revision)
    told.chosen.add(made.id)
    const choose = number % 2 ? 'ours' : 'theirs'
    await me.post(`${sides[1]}/conflicts/resolve`, { kind: 'page', id: made.id, choose }, 204)
  }

  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  for (let number = 0; number < DISPUTES; number++) await dispute(number)
  return { ...services, told, conflicts }
}

describe('many people on one space', () => {
  it('lose nothing that they were told is saved', async () => {
    const { services, space, told, conflicts } = await play()
    const ctx = services.outside(SYSTEM)
    const revisions = await readRevisions(ctx, space.id)
    const head = await ctx.db.selectFrom('spaces').select('revisionId').where('id', '=', space.id).execute()
    const requests = await ctx.db
      .selectFrom('changeRequests')
      .select(['revisionId', 'status'])
      .where('spaceId', '=', space.id)
      .execute()
    const tips = [...head, ...requests].map(({ revisionId }) => revisionId)

    // The graph: parents are there and older, and every revision leads to what somebody can see.
    for (const { id, parents } of revisions.values())
      for (const parent of parents) expect(revisions.has(parent) && parent < id).toBe(true)
    const reached = new Set(tips.flatMap((tip) => [...ancestorsOf(revisions, tip)]))
    expect([...revisions.keys()].filter((id) => !reached.has(id))).toEqual([])
    expect(requests.filter(({ status }) => status === 'merged').length).toBeGreaterThan(OPERATIONS / 100)

    const log = await conflicts(ctx)
    const { broken, compared, written } = checkRevisions(revisions, told, log)
    expect(broken.slice(0, 5)).toEqual([])
    expect([...log.keys()].filter((revision) => !told.torn.has(revision))).toEqual([])
    // And what was acknowledged was really written.
    expect([...told.saved.keys()].filter((line) => !written.has(line))).toEqual([])
    expect(told.saved.size).toBeGreaterThan(OPERATIONS / 5)

    // A run that compares less than this says little: about half of what one usually does.
    expect(compared.pages).toBeGreaterThan(OPERATIONS * 5)
    expect(compared.edits).toBeGreaterThan(OPERATIONS / 4)
    expect(compared.merges).toBeGreaterThan(OPERATIONS / 20)
    expect(compared.torn).toBeGreaterThanOrEqual(DISPUTES)
    expect(compared.resolved).toBeGreaterThanOrEqual(DISPUTES / 2)
  })
})
