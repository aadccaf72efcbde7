// The order of pages below one page. Who belongs to a list follows from the places; here is only who is where.
import type { PageRecord } from '../records.ts'
import { bothOrders, type Orders } from './both-orders.ts'
import { clashOf, type MergedRecords, winnerOf } from './records.ts'
import type { Conflict, MergeInput } from './types.ts'

export function mergeOrder({ pages, order }: MergeInput, outcomes: MergedRecords<PageRecord>) {
  const lists = new Map<string, string[]>()
  const conflicts: Conflict[] = []
  const staying = (id: string) =>
    outcomes.get(id)?.isLeaving === false ? outcomes.get(id)?.value : undefined
  for (const [above, sides] of order) {
    if (pages.has(above) && !staying(above)) continue
    const isBelow = (id: string) => !pages.has(id) || keyOf(staying(id)) === above
    const { base = [], ours = [], theirs = [] } = sides
    const { list, isClean } = mergeList(only(isBelow, { base, ours, theirs }))
    lists.set(above, list)
    if (!isClean) conflicts.push({ kind: 'order', id: above, ...clashOf('order', sides) })
  }
  return { lists, conflicts }
}

/** The list a page is in. */
export function keyOf(page: PageRecord | undefined) {
  return page && (page.parent ?? '')
}

function only(isIn: (id: string) => boolean, { base, ours, theirs }: Orders): Orders {
  return { base: base.filter(isIn), ours: ours.filter(isIn), theirs: theirs.filter(isIn) }
}

function mergeList({ base, ours, theirs }: Orders) {
  const [inBase, inOurs, inTheirs] = [new Set(base), new Set(ours), new Set(theirs)]
  const isCommon = (id: string) => inBase.has(id) && inOurs.has(id) && inTheirs.has(id)
  const { list, isClean } = mergeCommon(only(isCommon, { base, ours, theirs }))
  return { list: weave(weave(list, ours), theirs), isClean }
}

/**
 * The pages that all three have, in the parts that hold the same pages on each side. Of a part the order is taken from
 * the side that changed it, so each may move pages about in another part of the list, and no two pages come out in
 * an order that one side undid and the other never chose.
 */
function mergeCommon({ base, ours, theirs }: Orders) {
  const list: string[] = []
  let isClean = true
  for (const [from, to] of partsOf({ base, ours, theirs })) {
    const part = { base: base.slice(from, to), ours: ours.slice(from, to), theirs: theirs.slice(from, to) }
    const winner = winnerOf(part)
    const both = winner === 'nobody' ? bothOrders(part) : part[winner]
    if (!both) isClean = false
    for (const id of both ?? part.ours) list.push(id)
  }
  return { list, isClean }
}

function placesOf(list: string[]) {
  return new Map(list.map((id, at) => [id, at]))
}

/** A part ends where all pages so far, on both sides, are those the base has up to there. */
function partsOf({ base, ours, theirs }: Orders) {
  const places = placesOf(base)
  const placeOf = (id = '') => places.get(id) ?? -1
  const parts: [from: number, to: number][] = []
  let from = 0
  let furthest = -1
  for (const at of base.keys()) {
    furthest = Math.max(furthest, placeOf(ours[at]), placeOf(theirs[at]))
    if (furthest > at) continue
    parts.push([from, at + 1])
    from = at + 1
  }
  return parts
}

/** Puts each page that only the side has behind the one it follows there, and behind what was put there before. */
function weave(list: string[], side: string[]) {
  const runs = runsIn(side, new Set(list))
  const isOnSide = new Set(side)
  const woven: string[][] = []
  let run = runs.get('')
  for (const id of list) {
    if (isOnSide.has(id)) {
      woven.push(run ?? [])
      run = runs.get(id)
    }
    woven.push([id])
  }
  return [...woven, run ?? []].flat()
}

/** What a side adds, by the known page it follows; '' for the beginning. */
function runsIn(side: string[], isKnown: ReadonlySet<string>) {
  const runs = new Map<string, string[]>([['', []]])
  let leader = ''
  for (const id of side) {
    if (isKnown.has(id)) {
      leader = id
      runs.set(leader, [])
    } else {
      runs.get(leader)?.push(id)
    }
  }
  return runs
}
