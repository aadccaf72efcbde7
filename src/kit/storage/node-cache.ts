import { LRUCache } from 'lru-cache'
import type { NodeCache } from '../../engines/content/nodes/nodes.ts'

const MEGABYTE = 1024 * 1024

/** The nodes that were used last, up to 32 MB as they are stored; as values they take about three times that. */
export function openNodeCache(): NodeCache {
  const cache = new LRUCache<string, NonNullable<unknown>>({ maxSize: 32 * MEGABYTE })
  return {
    derived: new WeakMap(),
    get: (hash) => cache.get(hash),
    set(hash, value, size) {
      if (value !== null && value !== undefined) cache.set(hash, value, { size: Math.max(1, size) })
    },
  }
}
