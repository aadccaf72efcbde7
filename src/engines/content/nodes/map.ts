// A persistent map from ids to entries, as nodes addressed by hash. A map of 10,000 entries is three nodes deep, so
// changing one entry writes three nodes and shares all others. The shape follows from the entries alone, never from
// the order in which they came: equal maps have equal hashes, and two maps are compared by skipping equal hashes.
import { yieldToEventLoop } from '../event-loop.ts'
import { groupBy } from '../groups.ts'
import type { Hash } from '../records.ts'
import type { NodeSession } from './nodes.ts'

type Entry = { id: string }
type Leaf<T> = { leaf: T[] }
type Branch = { count: number; slots: (Hash | null)[] }
type MapNode<T> = Leaf<T> | Branch

const BITS = 5
const WIDTH = 1 << BITS
/** A leaf holds at most this many entries, but for the deepest: there all bits of the key are used up. */
const LEAF = 32
const DEEPEST = Math.floor(32 / BITS)

/** Nodes between two looks at the clock; a level of a small map has fewer. */
const MANY_NODES = 32

/** What a map entry points at below itself, so that a sweep finds all that is alive. */
export type RefsOf<T> = (entry: T) => (Hash | null)[]

export async function findEntries<T extends Entry>(
  nodes: NodeSession,
  map: Hash | null,
  ids: Iterable<string>,
) {
  const found = new Map<string, T>()
  let level = map === null ? [] : [{ hash: map, ids: [...new Set(ids)] }]
  for (let depth = 0; level.length > 0; depth++) {
    await nodes.fetch(level.map(({ hash }) => hash))
    const below: typeof level = []
    for (const [count, { hash, ids }] of level.entries()) {
      const node = nodes.get<MapNode<T>>(hash)
      if ('slots' in node) below.push(...descend(node, ids, depth))
      else for (const entry of node.leaf) if (ids.includes(entry.id)) found.set(entry.id, entry)
      if (count % MANY_NODES === MANY_NODES - 1) await yieldToEventLoop()
    }
    level = below
  }
  return found
}

function descend(branch: Branch, ids: string[], depth: number) {
  const bySlot = groupBy(ids, (id) => slotOf(id, depth))
  return [...bySlot].flatMap(([slot, ids]) => {
    const hash = branch.slots[slot]
    return hash ? [{ hash, ids }] : []
  })
}

/** Every entry, in no particular order. */
export async function allEntries<T extends Entry>(nodes: NodeSession, map: Hash | null) {
  const entries: T[] = []
  let level = map === null ? [] : [map]
  while (level.length > 0) {
    await nodes.fetch(level)
    const below: Hash[] = []
    for (const [count, hash] of level.entries()) {
      const node = nodes.get<MapNode<T>>(hash)
      if ('slots' in node) below.push(...node.slots.filter((slot) => slot !== null))
      else entries.push(...node.leaf)
      if (count % MANY_NODES === MANY_NODES - 1) await yieldToEventLoop()
    }
    level = below
  }
  return entries
}

export async function countEntries(nodes: NodeSession, map: Hash | null) {
  await nodes.fetch([map])
  const node = nodeOf(nodes, map)
  return 'slots' in node ? node.count : node.leaf.length
}

/** One entry as each of many maps has it: a question a level for all of them together. */
export async function findInMaps<T extends Entry>(nodes: NodeSession, maps: (Hash | null)[], id: string) {
  const found: (T | undefined)[] = maps.map(() => undefined)
  let level = maps.map((hash, at) => ({ hash, at }))
  for (let depth = 0; level.length > 0; depth++) {
    await nodes.fetch(level.map(({ hash }) => hash))
    const below: typeof level = []
    for (const [count, { hash, at }] of level.entries()) {
      const node = nodeOf<T>(nodes, hash)
      if ('slots' in node) below.push({ hash: node.slots[slotOf(id, depth)] ?? null, at })
      else found[at] = node.leaf.find((entry) => entry.id === id)
      if (count % MANY_NODES === MANY_NODES - 1) await yieldToEventLoop()
    }
    level = below
  }
  return found
}

export type Changed<T> = { id: string; before?: T; after?: T }

/** A part of a map: a node by its hash, or entries that a leaf of the other side would hold deeper down. */
type Part<T> = Hash | null | T[]

/** What differs between two maps; costs what differs, not what there is. */
export async function diffMaps<T extends Entry>(nodes: NodeSession, before: Hash | null, after: Hash | null) {
  const changed: Changed<T>[] = []
  let level: { before: Part<T>; after: Part<T> }[] = [{ before, after }]
  for (let depth = 0; level.length > 0; depth++) {
    const unequal = level.filter((pair) => pair.before !== pair.after)
    await nodes.fetch(unequal.flatMap((pair) => [pair.before, pair.after]).filter(isHash))
    level = []
    for (const [count, pair] of unequal.entries()) {
      const [from, to] = [nodeOf(nodes, pair.before), nodeOf(nodes, pair.after)]
      if ('leaf' in from && 'leaf' in to) changed.push(...diffLeaves(from.leaf, to.leaf))
      else level.push(...pairsBelow(from, to, depth))
      if (count % MANY_NODES === MANY_NODES - 1) await yieldToEventLoop()
    }
  }
  return changed
}

