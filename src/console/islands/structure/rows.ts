// Where something that is dragged may go in the structure of a site. The server decides; this is what is offered.
export type Row = { type: string; id: string; depth: number }
export type Part = 'before' | 'into' | 'after'
/** `line`: the row at whose edge the place is shown. */
export type Drop = { part: Part; to: Row; line: number }

const SPACE = 'site-space'
const SECTION = 'site-section'
const GROUP = 'site-section-group'

/** `within`: how far down in the row the pointer is, from 0 to 1. */
export function dropAt(
  rows: readonly Row[],
  dragged: number,
  over: number,
  within: number,
): Drop | undefined {
  const item = rows[dragged]
  const row = rows[over]
  if (!item || !row || isWithin(rows, dragged, over)) return
  if (item.type === SPACE) return spaceDrop(item, row, over, within)
  // Spaces of a section are where the section is.
  const at = row.type === SPACE ? parentOf(rows, over) : over
  const to = rows[at]
  if (!to || isWithin(rows, dragged, at)) return
  const last = endOf(rows, at)
  if (to.type === GROUP) {
    const isEmpty = last === at
    if (within < 0.3) return { part: 'before', to, line: at }
    if (isEmpty && (item.type === GROUP || within > 0.7)) return { part: 'after', to, line: at }
    return { part: 'into', to, line: at }
  }
  const isAfter = at !== over || within >= 0.5
  return isAfter ? { part: 'after', to, line: last } : { part: 'before', to, line: at }
}

/** Below all of them: to the end of the outermost level. */
export function dropAtEnd(rows: readonly Row[], dragged: number): Drop | undefined {
  const last = rows.findLastIndex(({ depth }) => depth === 0)
  const [item, to] = [rows[dragged], rows[last]]
  if (!item || !to || last === dragged || (item.type === SPACE) !== (to.type === SPACE)) return
  return { part: 'after', to, line: rows.length - 1 }
}

function spaceDrop(item: Row, row: Row, over: number, within: number): Drop | undefined {
  if (row.type === SPACE) return { part: within < 0.5 ? 'before' : 'after', to: row, line: over }
  return row.type === SECTION && item.depth > 0 ? { part: 'into', to: row, line: over } : undefined
}

/** Itself, or something in it. */
function isWithin(rows: readonly Row[], outer: number, inner: number) {
  return inner >= outer && inner <= endOf(rows, outer)
}

/** The last row of what is in it; itself where nothing is. */
function endOf(rows: readonly Row[], at: number) {
  const depth = rows[at]?.depth ?? 0
  const next = rows.findIndex((row, index) => index > at && row.depth <= depth)
  return (next === -1 ? rows.length : next) - 1
}

function parentOf(rows: readonly Row[], at: number) {
  const depth = rows[at]?.depth ?? 0
  return rows.findLastIndex((row, index) => index < at && row.depth < depth)
}
