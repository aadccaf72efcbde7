// The tree of a space as the visitors of a site meet it. Visitors for whom the same pages are there share one.
import {
  type PageTree,
  type ReadPages,
  type RevisionView,
  readPages,
  treesOf,
} from '../../content/nodes/revision.ts'
import type { PageRecord, Root } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import { type Audience, meets, scopeFor } from '../../reading/audience.ts'
import { visibleTree } from '../../reading/visible-pages.ts'
import type { CacheKind } from '../../storage/fresh-cache.ts'
import { readForVisitors } from '../computed/fallbacks.ts'
import { openView } from '../revisions/revisions.ts'
import type { SeenSpace } from '../spaces/access.ts'

export type PlacedPage = {
  page: PageRecord
  path: string
  /** From the top down to the page above. */
  above: readonly PlacedPage[]
  below: readonly PlacedPage[]
}

export type ReadSpace = {
  root: Root
  /** The spaces whose changes change it. */
  follows: string[]
  /** Which of the conditional pages, and those of a source, are there: the same for visitors who meet the same tree. */
  audienceKey: string
  top: readonly PlacedPage[]
  byId: ReadonlyMap<string, PlacedPage>
  byPath: ReadonlyMap<string, PlacedPage>
  /** Pages that can be read one after the other. */
  order: readonly PlacedPage[]
  first: PlacedPage | undefined
}

type Tree = { root: Root; follows: string[]; trees: PageTree[]; conditional: PageRecord[] }

type Trees = Tree & { filled?: Tree & { sourceSpaceId: string } }

const TREES: CacheKind<Trees> = { name: 'trees of a space' }
const LAST_READ: CacheKind<ReadPages> = { name: 'pages of a space as they were last read' }
const READ: CacheKind<ReadSpace> = { name: 'space for an audience' }
const BYTES_A_PAGE = 700

/** `siblings` are the spaces that the visitor reads beside it: a translation shows pages of its source only if that is one. */
export async function readSpace(
  ctx: ReadContext,
  { id, revisionId }: Pick<SeenSpace, 'id' | 'revisionId'>,
  audience: Audience,
  siblings: readonly { space: Pick<SeenSpace, 'id'> }[],
): Promise<ReadSpace> {
  const { filled, ...written } = await ctx.cache.read(TREES, `${id} ${revisionId}`, async () => {
    const value = await readTrees(ctx, id, revisionId)
    const pages = countPages(value.trees) + countPages(value.filled?.trees ?? [])
    return { value, follows: value.filled?.follows ?? value.follows, bytes: pages * BYTES_A_PAGE }
  })
  const isFilled = filled !== undefined && siblings.some(({ space }) => space.id === filled.sourceSpaceId)
  const { root, follows, trees, conditional } = (isFilled && filled) || written
  const { variables } = root
  const met =
    audience.kind === 'writer'
      ? audience.kind
      : conditional
          .map((page) => (meets(page.condition, scopeFor(audience, variables, page)) ? '1' : '0'))
          .join('')
  const audienceKey = isFilled ? `filled ${met}` : met
  return ctx.cache.read(READ, `${id} ${revisionId} ${audience.kind} ${audienceKey}`, async () => {
    const value = placed(visibleTree(trees, audience, variables), { root, follows, audienceKey })
    return { value, follows, bytes: value.byId.size * BYTES_A_PAGE }
  })
}

async function readTrees(ctx: ReadContext, id: string, revisionId: string): Promise<Trees> {
  const revision = await openView(ctx, id, revisionId)
  const { view, filled } = await readForVisitors(ctx, id, revision)
  // What is computed is not kept for good, so what differs from it could not be told later.
  const written = treeOf(view === revision ? await pagesOf(ctx, id, view) : await readPages(view), [id])
  if (!filled) return written
  const { sourceSpaceId } = filled
  return {
    ...written,
    filled: { ...treeOf(await readPages(filled.view), [id, sourceSpaceId]), sourceSpaceId },
  }
}

/** After an edit, most pages are what they were. */
async function pagesOf(ctx: ReadContext, id: string, view: RevisionView) {
  const value = await readPages(view, ctx.cache.last(LAST_READ, id))
  ctx.cache.keepLast(LAST_READ, id, { value, bytes: value.pages.size * BYTES_A_PAGE })
  return value
}

function treeOf(read: ReadPages, follows: string[]): Tree {
  const trees = treesOf(read)
  return { root: read.root, follows, trees, conditional: distinctConditions(trees) }
}

/** Pages with a condition, one for each that may be decided differently. */
function distinctConditions(trees: PageTree[]): PageRecord[] {
  const found = new Map<string, PageRecord>()
  const left = [...trees]
  for (let tree = left.pop(); tree; tree = left.pop()) {
    const { page, below } = tree
    if (page.condition) found.set(`${page.condition} ${JSON.stringify(page.variables ?? {})}`, page)
    left.push(...below)
  }
  return [...found.values()]
}

function countPages(trees: PageTree[]): number {
  return trees.reduce((count, { below }) => count + 1 + countPages(below), 0)
}

function placed(trees: PageTree[], read: Pick<ReadSpace, 'root' | 'follows' | 'audienceKey'>): ReadSpace {
  const byId = new Map<string, PlacedPage>()
  const byPath = new Map<string, PlacedPage>()
  const order: PlacedPage[] = []
  const place = (trees: PageTree[], above: readonly PlacedPage[]): PlacedPage[] =>
    trees.map(({ page, path, below }) => {
      const inside: PlacedPage[] = []
      const made: PlacedPage = { page, path, above, below: inside }
      byId.set(page.id, made)
      byPath.set(path, made)
      if (page.type === 'document' && !page.hidden) order.push(made)
      if (below.length > 0) inside.push(...place(below, [...above, made]))
      return made
    })
  const top = place(trees, [])
  const first = order[0] ?? [...byId.values()].find(({ page }) => page.type === 'document')
  return { ...read, top, byId, byPath, order, first }
}

/** The page to show for a path: a group leads on to the first page in it. */
export function pageAt(space: ReadSpace, path: string): PlacedPage | undefined {
  return path === '' ? space.first : space.byPath.get(path)
}

/** Ids of the pages above it and its own. */
export function wayTo({ above, page }: PlacedPage): string[] {
  return [...above.map((one) => one.page.id), page.id]
}

export function firstIn({ below }: PlacedPage): PlacedPage | undefined {
  for (const one of below) {
    const found = one.page.type === 'document' && !one.page.hidden ? one : firstIn(one)
    if (found) return found
  }
}
