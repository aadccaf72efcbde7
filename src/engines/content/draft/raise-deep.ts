import { type PageTree, treeAt } from '../nodes/page-tree.ts'
import { type RevisionView, readRevision } from '../nodes/revision.ts'
import { withinLevels } from './depth.ts'
import { openDraft } from './draft.ts'
import { freeSlug } from './slugs.ts'

/** The revision with pages that stand too deep at the last level, and which these are. Files stay where they are. */
export async function raiseDeepPages(
  view: RevisionView,
): Promise<{ view: RevisionView; raised: PageTree[] }> {
  const { trees, raised } = withinLevels(await treeAt(view, view.root.top), {
    belowOf: ({ below }) => below,
    withBelow: (tree, below) => ({ ...tree, below }),
  })
  if (raised.length === 0) return { view, raised }
  const draft = openDraft(view)
  const isRaised = new Set(raised.map(({ page }) => page.id))
  const put = (siblings: readonly PageTree[], parent: string | null) => {
    const taken = new Set<string>()
    const list = siblings.map(({ page }) => {
      const slug = freeSlug(page.slug, taken)
      taken.add(slug)
      if (isRaised.has(page.id)) draft.putPage(page.id, { ...page, slug, parent, children: null })
      return { id: page.id, slug }
    })
    draft.putList(parent, list)
    for (const { page, below } of siblings) if (page.children !== null) put(below, page.id)
  }
  put(trees, null)
  return { view: await readRevision(view.nodes, await draft.finish()), raised }
}
