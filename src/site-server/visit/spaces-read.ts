// The tree of a space as the visitors of a site meet it. Visitors for whom the same pages are there share one.
import { flatTrees, type PageTree, readTree, type WholeTree } from '../../engines/content/nodes/page-tree.ts'
import type { RevisionView } from '../../engines/content/nodes/revision.ts'
import type { PageRecord, Root } from '../../engines/content/records.ts'
import { type InstallationAddresses, refOfAddress } from '../../engines/reading/addresses.ts'
import { type Audience, meets, scopeFor } from '../../engines/reading/audience.ts'
import { visibleTree } from '../../engines/reading/pages/visible-pages.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import type { CacheKind } from '../../kit/storage/fresh-cache.ts'
import { readForVisitors } from '../../rooms/content/pages/computed/fallbacks.ts'
import type { SeenSpace } from '../../rooms/content/spaces/access.ts'
import { openNodes, openView } from '../../rooms/content/spaces/revisions/revisions.ts'

/** A page with all below it that a visitor meets. */
export type PlacedPage = PageTree

export type ReadSpace = {
  root: Root
  /** The spaces whose changes change it. */
  follows: string[]
  /** Which of the conditional pages, and those of a source, are there: the same for visitors who meet the same tree. */
  audienceKey: string
  top: readonly PlacedPage[]
  byId: ReadonlyMap<string, PlacedPage>
  /** Pages that can be read one after the other. */
  order: readonly PlacedPage[]
  first: PlacedPage | undefined
}

/** `linked`: other spaces that links in the tree lead to. */
type Tree = { whole: WholeTree; follows: string[]; conditional: PageRecord[]; linked: string[] }

type Trees = Tree & { filled?: Tree & { sourceSpaceId: string } }

const TREES: CacheKind<Trees> = { name: 'trees of a space' }
const LAST_READ: CacheKind<WholeTree> = { name: 'tree of a space as it was last read' }
const READ: CacheKind<ReadSpace> = { name: 'space for an audience' }
const BYTES_A_PAGE = 700
const BYTES_IN_ORDER = 8

/** `siblings` are the spaces that the visitor reads beside it: a translation shows pages of its source only if that is one. */
export async function readSpace(
  ctx: ReadContext,
  { id, revisionId }: Pick<SeenSpace, 'id' | 'revisionId'>,
  audience: Audience,
  siblings: readonly { space: Pick<SeenSpace, 'id'> }[],
): Promise<ReadSpace> {
  const { filled, ...written } = await ctx.cache.read(TREES, `${id} ${revisionId}`, async () => {
    const value = await readTrees(ctx, id, revisionId)
    const pages = value.whole.byId.size + (value.filled?.whole.byId.size ?? 0)
    return { value, follows: value.filled?.follows ?? value.follows, bytes: pages * BYTES_A_PAGE }
  })
  const isFilled = filled !== undefined && siblings.some(({ space }) => space.id === filled.sourceSpaceId)
  const { whole, follows, conditional, linked } = (isFilled && filled) || written
  const { variables } = whole.root
  const met =
    audience.kind === 'writer'
      ? audience.kind
      : conditional
          .map((page) => meets(page.condition, scopeFor(audience, variables, page)))
          .concat(linked.map((id) => audience.spaceIds.includes(id)))
          .map((isThere) => (isThere ? '1' : '0'))
          .join('')
  const audienceKey = isFilled ? `filled ${met}` : met
  return ctx.cache.read(READ, `${id} ${revisionId} ${audience.kind} ${audienceKey}`, async () => {
    const isAllThere = audience.kind === 'writer' || (!met.includes('0') && linked.length === 0)
    const { root, top, byId } = isAllThere ? whole : await visibleTo(ctx, audience, whole)
    const value = { root, follows, audienceKey, top, byId, ...inOrder(top) }
    return { value, follows, bytes: byId.size * (isAllThere ? BYTES_IN_ORDER : BYTES_A_PAGE) }
  })
}

