// Tables as CSV (RFC 4180): read, and written so that no program takes a value for a formula.

/** Rows of fields; undefined where a quoted field does not end. */
export function readCsv(text: string): string[][] | undefined {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  const endField = () => {
    row.push(field.trim())
    field = ''
  }
  const endRow = () => {
    endField()
    if (row.some((value) => value !== '')) rows.push(row)
    row = []
  }
  const letters = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') field += letter
      else if (letters[at + 1] === '"') {
        field += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && field.trim() === '') isQuoted = true
    else if (letter === ',' || letter === ';' || letter === '\t') endField()
    else if (letter === '\n') endRow()
    else if (letter !== '\r') field += letter
  }
  if (isQuoted) return
  endRow()
  return rows
}

export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')
}

function written(value: string | number): string {
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
