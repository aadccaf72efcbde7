// Archives, read in memory and within limits: an entry is a name and bytes here, never a file on a disk.
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { inMegabytes, LIMITS } from './limits.ts'
import { Refusal } from './refusal.ts'

export type Files = Map<string, Uint8Array>

export type Archive = {
  files: Files
  /** Entries that are nobody's: links of a file system, and those that another of the same path replaces. */
  skipped: number
}

/** What was unpacked so far; archives inside an archive count together with it. */
export type Allowance = { entries: number; bytes: number }

export function fullAllowance(): Allowance {
  return { entries: LIMITS.entries, bytes: LIMITS.unpackedBytes }
}

type Options = {
  allowance?: Allowance
  /** With what archivers and systems add for themselves: other formats keep what matters under such names. */
  withHidden?: boolean
}

/** All files of an archive by their path, in the order of the archive. */
export async function unzip(bytes: Uint8Array, options: Options = {}): Promise<Archive> {
  const { allowance = fullAllowance(), withHidden = false } = options
  const archive: Archive = { files: new Map(), skipped: 0 }
  const zip = await opened(bytes)
  try {
    for await (const entry of zip.eachEntry()) {
      if (--allowance.entries < 0)
        throw tooMuch(`more than ${LIMITS.entries} files`, 'entries', LIMITS.entries)
      const path = pathOf(entry)
      if (path === undefined || (!withHidden && isJunk(path))) continue
      if (isLink(entry)) {
        archive.skipped++
        continue
      }
      if (entry.isEncrypted())
        throw new Refusal(
          'invalid',
          `“${shown(path)}” in the archive is encrypted; pack it without a password`,
        )
      if (archive.files.has(path)) archive.skipped++
      archive.files.set(path, await bytesOf(zip, entry, path, allowance))
    }
  } catch (error) {
    throw error instanceof Refusal ? error : damaged(error)
  }
  return archive
}

function opened(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Names are decoded here: the library refuses archives for names that do no harm in memory.
  return fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false }).catch((error) => {
    throw damaged(error)
  })
}

function damaged(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  return new Refusal('invalid', `the archive is damaged: ${reason}`)
}

/** The path without anything that climbs; undefined for folders. */
function pathOf(entry: Entry): string | undefined {
  const raw = entry.fileName as unknown
  const name = Buffer.isBuffer(raw) ? nameOf(entry, raw) : entry.fileName
  if (/[\\/]$/.test(name)) return
  const parts = name.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..')
  return parts.length === 0 ? undefined : parts.join('/')
}

const SAYS_UTF8 = 0x800
const UNICODE_PATH = 0x7075

/** Many archivers write UTF-8 and do not say so; names in the letters of DOS are hardly ever valid UTF-8. */
function nameOf({ generalPurposeBitFlag, extraFields }: Entry, raw: Buffer) {
  const isTold =
    (generalPurposeBitFlag & SAYS_UTF8) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH)
  if (!isTold) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(raw)
    } catch {}
  }
  return getFileNameLowLevel(generalPurposeBitFlag, raw, extraFields, false)
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

const FILE_TYPE = 0o170000
const LINK = 0o120000

/** Its content is only the name of what it leads to. */
function isLink({ externalFileAttributes }: Entry) {
  return ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK
}

async function bytesOf(zip: ZipFile, entry: Entry, path: string, allowance: Allowance) {
  const { uncompressedSize: size, compressedSize } = entry
  requireSmall(path, size, allowance)
  if (size > LIMITS.ratioFrom && size > compressedSize * LIMITS.ratio)
    throw tooMuch(
      `“${shown(path)}”, which unpacks to more than ${LIMITS.ratio} times its size`,
      'ratio',
      LIMITS.ratio,
    )
  const chunks: Uint8Array[] = []
  let read = 0
  // The library ends with an error where the size that is told is not the size that comes.
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    read += chunk.length
    requireSmall(path, read, allowance)
    chunks.push(chunk)
  }
  allowance.bytes -= read
  const whole = new Uint8Array(read)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

function requireSmall(path: string, size: number, allowance: Allowance) {
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
export function withoutCommonFolder(archive: Archive): Archive {
  const { files, skipped } = archive
  const folder = commonFolder([...files.keys()])
  if (folder === '') return archive
  return { files: new Map([...files].map(([path, bytes]) => [path.slice(folder.length), bytes])), skipped }
}

/** What lies in .gitbook is not the content itself. */
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
