// Parts of a file, as RFC 9110 asks for them. Whatever is not one valid range of bytes asks for the whole.
import type { BlobRange } from '../../../world/blobs/blobs.ts'

/** A range from the start of a file, or so many bytes at its end. */
export type AskedRange = BlobRange | { last: number }

export function readRange(header: string | undefined): AskedRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? []
  if (first === '') return last === '' ? undefined : { last: countOf(last) }
  const range = { start: countOf(first), end: last === '' ? Number.POSITIVE_INFINITY : countOf(last) }
  return range.start <= range.end ? range : undefined
}

/** Larger than any file is as good as exact. */
function countOf(digits: string) {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}

/** Whether a client with the version in If-Range can use a part of this one. A date never matches: we send none. */
export function isSameVersion(ifRange: string | undefined, tag: string) {
  return ifRange === undefined || ifRange.trim() === tag
}

/** Whether If-None-Match names this version. */
export function isKnownVersion(ifNoneMatch: string | undefined, tag: string) {
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return known.includes(tag) || known.includes('*')
}
