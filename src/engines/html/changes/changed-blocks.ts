// Which blocks of a document stayed, became another one, are new or gone.

import type { Block, OrderedList, TaskList, UnorderedList } from '../../markdown/document.ts'
import { type AlignmentStep, align } from '../../markdown/edit/alignment.ts'
import { fingerprint } from '../../markdown/model/same.ts'

/** Both, where one became the other or they are the same. */
export type Became<Part = Block> = { was?: Part; now?: Part; isSame: boolean }

export function changedBlocks(before: readonly Block[], after: readonly Block[]): Became[] {
  const found: Became[] = []
  let old: Block[] = []
  let fresh: Block[] = []
  const endRun = () => {
    found.push(...replaced(old, fresh))
    old = []
    fresh = []
  }
  for (const { was, now, isSame } of became(before, after, align(before.map(printOf), after.map(printOf)))) {
    if (isSame) {
      endRun()
      found.push({ was, now, isSame })
      continue
    }
    if (was) old.push(was)
    if (now) fresh.push(now)
  }
  endRun()
  return found
}

function printOf(block: object): string {
  return fingerprint(block)
}

function became<Part>(
  before: readonly Part[],
  after: readonly Part[],
  steps: AlignmentStep[],
): Became<Part>[] {
  return steps.map((step) => ({
    was: step.before === undefined ? undefined : before[step.before],
    now: step.after === undefined ? undefined : after[step.after],
    isSame: step.isSame,
  }))
}

/** Between two that stayed, a block became one of its own type: a table is not what a paragraph turned into. */
function replaced(old: readonly Block[], fresh: readonly Block[]): Became[] {
  const steps = align(
    old.map(({ type }) => type),
    fresh.map(({ type }) => type),
  )
  return became(old, fresh, steps).flatMap(({ was, now, isSame }): Became[] => {
    if (was && now && isSame) return changedItems(was, now) ?? [{ was, now, isSame: false }]
    return [...(was ? [{ was, isSame: false }] : []), ...(now ? [{ now, isSame: false }] : [])]
  })
}

type List = OrderedList | UnorderedList | TaskList

function isList(block: Block): block is List {
  return block.type === 'list-ordered' || block.type === 'list-unordered' || block.type === 'list-tasks'
}

/** A long list of which little changed is told item by item, as pieces of it; undefined where nothing of it stayed. */
function changedItems(was: Block, now: Block): Became[] | undefined {
  if (!isList(was) || !isList(now)) return
  const steps = align(was.nodes.map(printOf), now.nodes.map(printOf))
  if (!steps.some(({ isSame }) => isSame)) return
  return joined(became(itemsOf(was), itemsOf(now), steps))
}

/** Each item as a list of its own, with its number. */
function itemsOf(list: List): List[] {
  return list.nodes.map((item, at) => {
    if (list.type !== 'list-ordered') return { ...list, nodes: [item] }
    return { ...list, nodes: [item], data: { ...list.data, start: (list.data.start ?? 1) + at } }
  })
}

/** What follows one another and stayed, is new or is gone, is one piece. */
function joined(steps: readonly Became<List>[]): Became<List>[] {
  const pieces: Became<List>[][] = []
  for (const step of steps) {
    const last = pieces.at(-1)
    const isEdited = !step.isSame && step.was && step.now
    if (last?.[0] && !isEdited && kindOf(last[0]) === kindOf(step)) last.push(step)
    else pieces.push([step])
  }
  return pieces.map((piece) => ({
    was: together(piece.flatMap(({ was }) => was ?? [])),
    now: together(piece.flatMap(({ now }) => now ?? [])),
    isSame: piece[0]?.isSame === true,
  }))
}

function kindOf({ was, now, isSame }: Became<List>): string {
  return `${isSame} ${was !== undefined} ${now !== undefined}`
}

function together(lists: readonly List[]): List | undefined {
  const [first] = lists
  return first && { ...first, nodes: lists.flatMap(({ nodes }) => nodes) }
}