async function readTrees(ctx: ReadContext, id: string, revisionId: string): Promise<Trees> {
  const revision = await openView(ctx, id, revisionId)
  const { view, filled } = await readForVisitors(ctx, id, revision)
  // What is computed is not kept for good, so what differs from it could not be told later.
  const whole = view === revision ? await readAfterLast(ctx, id, view) : await readTree(view)
  const written = treeOf(ctx, whole, [id])
  if (!filled) return written
  const { sourceSpaceId } = filled
  return {
    ...written,
    filled: { ...treeOf(ctx, await readTree(filled.view), [id, sourceSpaceId]), sourceSpaceId },
  }
}

/** After an edit, most pages are what they were. */
async function readAfterLast(ctx: ReadContext, id: string, view: RevisionView) {
  const value = await readTree(view, ctx.cache.last(LAST_READ, id))
  ctx.cache.keepLast(LAST_READ, id, { value, bytes: value.byId.size * BYTES_A_PAGE })
  return value
}

function treeOf({ links }: ReadContext, whole: WholeTree, follows: string[]): Tree {
  return { whole, follows, conditional: distinctConditions(whole), linked: linkedSpaces(links, whole) }
}

/** Pages with a condition, one for each that may be decided differently; in the same order whenever they are read. */
function distinctConditions({ top }: WholeTree): PageRecord[] {
  const found = new Map<string, PageRecord>()
  for (const { page } of flatTrees(top))
    if (page.condition) found.set(`${page.condition} ${JSON.stringify(page.variables ?? {})}`, page)
  return [...found.values()]
}

function linkedSpaces(addresses: InstallationAddresses, { top }: WholeTree): string[] {
  const spaces = flatTrees(top).flatMap(({ page: { target } }) => {
    const ref = target?.kind === 'url' ? refOfAddress(addresses, target.url) : target
    return ref && 'space' in ref && ref.space ? [ref.space] : []
  })
  return [...new Set(spaces)]
}

async function visibleTo(ctx: ReadContext, audience: Audience, { root, top }: WholeTree): Promise<WholeTree> {
  const visible = await visibleTree(ctx.links, { view: { nodes: openNodes(ctx), root }, audience }, top)
  return { root, top: visible, byId: new Map(flatTrees(visible).map((tree) => [tree.page.id, tree])) }
}

function inOrder(top: readonly PlacedPage[]): Pick<ReadSpace, 'order' | 'first'> {
  const documents = flatTrees(top).filter(({ page }) => page.type === 'document')
  const order = documents.filter(({ page }) => !page.hidden)
  return { order, first: order[0] ?? documents[0] }
}

/** Of lists of pages, by slug: those that did not change are the same for many revisions. */
const bySlug = new WeakMap<readonly PlacedPage[], ReadonlyMap<string, PlacedPage>>()

function withSlug(pages: readonly PlacedPage[], slug: string) {
  const known = bySlug.get(pages) ?? new Map(pages.map((placed) => [placed.page.slug, placed]))
  bySlug.set(pages, known)
  return known.get(slug)
}

/** The page to show for a path: a group leads on to the first page in it. */
export function pageAt({ top, first }: ReadSpace, path: string): PlacedPage | undefined {
  if (path === '') return first
  let found: PlacedPage | undefined
  for (const slug of path.split('/')) {
    found = withSlug(found?.below ?? top, slug)
    if (!found) return
  }
  return found
}

/** From the top down to a page, with itself. */
export function wayTo({ byId }: Pick<ReadSpace, 'byId'>, placed: PlacedPage): PlacedPage[] {
  const way: PlacedPage[] = []
  for (let at: PlacedPage | undefined = placed; at; at = byId.get(at.page.parent ?? '')) way.unshift(at)
  return way
}

export function firstIn({ below }: PlacedPage): PlacedPage | undefined {
  for (const one of below) {
    const found = one.page.type === 'document' && !one.page.hidden ? one : firstIn(one)
    if (found) return found
  }
}
