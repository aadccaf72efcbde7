/**
 * A line as the parser reads it. Most are lines of the source. Others were cut out of one, moved to another indent, or
 * made: a callout of another tool begins with the line of a tag.
 */
export type SourceLine = {
  text: string
  /** The characters of the source that it stands for. */
  from: number
  to: number
  /** From this character on the text is that of the source, where that begins at `at`. */
  lead: number
  at: number
}

export function sourceLines(source: string): SourceLine[] {
  const lines: SourceLine[] = []
  let from = 0
  for (const { 0: end, index } of source.matchAll(/\r\n?|\n/g)) {
    lines.push(lineAt(source, from, index))
    from = index + end.length
  }
  lines.push(lineAt(source, from, source.length))
  return lines
}

function lineAt(source: string, from: number, to: number): SourceLine {
  return { text: source.slice(from, to), from, to, lead: 0, at: from }
}

export function textOf(lines: readonly SourceLine[]): string {
  return lines.map(({ text }) => text).join('\n')
}

export function isMade({ text, lead }: SourceLine): boolean {
  return lead >= text.length && text !== ''
}

/** Some of the characters of a line as a line of its own. */
export function partOf(line: SourceLine, from: number, to = line.text.length): SourceLine {
  if (from === 0 && to === line.text.length) return line
  const text = line.text.slice(from, to)
  if (isMade(line)) return { ...line, text, lead: text.length }
  const at = inSource(line, from)
  const lead = Math.min(Math.max(0, line.lead - from), text.length)
  return { text, from: from === 0 ? line.from : at, to: inSource(line, to), lead, at }
}

/** Where a character of a line is in the source. */
export function inSource({ lead, at }: SourceLine, column: number): number {
  return at + Math.max(0, column - lead)
}

export function withPrefix(prefix: string, line: SourceLine): SourceLine {
  return prefix === '' ? line : { ...line, text: prefix + line.text, lead: prefix.length + line.lead }
}

/** With nothing of the source in it. */
export function madeLine(text: string, from: number, to = from): SourceLine {
  return { text, from, to, lead: text.length, at: to }
}

/** Words of the source with others around them. */
export type Quoted = { before: string; words: string; after: string; at: number }

/** Lines in the place of one: the first that says something stands for all of it. */
export function linesInPlaceOf(
  { from, to }: Pick<SourceLine, 'from' | 'to'>,
  made: readonly (string | Quoted)[],
): SourceLine[] {
  const first = made.findIndex((each) => each !== '')
  return made.map((each, number) => {
    const [start, end] = number === first ? [from, to] : number < first ? [from, from] : [to, to]
    if (typeof each === 'string') return madeLine(each, start, end)
    const { before, words, after, at } = each
    return { text: before + words + after, from: start, to: end, lead: before.length, at }
  })
}
