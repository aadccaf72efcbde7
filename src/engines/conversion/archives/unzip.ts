// Archives, read in memory and within limits: an entry is a name and bytes here, never a file on a disk.
import { fromBufferPromise } from 'yauzl'
import { ZIP_OPTIONS, type ZipEntry, zipEntries } from '../../repository/zip-entries.ts'
import { inMegabytes, LIMITS } from '../limits.ts'
import { Refusal } from '../refusal.ts'

export type UnzippedFiles = Map<string, Uint8Array>

export type UnzippedArchive = {
  files: UnzippedFiles
  /** Entries that are nobody's: links of a file system, and those that another of the same path replaces. */
  skipped: number
}

/** What was unpacked so far; archives inside an archive count together with it. */
export type UnzipLimits = { entries: number; bytes: number }

export function fullAllowance(): UnzipLimits {
  return { entries: LIMITS.entries, bytes: LIMITS.unpackedBytes }
}

type Options = {
  allowance?: UnzipLimits
  /** With what archivers and systems add for themselves: other formats keep what matters under such names. */
  withHidden?: boolean
}

/** All files of an archive by their path, in the order of the archive. */
export async function unzip(bytes: Uint8Array, options: Options = {}): Promise<UnzippedArchive> {
  const { allowance = fullAllowance(), withHidden = false } = options
  const archive: UnzippedArchive = { files: new Map(), skipped: 0 }
  const zip = await opened(bytes)
  try {
    for await (const entry of zipEntries(zip)) {
      if (--allowance.entries < 0)
        throw tooMuch(`more than ${LIMITS.entries} files`, 'entries', LIMITS.entries)
      const path = pathOf(entry.name)
      if (path === undefined || (!withHidden && isJunk(path))) continue
      if (entry.isLink) {
        archive.skipped++
        continue
      }
      if (entry.isEncrypted)
        throw new Refusal(
          'invalid',
          `“${shown(path)}” in the archive is encrypted; pack it without a password`,
        )
      if (archive.files.has(path)) archive.skipped++
      archive.files.set(path, await bytesOf(entry, path, allowance))
    }
  } catch (error) {
    throw error instanceof Refusal ? error : damaged(error)
  }
  return archive
}

function opened(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return fromBufferPromise(buffer, ZIP_OPTIONS).catch((error) => {
    throw damaged(error)
  })
}

function damaged(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  return new Refusal('invalid', `the archive is damaged: ${reason}`)
}

/** The path without anything that climbs; undefined for folders. */
function pathOf(name: string): string | undefined {
  if (/[\\/]$/.test(name)) return
  const parts = name.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..')
  return parts.length === 0 ? undefined : parts.join('/')
}

/** What archivers and systems add for themselves. */
function isJunk(path: string) {
  const parts = path.split('/')
  return (
    parts.at(-1) === 'Thumbs.db' ||
    parts.some(
      (part) =>
        part === '__MACOSX' || (part.startsWith('.') && part !== '.gitbook' && !part.startsWith('.gitbook.')),
    )
  )
}

async function bytesOf(entry: ZipEntry, path: string, allowance: UnzipLimits) {
  const { size, packedSize } = entry
  requireSmall(path, size, allowance)
  if (size > LIMITS.ratioFrom && size > packedSize * LIMITS.ratio)
    throw tooMuch(
      `“${shown(path)}”, which unpacks to more than ${LIMITS.ratio} times its size`,
      'ratio',
      LIMITS.ratio,
    )
  const bytes = await entry.read()
  allowance.bytes -= bytes.length
  return bytes
}

function requireSmall(path: string, size: number, allowance: UnzipLimits) {
  if (size > LIMITS.entryBytes)
    throw tooMuch(
      `“${shown(path)}”, which is larger than ${inMegabytes(LIMITS.entryBytes)}`,
      'entryBytes',
      LIMITS.entryBytes,
    )
  if (size > allowance.bytes)
    throw tooMuch(
      `more than ${inMegabytes(LIMITS.unpackedBytes)} when unpacked`,
      'unpackedBytes',
      LIMITS.unpackedBytes,
    )
}

function tooMuch(what: string, limit: string, most: number) {
  return new Refusal('too_large', `the archive holds ${what}`, { limit, most })
}

function shown(path: string) {
  return path.length > 80 ? `…${path.slice(-80)}` : path
}

/** The archive without the folders that hold all files, as those of repositories and exports have one. */
export function withoutCommonFolder(archive: UnzippedArchive): UnzippedArchive {
  const { files, skipped } = archive
  const folder = commonFolder([...files.keys()])
  if (folder === '') return archive
  return { files: new Map([...files].map(([path, bytes]) => [path.slice(folder.length), bytes])), skipped }
}

/** What is in .gitbook is not the content itself. */
function commonFolder([first = '', ...others]: string[]) {
  let shared = first.lastIndexOf('/') + 1
  for (const path of others) {
    let at = 0
    while (at < shared && path[at] === first[at]) at++
    shared = at
  }
  const folder = first.slice(0, first.slice(0, shared).lastIndexOf('/') + 1)
  const inside = /(?:^|\/)(?=\.gitbook\/)/.exec(folder)
  return inside ? folder.slice(0, inside.index + inside[0].length) : folder
}
