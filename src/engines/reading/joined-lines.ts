// What is left of a text when parts of it are cut out. A tag on a line of its own leaves a blank one, as it parted what
// stood around it. Between items of a list, rows of a table and lines of HTML it leaves nothing: a blank line would end
// them, or set them further apart. An item or a heading of which nothing is left goes with its sign.

/** `isTagLine`: the tag between this part and the next one has its line to itself; `isCut`: nothing of it is left. */
export type JoinedPart = { text: string; isTagLine: boolean; isCut?: boolean }

export function joinedLines(parts: readonly JoinedPart[]): string {
  let text = ''
  let line = 0
  const tagLines = new Set<number>()
  const cutLines = new Set<number>()
  for (const { text: words, isTagLine, isCut } of parts) {
    if (isCut) cutLines.add(line)
    else {
      text += words
      line += words.split('\n').length - 1
    }
    if (isTagLine) tagLines.add(line)
  }
  if (tagLines.size + cutLines.size === 0) return text
  const lines = text.split('\n')
  for (const at of cutLines) if (SIGN.test(lines[at] ?? '') && !isInside(lines[at + 1])) tagLines.add(at)
  const bare = lines.map((each, at) => (tagLines.has(at) ? each.replace(SIGN, '$1') : each))
  return withoutTagLines(bare, tagLines).join('\n')
}

/** A sign of an item or a heading, and nothing behind it. */
const SIGN = /^([\s>]*)(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]*\r?$/

/** Whether a line goes on with the item above it. */
function isInside(line = '') {
  return /^\s+[^\s\-*+\d]/.test(line)
}

function withoutTagLines(lines: readonly string[], tagLines: ReadonlySet<number>): string[] {
  const isLeft = (at: number) => !tagLines.has(at) || !/^[\s>]*$/.test(lines[at] ?? '')
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    if (isLeft(at)) {
      kept.push(lines[at] ?? '')
      continue
    }
    const from = at
    while (at + 1 < lines.length && !isLeft(at + 1)) at++
    if (!belongTogether(kept.at(-1) ?? '', lines[at + 1] ?? '')) kept.push(...lines.slice(from, at + 1))
  }
  return kept
}

const ITEM = /^[\s>]*(?:[-*+]|\d{1,9}[.)])\s/
const INSIDE_ITEM = /^[\s>]*\s{2}\S/
const ROW = /^[\s>]*\|/
const HTML = /^[\s>]*<\/?[a-z]/i

function belongTogether(above: string, below: string): boolean {
  if (ITEM.test(below)) return ITEM.test(above) || INSIDE_ITEM.test(above)
  return [ROW, HTML].some((kind) => kind.test(above) && kind.test(below))
}
