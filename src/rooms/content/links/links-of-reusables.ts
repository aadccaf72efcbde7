// Reusable contents include others. There are few, and no index of their links.
import { fileOfReusable } from '../../../engines/content/links/paths.ts'
import { resolveAllTargets } from '../../../engines/content/links/resolve.ts'
import { allEntries } from '../../../engines/content/nodes/map.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { ReusableRecord } from '../../../engines/content/records.ts'
import { linksIn } from '../../../engines/markdown/links.ts'

/** Those that include this one. */
export async function reusablesWith(view: RevisionView, id: string): Promise<ReusableRecord[]> {
  const all = await allEntries<ReusableRecord>(view.nodes, view.root.reusables)
  await view.nodes.fetch(all.map(({ body }) => body))
  const places = all.map((reusable) => ({
    from: { file: fileOfReusable(reusable) },
    targets: linksIn(view.nodes.text(reusable.body)).map(({ target }) => target),
  }))
  const meanings = await resolveAllTargets(view, places)
  return all.filter((_, at) =>
    [...(meanings[at]?.values() ?? [])].some((meant) => meant.kind === 'reusable' && meant.reusable === id),
  )
}
