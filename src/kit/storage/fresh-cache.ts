import { LRUCache } from 'lru-cache'
import { isDatabaseGone } from './database/failures.ts'

/**
 * What was read, the names of what it follows from, and about how many bytes it takes; `isKept` is false where it may
 * change without an event.
 */
export type Loaded<Value> = { value: Value; follows: readonly string[]; bytes: number; isKept?: boolean }

/** A kind of thing that is kept; only the compiler looks at the value. */
export type CacheKind<Value> = { name: string; value?: Value }

/** Values that follow from the database, kept until something they follow from changes, here or in another process. */
export type FreshCache = {
  read<Value>(kind: CacheKind<Value>, key: string, load: () => Promise<Loaded<Value>>): Promise<Value>
  /** What was told last to be so, whatever changed since: a beginning for who works out what is so now. */
  last<Value>(kind: CacheKind<Value>, key: string): Value | undefined
  keepLast<Value>(kind: CacheKind<Value>, key: string, last: { value: Value; bytes: number }): void
}

export const NO_CACHE: FreshCache = {
  read: async (_kind, _key, load) => (await load()).value,
  last: () => undefined,
  keepLast: () => {},
}

const MOST_BYTES = 64 * 1024 * 1024

type Entry = { value: unknown; follows: readonly string[]; period: number }

/**
 * `isSure`: whether every change of a second ago was heard of. Where it was not, everything is read anew; and where the
 * database is away meanwhile, what was known last is better than nothing, since nobody can change it.
 */
export function openFreshCache({ isSure }: { isSure(): boolean }) {
  /** Times in which no change was missed are counted. What was kept in an earlier one, or in between, is not trusted. */
  let period = 0
  const followers = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry>({
    maxSize: MOST_BYTES,
    dispose: ({ follows }, key) => {
      for (const name of follows) {
        const keys = followers.get(name)
        keys?.delete(key)
        if (keys?.size === 0) followers.delete(name)
      }
    },
  })
  /** What is being read now, with all that changed meanwhile: it may have been read before it changed. */
  const reading = new Map<symbol, Set<string>>()
  const shared = new Map<string, Promise<unknown>>()

  async function load<Value>(key: string, from: () => Promise<Loaded<Value>>): Promise<Value> {
    const changed = new Set<string>()
    const began = period
    const token = Symbol(key)
    reading.set(token, changed)
    try {
      const { value, follows, bytes, isKept = true } = await from()
      const isOld = changed.has(EVERYTHING) || follows.some((name) => changed.has(name))
      if (isKept && !isOld) keep(key, { value, follows, period: isSure() ? began : DOUBTFUL }, bytes)
      return value
    } finally {
      reading.delete(token)
    }
  }

  function keep(key: string, entry: Entry, bytes: number) {
    entries.set(key, entry, { size: bytes + 2 * key.length + 200 })
    for (const name of entry.follows) {
      const keys = followers.get(name) ?? new Set()
      followers.set(name, keys.add(key))
    }
  }

  /** Who asks from here on is not answered by what was begun before. */
  function note(name: string) {
    for (const changed of reading.values()) changed.add(name)
    shared.clear()
  }

  async function readNow<Value>(id: string, from: () => Promise<Loaded<Value>>): Promise<Value> {
    if (!isSure()) return load(id, from)
    const underWay = shared.get(id) as Promise<Value> | undefined
    if (underWay) return underWay
    const fresh = load(id, from)
    shared.set(id, fresh)
    const done = () => shared.get(id) === fresh && shared.delete(id)
    fresh.then(done, done)
    return fresh
  }

  return {
    async read<Value>(
      { name }: CacheKind<Value>,
      key: string,
      from: () => Promise<Loaded<Value>>,
    ): Promise<Value> {
      const id = `${name} ${key}`
      const known = entries.get(id)
      if (known?.period === period && isSure()) return known.value as Value
      try {
        return await readNow(id, from)
      } catch (error) {
        if (known && isDatabaseGone(error)) return known.value as Value
        throw error
      }
    },
    last: <Value>({ name }: CacheKind<Value>, key: string) =>
      entries.get(`${name} ${key}`)?.value as Value | undefined,
    keepLast<Value>(
      { name }: CacheKind<Value>,
      key: string,
      { value, bytes }: { value: Value; bytes: number },
    ) {
      keep(`${name} ${key}`, { value, follows: [], period: DOUBTFUL }, bytes)
    },
    /** Drops all that follows from these. */
    forget(names: readonly string[]) {
      for (const name of names) {
        note(name)
        for (const key of [...(followers.get(name) ?? [])]) entries.delete(key)
      }
    },
    /** Trusts nothing any more that is kept. */
    doubtAll() {
      note(EVERYTHING)
      period += 1
    },
  }
}

const EVERYTHING = '*'
const DOUBTFUL = -1
