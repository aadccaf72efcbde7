import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openPromise, type ZipFile } from 'yauzl'
import { ZIP_OPTIONS, type ZipEntry, zipEntries } from '../../engines/repository/zip-entries.ts'
import {
  ARCHIVE_LIMITS,
  type Archive,
  type ArchiveEntry,
  ArchiveFailure,
  isLitter,
  meter,
  RATIO_FROM,
} from './archive.ts'

/** A folder, or a zip file. Links are never followed, and `.git` folders are skipped. */
export async function openArchive(path: string, limits = ARCHIVE_LIMITS): Promise<Archive> {
  const found = await stat(path).catch((error) => {
    throw new ArchiveFailure(`There is nothing to read at ${path}`, { cause: error })
  })
  return found.isDirectory() ? openFolder(path, limits) : openZip(path, limits)
}

async function openFolder(folder: string, limits: typeof ARCHIVE_LIMITS): Promise<Archive> {
  const entries: ArchiveEntry[] = []
  const count = meter(limits)
  async function walk(below: string) {
    const names = await readdir(join(folder, below))
    for (const name of names.sort()) {
      const path = below === '' ? name : `${below}/${name}`
      if (name.toLowerCase() === '.git' || isLitter(name)) continue
      const found = await lstat(join(folder, path))
      if (found.isDirectory()) await walk(path)
      if (!found.isFile()) continue
      count.add({ path, size: found.size })
      entries.push({ path, size: found.size })
    }
  }
  await walk('')
  const paths = new Set(entries.map(({ path }) => path))
  return {
    entries,
    has: (path) => paths.has(path),
    read: (path) =>
      readFile(join(folder, path)).catch((error) => {
        throw new ArchiveFailure(`${path} cannot be read`, { cause: error })
      }),
    close: async () => {},
  }
}

async function openZip(file: string, limits: typeof ARCHIVE_LIMITS): Promise<Archive> {
  const zip = await openPromise(file, ZIP_OPTIONS).catch((error) => {
    throw new ArchiveFailure(`${file} is not a zip file, or is damaged`, { cause: error })
  })
  try {
    const found = withoutCommonFolder(await entriesOf(zip, file, limits))
    return {
      entries: [...found].map(([path, entry]) => ({ path, size: entry.size })),
      has: (path) => found.has(path),
      async read(path) {
        const entry = found.get(path)
        if (!entry) throw new ArchiveFailure(`${path} is missing in ${file}`)
        return unpacked(entry, path)
      },
      close: async () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function entriesOf(zip: ZipFile, file: string, limits: typeof ARCHIVE_LIMITS) {
  const found = new Map<string, ZipEntry>()
  const count = meter(limits)
  let packed = 0
  try {
    for await (const entry of zipEntries(zip)) {
      const path = entry.name
      if (path.endsWith('/') || isLitter(path) || entry.isLink) continue
      if (entry.isEncrypted)
        throw new ArchiveFailure(`${path} is encrypted: pack the archive without a password`)
      count.add({ path, size: entry.size })
      if (found.has(path)) throw new ArchiveFailure(`${path} is in the archive twice`)
      packed += entry.packedSize
      found.set(path, entry)
    }
  } catch (error) {
    if (error instanceof ArchiveFailure) throw error
    throw new ArchiveFailure(`${file} is damaged, or has names that are not safe`, { cause: error })
  }
  if (count.bytes > RATIO_FROM && count.bytes > packed * limits.ratio)
    throw new ArchiveFailure(`${file} would unpack to more than ${limits.ratio} times its size`)
  return found
}

function unpacked(entry: ZipEntry, path: string) {
  return entry.read().catch((error) => {
    throw new ArchiveFailure(`${path} in the archive is damaged: ${error.message}`, { cause: error })
  })
}

/** Archivers often put everything into one folder of the archive's name. */
function withoutCommonFolder(found: Map<string, ZipEntry>): Map<string, ZipEntry> {
  const [first = ''] = found.keys()
  const folder = first.slice(0, first.indexOf('/') + 1)
  const isOurs = folder === '' || folder.startsWith('.')
  if (isOurs || ![...found.keys()].every((path) => path.startsWith(folder))) return found
  return withoutCommonFolder(new Map([...found].map(([path, entry]) => [path.slice(folder.length), entry])))
}
