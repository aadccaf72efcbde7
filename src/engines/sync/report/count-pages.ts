import { allEntries } from '../../content/nodes/map.ts'
import type { RevisionView } from '../../content/nodes/revision.ts'
import type { PageRecord } from '../../content/records.ts'

/** As people count them: groups and links are between pages, and are none. */
export async function countPages({ nodes, root }: RevisionView): Promise<number> {
  const all = await allEntries<PageRecord>(nodes, root.pages)
  return all.filter(({ type }) => type === 'document').length
}
