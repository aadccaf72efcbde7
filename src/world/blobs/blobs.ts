import type { Readable } from 'node:stream'
import { folderBlobs } from './folder.ts'
import type { BlobsLocation } from './location.ts'
import { s3Blobs } from './s3.ts'

/**
 * Bytes kept by the hash of what they are (SHA-256, base64url): the same bytes are kept once, and a put before a
 * commit is harmless. What is no hash at all names no blob. A store that does not work is a BlobFailure.
 */
export type Blobs = {
  /** Keeps the bytes; returns their hash. Safe to repeat, safe in parallel, durable when it returns. */
  put(bytes: Uint8Array): Promise<string>
  /**
   * From a stream of unknown size, bounded: more than maxBytes is a failure named BLOB_TOO_LARGE. That, and a
   * stream that breaks, leave nothing behind.
   */
  putStream(
    stream: AsyncIterable<Uint8Array>,
    options: { maxBytes: number },
  ): Promise<{ hash: string; size: number }>
  /**
   * A stream of the bytes or of a range of them, undefined when there is no such blob. Read the stream or destroy
   * it: it may hold a file or a connection.
   */
  get(hash: string, range?: BlobRange): Promise<OpenBlob | undefined>
  /** Whole, for small things. */
  read(hash: string): Promise<Buffer | undefined>
  has(hash: string): Promise<boolean>
  /** Fine also when there is no such blob. */
  delete(hash: string): Promise<void>
  /**
   * All hashes with the time they were last put, page by page, for the sweep of what nothing names any more.
   * To put the same bytes again refreshes the time; to delete while listing is fine.
   */
  list(): AsyncIterable<{ hash: string; keptAt: Date }>
}

/** From start up to and with end, as in HTTP. Past the end of the blob there is nothing; Infinity is its end. */
export type BlobRange = { start: number; end: number }

/** The size is that of the whole blob, also when the stream is of a range. */
export type OpenBlob = { stream: Readable; size: number }

/** The blobs at the configured place. Nothing is touched before it is used. */
export function openBlobs(place: BlobsLocation): Blobs {
  switch (place.kind) {
    case 'folder':
      return folderBlobs(place.folder)
    case 's3':
      return s3Blobs(place)
    default:
      return place satisfies never
  }
}
