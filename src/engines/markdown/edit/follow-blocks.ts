// Where the blocks of a text are in a later one: by their keys then, the keys now. What was edited, moved, or both, is the
// same block; what is gone is in neither.
import type { Block, JSONDocument } from '../document.ts'
import { fingerprint } from '../model/same.ts'
import { childrenOf, fragmentsOf } from '../nodes.ts'
import { align } from './alignment.ts'

/** Words of a block that are compared. */
const MOST_WORDS = 400
/** Pairs of blocks whose words are compared; beyond that their order decides. */
const MOST_PAIRS = 5_000

/** Share of the words that an edited block still has, in its place and elsewhere. */
const LIKE_HERE = 0.25
const LIKE_ELSEWHERE = 0.5

export type FollowedBlocks = ReadonlyMap<string, string>

export function followBlocks(before: JSONDocument, after: JSONDocument): FollowedBlocks {
  const followed = new Map<string, string>()
  follow(before.nodes, after.nodes, followed)
  acrossLevels(before, after, followed)
  return followed
}

/** Into a box or a list, or out of one. */
function acrossLevels(before: JSONDocument, after: JSONDocument, followed: Map<string, string>) {
  const left = blocksIn(before.nodes).filter(({ key }) => key !== undefined && !followed.has(key))
  if (left.length === 0) return
  const taken = new Set(followed.values())
  const free = new Map<string, string[]>()
  for (const block of blocksIn(after.nodes)) {
    if (block.key === undefined || taken.has(block.key)) continue
    const print = fingerprint(block)
    free.set(print, [...(free.get(print) ?? []), block.key])
  }
  if (free.size === 0) return
  for (const block of left) {
    const now = free.get(fingerprint(block))?.shift()
    if (block.key !== undefined && now !== undefined) followed.set(block.key, now)
  }
}

function blocksIn(blocks: readonly Block[], found: Block[] = []): Block[] {
  for (const block of blocks) {
    found.push(block)
    blocksIn(insideOf(block), found)
  }
  return found
}

export function insideOf(block: Block): readonly Block[] {
  const fragments = fragmentsOf(block)
  if (fragments.length === 0) return childrenOf(block)
  return [...childrenOf(block), ...fragments.flatMap(({ nodes }) => nodes)]
}

type Gap = { old: Block[]; fresh: Block[] }

function follow(before: readonly Block[], after: readonly Block[], followed: Map<string, string>) {
  const pair = (was: Block, now: Block) => {
    if (was.key && now.key) followed.set(was.key, now.key)
    follow(insideOf(was), insideOf(now), followed)
  }
  const prints = new Map<Block, string>()
  const printOf = (block: Block) => prints.get(block) ?? keepPrint(prints, block)
  const gaps: Gap[] = []
  let gap: Gap = { old: [], fresh: [] }
  for (const step of align(before.map(printOf), after.map(printOf))) {
    const was = step.before === undefined ? undefined : before[step.before]
    const now = step.after === undefined ? undefined : after[step.after]
    if (step.isSame && was && now) {
      pair(was, now)
      gaps.push(gap)
      gap = { old: [], fresh: [] }
      continue
    }
    if (was) gap.old.push(was)
    if (now) gap.fresh.push(now)
  }
  gaps.push(gap)
  moved(gaps, printOf, pair)
  for (const one of gaps) like(one, LIKE_HERE, pair)
  const rest: Gap = { old: gaps.flatMap(({ old }) => old), fresh: gaps.flatMap(({ fresh }) => fresh) }
  const found = like(rest, LIKE_ELSEWHERE, pair)
  for (const one of gaps) rewritten(without(one, found), pair)
}

function keepPrint(prints: Map<Block, string>, block: Block): string {
  const print = fingerprint(block)
  prints.set(block, print)
  return print
}

type Pair = (was: Block, now: Block) => void

/** As they were, elsewhere. */
function moved(gaps: readonly Gap[], printOf: (block: Block) => string, pair: Pair) {
  const fresh = new Map<string, { gap: Gap; block: Block }[]>()
  for (const gap of gaps)
    for (const block of gap.fresh) {
      const known = fresh.get(printOf(block)) ?? []
      known.push({ gap, block })
      fresh.set(printOf(block), known)
    }
  for (const gap of gaps)
    gap.old = gap.old.filter((was) => {
      const now = fresh.get(printOf(was))?.shift()
      if (!now) return true
      pair(was, now.block)
      now.gap.fresh = now.gap.fresh.filter((block) => block !== now.block)
      return false
    })
}

/** The most like first. Answers the blocks that were paired, which are taken out of the gap. */
function like(gap: Gap, least: number, pair: Pair): ReadonlySet<Block> {
  const found = new Set<Block>()
  if (gap.old.length === 0 || gap.old.length * gap.fresh.length > MOST_PAIRS) return found
  const words = new Map([...gap.old, ...gap.fresh].map((block) => [block, wordsOf(block)] as const))
  const pairs = gap.old.flatMap((was) =>
    gap.fresh.flatMap((now) => {
      if (was.type !== now.type) return []
      const likeness = likenessOf(words.get(was) ?? [], words.get(now) ?? [])
      return likeness >= least ? [{ was, now, likeness }] : []
    }),
  )
  for (const { was, now } of pairs.sort((one, other) => other.likeness - one.likeness)) {
    if (found.has(was) || found.has(now)) continue
    found.add(was)
    found.add(now)
    pair(was, now)
  }
  Object.assign(gap, without(gap, found))
  return found
}

function without({ old, fresh }: Gap, found: ReadonlySet<Block>): Gap {
  const isLeft = (block: Block) => !found.has(block)
  return { old: old.filter(isLeft), fresh: fresh.filter(isLeft) }
}

/** Other words in the same place: as many blocks of a type as before are these, one after the other. */
function rewritten({ old, fresh }: Gap, pair: Pair) {
  for (const type of new Set(old.map((block) => block.type))) {
    const [was, now] = [old, fresh].map((blocks) => blocks.filter((block) => block.type === type))
    if (!was || was.length !== now?.length) continue
    for (const [at, block] of was.entries()) {
      const next = now[at]
      if (next) pair(block, next)
    }
  }
}

const SAID = new Set(['text', 'alt', 'url', 'formula', 'title', 'label', 'markdown', 'file', 'page'])

function wordsOf(value: unknown, words: string[] = []): string[] {
  if (typeof value !== 'object' || value === null || words.length >= MOST_WORDS) return words
  for (const [name, field] of Object.entries(value)) {
    if (name === 'key') continue
    if (typeof field === 'string' && SAID.has(name))
      words.push(...(field.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS))
    else wordsOf(field, words)
  }
  return words
}

function likenessOf(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0
  const left = new Map<string, number>()
  for (const word of one) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of other) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    common++
  }
  return (2 * common) / (one.length + other.length)
}
