// Content as its readers see it: with the pages that are computed. They are written as nodes like any other, so that all
// that reads a revision reads them too.
import { putRoot, type RevisionView, readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../../../engines/content/records.ts'
import { objectOf } from '../../../../engines/openapi/values.ts'
import { pagesOfApi } from '../../../../engines/reading/pages/api-pages.ts'
import { computedPagesIn, withComputedPages } from '../../../../engines/reading/pages/computed-pages.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { spec } from '../../../api-references/openapi/access.ts'
import { type FoundDocument, findApiDocument } from '../../../api-references/openapi/documents.ts'
import { findHeadRoot, openNodes, storeNodes } from '../../spaces/revisions/revisions.ts'
import { keptSources, toCompute } from './sources.ts'
import { findComputed, findOrganizationOf, keepComputed } from './store.ts'

/** A revision of a space with its computed pages; the same where there are none. */
export async function readComputed(
  ctx: ReadContext,
  spaceId: string,
  view: RevisionView,
): Promise<RevisionView> {
  if (!view.root.mayCompute) return view
  const root = await computedRoot(ctx, spaceId, putRoot(view.nodes, view.root), view)
  return root === undefined ? view : readRevision(view.nodes, root)
}

/** The root of what readers of a space see now; undefined when there is no such space. */
export async function readersRoot(ctx: ReadContext, spaceId: string): Promise<Hash | null | undefined> {
  const root = await findHeadRoot(ctx, spaceId)
  if (root === undefined) return
  const [shown] = await withReadersRoots(ctx, [{ id: spaceId, root }])
  return shown?.root
}

/** Spaces with the roots that their readers see in place of those of their revisions. */
export async function withReadersRoots<Space extends { id: string; root: Hash | null }>(
  ctx: ReadContext,
  spaces: Space[],
): Promise<Space[]> {
  const nodes = openNodes(ctx)
  await nodes.fetch(spaces.map(({ root }) => root))
  const shown: Space[] = []
  for (const space of spaces) {
    const view = await readRevision(nodes, space.root)
    const { id, root } = space
    const computed = root && view.root.mayCompute ? await computedRoot(ctx, id, root, view) : undefined
    shown.push({ ...space, root: computed ?? root })
  }
  return shown
}

/** What a description says that texts of a space name. */
export async function findApiFor(ctx: ReadContext, spaceId: string, slug: string) {
  return findApiDocument(ctx, await findOrganizationOf(ctx.db, spaceId), slug)
}

async function computedRoot(ctx: ReadContext, spaceId: string, source: Hash, view: RevisionView) {
  const pages = await computedPagesIn(view)
  if (pages.length === 0) return
  const specs = [...new Set(pages.flatMap((page) => specOf(page) ?? []))].sort()
  const apis = new Map<string, FoundDocument | undefined>()
  const organizationId = await findOrganizationOf(ctx.db, spaceId)
  for (const spec of specs) apis.set(spec, await findApiDocument(ctx, organizationId, spec))
  const asked = new Map(pages.map((page) => [page.id, toCompute(page)?.key]))
  const sources = await keptSources(ctx, spaceId, [...new Set([...asked.values()].filter(isThere))].sort())
  const versions = [...sources.values()].map(({ key, version }) => `${key}=${version}`).sort()
  const describedBy = [...specs.map((spec) => apis.get(spec)?.versionId ?? '-'), ...versions].join(' ')
  const key = { spaceId, kind: 'pages' as const, source }
  const known = await findComputed(ctx.db, key)
  if (known?.describedBy === describedBy) return known.root
  const { root } = await withComputedPages(view, pages, async (page) =>
    asked.get(page.id) === undefined
      ? { pages: await pagesFor(page, apis), files: [] }
      : (sources.get(asked.get(page.id) ?? '') ?? { pages: [], files: [] }),
  )
  await storeNodes(ctx, view.nodes)
  const createdAt = ctx.clock.now()
  await keepComputed(ctx.db, { ...key, describedBy, root, specs, createdAt })
  return root
}

function isThere<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

/** Pages of a source that no page of the space has to name; undefined where there is no such specification for the caller. */
export async function computeSource(ctx: ReadContext, spaceId: string, source: ComputedSource) {
  const slug = specOf({ computed: source })
  const organizationId = await findOrganizationOf(ctx.db, spaceId)
  const seen = slug === undefined ? undefined : await spec.find(ctx, { organizationId, specSlug: slug })
  if (slug === undefined || !seen || !spec.abilities(seen, ctx).view) return
  const api = await findApiDocument(ctx, organizationId, slug)
  return api && { api, pages: await pagesFor({ computed: source }, new Map([[slug, api]])) }
}

type ComputedSource = NonNullable<PageRecord['computed']>

async function pagesFor(page: Pick<PageRecord, 'computed'>, apis: Map<string, FoundDocument | undefined>) {
  const spec = specOf(page)
  const api = spec === undefined ? undefined : apis.get(spec)
  if (spec === undefined || !api) return []
  const { specId: id, versionId: version, outline } = api
  const { models } = objectOf(page.computed?.props)
  return pagesOfApi({ spec, id, version, outline, hasModels: models === true })
}

/** The description that a computed page shows. Writers send what they like, so nothing of it is taken for granted. */
export function specOf({ computed }: Pick<PageRecord, 'computed'>): string | undefined {
  if (computed?.type !== 'builtin:openapi') return
  const { kind, spec } = objectOf(objectOf(objectOf(computed.dependencies).spec).ref)
  return kind === 'openapi' && typeof spec === 'string' ? spec : undefined
}
