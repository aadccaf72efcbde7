// Brings three revisions together: finds what differs, lets the pure merge decide, and writes what it decided.
import { withTexts } from '../draft/with-texts.ts'
import { type FindLinkers, followingTexts } from '../links/relink.ts'
import { type RevisionView, readRevision } from '../nodes/revision.ts'
import type { Hash } from '../records.ts'
import { isSame } from '../same.ts'
import { mergeInto } from './depth.ts'
import { withoutOurDeletions } from './forced.ts'
import { readSides, type Three } from './input.ts'
import { linkedTexts } from './linked-texts.ts'
import type { Conflict, Merged, MergeInput } from './types.ts'

export type Merging = Three & {
  /** What ours deleted goes, even where theirs changed it. */
  isForced?: boolean
}

/** Ours with all of theirs that can be brought in, and what could not. Costs what differs. */
export async function mergeRevisions(
  three: Merging,
  findLinkers: FindLinkers,
): Promise<{ root: Hash; conflicts: Conflict[] }> {
  const { base, ours, theirs } = three
  const { input, linked } = await inputOf(three)
  const { draft, merged } = await mergeInto(ours, input)
  // Nobody edits them here: they are those of the repository that was read last.
  if (!isSame(theirs.root.kept, base.root.kept)) draft.takeKept(theirs.root.kept)
  const placed = await readRevision(draft.nodes, await draft.finish())
  const { view } = await withTexts(placed, await linked.texts(placed, merged.bodies))
  const texts = await followingTexts({
    before: ours,
    after: view,
    findLinkers,
    origins: originsOf(merged, input, theirs),
  })
  return { root: (await withTexts(view, texts)).root, conflicts: merged.conflicts }
}

/** Texts that are theirs as they are mean what they meant there; those that were merged are right by now. */
function originsOf(merged: Merged, input: MergeInput, theirs: RevisionView) {
  const origins = new Map<string, RevisionView | null>()
  for (const [id, page] of merged.pages) {
    const { ours } = input.pages.get(id) ?? {}
    if (merged.bodies.has(id)) origins.set(id, null)
    else if (page && page.body !== ours?.body) origins.set(id, theirs)
  }
  return origins
}

async function inputOf(three: Merging) {
  const read = await readSides(three)
  const linked = linkedTexts(three)
  const ofPages = new Map([...read.bodies].filter(([id]) => read.pages.has(id)))
  const input = { ...read, bodies: new Map([...read.bodies, ...(await linked.named(ofPages))]) }
  return { input: three.isForced ? withoutOurDeletions(input) : input, linked }
}
