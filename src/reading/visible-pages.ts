// The tree of a revision as its audience meets it.
import type { PageTree } from '../content/nodes/revision.ts'
import type { Variables } from '../content/records.ts'
import { type Audience, meets, scopeFor } from './audience.ts'

/** Without the pages whose condition is not met, and all below them. */
export function visibleTree(trees: PageTree[], audience: Audience, space: Variables): PageTree[] {
  if (audience.kind === 'writer') return trees
  return trees
    .filter(({ page }) => meets(page.condition, scopeFor(audience, space, page)))
    .map((tree) => ({ ...tree, below: visibleTree(tree.below, audience, space) }))
}
