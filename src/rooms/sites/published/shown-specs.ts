// Specifications that a site shows, read with its token: as far as its pages show them to this visitor. Decision 053.
import { fileOfPage, fileOfReusable } from '../../../engines/content/links/paths.ts'
import { flatTrees, type PageTree, wholeTree } from '../../../engines/content/nodes/page-tree.ts'
import { findReusable } from '../../../engines/content/nodes/revision.ts'
import type { Block, JSONDocument } from '../../../engines/markdown/document.ts'
import { heldBy } from '../../../engines/markdown/nodes.ts'
import type { ShownParts } from '../../../engines/openapi/shown-parts.ts'
import { apisIn } from '../../../engines/reading/describe-apis.ts'
import { visibleTree } from '../../../engines/reading/pages/visible-pages.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { currentContent, type SeenContent } from '../../content/pages/access.ts'
import { readComputed, specOf } from '../../content/pages/computed/computed-content.ts'
import { type ReadText, readDocument } from '../../content/pages/reading/reader-texts.ts'
import { listPagesShowing } from './store.ts'

export type ShownSpec = 'whole' | ShownParts

/** Pages with blocks of one specification that are looked at; what more of them show is not there. */
const MOST_PAGES = 200
/** Reusable contents within each other. */
const DEEPEST = 3

/** Undefined where a visitor sees nothing of it. */
export async function specShownTo(ctx: ReadContext, organizationId: string, slug: string) {
  const { actor } = ctx
  if (actor.kind !== 'visitor' || actor.visitor.organizationId !== organizationId) return
  const { spaceIds } = actor.visitor
  const naming = await listPagesShowing(ctx.db, spaceIds, slug, MOST_PAGES)
  const shown: ShownParts = { operations: [], webhooks: [], schemas: [] }
  for (const spaceId of spaceIds) {
    const ids = new Set(naming.filter((row) => row.spaceId === spaceId).map(({ pageId }) => pageId))
    if (ids.size === 0) continue
    if ((await addShown(ctx, spaceId, { slug, ids }, shown)) === 'whole') return 'whole' as const
  }
  const isNothing = Object.values(shown).every((parts) => parts.length === 0)
  return isNothing ? undefined : shown
}

type Asked = { slug: string; ids: ReadonlySet<string> }

async function addShown(ctx: ReadContext, spaceId: string, { slug, ids }: Asked, shown: ShownParts) {
  const written = await currentContent.find(ctx, { spaceId })
  if (!written) return
  const content = { ...written, view: await readComputed(ctx, spaceId, written.view) }
  const pages = flatTrees(await visibleTree(ctx.links, content, await wholeTree(content.view)))
  // Pages that are computed from it show all of it, page by page.
  if (pages.some(({ page }) => specOf(page) === slug)) return 'whole'
  for (const tree of pages.filter(({ page }) => ids.has(page.id)))
    for (const document of await documentsOn(ctx, content, tree)) addAsked(document, slug, shown)
  return
}

/** What the page says to this visitor, and the reusable contents on it. */
async function documentsOn(ctx: ReadContext, content: SeenContent, { page, path }: PageTree) {
  const { space, view, audience } = content
  const read = (text: ReadText) =>
    readDocument(ctx, { spaceId: space.id, view, audience }, { ...text, page }, { fillsIn: false })
  const own = { body: page.body, from: { page: page.id, file: fileOfPage(page, path) } }
  const documents = [await read(own)]
  let level = documents
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const ids = new Set(level.flatMap(({ nodes }) => reusablesIn(nodes)))
    level = []
    for (const id of ids) {
      const reusable = await findReusable(view, id)
      if (reusable) level.push(await read({ body: reusable.body, from: { file: fileOfReusable(reusable) } }))
    }
    documents.push(...level)
  }
  return documents
}

function reusablesIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type !== 'reusable-content') return reusablesIn(heldBy(block))
    const { ref } = block.data
    return ref.kind === 'reusable-content' ? [ref.reusableContent] : []
  })
}

function addAsked(document: JSONDocument, slug: string, shown: ShownParts) {
  for (const { ref, part } of apisIn(document)) {
    if (ref.kind !== 'openapi' || ref.spec !== slug) continue
    if (part.kind === 'schemas') shown.schemas.push(...part.names)
    else shown[part.kind === 'webhook' ? 'webhooks' : 'operations'].push(part)
  }
}
