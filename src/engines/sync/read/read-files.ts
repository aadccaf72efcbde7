// The bytes of a commit on their way in: pages are taken apart in threads, files go to the blob store.

import type { TreeEntry } from '../../../world/git/git.ts'
import { dimensionsOf } from '../../repository/dimensions.ts'
import { MOST_FILE_BYTES } from '../../repository/limits.ts'
import { mediaTypeOf } from '../../repository/media-types.ts'
import type { PageFile } from '../../repository/page/read-pages.ts'
import type { ReadFile, ReadPage, Repository, TreeReader } from '../types.ts'
import { sideBySide } from './side-by-side.ts'

/** Large enough that handing it over costs little beside the work, small enough to keep memory flat. */
const BATCH = { bytes: 512 * 1024, files: 48 }
/** One more than there are threads, so that none waits for us. */
const BATCHES_AT_ONCE = 3

export async function readPageFiles(reader: TreeReader, { cache, files }: Repository, paths: string[]) {
  const { tools, nodes, store, onRead } = reader
  const read = new Map<string, ReadPage>()
  const under = new Set<Promise<void>>()
  let failure: unknown

  async function take(batch: PageFile[]) {
    const pages = await tools.readPages(batch)
    for (const { path, body, head, linkList: _, ...page } of pages) {
      const texts = { body: nodes.putText(body), head: head === undefined ? undefined : nodes.putText(head) }
      read.set(path, { ...page, ...texts })
    }
    await onRead(batch.length)
  }

  function hand(batch: PageFile[]) {
    const work: Promise<void> = take(batch)
      .catch((error) => {
        failure ??= error
      })
      .finally(() => under.delete(work))
    under.add(work)
  }

  const batches = batchesOf(hand, async () => {
    if (under.size < BATCHES_AT_ONCE) return
    await Promise.race(under)
    await store()
  })
  await readInOrder(cache, files, paths, (path, bytes) => batches.add({ path, bytes }))
  batches.flush()
  await Promise.all(under)
  if (failure) throw failure
  await store()
  const unreadable = paths.filter((path) => files.has(path) && !read.has(path))
  // That is not about the files: leaving out all of them would empty the space.
  if (read.size === 0 && unreadable.length > 1) throw new Error('None of the pages could be read')
  return { read, unreadable }
}

function batchesOf(hand: (batch: PageFile[]) => void, calmDown: () => Promise<void>) {
  let batch: PageFile[] = []
  let size = 0
  function flush() {
    if (batch.length > 0) hand(batch)
    batch = []
    size = 0
  }
  return {
    flush,
    async add(file: PageFile) {
      batch.push(file)
      size += file.bytes.length
      if (batch.length < BATCH.files && size < BATCH.bytes) return
      flush()
      await calmDown()
    },
  }
}

async function readInOrder(
  cache: Repository['cache'],
  files: Map<string, TreeEntry>,
  paths: string[],
  onFile: (path: string, bytes: Buffer) => Promise<void>,
) {
  const pathsOf = pathsByBytes(files, paths)
  await cache.readBlobs(pathsOf.keys(), async (oid, bytes) => {
    for (const path of pathsOf.get(oid) ?? []) await onFile(path, bytes)
  })
}

/** Several paths may hold the same bytes. */
function pathsByBytes(files: Map<string, TreeEntry>, paths: string[]) {
  const pathsOf = new Map<string, string[]>()
  for (const path of paths) {
    const entry = files.get(path)
    const same = entry && pathsOf.get(entry.oid)
    if (same) same.push(path)
    else if (entry) pathsOf.set(entry.oid, [path])
  }
  return pathsOf
}

/** A blob is durable when its disk says so, several times for each: one after the other, that is all an import waits for. */
const KEPT_AT_ONCE = { pieces: 8, bytes: 32 * 1024 * 1024 }

/** Keeps the bytes of files; those that are too large are left in the repository. */
export async function readAssets(
  { tools, onRead }: TreeReader,
  { cache, files }: Repository,
  paths: string[],
) {
  const read = new Map<string, ReadFile>()
  const small = paths.filter((path) => (files.get(path)?.size ?? 0) <= MOST_FILE_BYTES)
  const pathsOf = pathsByBytes(files, small)
  const keeping = sideBySide(KEPT_AT_ONCE)

  async function keep(oid: string, bytes: Buffer) {
    const kept = { size: bytes.length, blob: await tools.blobs.put(bytes), dimensions: dimensionsOf(bytes) }
    const same = pathsOf.get(oid) ?? []
    for (const path of same) {
      const name = path.split('/').at(-1) ?? path
      read.set(path, { name, contentType: mediaTypeOf(name), ...kept, git: { oid, path } })
    }
    await onRead(same.length)
  }

  await cache.readBlobs(pathsOf.keys(), (oid, bytes) => keeping.add(bytes.length, () => keep(oid, bytes)))
  await keeping.end()
  return read
}
