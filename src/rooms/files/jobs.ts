import { Type } from 'typebox'
import type { Ctx } from '../../domain/context.ts'
import { job } from '../../domain/jobs.ts'
import { deleteUploadsBefore, listNamedBlobs } from './store.ts'
import { forgettableBefore } from './uploads.ts'

const DAY = 24 * 60 * 60 * 1000
/** To ask which blobs are named reads all nodes, however many are asked for. */
const ASKED_AT_ONCE = 10_000
const ASKED_AGAIN = 1_000
const DELETED_AT_ONCE = 50
/** The rest is for the next day: a job that takes many minutes would be taken for dead. */
const MOST_DELETED = 5_000

/** Forgets announced files that did not come, and those that came and had their day. */
export const forgetUploads = job({
  name: 'files.forget-uploads',
  payload: Type.Object({}),
  at: { hour: 3, minute: 7 },
  run: (ctx) => deleteUploadsBefore(ctx.db, forgettableBefore(ctx)),
})

/**
 * Deletes the bytes that nothing names any more. Whoever puts bytes names them a little later, so what is fresh stays.
 * Whether old bytes were named in the meantime is asked once more right before they go.
 */
export const sweepBlobs = job({
  name: 'files.sweep-blobs',
  payload: Type.Object({}),
  at: { hour: 3, minute: 47 },
  run: async (ctx) => {
    let deleted = 0
    for await (const hashes of listOldBlobs(ctx, new Date(ctx.clock.now().getTime() - DAY))) {
      const nameless = await withoutNamed(ctx, hashes)
      const doomed = nameless.slice(0, MOST_DELETED - deleted)
      for (const some of inGroups(doomed, ASKED_AGAIN)) await deleteBlobs(ctx, await withoutNamed(ctx, some))
      deleted += doomed.length
      if (deleted >= MOST_DELETED) return
    }
  },
})

async function* listOldBlobs(ctx: Ctx, before: Date) {
  let hashes: string[] = []
  for await (const { hash, keptAt } of ctx.blobs.list()) {
    if (keptAt < before) hashes.push(hash)
    if (hashes.length < ASKED_AT_ONCE) continue
    yield hashes
    hashes = []
  }
  if (hashes.length > 0) yield hashes
}

async function deleteBlobs(ctx: Ctx, hashes: string[]) {
  for (const some of inGroups(hashes, DELETED_AT_ONCE))
    await Promise.all(some.map((hash) => ctx.blobs.delete(hash)))
}

async function withoutNamed(ctx: Ctx, hashes: string[]) {
  const named = await listNamedBlobs(ctx.db, hashes)
  return hashes.filter((hash) => !named.has(hash))
}

function inGroups<T>(items: T[], size: number) {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}
