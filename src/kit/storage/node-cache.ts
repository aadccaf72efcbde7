import { LRUCache } from 'lru-cache'
import type { DerivedKind, NodeCache } from '../../engines/content/nodes/nodes.ts'

const MEGABYTE = 1024 * 1024

/** The nodes that were used last, up to 32 MB as they are stored; as values they take about three times that. */
export function openNodeCache(): NodeCache {
  const cache = new LRUCache<string, NonNullable<unknown>>({ maxSize: 32 * MEGABYTE })
  function set(key: string, value: unknown, size: number) {
    if (value !== null && value !== undefined) cache.set(key, value, { size: Math.max(1, size) })
  }
  return {
    written: new WeakMap(),
    get: (hash) => cache.get(hash),
    set,
    findDerived: <Value>({ name }: DerivedKind<Value>, key: string) =>
      cache.get(`${name} ${key}`) as Value | undefined,
    keepDerived: ({ name }, key, value, size) => set(`${name} ${key}`, value, size),
  }
}
