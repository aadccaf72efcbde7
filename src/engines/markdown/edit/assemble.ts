/** A piece of text to be put after others. */
export type TextPart = {
  text: string
  /** What stood before it in its source; undefined for new text. */
  gap?: string
  /** Whether the part put before it also stood before it in its source: then the gap is right to the byte. */
  isNeighbour: boolean
  /** Whether new text follows on the next line, without a blank one. */
  isClose?: boolean
}

export type Spacing = 'as before' | 'blank lines'

/** The lines parts are put into: how they end and begin, and whether definitions may be between parts. */
export type Lines = { eol: string; prefix: string; hasOnlyBlanks: boolean }

export function assemble(parts: readonly TextPart[], lines: Lines, spacing: Spacing): string {
  let out = ''
  for (const part of parts) {
    if (part.text === '') continue
    out += out === '' ? firstGap(part, lines) : gapOf(part, lines, spacing)
    out += part.text
  }
  return out
}

function firstGap({ gap, isNeighbour }: TextPart, { hasOnlyBlanks }: Lines): string {
  if (hasOnlyBlanks) return ''
  return isNeighbour ? (gap ?? '') : (gap ?? '').replace(/^\s+/, '')
}

function gapOf({ gap, isNeighbour, isClose }: TextPart, lines: Lines, spacing: Spacing): string {
  const { eol, prefix, hasOnlyBlanks } = lines
  const fresh = isClose ? eol + prefix : eol + prefix.trimEnd() + eol + prefix
  if (gap === undefined) return fresh
  if (isNeighbour) return gap
  const ends = (gap.match(/\r\n?|\n/g) ?? []).length
  if (!hasOnlyBlanks && gap.trim() !== '') return eol + eol + gap.trim() + eol + eol
  return ends > (spacing === 'as before' ? 0 : 1) ? gap : fresh
}
