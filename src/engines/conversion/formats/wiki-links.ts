// Links between double brackets as links that all Markdown knows. Code has such brackets too, and is left alone: `[[ -f x ]]`.
import { type TokenNode, tokenTree } from '../../markdown/engine/engine.ts'
import { parseStateOf } from '../../markdown/lines/logical-lines.ts'
import { sourceLines } from '../../markdown/lines/source-line.ts'

/** What to write for `[[first]]` and `[[first|second]]`. */
export type LinkFor = (first: string, second: string) => string

export function withWikiLinks(text: string, linkFor: LinkFor): string {
  if (!text.includes('[[')) return text
  let out = ''
  let at = 0
  for (const { from, to } of textsIn(text)) {
    if (from < at) continue
    out += text.slice(at, from) + replaced(text.slice(from, to), linkFor)
    at = to
  }
  return out + text.slice(at)
}

const TEXT = new Set(['inline', 'verbatim', 'note', 'tr_open', 'element', 'html_block'])

/** Where text is, in order: paragraphs, headings, rows of tables, elements, but no code. */
function textsIn(text: string): { from: number; to: number }[] {
  const parsing = parseStateOf(text)
  const lines = parsing.origins ?? sourceLines(text)
  const found: { from: number; to: number }[] = []
  const visit = ({ token: { type, map }, children }: TokenNode) => {
    const [first, last] = map && TEXT.has(type) ? [lines[map[0]], lines[map[1] - 1]] : []
    if (first && last) found.push({ from: first.from, to: last.to })
    else for (const child of children) visit(child)
  }
  for (const node of tokenTree(parsing)) visit(node)
  return found.sort((one, other) => one.from - other.from)
}

const LINK = /\[\[([^[\]|\n]{1,200})(?:\|([^[\]\n]{1,200}))?\]\]/y

function replaced(text: string, linkFor: LinkFor): string {
  const endOfCode = codeIn(text)
  let out = ''
  let kept = 0
  let at = 0
  while (at < text.length) {
    if (text[at] === '[' && text[at - 1] !== '[') {
      LINK.lastIndex = at
      const link = LINK.exec(text)
      if (link) {
        out += text.slice(kept, at) + linkFor(link[1] ?? '', link[2] ?? '')
        kept = LINK.lastIndex
      }
      at = link ? kept : at + 1
    } else if (text[at] === '\\') at += 2
    else at = endOfCode(at) ?? at + 1
  }
  return out + text.slice(kept)
}

const CODE_ELEMENT = /<(pre|code)[\s>]/iy

/** Where the code ends that begins at a place, if some does. To be asked from left to right. */
function codeIn(text: string): (at: number) => number | undefined {
  const ticks = placesOf(text, /`+/g, (run) => run)
  const ends = placesOf(text, /<\/(?:pre|code)>/gi, (tag) => tag.slice(2, -1).toLowerCase())
  return (at) => {
    if (text[at] === '`') {
      let end = at
      while (text[end] === '`') end++
      // A run of backticks is closed by the next one that is just as long, or is none of code.
      const close = ticks.next(text.slice(at, end), end)
      return close === undefined ? end : close + (end - at)
    }
    if (text[at] !== '<') return
    CODE_ELEMENT.lastIndex = at
    const name = CODE_ELEMENT.exec(text)?.[1]
    return name === undefined ? undefined : ends.next(name.toLowerCase(), at)
  }
}

/** Where each kind of mark stands next. All are found once: a search for each would take the square of their number. */
function placesOf(text: string, mark: RegExp, kindOf: (found: string) => string) {
  const places = new Map<string, number[]>()
  for (const { 0: found, index } of [...text.matchAll(mark)].reverse()) {
    const known = places.get(kindOf(found))
    if (known) known.push(index)
    else places.set(kindOf(found), [index])
  }
  return {
    /** The first from this place on; what is before it is not asked for again. */
    next(kind: string, from: number): number | undefined {
      const left = places.get(kind) ?? []
      while ((left.at(-1) ?? from) < from) left.pop()
      return left.at(-1)
    },
  }
}
