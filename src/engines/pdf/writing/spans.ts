// Cells that reach over several columns or rows, laid out as a browser does it.

export type PdfCell = { body: string; across: number; down: number }

/** No cell makes a table wider than this: nobody reads it, but it takes memory. */
const MOST_COLUMNS = 60
const EMPTY: PdfCell = { body: '[]', across: 1, down: 1 }

/** How many columns the rows take: a cell that reaches down moves those of the next row to the side. */
export function columnsTaken(rows: readonly PdfCell[][]): number {
  const taken: number[] = []
  for (const row of rows) {
    let at = 0
    for (const { across, down } of row) {
      while ((taken[at] ?? 0) > 0) at++
      const end = Math.max(at + 1, Math.min(at + across, MOST_COLUMNS))
      do taken[at++] = down
      while (at < end && !taken[at])
    }
    for (let column = 0; column < taken.length; column++)
      taken[column] = Math.max((taken[column] ?? 0) - 1, 0)
  }
  return taken.length
}

/**
 * The cells in the order in which the compiler takes them. Every place is filled and none twice: it refuses cells that
 * overlap or reach out of the table.
 */
export function laidOut(rows: readonly PdfCell[][], width: number): string[] {
  const taken = new Array<number>(width).fill(0)
  const cells: string[] = []
  rows.forEach((row, index) => {
    const waiting = row.values()
    for (let at = 0; at < width; ) {
      if ((taken[at] ?? 0) > 0) {
        at++
        continue
      }
      const cell: PdfCell = waiting.next().value ?? EMPTY
      const across = roomIn(taken, at, cell.across)
      const down = Math.min(cell.down, rows.length - index)
      taken.fill(down, at, at + across)
      cells.push(spanning({ body: cell.body, across, down }))
      at += across
    }
    for (let column = 0; column < width; column++) taken[column] = Math.max((taken[column] ?? 0) - 1, 0)
  })
  return cells
}

function roomIn(taken: readonly number[], at: number, wanted: number): number {
  let room = 1
  while (room < wanted && taken[at + room] === 0) room++
  return room
}

function spanning({ body, across, down }: PdfCell): string {
  return across === 1 && down === 1 ? body : `table.cell(colspan:${across},rowspan:${down},${body})`
}

/** The number of columns or rows that an attribute names. */
export function spanOf(value: string | undefined): number {
  const number = Number(value)
  return Number.isInteger(number) && number > 1 ? Math.min(number, 1000) : 1
}
