// What scripts of integrations computed. A later room runs them; here it is kept, and read.
import { hashOfText } from '../../../../engines/content/nodes/nodes.ts'
import { type RevisionView, readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../../../engines/content/records.ts'
import { listOf, objectOf } from '../../../../engines/openapi/values.ts'
import {
  type ComputedContent,
  type ComputedFile,
  type ComputedPage,
  computedPagesIn,
} from '../../../../engines/reading/pages/computed-pages.ts'
import {
  type IntegrationSource,
  integrationSource,
} from '../../../../engines/reading/pages/integration-pages.ts'
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { findHeadRoot, openNodes } from '../../spaces/revisions/revisions.ts'
import {
  deleteOtherSources,
  findOrganizationOf,
  findProposedRoot,
  listProblems,
  listProposedRoots,
  listSources,
  saveSource,
} from './store.ts'

export { listDependents } from './store.ts'

export type ToCompute = { key: string; source: IntegrationSource; dependsOn: string[] }

/** Change requests of a space whose sources are computed before they are merged. */
const MOST_CHANGE_REQUESTS = 20

/** What pages of the space stand for by now, and what pages of its change requests do. */
export async function sourcesOf(ctx: ReadContext, spaceId: string): Promise<ToCompute[]> {
  const head = await findHeadRoot(ctx, spaceId)
  const proposed = await listProposedRoots(ctx.db, spaceId, MOST_CHANGE_REQUESTS)
  return sourcesIn(ctx, head ? [head, ...proposed] : proposed)
}

/** What pages of a change request stand for. */
export async function sourcesProposed(ctx: ReadContext, spaceId: string, changeRequestId: string) {
  const root = await findProposedRoot(ctx.db, spaceId, changeRequestId)
  return root ? sourcesIn(ctx, [root]) : []
}

async function sourcesIn(ctx: ReadContext, roots: readonly Hash[]): Promise<ToCompute[]> {
  const nodes = openNodes(ctx)
  const found = new Map<string, ToCompute>()
  for (const root of new Set(roots)) {
    for (const page of await computedPagesIn(await readRevision(nodes, root))) {
      const one = toCompute(page)
      if (one) found.set(one.key, one)
    }
  }
  return [...found.values()]
}

/** Why pages are not those that they should be, by the pages that stand for them. */
export async function problemsIn(
  ctx: ReadContext,
  spaceId: string,
  view: RevisionView,
): Promise<{ page: PageRecord; problem: string }[]> {
  const asked = (await computedPagesIn(view)).map((page) => ({ page, key: toCompute(page)?.key ?? '' }))
  const keys = [...new Set(asked.map(({ key }) => key).filter(Boolean))]
  const rows = keys.length > 0 ? await listProblems(ctx.db, spaceId, keys) : []
  const problems = new Map(rows.map(({ key, problem }) => [key, problem]))
  return asked.flatMap(({ page, key }) => {
    const problem = problems.get(key)
    return problem ? [{ page, problem }] : []
  })
}

/** Of a page that stands for what a script computes. */
export function toCompute({ computed }: Pick<PageRecord, 'computed'>): ToCompute | undefined {
  const source = integrationSource(computed)
  if (!source) return
  const refs = Object.entries(source.dependencies ?? {}).map(([name, one]) => [name, objectOf(one).ref])
  const key = hashOfText(JSON.stringify([source.type, source.props, refs]))
  return { key, source, dependsOn: refs.flatMap(([, ref]) => dependencyName(ref) ?? []) }
}

function dependencyName(ref: unknown): string | undefined {
  const { kind, spec, space } = objectOf(ref)
  if (kind === 'openapi' && typeof spec === 'string') return `openapi ${spec}`
  return kind === 'space' && typeof space === 'string' ? `space ${space}` : undefined
}

export type Computed = ToCompute & {
  describedBy: string
  /** Undefined where it could not be computed: then what was there before stays. */
  content?: ComputedContent
  problem?: string
}

/** What was computed for a space; all that none of its pages asks for any more is forgotten. */
export async function keepSources(ctx: WriteContext, spaceId: string, computed: readonly Computed[]) {
  const before = await keptSources(
    ctx,
    spaceId,
    computed.map(({ key }) => key),
  )
  let isChanged = false
  for (const { key, source, dependsOn, describedBy, problem, content } of computed) {
    const known = before.get(key)
    const pages = JSON.stringify(content?.pages ?? known?.pages ?? [])
    const files = JSON.stringify(content?.files ?? known?.files ?? [])
    const version = hashOfText(files === '[]' ? pages : pages + files)
    isChanged ||= known?.version !== version
    const { integration } = source
    const row = {
      spaceId,
      key,
      integration,
      describedBy,
      dependsOn,
      pages,
      files,
      version,
      problem: problem ?? null,
    }
    await saveSource(ctx.db, { ...row, computedAt: ctx.clock.now() })
  }
  await deleteOtherSources(
    ctx.db,
    spaceId,
    computed.map(({ key }) => key),
  )
  if (!isChanged) return
  const organizationId = await findOrganizationOf(ctx.db, spaceId)
  await ctx.emit('space.content_computed', { organizationId, spaceId })
}

/** By their keys. */
export async function keptSources(ctx: ReadContext, spaceId: string, keys: readonly string[]) {
  const rows = keys.length > 0 ? await listSources(ctx.db, spaceId, keys) : []
  return new Map(
    rows.map(({ pages, files, ...row }) => [
      row.key,
      { ...row, pages: listOf(pages) as ComputedPage[], files: listOf(files) as ComputedFile[] },
    ]),
  )
}
