// What all blob stores have in common: names, sizes, ranges, failures.
import { createHash } from 'node:crypto'
import type { BlobRange } from './blobs.ts'

export type BlobFailureCode = 'BLOB_TOO_LARGE' | 'BLOB_STORE_ERROR'
export type BlobFailureDetails = {
  maxBytes?: number
  host?: string
  /** Of the store's answer; none means that it gave no answer at all. */
  status?: number
  /** The store's own word for it: AccessDenied, NoSuchBucket … */
  reason?: string
}

export class BlobFailure extends Error {
  override readonly name = 'BlobFailure'
  readonly code: BlobFailureCode
  readonly details: BlobFailureDetails

  constructor(code: BlobFailureCode, message: string, details: BlobFailureDetails, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.details = details
  }
}

export function hashOf(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('base64url')
}

/** Hashes become names of files and objects: what passes here cannot lead out of the store. */
export function isHash(text: string) {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Passes the chunks on, and knows their hash and size when they are through. More than maxBytes is a failure. */
export function measure(stream: AsyncIterable<Uint8Array>, maxBytes: number) {
  const sha = createHash('sha256')
  let size = 0
  async function* chunks() {
    for await (const chunk of stream) {
      size += chunk.byteLength
      if (size > maxBytes) {
        throw new BlobFailure('BLOB_TOO_LARGE', `The file is larger than the limit of ${maxBytes} bytes`, {
          maxBytes,
        })
      }
      sha.update(chunk)
      yield chunk
    }
  }
  return { chunks: chunks(), result: () => ({ hash: sha.digest('base64url'), size }) }
}

/** Whether there can be bytes in it. A range that is none is a mistake of the caller. */
export function hasRoom({ start, end }: BlobRange) {
  const isEnd = Number.isSafeInteger(end) || end === Number.POSITIVE_INFINITY
  if (!Number.isSafeInteger(start) || start < 0 || !isEnd)
    throw new RangeError('This is not a range of a blob')
  return start <= end
}

/** The range within a blob of this size, undefined when no bytes are in it. */
export function rangeWithin(size: number, range: BlobRange = { start: 0, end: Number.POSITIVE_INFINITY }) {
  const within = { start: range.start, end: Math.min(range.end, size - 1) }
  return hasRoom(range) && hasRoom(within) ? within : undefined
}
