// Several people at once, two thousand operations at random. Afterwards every line that somebody was told is saved must
// be there, or an edit that took it out, a deleted page, or a conflict that was told must explain why it is not.
import { describe, expect, it } from 'vitest'
import { draws } from '../../../test/draws.ts'
import { openSpace, page } from '../../../test/pages.ts'
import { allEntries } from '../../content/nodes/map.ts'
import { readRevision, siblingsAt } from '../../content/nodes/revision.ts'
import type { PageRecord } from '../../content/records.ts'
import { type ReadContext, SYSTEM } from '../../domain/context.ts'
import { openNodes } from '../revisions/revisions.ts'

const OPERATIONS = draws(500)
const CLIENTS = 5
const PAGES = 10

/** The same numbers every time, so that a failure can be looked at. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

type Told = {
  /** Pages of which a conflict was told, or that a choice overwrote. */
  torn: Set<string>
  /** Lines that were acknowledged, by the revision that has them. */
  saved: Map<string, string>
}

async function play() {
  const services = await openSpace()
  const { as, admin, url, write } = services
  const people = [services.admin, services.creator, services.reviewer, services.admin, services.creator]
  const made = await write(
    ...Array.from({ length: PAGES }, (_, at) => page(`Page ${at}`, 'first\n\nsecond\n\nthird\n\nfourth\n')),
  )
  const told: Told = { torn: new Set(), saved: new Map() }
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
      if ('document' in change) told.saved.set(line, target)
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
      if (answer?.result === 'conflicts') await settle(request)
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
        told.torn.add(id)
        await tried(`${url}/change-requests/${request}/conflicts/resolve`, {
          kind,
          id,
          choose: roll(2) ? 'ours' : 'theirs',
        })
      }
    }
  }

  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  expect(admin).toBeDefined()
  return { ...services, told }
}

type Node = {
  id: string
  parents: string[]
  type: string
  root: string | null
  texts: Map<string, Set<string>>
}

/** Every revision with the lines on its pages. */
async function readAll(ctx: ReadContext, spaceId: string) {
  const rows = await ctx.db
    .selectFrom('revisions')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .orderBy('id')
    .execute()
  const nodes = openNodes(ctx)
  const known = new Map<string, Set<string>>()
  const revisions = new Map<string, Node>()
  for (const { id, parents, type, root } of rows) {
    const view = await readRevision(nodes, root)
    const pages = await allEntries<PageRecord>(nodes, view.root.pages)
    await nodes.fetch(pages.map(({ body }) => body))
    const linesIn = (body: string) => {
      const lines = known.get(body) ?? new Set(nodes.text(body).match(/line-\d+-\d+/g))
      known.set(body, lines)
      return lines
    }
    const texts = new Map(pages.map(({ id, body }) => [id, body ? linesIn(body) : new Set<string>()]))
    revisions.set(id, { id, parents, type, root, texts })
    await requireTree(ctx, root)
  }
  return revisions
}

/** Every page is reached once from the top, under the parent it names and a slug of its own. */
async function requireTree(ctx: ReadContext, root: string | null) {
  const nodes = openNodes(ctx)
  const view = await readRevision(nodes, root)
  const pages = new Map((await allEntries<PageRecord>(nodes, view.root.pages)).map((one) => [one.id, one]))
  const reached = new Set<string>()
  const lists: [string | null, string | null][] = [[null, view.root.top]]
  for (const [parent, list] of lists) {
    const siblings = await siblingsAt(nodes, list)
    expect(new Set(siblings.map(({ slug }) => slug)).size).toBe(siblings.length)
    for (const { id, slug } of siblings) {
      const found = pages.get(id)
      expect(found).toMatchObject({ parent, slug })
      expect(reached.has(id)).toBe(false)
      reached.add(id)
      lists.push([id, found?.children ?? null])
    }
  }
  expect(reached.size).toBe(pages.size)
}

function ancestorsOf(revisions: Map<string, Node>, tip: string) {
  const found = new Set([tip])
  for (const id of found) for (const parent of revisions.get(id)?.parents ?? []) found.add(parent)
  return found
}

/** Lines that an edit took out, and pages that one deleted. */
function takenBy(revisions: Map<string, Node>, ids: Set<string>) {
  const lines = new Set<string>()
  const pages = new Set<string>()
  for (const id of ids) {
    const node = revisions.get(id)
    if (node?.type !== 'edits') continue
    for (const [pageId, before] of revisions.get(node.parents[0] ?? '')?.texts ?? []) {
      const after = node.texts.get(pageId)
      if (!after) pages.add(pageId)
      else for (const line of before) if (!after.has(line)) lines.add(line)
    }
  }
  return { lines, pages }
}

describe('many people on one space', () => {
  it('lose nothing that they were told is saved', async () => {
    const { services, space, told } = await play()
    const ctx = services.outside(SYSTEM)
    const revisions = await readAll(ctx, space.id)
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

    const lost: string[] = []
    for (const tip of tips) {
      const ancestors = ancestorsOf(revisions, tip)
      const taken = takenBy(revisions, ancestors)
      const now = revisions.get(tip)?.texts ?? new Map<string, Set<string>>()
      for (const id of ancestors)
        for (const [pageId, lines] of revisions.get(id)?.texts ?? []) {
          if (taken.pages.has(pageId) || told.torn.has(pageId)) continue
          for (const line of lines) {
            if (now.get(pageId)?.has(line) || taken.lines.has(line)) continue
            lost.push(`${line} of page ${pageId}, in ${id}, is not in ${tip}`)
          }
        }
    }
    expect([...new Set(lost)].slice(0, 5)).toEqual([])

    // And what was acknowledged was really written.
    const written = new Set(
      [...revisions.values()].flatMap(({ texts }) => [...texts.values()].flatMap((set) => [...set])),
    )
    expect([...told.saved.keys()].filter((line) => !written.has(line))).toEqual([])
    expect(told.saved.size).toBeGreaterThan(OPERATIONS / 5)
  })
})
