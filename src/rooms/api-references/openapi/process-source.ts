import type { OutsideContext, WriteContext } from '../../../kit/domain/context.ts'
import type { InTransaction } from '../../../kit/domain/jobs.ts'
import { ThreadsClosed } from '../../../world/threads/threads.ts'
import { type Failed, type ReadSource, readSource } from './read-source.ts'
import { keepBytes } from './sources.ts'
import {
  deleteChanges,
  deleteOldVersions,
  findVersion,
  insertVersion,
  lockSpec,
  type SpecRow,
  updateSpec,
  updateVersionDocument,
} from './store.ts'

/** Of one that changes every hour, those of some days. */
const KEPT_VERSIONS = 100
const LONGEST_MESSAGE = 1_000
const OUR_FAULT = 'It could not be read. The server log has the details'

/** Reads the source, and keeps what it says if that is something new. What fails leaves the last version as it is. */
export async function processSource(ctx: OutsideContext, specId: string, inTransaction: InTransaction) {
  const spec = await inTransaction((inside) => beginProcessing(inside, specId))
  if (!spec) return
  const outcome = await keepBlobs(ctx, await readSafely(ctx, spec))
  await inTransaction((inside) => finishProcessing(inside, spec, outcome))
}

/** Whether something is asked of a source that is known is nobody's business, so only a new one is in progress. */
async function beginProcessing(ctx: WriteContext, specId: string) {
  const spec = await lockSpec(ctx.db, specId)
  if (spec?.processingState !== 'pending') return spec
  return updateSpec(ctx.db, spec.organizationId, specId, { processingState: 'progress' })
}

async function readSafely(ctx: OutsideContext, spec: SpecRow): Promise<ReadSource> {
  try {
    return await readSource(ctx, spec)
  } catch (error) {
    // The service is closing: another process takes it up.
    if (error instanceof ThreadsClosed) throw error
    ctx.log.error({ err: error, specId: spec.id }, 'could not process a specification')
    return { kind: 'failed', code: 'PARSE_ERROR', errors: [{ message: OUR_FAULT, code: 'INTERNAL' }] }
  }
}

type Kept =
  | { kind: 'unchanged' }
  | { kind: 'kept'; filesystem: string; document: string; etag: string | null }
  | Failed

async function keepBlobs(ctx: OutsideContext, outcome: ReadSource): Promise<Kept> {
  if (outcome.kind !== 'read') return outcome
  const filesystem = await keepBytes(ctx, outcome.filesystem)
  const document = await keepBytes(ctx, outcome.document)
  return { kind: 'kept', filesystem, document, etag: outcome.etag }
}

async function finishProcessing(ctx: WriteContext, began: SpecRow, outcome: Kept) {
  const spec = await lockSpec(ctx.db, began.id)
  // It has another source by now, which has a job of its own.
  if (!spec || spec.sourceNumber !== began.sourceNumber) return
  const { organizationId, id: specId, slug } = spec
  const fact = { organizationId, specId, slug }
  const isAskedFor = spec.processingState !== 'complete'
  const lastProcessedAt = ctx.clock.now()
  if (outcome.kind === 'failed') {
    const errors = JSON.stringify(outcome.errors.map(shortened))
    await updateSpec(ctx.db, organizationId, specId, {
      processingState: 'complete',
      lastProcessedAt,
      errorCode: outcome.code,
      errors,
      etag: null,
    })
    if (isAskedFor || spec.errorCode === null)
      await ctx.emit('openapi.spec_failed', { ...fact, code: outcome.code })
    return
  }
  const versionId = outcome.kind === 'kept' ? await keepVersion(ctx, spec, outcome) : undefined
  await updateSpec(ctx.db, organizationId, specId, {
    processingState: 'complete',
    lastProcessedAt,
    errorCode: null,
    errors: '[]',
    ...(outcome.kind === 'kept' && { etag: outcome.etag }),
    ...(versionId !== undefined && { lastVersionId: versionId, updatedAt: lastProcessedAt }),
  })
  if (versionId !== undefined || isAskedFor || spec.errorCode !== null)
    await ctx.emit('openapi.spec_processed', { ...fact, ...(versionId !== undefined && { versionId }) })
}

/** The id of the new version; undefined when it says the same as the last one. */
async function keepVersion(
  ctx: WriteContext,
  spec: SpecRow,
  { filesystem, document }: Kept & { kind: 'kept' },
) {
  const last =
    spec.lastVersionId === null ? undefined : await findVersion(ctx.db, spec.id, spec.lastVersionId)
  if (last && (last.filesystem === filesystem || last.document === document)) {
    // The same files, written down in another way since we know better.
    if (last.document !== document) {
      await updateVersionDocument(ctx.db, spec.id, last.id, document)
      await deleteChanges(ctx.db, last.id)
    }
    return
  }
  const id = ctx.ids.next()
  const { sourceUrl } = spec
  await insertVersion(ctx.db, {
    id,
    specId: spec.id,
    createdAt: ctx.clock.now(),
    sourceUrl,
    filesystem,
    document,
  })
  await deleteOldVersions(ctx.db, spec.id, KEPT_VERSIONS)
  return id
}

function shortened({ message, code }: { message: string; code?: string }) {
  return { message: message.slice(0, LONGEST_MESSAGE), code }
}
