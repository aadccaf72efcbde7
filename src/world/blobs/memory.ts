import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Clock, systemClock } from '../clock.ts'
import type { Blobs } from './blobs.ts'
import { hashOf, measure, rangeWithin } from './rules.ts'

/** Blobs that are gone with the process, for tests. */
export function memoryBlobs(clock: Clock = systemClock): Blobs {
  const kept = new Map<string, { bytes: Buffer; keptAt: Date }>()

  async function put(bytes: Uint8Array) {
    const hash = hashOf(bytes)
    kept.set(hash, { bytes: Buffer.from(bytes), keptAt: clock.now() })
    return hash
  }

  return {
    put,
    async putStream(stream, { maxBytes }) {
      const { chunks, result } = measure(stream, maxBytes)
      await put(await buffer(chunks))
      return result()
    },
    async get(hash, range) {
      const bytes = kept.get(hash)?.bytes
      if (!bytes) return undefined
      const within = rangeWithin(bytes.length, range)
      const part = within && bytes.subarray(within.start, within.end + 1)
      return { stream: Readable.from(part ? [Buffer.from(part)] : []), size: bytes.length }
    },
    async read(hash) {
      const bytes = kept.get(hash)?.bytes
      return bytes && Buffer.from(bytes)
    },
    has: async (hash) => kept.has(hash),
    async delete(hash) {
      kept.delete(hash)
    },
    async *list() {
      for (const [hash, { keptAt }] of [...kept]) yield { hash, keptAt }
    },
  }
}
