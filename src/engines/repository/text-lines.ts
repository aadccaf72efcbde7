// A text as lines that keep their own ends, so that joining them gives the same bytes.

export type TextLine = { text: string; end: string }

export function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = []
  let from = 0
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: text.slice(from, match.index), end: match[0] })
    from = match.index + match[0].length
  }
  if (from < text.length) lines.push({ text: text.slice(from), end: '' })
  return lines
}

export function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text)
}

/** How the first line ends: what is added to a text ends the same way. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}
