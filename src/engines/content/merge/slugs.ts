// Two pages that meet below one page under the same slug are no conflict: both stay, and the one that readers do not
// know yet steps aside.
import { freeSlug } from '../draft/slugs.ts'
import type { PageRecord, Sibling } from '../records.ts'
import { keyOf } from './order.ts'
import type { MergedRecords } from './records.ts'
import type { MergeInput } from './types.ts'

/** Writes new slugs into the outcomes, where they are needed. */
export function makeSlugsUnique(
  lists: Map<string, string[]>,
  outcomes: MergedRecords<PageRecord>,
  { pages, slugs, published }: Pick<MergeInput, 'pages' | 'slugs' | 'published'>,
) {
  for (const [above, list] of lists) {
    const slugOf = (id: string) => outcomes.get(id)?.value.slug ?? slugs.get(above)?.get(id) ?? ''
    const isAtHome = ({ id, slug }: Sibling) => {
      const known = pages.get(id)?.[published]
      return !pages.has(id) || (keyOf(known) === above && known?.slug === slug)
    }
    const siblings = list.map((id) => ({ id, slug: slugOf(id) }))
    for (const { id, slug } of steppedAside(siblings, isAtHome)) {
      const outcome = outcomes.get(id)
      if (outcome) outcome.value.slug = slug
    }
  }
}

/** Who is at home is never in the way of another who is, and keeps the slug; of newcomers, the first in the list. */
function steppedAside(siblings: Sibling[], isAtHome: (sibling: Sibling) => boolean): Sibling[] {
  const newcomers = siblings.filter((sibling) => !isAtHome(sibling))
  if (newcomers.length === 0) return []
  const taken = new Set(siblings.filter(isAtHome).map(({ slug }) => slug))
  // What a later one asks for and can have is not given away to an earlier one as its second choice.
  const wanted = new Set(siblings.map(({ slug }) => slug))
  const moved: Sibling[] = []
  for (const { id, slug } of newcomers) {
    if (!taken.has(slug)) {
      taken.add(slug)
      continue
    }
    const free = freeSlug(slug, wanted)
    wanted.add(free)
    moved.push({ id, slug: free })
  }
  return moved
}
