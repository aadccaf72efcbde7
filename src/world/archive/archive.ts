// Folders and zip files that people take along: what is written into one, and what is found in one. Names in them come
// from strangers, and so do sizes.
import { unsafePart } from '../../engines/repository/safe-paths.ts'

export type ArchiveTarget = {
  /** Paths from the top, with slashes. */
  add(path: string, bytes: Uint8Array): Promise<void>
  /** Only what was finished is there. */
  finish(): Promise<void>
  abandon(): Promise<void>
}

export type ArchiveEntry = { path: string; size: number }

export type Archive = {
  entries: ArchiveEntry[]
  has(path: string): boolean
  /** The whole file; it is one of the entries. */
  read(path: string): Promise<Buffer>
  close(): Promise<void>
}

export type ArchiveLimits = {
  files: number
  /** Of one file, and of all together, unpacked. */
  fileBytes: number
  bytes: number
  /** How many times its packed size all may have together. */
  ratio: number
}

const MEGABYTE = 1024 * 1024

export const ARCHIVE_LIMITS: ArchiveLimits = {
  files: 200_000,
  fileBytes: 512 * MEGABYTE,
  bytes: 20_000 * MEGABYTE,
  ratio: 200,
}

/** Below this a ratio says nothing: text that repeats itself packs well. */
export const RATIO_FROM = 64 * MEGABYTE

/** An archive that cannot be read or written; the message names the file and the problem. */
export class ArchiveFailure extends Error {
  override readonly name = 'ArchiveFailure'
}

export function isSafeEntry(path: string) {
  // A backslash is a letter here and a separator elsewhere.
  return unsafePart(path) === undefined && !path.includes('\\')
}

export function requireSafe(path: string) {
  if (isSafeEntry(path)) return
  throw new ArchiveFailure(
    `${JSON.stringify(path)} is not a safe file name: it could point outside the folder`,
  )
}

/** Counts what comes, and stops where it is too much. */
export function meter({ files, fileBytes, bytes }: ArchiveLimits) {
  let [count, sum] = [0, 0]
  return {
    add({ path, size }: ArchiveEntry) {
      requireSafe(path)
      count += 1
      sum += size
      if (count > files) throw new ArchiveFailure(`There are more than ${files} files in it`)
      if (size > fileBytes)
        throw new ArchiveFailure(
          `${path} is larger than ${inMegabytes(fileBytes)}, which is the most for a file`,
        )
      if (sum > bytes) throw new ArchiveFailure(`Unpacked it is larger than ${inMegabytes(bytes)}`)
    },
    get bytes() {
      return sum
    },
  }
}

function inMegabytes(bytes: number) {
  return `${Math.round(bytes / MEGABYTE)} MB`
}

/** What file managers and archivers leave behind. */
export function isLitter(path: string) {
  return path.split('/').some((part) => LITTER.test(part))
}

const LITTER = /^(__MACOSX|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/i
