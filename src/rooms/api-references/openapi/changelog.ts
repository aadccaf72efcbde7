// The versions of a specification with what each changed, for readers.

import type { ChangedVersion } from '../../../engines/openapi/changed-version.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import type { CacheKind } from '../../../kit/storage/fresh-cache.ts'
import { LaneBusy, TaskTimeout } from '../../../world/threads/threads.ts'
import { TaskLost } from '../../../world/threads/worker-handles.ts'
import { holdBack, isHeldBack } from './hold-back.ts'
import { findSpec, keepChanges, listVersionsBefore, type VersionRow } from './store.ts'
import { changedVersionTask } from './tasks.ts'

export type Changelog = {
  versions: LoggedVersion[]
  /** There are versions before this one. */
  older: string | undefined
}

export type LoggedVersion = {
  id: string
  createdAt: Date
  isFirst: boolean
  /** Undefined while nobody had the time to compare. */
  changed: ChangedVersion | undefined
}

type Range = { before?: string; limit: number }

/** Undefined where there is no such specification, or no version of it. */
export type ReadChangelog = (
  organizationId: string,
  slug: string,
  range: Range,
) => Promise<Changelog | undefined>

const COMPARING = { timeout: 20_000, patience: 10_000 }
/** For all that nobody compared yet; the rest is compared for the next who asks. */
const PATIENCE = 10_000
const COMPARED: CacheKind<string | undefined> = { name: 'compared versions' }

export async function readChangelog(
  ctx: OutsideContext,
  organizationId: string,
  slug: string,
  { before, limit }: Range,
): Promise<Changelog | undefined> {
  const spec = await findSpec(ctx.db, organizationId, slug)
  const rows = spec ? await listVersionsBefore(ctx.db, spec.id, before, limit + 1) : []
  if (rows.length === 0) return
  const until = ctx.clock.now().getTime() + PATIENCE
  const versions: LoggedVersion[] = []
  for (const [at, row] of rows.slice(0, limit).entries()) {
    const earlier = rows[at + 1]
    const isKept = row.changes !== null && row.since === (earlier?.id ?? null)
    const hasTime = ctx.clock.now().getTime() < until
    const text = isKept ? row.changes : hasTime ? await compared(ctx, earlier, row) : undefined
    const changed = text ? (JSON.parse(text) as ChangedVersion) : undefined
    versions.push({ id: row.id, createdAt: row.createdAt, isFirst: !earlier, changed })
  }
  return { versions, older: rows.length > limit ? versions.at(-1)?.id : undefined }
}

function compared(ctx: OutsideContext, earlier: VersionRow | undefined, version: VersionRow) {
  return ctx.cache.read(COMPARED, `${earlier?.document} ${version.document}`, async () => {
    // The database keeps what was found. This is read here for those who ask at once.
    const value = await comparedInTime(ctx, earlier, version)
    return { value, follows: [], bytes: 0, isKept: false }
  })
}

async function comparedInTime(ctx: OutsideContext, earlier: VersionRow | undefined, version: VersionRow) {
  const what = `${earlier?.document} ${version.document}`
  if (isHeldBack(ctx, what)) return
  try {
    return await compareVersions(ctx, earlier, version)
  } catch (error) {
    if (error instanceof LaneBusy) return
    if (!(error instanceof TaskTimeout || error instanceof TaskLost)) throw error
    holdBack(ctx, what)
  }
}

async function compareVersions(ctx: OutsideContext, earlier: VersionRow | undefined, version: VersionRow) {
  const before = earlier && (await ctx.blobs.read(earlier.document))
  const after = await ctx.blobs.read(version.document)
  if (!after || (earlier && !before)) return
  const given = before ? [before, after] : [after]
  const changes = await ctx.threads.run(changedVersionTask, { before, after }, { ...COMPARING, given })
  await keepChanges(ctx.db, { versionId: version.id, since: earlier?.id ?? null, changes })
  return changes
}
