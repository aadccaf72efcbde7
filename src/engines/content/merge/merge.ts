// Three-way merge of content: a pure function from what changed on either side to what must change in ours. Merging a
// change request and updating it are this one function with the sides swapped.
import { isDeepStrictEqual } from 'node:util'
import type { ReusableRecord } from '../records.ts'
import { APART_FROM_FILES, mergeFiles } from './files.ts'
import { mergeOrder } from './order.ts'
import { APART_FROM_PAGES, mergePages } from './pages.ts'
import { makePathsUnique } from './paths.ts'
import { changesOf, conflictsOf, type MergedRecords, mergeRecord, textsOf } from './records.ts'
import { makeSlugsUnique } from './slugs.ts'
import type { Merged, MergeInput } from './types.ts'
import { mergeVariables } from './variables.ts'

export function mergeContent(input: MergeInput): Merged {
  const pages = mergePages(input)
  const files = mergeFiles(input.files)
  const reusables = mergeReusables(input)
  const { variables, conflicts: variableConflicts } = mergeVariables(input.variables)
  const { lists, conflicts: orderConflicts } = mergeOrder(input, pages)
  makeSlugsUnique(lists, pages, input)
  makePathsUnique({ pages, files, reusables }, input)
  return {
    pages: changesOf(pages, input.pages, APART_FROM_PAGES),
    order: listChanges(lists, input.order),
    bodies: new Map([...textsOf(pages), ...textsOf(reusables)]),
    files: changesOf(files, input.files, APART_FROM_FILES),
    reusables: changesOf(reusables, input.reusables, APART_FROM_REUSABLES),
    variables,
    conflicts: [
      ...conflictsOf('page', pages),
      ...orderConflicts,
      ...conflictsOf('file', files),
      ...conflictsOf('reusable-content', reusables),
      ...variableConflicts,
    ],
  }
}

const APART_FROM_REUSABLES: ReadonlySet<string> = new Set(['id'])

function mergeReusables({ reusables, bodies }: MergeInput) {
  const outcomes: MergedRecords<ReusableRecord> = new Map()
  for (const [id, sides] of reusables) {
    const outcome = mergeRecord(sides, APART_FROM_REUSABLES, bodies.get(id))
    if (outcome) outcomes.set(id, outcome)
  }
  return outcomes
}

function listChanges(lists: Map<string, string[]>, order: MergeInput['order']) {
  const isChanged = ([above, list]: [string, string[]]) =>
    !isDeepStrictEqual(list, order.get(above)?.ours ?? [])
  return new Map([...lists].filter(isChanged))
}
