import { slugOfName } from '../../src/engines/content/draft/slugs.ts'
import { allEntries } from '../../src/engines/content/nodes/map.ts'
import {
  findPageByPath,
  findPagesWithPaths,
  type RevisionView,
  siblingsAt,
} from '../../src/engines/content/nodes/revision.ts'
import type { PageRecord } from '../../src/engines/content/records.ts'

/**
 * What is wrong with the addresses of pages; nothing, when each page has one, made of the path above it and a slug, and
 * each of them leads to one page.
 */
export async function pathFaults(view: RevisionView) {
  const records = await allEntries<PageRecord>(view.nodes, view.root.pages)
  const pages = new Map(records.map((page) => [page.id, page]))
  const told = await findPagesWithPaths(view, [...pages.keys()])
  const faults: string[] = []
  const reached = new Map<string, string>()
  const lists: [string | null, string, string | null][] = [[null, '', view.root.top]]
  for (const [parent, above, list] of lists) {
    for (const { id, slug } of await siblingsAt(view.nodes, list)) {
      const path = above + slug
      const page = pages.get(id)
      if (page?.slug !== slug || page.parent !== parent)
        faults.push(`${path} says ${page?.slug} below ${page?.parent}, and is listed below ${parent}`)
      if (slugOfName(slug) !== slug) faults.push(`${path} does not end with a slug`)
      if (told.get(id)?.path !== path) faults.push(`${path} is told as ${told.get(id)?.path}`)
      const found = await findPageByPath(view, path)
      if (found?.id !== id) faults.push(`${path} of ${id} leads to ${found?.id}`)
      if (reached.has(id)) faults.push(`${path} is at ${reached.get(id)} too`)
      else lists.push([id, `${path}/`, page?.children ?? null])
      reached.set(id, path)
    }
  }
  for (const id of pages.keys()) if (!reached.has(id)) faults.push(`${id} is nowhere`)
  return faults
}
