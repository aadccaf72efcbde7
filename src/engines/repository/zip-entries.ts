// What is in a zip file, for all who read one; how much of it they take is theirs to say.
import { crc32 } from 'node:zlib'
import { type Entry, getFileNameLowLevel, type ZipFile } from 'yauzl'

export type ZipEntry = {
  /** As the archive has it: it may climb, or end in a slash where it is a folder. */
  name: string
  isLink: boolean
  isEncrypted: boolean
  /** Unpacked, as it is told; reading ends with an error where another size comes. */
  size: number
  packedSize: number
  read(): Promise<Buffer>
}

/** Names are decoded here: the library refuses archives for names that do no harm in memory. */
export const ZIP_OPTIONS = { lazyEntries: true, decodeStrings: false, autoClose: false } as const

export async function* zipEntries(zip: ZipFile): AsyncGenerator<ZipEntry> {
  for await (const entry of zip.eachEntry()) {
    yield {
      name: nameOf(entry),
      isLink: isLink(entry),
      isEncrypted: entry.isEncrypted(),
      size: entry.uncompressedSize,
      packedSize: entry.compressedSize,
      read: () => read(zip, entry),
    }
  }
}

async function read(zip: ZipFile, entry: Entry) {
  const chunks: Uint8Array[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (crc32(bytes) !== entry.crc32 >>> 0) throw new Error('its checksum does not match')
  return bytes
}

const SAYS_UTF8 = 0x800
const UNICODE_PATH = 0x7075

/** Many archivers write UTF-8 and do not say so; names in the letters of DOS are hardly ever valid UTF-8. */
function nameOf({ generalPurposeBitFlag, extraFields, fileNameRaw }: Entry) {
  const isTold =
    (generalPurposeBitFlag & SAYS_UTF8) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH)
  if (!isTold) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
    } catch {}
  }
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
}

const FILE_TYPE = 0o170000
const LINK = 0o120000

/** By the mode that archivers on Unix keep. Its content is only the name of what it leads to. */
function isLink({ externalFileAttributes }: Entry) {
  return ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK
}
