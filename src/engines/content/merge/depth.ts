// Two sides that keep to the limit of levels may exceed it together: one moves pages below a page that the other moves
// down. Then what theirs moved stays where ours has it, and what theirs made is at the last level; both are told.
import { deepestAbove, levelOf, levelsFrom, MOST_LEVELS } from '../draft/depth.ts'
import { type Draft, openDraft } from '../draft/draft.ts'
import type { RevisionView } from '../nodes/revision.ts'
import type { PageRecord } from '../records.ts'
import { applyMerged } from './apply.ts'
import { mergeContent } from './merge.ts'
import { clashOf } from './records.ts'
import type { Conflict, Merged, MergeInput } from './types.ts'

/** Merges into a draft of ours. Each round leaves fewer moves of theirs; nearly always there is one. */
export async function mergeInto(
  ours: RevisionView,
  input: MergeInput,
): Promise<{ draft: Draft; merged: Merged }> {
  const merged = mergeContent(input)
  const draft = openDraft(ours)
  await applyMerged(draft, merged, input)
  const { moved, made } = await tooDeep(draft, merged, input)
  if (moved.length > 0) return mergeInto(ours, { ...input, stays: new Set([...input.stays, ...moved]) })
  const conflicts = [...merged.conflicts, ...(await raise(draft, made))]
  return { draft, merged: { ...merged, conflicts } }
}

type Made = { page: PageRecord; level: number }

async function tooDeep(draft: Draft, merged: Merged, input: MergeInput) {
  const moved: string[] = []
  const made: Made[] = []
  for (const [id, page] of merged.pages) {
    const ours = input.pages.get(id)?.ours
    if (!page || ours?.parent === page.parent) continue
    const level = await levelOf(draft, id)
    if (!ours && level > MOST_LEVELS) made.push({ page, level })
    if (ours && level - 1 + (await levelsFrom(draft, id)) > MOST_LEVELS) moved.push(id)
  }
  return { moved, made }
}

/** In the order in which they are read, from the top down. */
async function raise(draft: Draft, made: Made[]): Promise<Conflict[]> {
  const pages = made.toSorted((a, b) => a.level - b.level).map(({ page }) => page)
  for (const { id } of pages) {
    const page = await draft.page(id)
    if (page) await draft.movePage(page, { into: await deepestAbove(draft, id) })
  }
  return pages.map(({ id, parent }) => ({ kind: 'page', id, ...clashOf('place', { theirs: parent }) }))
}
