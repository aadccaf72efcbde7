/** Columns as wide as their widest cell. */
export function table(head: string[], rows: string[][]): string[] {
  const cells = [head, ...rows.map((row) => row.map(tame))]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** People choose their names; a terminal takes orders from control characters. */
function tame(text: string) {
  return text.replaceAll(/\p{Cc}/gu, '?')
}
