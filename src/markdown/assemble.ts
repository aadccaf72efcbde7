/** A piece of text to be put after others. */
export type Part = {
  text: string
  /** What stood before it in its source; undefined for new text. */
  gap?: string
  /** Whether the part put before it also stood before it in its source: then the gap is right to the byte. */
  isNeighbour: boolean
}

export type Spacing = 'as before' | 'blank lines'

export function assemble(parts: readonly Part[], eol: string, spacing: Spacing): string {
  let out = ''
  for (const part of parts) {
    if (part.text === '') continue
    out += out === '' ? firstGap(part) : gapOf(part, eol, spacing)
    out += part.text
  }
  return out
}

function firstGap({ gap, isNeighbour }: Part): string {
  return isNeighbour ? (gap ?? '') : (gap ?? '').replace(/^\s+/, '')
}

function gapOf({ gap, isNeighbour }: Part, eol: string, spacing: Spacing): string {
  if (gap === undefined) return eol + eol
  if (isNeighbour) return gap
  const ends = (gap.match(/\r\n?|\n/g) ?? []).length
  if (gap.trim() !== '') return eol + eol + gap.trim() + eol + eol
  return ends > (spacing === 'as before' ? 0 : 1) ? gap : eol + eol
}
