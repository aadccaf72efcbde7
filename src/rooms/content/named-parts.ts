import type { PageTree } from '../../content/nodes/revision.ts'
import type { ReadContext } from '../../domain/context.ts'
import type { SeenContent } from './access.ts'
import { changedSinceIndex, linkRowsOf } from './linkers.ts'
import { listNamedOn } from './store-links.ts'

type Named = { has(id: string): boolean }
const EVERYTHING: Named = { has: () => true }

/**
 * Files and reusable contents that an audience gets to know: writers all, visitors those that the pages they may see
 * name.
 */
export async function namedOnPages(
  ctx: ReadContext,
  { space, view, audience }: SeenContent,
  visible: PageTree[],
): Promise<Named> {
  if (audience.kind === 'writer') return EVERYTHING
  const pages = flattened(visible)
  const { changed } = await changedSinceIndex(ctx, space.id, view)
  const unchanged = pages.map(({ page }) => page.id).filter((id) => !changed.has(id))
  const fresh = await linkRowsOf(
    ctx,
    view,
    pages.map(({ page }) => page.id).filter((id) => changed.has(id)),
  )
  const named = new Set(await listNamedOn(ctx.db, space.id, unchanged))
  for (const { kind, targetId } of fresh) if (kind === 'file' || kind === 'reusable') named.add(targetId)
  for (const { page } of pages)
    for (const ref of [page.cover?.ref, page.cover?.refDark]) if (ref?.kind === 'file') named.add(ref.file)
  return named
}

function flattened(trees: PageTree[]): PageTree[] {
  return trees.flatMap((tree) => [tree, ...flattened(tree.below)])
}
