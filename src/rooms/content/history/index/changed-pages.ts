import { changedPageFields } from '../../../../engines/content/diff/changes.ts'
import { diffMaps } from '../../../../engines/content/nodes/map.ts'
import type { NodeSession } from '../../../../engines/content/nodes/nodes.ts'
import { readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../../../engines/content/records.ts'

/** Whether the history of a page tells of it. Where it stands among its siblings is told by that of the space. */
export function isOther(old: PageRecord | undefined, now: PageRecord | undefined) {
  if (!old || !now) return old !== now
  return old.parent !== now.parent || changedPageFields(old, now).length > 0
}

/** Pages whose histories tell of a revision. Costs what differs. */
export async function changedPages(nodes: NodeSession, before: Hash | null, after: Hash | null) {
  const [old, now] = [await readRevision(nodes, before), await readRevision(nodes, after)]
  const changes = await diffMaps<PageRecord>(nodes, old.root.pages, now.root.pages)
  return changes.filter(({ before, after }) => isOther(before, after)).map(({ id }) => id)
}
