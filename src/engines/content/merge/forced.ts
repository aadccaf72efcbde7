// A merge in which ours has its way: theirs is taken as if it had deleted what ours deleted, so that nothing of it
// comes back. Where both changed the same thing the merge keeps ours by itself.
import type { PageRecord, Variables } from '../records.ts'
import type { MergeInput, Sides } from './types.ts'

export function withoutOurDeletions(input: MergeInput): MergeInput {
  const { pages, order, files, reusables, variables } = input
  return {
    ...input,
    pages: placedAnew(deletedInBoth(pages), pages),
    order: withoutDeleted(order, pages),
    files: deletedInBoth(files),
    reusables: deletedInBoth(reusables),
    variables: { ...variables, theirs: keptVariables(variables) },
  }
}

function isDeleted(sides: Sides<unknown> | undefined) {
  return sides?.base !== undefined && sides.ours === undefined
}

function deletedInBoth<T>(records: Map<string, Sides<T>>) {
  return new Map([...records].map(([id, sides]) => [id, isDeleted(sides) ? { base: sides.base } : sides]))
}

/** Who stood below a deleted page in theirs stays where ours has it; what only theirs has goes where that page stood. */
function placedAnew(kept: MergeInput['pages'], pages: MergeInput['pages']) {
  const placed = new Map<string, Sides<PageRecord>>()
  for (const [id, sides] of kept) {
    const { ours, theirs } = sides
    if (!theirs || !isDeleted(pages.get(theirs.parent ?? ''))) placed.set(id, sides)
    else {
      const parent = ours ? ours.parent : remainingAbove(theirs, pages)
      placed.set(id, { ...sides, theirs: { ...theirs, parent } })
    }
  }
  return placed
}

function remainingAbove({ parent }: PageRecord, pages: MergeInput['pages']) {
  let above = parent
  while (above !== null && isDeleted(pages.get(above))) above = pages.get(above)?.theirs?.parent ?? null
  return above
}

/** The lists of theirs, with the pages below a deleted one in its place. */
function withoutDeleted(order: MergeInput['order'], pages: MergeInput['pages']): MergeInput['order'] {
  const remaining = (id: string): string[] =>
    isDeleted(pages.get(id)) ? (order.get(id)?.theirs ?? []).flatMap(remaining) : [id]
  return new Map(
    [...order].map(([id, lists]) => [id, { ...lists, theirs: lists.theirs?.flatMap(remaining) }]),
  )
}

function keptVariables({ base = {}, ours = {}, theirs = {} }: Sides<Variables>): Variables {
  const isKept = (name: string) => !Object.hasOwn(base, name) || Object.hasOwn(ours, name)
  return Object.fromEntries(Object.entries(theirs).filter(([name]) => isKept(name)))
}
