import { createWriteStream } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { makeFolders } from '../make-folder.ts'
import { ArchiveFailure, type ArchiveTarget, requireSafe } from './archive.ts'

type Writing = {
  /** Overwrites what is there. */
  force: boolean
  /** The time that the files of a zip carry. */
  at: Date
}

/** A zip file if the name says so, else a folder. What is there already is left alone unless forced. */
export async function openArchiveTarget(path: string, writing: Writing): Promise<ArchiveTarget> {
  return /\.zip$/i.test(path) ? zipTarget(path, writing) : folderTarget(path, writing)
}

async function folderTarget(folder: string, { force }: Writing): Promise<ArchiveTarget> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw new ArchiveFailure(`Can not write into ${folder}`, { cause: error })
  })
  if (names.length > 0 && !force)
    throw new ArchiveFailure(`${folder} is not empty: name another folder, or say --force to write into it`)
  const tops = new Set<string>()
  return {
    async add(path, bytes) {
      requireSafe(path)
      const [top = path] = path.split('/')
      tops.add(top)
      const file = join(folder, path)
      await makeFolders(dirname(file))
      await writeFile(file, bytes)
    },
    finish: async () => {},
    /** In a folder that was empty all is ours. In another one it stays, and is without what says that it is whole. */
    async abandon() {
      if (names.length === 0)
        for (const top of tops) await rm(join(folder, top), { recursive: true, force: true })
    },
  }
}

// Beyond these a zip needs its second format, which the library does not write.
const MOST_ENTRIES = 65_534
const MOST_BYTES = 4_000_000_000
const PACKED_ALREADY = /\.(png|jpe?g|gif|webp|avif|zip|gz|mp4|webm|mov|mp3|pdf|woff2?|docx|xlsx|pptx)$/i

async function zipTarget(file: string, { force, at }: Writing): Promise<ArchiveTarget> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  )
  if (isThere && !force)
    throw new ArchiveFailure(`${file} exists already: name another file, or say --force to overwrite it`)
  await makeFolders(dirname(file))
  const draft = `${file}.partial`
  const out = createWriteStream(draft)
  const isWritten = finished(out)
  // Reported when it is awaited; until then it must not end the process.
  isWritten.catch(() => {})
  let [entries, bytesOut] = [0, 0]
  let failure: Error | undefined
  let full: Promise<void> | undefined
  const zip = new Zip((error, chunk) => {
    failure ??= error ?? undefined
    bytesOut += chunk?.length ?? 0
    if (chunk && !out.write(chunk)) full ??= new Promise((resolve) => out.once('drain', resolve))
  })
  return {
    async add(path, bytes) {
      requireSafe(path)
      entries += 1
      if (entries > MOST_ENTRIES || bytesOut + bytes.length > MOST_BYTES)
        throw new ArchiveFailure('This is too much for a zip file: export to a folder')
      const entry = PACKED_ALREADY.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
      entry.mtime = at
      zip.add(entry)
      entry.push(bytes, true)
      if (failure) throw failure
      if (full) await Promise.race([full, isWritten])
      full = undefined
    },
    async finish() {
      zip.end()
      out.end()
      await isWritten
      await rename(draft, file)
    },
    async abandon() {
      out.destroy()
      await isWritten.catch(() => {})
      await rm(draft, { force: true })
    },
  }
}

/** A file of a folder that may be an earlier export; undefined where there is none. */
export function readEarlier(folder: string, path: string) {
  return readFile(join(folder, path), 'utf8').catch(() => undefined)
}

export async function removeEarlier(folder: string, paths: Iterable<string>) {
  for (const path of paths) {
    requireSafe(path)
    await rm(join(folder, path), { recursive: true, force: true })
  }
}
