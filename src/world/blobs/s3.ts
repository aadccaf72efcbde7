import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { BlobRange, Blobs, OpenBlob } from './blobs.ts'
import type { S3Location } from './location.ts'
import { BlobFailure, hashOf, hasRoom, isHash, measure } from './rules.ts'
import { type Patience, refusal, type S3Answer, type S3Body, s3Requests } from './s3-requests.ts'
import { readListing } from './s3-xml.ts'
import { spool } from './spool.ts'

/**
 * Blobs in a bucket of S3 or of what speaks like it (MinIO, Ceph, R2 …), addressed by path. One object a blob,
 * named by prefix and hash.
 */
export function s3Blobs(place: S3Location, patience?: Patience): Blobs {
  const ask = s3Requests(place, patience)
  const { host } = new URL(place.endpoint)
  const keyOf = (hash: string) => place.prefix + hash

  function broken(what: string) {
    return new BlobFailure('BLOB_STORE_ERROR', `The blob store ${host} ${what}`, { host, status: 200 })
  }

  /** Also when the object is there: to put it again is what refreshes its time. */
  async function upload(hash: string, content: Omit<S3Body, 'hash'>) {
    const body = { ...content, hash: Buffer.from(hash, 'base64url').toString('hex') }
    const headers = { 'content-type': 'application/octet-stream' }
    await ask({ method: 'PUT', key: keyOf(hash), headers, body }, async (answer) => {
      if (!isFine(answer)) throw await refusal(answer, host)
      answer.body.resume()
    })
  }

  /** Undefined when there is no such object. */
  async function sizeOf(hash: string) {
    if (!isHash(hash)) return undefined
    return ask({ method: 'HEAD', key: keyOf(hash) }, async (answer) => {
      if (!isFine(answer) && answer.status !== 404) throw await refusal(answer, host)
      // Also an answer without a body has to be read to its end, or it keeps its connection.
      answer.body.resume()
      return answer.status === 404 ? undefined : wholeSize(answer)
    })
  }

  function wholeSize({ status, headers }: S3Answer) {
    const length = status === 206 ? headers['content-range']?.split('/')[1] : headers['content-length']
    if (!length || !/^\d+$/.test(length)) throw broken('does not report the size of an object')
    return Number(length)
  }

  /** Undefined when there is no such object; 'past' when the range begins after its end. */
  async function download<T>(
    hash: string,
    range: BlobRange | undefined,
    take: (answer: S3Answer) => Promise<T>,
  ): Promise<T | undefined | 'past'> {
    const headers: Record<string, string> = range ? { range: rangeHeader(range) } : {}
    return ask({ method: 'GET', key: keyOf(hash), headers }, async (answer) => {
      if (answer.status === (range ? 206 : 200)) return take(answer)
      if (isFine(answer)) throw broken('does not support ranges')
      const refused = await refusal(answer, host)
      if (answer.status === 416) return 'past'
      if (isMissing(refused)) return undefined
      throw refused
    })
  }

  async function nothingOf(hash: string): Promise<OpenBlob | undefined> {
    const size = await sizeOf(hash)
    return size === undefined ? undefined : { stream: Readable.from([]), size }
  }

  async function page(token: string | undefined) {
    const query: Record<string, string> = { 'list-type': '2', prefix: place.prefix }
    if (token !== undefined) query['continuation-token'] = token
    return ask({ method: 'GET', query }, async (answer) => {
      if (!isFine(answer)) throw await refusal(answer, host)
      const listing = readListing(await text(answer.body))
      if (!listing) throw broken('answered with something that is not a list')
      return listing
    })
  }

  return {
    async put(bytes) {
      const hash = hashOf(bytes)
      await upload(hash, { size: bytes.byteLength, open: () => bytes })
      return hash
    },
    // S3 wants to know the size first, and an attempt may have to be repeated.
    async putStream(stream, { maxBytes }) {
      const { chunks, result } = measure(stream, maxBytes)
      const spooled = await spool(chunks)
      try {
        const { hash, size } = result()
        await upload(hash, { size, open: spooled.open })
        return { hash, size }
      } finally {
        await spooled.close()
      }
    },
    async get(hash, range) {
      if (!isHash(hash)) return undefined
      if (range && !hasRoom(range)) return nothingOf(hash)
      const found = await download(hash, range, async (answer) => {
        const size = wholeSize(answer)
        return { stream: answer.body, size }
      })
      return found === 'past' ? nothingOf(hash) : found
    },
    async read(hash) {
      if (!isHash(hash)) return undefined
      const found = await download(hash, undefined, async (answer) => buffer(answer.body))
      return found === 'past' ? undefined : found
    },
    has: async (hash) => (await sizeOf(hash)) !== undefined,
    async delete(hash) {
      if (!isHash(hash)) return
      await ask({ method: 'DELETE', key: keyOf(hash) }, async (answer) => {
        if (isFine(answer)) return void answer.body.resume()
        const refused = await refusal(answer, host)
        if (!isMissing(refused)) throw refused
      })
    },
    async *list() {
      let token: string | undefined
      do {
        const { objects, next } = await page(token)
        for (const { key, lastModified } of objects) {
          const hash = key.startsWith(place.prefix) ? key.slice(place.prefix.length) : ''
          if (isHash(hash)) yield { hash, keptAt: new Date(lastModified) }
        }
        token = next
      } while (token !== undefined)
    },
  }
}

function isFine({ status }: S3Answer) {
  return status >= 200 && status < 300
}

/** Without its bucket every blob would seem to be gone: that is another matter. */
function isMissing({ details }: BlobFailure) {
  return details.status === 404 && details.reason !== 'NoSuchBucket'
}

function rangeHeader({ start, end }: BlobRange) {
  return `bytes=${start}-${Number.isFinite(end) ? end : ''}`
}
