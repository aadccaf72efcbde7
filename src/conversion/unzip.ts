// Archives, read in memory and within limits: an entry is a name and bytes here, never a file on a disk.
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { inMegabytes, LIMITS } from './limits.ts'
import { Refusal } from './refusal.ts'

export type Files = Map<string, Uint8Array>

/** What was unpacked so far; archives inside an archive count together with it. */
export type Allowance = { entries: number; bytes: number }

export function fullAllowance(): Allowance {
  return { entries: LIMITS.entries, bytes: LIMITS.unpackedBytes }
}

/** All files of an archive by their path, in the order of the archive. */
export async function unzip(bytes: Uint8Array, allowance: Allowance = fullAllowance()): Promise<Files> {
  const files: Files = new Map()
  const zip = await opened(bytes)
  try {
    for await (const entry of zip.eachEntry()) {
      if (--allowance.entries < 0)
        throw tooMuch(`more than ${LIMITS.entries} files`, 'entries', LIMITS.entries)
      const path = pathOf(entry)
      if (path === undefined) continue
      if (entry.isEncrypted())
        throw new Refusal(
          'invalid',
          `“${shown(path)}” in the archive is encrypted; pack it without a password`,
        )
      files.set(path, await bytesOf(zip, entry, path, allowance))
    }
  } catch (error) {
    throw error instanceof Refusal ? error : damaged(error)
  }
  return files
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

/** The path without anything that climbs; undefined for folders and for what archivers add for themselves. */
function pathOf(entry: Entry): string | undefined {
  const raw = entry.fileName as unknown
  const name = Buffer.isBuffer(raw)
    ? getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false)
    : entry.fileName
  if (/[\\/]$/.test(name)) return
  const parts = name.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..')
  const isJunk = parts.some(
    (part) =>
      part === '__MACOSX' || (part.startsWith('.') && part !== '.gitbook' && !part.startsWith('.gitbook.')),
  )
  return isJunk || parts.length === 0 || parts.at(-1) === 'Thumbs.db' ? undefined : parts.join('/')
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

/** The files without the one folder that holds them all, as archives of repositories and exports have one. */
export function withoutCommonFolder(files: Files): Files {
  const [first = ''] = files.keys()
  const folder = first.slice(0, first.indexOf('/') + 1)
  if (folder === '' || folder === '.gitbook/' || ![...files.keys()].every((path) => path.startsWith(folder)))
    return files
  return withoutCommonFolder(new Map([...files].map(([path, bytes]) => [path.slice(folder.length), bytes])))
}