function isHash(part: unknown) {
  return typeof part === 'string'
}

function nodeOf<T>(nodes: NodeSession, part: Part<T>): MapNode<T> {
  if (part === null) return { leaf: [] }
  return isHash(part) ? nodes.get<MapNode<T>>(part) : { leaf: part }
}

function diffLeaves<T extends Entry>(from: T[], to: T[]): Changed<T>[] {
  const later = new Map(to.map((entry) => [entry.id, entry]))
  const changed: Changed<T>[] = []
  for (const before of from) {
    const after = later.get(before.id)
    later.delete(before.id)
    if (!after) changed.push({ id: before.id, before })
    else if (JSON.stringify(before) !== JSON.stringify(after)) changed.push({ id: before.id, before, after })
  }
  for (const after of later.values()) changed.push({ id: after.id, after })
  return changed
}

/** Where one side is a leaf and the other a branch, the leaf is split as the branch is. */
function pairsBelow<T extends Entry>(from: MapNode<T>, to: MapNode<T>, depth: number) {
  const [before, after] = [partsOf(from, depth), partsOf(to, depth)]
  return before.map((part, slot) => ({ before: part, after: after[slot] ?? null }))
}

function partsOf<T extends Entry>(node: MapNode<T>, depth: number): Part<T>[] {
  if ('slots' in node) return node.slots
  const bySlot = groupBy(node.leaf, (entry) => slotOf(entry.id, depth))
  return Array.from({ length: WIDTH }, (_, slot) => bySlot.get(slot) ?? null)
}

/** Puts entries in and, where the change is null, takes them out. */
export async function changeEntries<T extends Entry>(
  nodes: NodeSession,
  map: Hash | null,
  changes: Map<string, T | null>,
  refsOf: RefsOf<T>,
) {
  if (changes.size === 0) return map
  // Brings near all that will change, level by level; what follows then asks for nothing more.
  await findEntries(nodes, map, changes.keys())
  const { hash } = await change(nodes, map, changes, { depth: 0, refsOf })
  return hash
}

type MapLevel<T> = { depth: number; refsOf: RefsOf<T> }
/** A part after a change, and by how many entries it grew. */
type Grown = { hash: Hash | null; by: number }

async function change<T extends Entry>(
  nodes: NodeSession,
  map: Hash | null,
  changes: Map<string, T | null>,
  place: MapLevel<T>,
): Promise<Grown> {
  const node = nodeOf<T>(nodes, map)
  if ('leaf' in node) {
    const entries = changedLeaf(node.leaf, changes)
    return { hash: await build(nodes, entries, place), by: entries.length - node.leaf.length }
  }
  const slots = [...node.slots]
  const below = { ...place, depth: place.depth + 1 }
  let by = 0
  for (const [slot, entries] of groupBy(changes, ([id]) => slotOf(id, place.depth))) {
    const grown = await change(nodes, slots[slot] ?? null, new Map(entries), below)
    slots[slot] = grown.hash
    by += grown.by
    // Thousands at once come with an import: others get their turn between the parts.
    await yieldToEventLoop()
  }
  const count = node.count + by
  if (count > LEAF) return { hash: putBranch(nodes, count, slots), by }
  const left: T[] = []
  for (const slot of slots) left.push(...(await allEntries<T>(nodes, slot)))
  return { hash: await build(nodes, left, place), by }
}

function changedLeaf<T extends Entry>(entries: T[], changes: Map<string, T | null>) {
  const kept = entries.filter(({ id }) => !changes.has(id))
  const put = [...changes.values()].filter((entry) => entry !== null)
  return [...kept, ...put]
}

/** The node, or nodes, that hold these entries from a depth on. */
async function build<T extends Entry>(
  nodes: NodeSession,
  entries: T[],
  place: MapLevel<T>,
): Promise<Hash | null> {
  const { depth, refsOf } = place
  if (entries.length === 0) return null
  if (entries.length <= LEAF || depth >= DEEPEST) {
    const leaf = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return nodes.put({ leaf } satisfies Leaf<T>, leaf.flatMap(refsOf))
  }
  const bySlot = groupBy(entries, (entry) => slotOf(entry.id, depth))
  const slots: (Hash | null)[] = []
  for (let slot = 0; slot < WIDTH; slot++) {
    slots.push(await build(nodes, bySlot.get(slot) ?? [], { ...place, depth: depth + 1 }))
    await yieldToEventLoop()
  }
  return putBranch(nodes, entries.length, slots)
}

function putBranch(nodes: NodeSession, count: number, slots: (Hash | null)[]) {
  return nodes.put({ count, slots } satisfies Branch, slots)
}

/** Five bits of the id's hash a level. */
function slotOf(id: string, depth: number) {
  return (mix(id) >>> (depth * BITS)) & (WIDTH - 1)
}

/** FNV-1a with a final stir: ids made in one moment differ in their last letters only. */
function mix(id: string) {
  let value = 0x811c9dc5
  for (let at = 0; at < id.length; at++) value = Math.imul(value ^ id.charCodeAt(at), 0x01000193)
  value ^= value >>> 16
  value = Math.imul(value, 0x85ebca6b)
  value ^= value >>> 13
  value = Math.imul(value, 0xc2b2ae35)
  return value ^ (value >>> 16)
}
