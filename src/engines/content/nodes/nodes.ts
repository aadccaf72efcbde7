import { hash } from 'node:crypto'
import { yieldToEventLoop } from '../event-loop.ts'
import type { Hash } from '../records.ts'

/** A node on its way to the store. */
export type NewNode = { hash: Hash; bytes: Buffer; refs: Hash[] }

/** Where nodes are kept. Asks for many at once, since every question is a way to the database. */
export type NodeSource = { load(hashes: Hash[]): Promise<Map<Hash, Buffer>> }

/** A kind of thing that is worked out from nodes; only the compiler looks at the value. */
export type DerivedKind<Value> = { name: string; value?: Value }

/** Nodes never change, so what was read once is right for ever, in every process, and what follows from it too. */
export type NodeCache = {
  get(hash: Hash): unknown
  set(hash: Hash, value: unknown, size: number): void
  findDerived<Value>(kind: DerivedKind<Value>, key: string): Value | undefined
  keepDerived<Value>(kind: DerivedKind<Value>, key: string, value: Value, size: number): void
  /** How a record of the cache was written last, and for which key, as long as the record is there. */
  written: WeakMap<object, { key: string; text: string }>
}

/**
 * The nodes as one piece of work sees them: those in the store, and those it made itself and has not stored yet.
 * What comes out of a session is shared and must not be changed.
 */
export type NodeSession = {
  /** Brings nodes near, all in one question; `get` then finds them at once. */
  fetch(hashes: Iterable<Hash | null | undefined>): Promise<void>
  /** A node that was fetched or put before. */
  get<T>(hash: Hash): T
  text(hash: Hash): string
  put(value: unknown, refs: Iterable<Hash | null>): Hash
  putText(text: string): Hash
  /** What was put and must be stored for a root to be whole; not what was only on the way to it. */
  freshBelow(root: Hash): NewNode[]
  /** All that was put, for who stores it at once; texts among it are no longer kept near. */
  takeFresh(): NewNode[]
  /** Nodes that are stored for good are read next, most likely. */
  keepNear(stored: NewNode[]): void
}

/** Read between two looks at the clock. */
const MANY = 20

export function openNodeSession(source: NodeSource, cache: NodeCache): NodeSession {
  const fresh = new Map<Hash, NewNode>()
  const near = new Map<Hash, unknown>()

  async function fetch(hashes: Iterable<Hash | null | undefined>) {
    const missing = new Set<Hash>()
    for (const wanted of hashes) {
      if (!wanted || near.has(wanted)) continue
      const known = cache.get(wanted)
      if (known === undefined) missing.add(wanted)
      else near.set(wanted, known)
    }
    if (missing.size === 0) return
    const loaded = await source.load([...missing])
    let count = 0
    for (const wanted of missing) {
      const bytes = loaded.get(wanted)
      if (!bytes) throw new Error(`The content node ${wanted} is missing`)
      const value = decode(bytes)
      near.set(wanted, value)
      cache.set(wanted, value, bytes.length)
      count += 1
      if (count % MANY === 0) await yieldToEventLoop()
    }
  }

  function get<T>(wanted: Hash) {
    const value = near.get(wanted)
    if (value === undefined) throw new Error(`The content node ${wanted} was not fetched`)
    return value as T
  }

  function keep(value: unknown, bytes: Buffer, refs: Hash[]) {
    const name = hash('sha256', bytes, 'base64url')
    if (!near.has(name)) fresh.set(name, { hash: name, bytes, refs })
    near.set(name, value)
    return name
  }

  return {
    fetch,
    get,
    text: (wanted) => get<string>(wanted),
    put: (value, refs) =>
      keep(
        value,
        Buffer.from(NODE + JSON.stringify(value)),
        [...refs].filter((ref) => ref !== null),
      ),
    putText: (text) => keep(text, Buffer.from(TEXT + text), []),
    freshBelow(root) {
      const found = new Map<Hash, NewNode>()
      const waiting = [root]
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        const node = fresh.get(name)
        // What is below a node that is stored is stored too.
        if (!node || found.has(name)) continue
        found.set(name, node)
        for (const ref of node.refs) waiting.push(ref)
      }
      return [...found.values()]
    },
    takeFresh() {
      const taken = [...fresh.values()]
      fresh.clear()
      for (const { hash } of taken) if (typeof near.get(hash) === 'string') near.delete(hash)
      return taken
    },
    keepNear(stored) {
      for (const { hash, bytes } of stored) cache.set(hash, decode(bytes), bytes.length)
    },
  }
}

/** The name that a text has as a node. */
export function hashOfText(text: string): Hash {
  return hash('sha256', Buffer.from(TEXT + text), 'base64url')
}

// One letter in front says what follows, so that a text that looks like a node is never read as one.
const NODE = 'n'
const TEXT = 't'

function decode(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  return text.startsWith(NODE) ? JSON.parse(text.slice(1)) : text.slice(1)
}
