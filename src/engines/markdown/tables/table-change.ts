import type { ContentRef } from '../../content/records.ts'
import type { Table } from '../document.ts'
import { type AlignmentStep, align } from '../edit/alignment.ts'
import type { Print } from '../model/same.ts'
import { type Grid, gridOf, rowPrints } from './table-grid.ts'

type TargetOf = (ref: ContentRef) => string

/** What became of a table: which rows are the same, and which cells of the others. */
export type TableChange = {
  was: Table
  wanted: Table
  before: Grid
  after: Grid
  hasSameColumns: boolean
  /** Which column the one with a given id was. */
  placeBefore: ReadonlyMap<string, number>
  /** Rows by their numbers. One that says something else now has both. */
  steps: AlignmentStep[]
  /** Whether a cell says what another one said before, both by row and column. */
  isSame: (before: [row: number, column: number], after: [row: number, column: number]) => boolean
}

export function changeOf(
  was: Table,
  wanted: Table,
  targets: { before: TargetOf; after: TargetOf },
): TableChange {
  const [before, after] = [gridOf(was), gridOf(wanted)]
  const prints = rowPrints(before, targets.before)
  const old = prints.map((row) => row.map(({ full }) => full))
  const fullOf = new Map(prints.flat().map(({ bare, full }) => [bare, full]))
  // A cell that a client sent without our notes is the cell it had before, as far as the client can tell.
  const keyOf = ({ full, bare, hasMeta }: Print) => (hasMeta ? full : (fullOf.get(bare) ?? full))
  const fresh = rowPrints(after, targets.after).map((row) => row.map(keyOf))
  const [ids, idsNow] = [before, after].map(({ columns }) => columns.map(({ id }) => id).join(' '))
  return {
    was,
    wanted,
    before,
    after,
    hasSameColumns: ids === idsNow,
    placeBefore: new Map(before.columns.map(({ id }, index) => [id, index])),
    steps: rowSteps({ names: namesOf(before), keys: old }, { names: namesOf(after), keys: fresh }),
    isSame: (one, other) => old[one[0]]?.[one[1]] === fresh[other[0]]?.[other[1]],
  }
}

function namesOf({ rows }: Grid): string[] {
  return rows.map(([name]) => name)
}

type Rows = { names: string[]; keys: string[][] }

/** Rows are told by their names, or by what they say where a client gave them other ones. */
function rowSteps(before: Rows, after: Rows): AlignmentStep[] {
  const [old, fresh] = [before, after].map(({ keys }) => keys.map((row) => JSON.stringify(row)))
  const byName = align(before.names, after.names).map((step) => ({
    ...step,
    isSame: step.isSame && old?.[step.before ?? -1] === fresh?.[step.after ?? -1],
  }))
  const byContent = align(old ?? [], fresh ?? [])
  return sameRows(byContent) > sameRows(byName) ? byContent : byName
}

function sameRows(steps: AlignmentStep[]): number {
  return steps.filter(({ isSame }) => isSame).length
}
