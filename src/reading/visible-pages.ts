// The tree of a revision as its audience meets it.
import type { PageTree } from '../content/nodes/page-tree.ts'
import { type RevisionView, withAncestors } from '../content/nodes/revision.ts'
import type { Variables } from '../content/records.ts'
import { type Audience, meets, scopeFor } from './audience.ts'

/** Without the pages whose condition is not met, and all below them. */
export function visibleTree(
  trees: readonly PageTree[],
  audience: Audience,
  space: Variables,
): readonly PageTree[] {
  if (audience.kind === 'writer') return trees
  return trees
    .filter(({ page }) => !page.condition || meets(page.condition, scopeFor(audience, space, page)))
    .map((tree) => ({ ...tree, below: visibleTree(tree.below, audience, space) }))
}

/** Whether a page is there for an audience: its own condition is met, and those of all pages above it. */
export async function isVisiblePage(view: RevisionView, audience: Audience, pageId: string) {
  if (audience.kind === 'writer') return true
  const way = await withAncestors(view, [pageId])
  return [...way.values()].every((page) =>
    meets(page.condition, scopeFor(audience, view.root.variables, page)),
  )
}
