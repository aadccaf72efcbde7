import { Type } from 'typebox'
import { inGroups } from '../../../engines/content/groups.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { type InTransaction, job, longJob } from '../../../kit/domain/jobs.ts'
import { listMarkedBlobs, lockMarks, markBlobs, unmarkBlobs } from '../../../kit/storage/blob-marks.ts'
import { deleteUploadsBefore, listNamedBlobs } from './store.ts'
import { forgettableBefore } from './uploads.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
/** To ask which blobs are named reads all nodes, however many are asked for. */
const ASKED_AT_ONCE = 10_000
const DELETED_AT_ONCE = 50
/** A mark of the last night, also when that sweep was late. */
const MARKED_FOR = 20 * HOUR

/** Forgets announced files that did not come, and those that came and had their day. */
export const forgetUploads = job({
  name: 'files.forget-uploads',
  payload: Type.Object({}),
  at: { hour: 3, minute: 7 },
  run: (ctx) => deleteUploadsBefore(ctx.db, forgettableBefore(ctx)),
})

/**
 * Deletes the bytes that nothing names any more, in two nights: the first marks them, the next deletes what is still
 * marked and still nameless. Whoever puts the same bytes in between takes their mark away (storage/blob-marks.ts).
 */
export const sweepBlobs = longJob({
  name: 'files.sweep-blobs',
  payload: Type.Object({}),
  at: { hour: 3, minute: 47 },
  atOnce: 1,
  lease: () => 'files.sweep-blobs',
  run: async (ctx, _, inTransaction) => {
    const now = ctx.clock.now().getTime()
    await deleteMarked(ctx, new Date(now - MARKED_FOR), inTransaction)
    for await (const hashes of listOldBlobs(ctx, new Date(now - DAY)))
      await markBlobs(ctx.db, await withoutNamed(ctx, hashes), ctx.clock.now())
  },
})

async function deleteMarked(ctx: ReadContext, before: Date, inTransaction: InTransaction) {
  for (;;) {
    const marked = await listMarkedBlobs(ctx.db, before, ASKED_AT_ONCE)
    const nameless = await withoutNamed(ctx, marked)
    const left = new Set(nameless)
    await unmarkBlobs(
      ctx.db,
      marked.filter((hash) => !left.has(hash)),
    )
    for (const some of inGroups(nameless, DELETED_AT_ONCE))
      await inTransaction((ctx) => deleteBlobs(ctx, some))
    if (marked.length < ASKED_AT_ONCE) return
  }
}

/** The marks are locked meanwhile: whoever puts one of these waits, and then puts what is no longer there. */
async function deleteBlobs(ctx: ReadContext, hashes: string[]) {
  const marked = await lockMarks(ctx.db, hashes)
  await Promise.all(marked.map((hash) => ctx.blobs.delete(hash)))
  await unmarkBlobs(ctx.db, marked)
}

async function* listOldBlobs(ctx: ReadContext, before: Date) {
  let hashes: string[] = []
  for await (const { hash, keptAt } of ctx.blobs.list()) {
    if (keptAt < before) hashes.push(hash)
    if (hashes.length < ASKED_AT_ONCE) continue
    yield hashes
    hashes = []
  }
  if (hashes.length > 0) yield hashes
}

async function withoutNamed(ctx: ReadContext, hashes: string[]) {
  const named = await listNamedBlobs(ctx.db, hashes)
  return hashes.filter((hash) => !named.has(hash))
}
