import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { makeFolders } from '../make-folder.ts'
import { codeOf } from '../network/fetch-failure.ts'
import type { Blobs } from './blobs.ts'
import { hashOf, isHash, measure, rangeWithin } from './rules.ts'

const A_DAY = 24 * 60 * 60 * 1000

/**
 * Blobs in a folder of this machine: a/b/ab… by the first two characters, 4096 folders at most. A file is named by
 * its whole hash, so that it does not matter where a file system takes a/B and A/b for the same folder.
 */
export function folderBlobs(folder: string): Blobs {
  const root = resolve(folder)
  const incoming = join(root, 'tmp')
  const make = folderMaker(root)

  const folderOf = (hash: string) => join(root, hash.charAt(0), hash.charAt(1))
  const pathOf = (hash: string) => join(folderOf(hash), hash)

  /** Writes beside the blobs, so that a blob appears whole or not at all. */
  async function write(content: Uint8Array | AsyncIterable<Uint8Array>) {
    await make(incoming)
    const temporary = join(incoming, randomUUID())
    await removedOnFailure(temporary, () => writeDurably(temporary, content))
    return temporary
  }

  async function moveToPlace(temporary: string, hash: string) {
    await removedOnFailure(temporary, async () => {
      await make(folderOf(hash))
      await rename(temporary, pathOf(hash))
      await sync(folderOf(hash))
    })
  }

  async function* shards() {
    for (const first of await namesIn(root)) {
      if (first.length !== 1) continue
      for (const second of await namesIn(join(root, first))) yield join(root, first, second)
    }
  }

  return {
    async put(bytes) {
      const hash = hashOf(bytes)
      await make(folderOf(hash))
      if (!(await refresh(pathOf(hash), bytes.byteLength))) await moveToPlace(await write(bytes), hash)
      return hash
    },
    async putStream(stream, { maxBytes }) {
      const { chunks, result } = measure(stream, maxBytes)
      const temporary = await write(chunks)
      const { hash, size } = result()
      await moveToPlace(temporary, hash)
      return { hash, size }
    },
    get: async (hash, range) => {
      const file = isHash(hash) ? await ifThere(open(pathOf(hash), 'r')) : undefined
      if (!file) return undefined
      try {
        const { size } = await file.stat()
        const within = rangeWithin(size, range)
        if (within) return { stream: file.createReadStream(within), size }
        await file.close()
        return { stream: Readable.from([]), size }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    read: async (hash) => (isHash(hash) ? ifThere(readFile(pathOf(hash))) : undefined),
    has: async (hash) => isHash(hash) && (await ifThere(stat(pathOf(hash)))) !== undefined,
    async delete(hash) {
      if (isHash(hash)) await rm(pathOf(hash), { force: true })
    },
    async *list() {
      await removeLeftovers(incoming)
      for await (const shard of shards()) {
        for (const hash of (await namesIn(shard)).filter(isHash)) {
          const found = await ifThere(stat(join(shard, hash)))
          if (found) yield { hash, keptAt: found.mtime }
        }
      }
    },
  }
}

/**
 * Makes folders so that they outlast a crash. One that is there already may have been made a moment ago by somebody
 * who has not synced it yet, hence the sync of each path once in a process, whoever made it.
 */
function folderMaker(root: string) {
  const synced = new Set<string>()
  return async (folder: string) => {
    if (synced.has(folder)) return
    const firstMade = await makeFolders(folder, 0o700)
    const isRootNew = firstMade !== undefined && firstMade.length <= root.length
    const top = isRootNew ? dirname(firstMade) : root
    for (let at = folder; at !== top; at = dirname(at)) await sync(dirname(at))
    synced.add(folder)
  }
}

async function writeDurably(path: string, content: Uint8Array | AsyncIterable<Uint8Array>) {
  const file = await open(path, 'wx', 0o600)
  try {
    await writeFile(file, content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Whether the blob was there, and now counts as put just now. */
async function refresh(path: string, size: number) {
  const file = await ifThere(open(path, 'r+'))
  if (!file) return false
  try {
    const now = new Date()
    await file.utimes(now, now)
    await file.sync()
    const found = await file.stat()
    // Another size: somebody damaged it, so it is written anew. No links: deleted since it was opened.
    if (found.size !== size || found.nlink === 0) return false
  } finally {
    await file.close()
  }
  // The process that put it may be about to do this sync.
  await sync(dirname(path))
  return true
}

async function sync(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removedOnFailure(temporary: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** What a process that was killed left behind. A day is longer than anything takes to arrive. */
async function removeLeftovers(incoming: string) {
  for (const name of await namesIn(incoming)) {
    const found = await ifThere(stat(join(incoming, name)))
    if (found && found.mtimeMs < Date.now() - A_DAY) await rm(join(incoming, name), { force: true })
  }
}

async function namesIn(folder: string) {
  return (await ifThere(readdir(folder))) ?? []
}

async function ifThere<T>(finding: Promise<T>) {
  try {
    return await finding
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test(codeOf(error))) return undefined
    throw error
  }
}
