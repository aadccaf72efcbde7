// Expandables as READMEs write them: all in one line, with a title over several lines, or with none. To the parser they
// are HTML up to the next blank line; who wrote them meant Markdown. What begins and ends one gets lines of its own.
import { CONTAINER, LONGEST_PREFIX } from './lines.ts'
import { type Stretch, stretchesOf, withoutCode } from './stretches.ts'

const DETAILS = /<details[\s>]/i
const UNUSUAL = [
  ...[
    /<\/summary>[ \t]*\S/i,
    /\S[ \t]*<\/details>/i,
    /<\/details>[ \t]*\S/i,
    /<br[ \t]*\/?>[ \t]*\n[\s>]*<details/i,
  ],
  ...[/<summary\s/i, /<summary>[^\n<]*(?:\n|<(?!\/))/i, /<details(?:\s[^<>]*)?>(?![\s>]*<summary)/i],
]
const MARK = /<(\/?)(details|summary)(?:\s[^<>]*)?>/gi
const BEGIN = /^(<details(?:\s[^<>]*)?>)(?:[\s>]*<summary(?:\s[^<>]*)?>([\s\S]*)<\/summary>)?$/i
/** With the title as the parser wants it. */
const KNOWN = /^<details(?:\s[^<>]*)?>\s*<summary>[^\n]*<\/summary>$/i
/** Between a box and the next one they are only room. */
const BREAKS = /^(?:[ \t]*<br[ \t]*\/?>)+[ \t]*$/i

/** May tell it of a text that has none, never the other way round. */
export function maySplitDetails(text: string): boolean {
  return DETAILS.test(text) && UNUSUAL.some((form) => form.test(text))
}

export function withDetailsLines(source: string): string {
  if (!maySplitDetails(source)) return source
  const stretches = stretchesOf(source)
  const text = withoutIndents(source, stretches)
  const out: string[] = []
  let last: Mark | undefined
  for (const mark of [...boxesIn(text, stretches), undefined]) {
    const lines = text.slice(last?.to ?? 0, mark?.from).split('\n')
    if (last) {
      const rest = (lines.shift() ?? '').replace(BREAKS, '').trimStart()
      if (rest !== '') lines.unshift(last.prefix + rest)
    }
    const before = mark && lines.at(-1)
    const isFirst = before?.replace(CONTAINER, '') === ''
    if (isFirst) lines.pop()
    for (const line of lines) out.push(line)
    last = mark
    if (!mark) continue
    // HTML goes on up to a blank line.
    if (!mark.isEnd && mark.isBelowHtml && lines.length > 0) out.push(mark.prefix.trimEnd())
    const written = mark.isEnd ? text.slice(mark.from, mark.to) : beginning(text.slice(mark.from, mark.to))
    out.push((isFirst ? before : mark.prefix) + written)
  }
  return out.join('\n')
}

/** With its title on one line, empty where it has none: whoever shows it has one then. */
function beginning(source: string): string {
  if (KNOWN.test(source)) return source
  const [, open = '', title = ''] = BEGIN.exec(source) ?? []
  const words = title.split('\n').map((line) => line.replace(/^[\s>]+/, '').trimEnd())
  return `${open}<summary>${words.join(' ').trim()}</summary>`
}

/** HTML may be indented as one likes; as Markdown it would be code. */
function withoutIndents(text: string, stretches: readonly Stretch[]): string {
  const lines = text.split('\n')
  for (const { from, to, isHtml } of stretches) {
    const prefix = below(lines[from] ?? '')
    const html = lines.slice(from, to)
    if (!isHtml || prefix.trim() !== '' || !html.some((line) => DETAILS.test(line))) continue
    if (html.some((line) => /<pre[\s>]/i.test(line))) continue
    for (let at = from + 1; at < to; at++)
      lines[at] = (lines[at] ?? '').replace(/^[ \t]+/, (blanks) =>
        blanks.length > prefix.length + 3 || blanks.includes('\t') ? prefix : blanks,
      )
  }
  return lines.join('\n')
}

/** What begins or ends a box, and what its lines begin with. */
type Mark = { from: number; to: number; isEnd: boolean; isBelowHtml: boolean; prefix: string }

/** In their order. One that nobody ends is none, and neither is one in other HTML. */
function boxesIn(text: string, stretches: readonly Stretch[]): Mark[] {
  const boxes: Mark[] = []
  const open: (Mark & { isBox: boolean })[] = []
  const marks = marksIn(text, stretches)
  let boxed = 0
  for (const [number, mark] of marks.entries()) {
    if (mark.name === 'summary') continue
    if (!mark.isEnd) {
      const to = titleEnd(text, mark, marks[number + 1], marks[number + 2])
      const isShort = mark.prefix.length <= LONGEST_PREFIX
      const isBox = to !== undefined && mark.isHtml && isShort && (mark.isAlone || boxed > 0)
      if (isBox) boxed++
      open.push({ ...mark, isBox, to: to ?? mark.to })
      continue
    }
    const begin = open.pop()
    if (!begin?.isBox) continue
    boxed--
    boxes.push(begin, { ...mark, prefix: begin.prefix })
  }
  return boxes.sort((one, other) => one.from - other.from)
}

/** Where the title ends that follows at once, or what begins the box; nowhere if the title is damaged. */
function titleEnd(text: string, begin: Found, title?: Found, end?: Found): number | undefined {
  if (title?.name !== 'summary' || title.isEnd) return begin.to
  const isWhole = end?.name === 'summary' && end.isEnd && end.stretch === title.stretch && title.isHtml
  return isWhole && /^[\s>]*$/.test(text.slice(begin.to, title.from)) ? end.to : undefined
}

type Found = Mark & { name: string; isHtml: boolean; stretch: number; isAlone: boolean }

function marksIn(text: string, stretches: readonly Stretch[]): Found[] {
  const found: Found[] = []
  const lines = text.split('\n')
  let [line, start] = [0, 0]
  for (const [stretch, { from, to, isHtml }] of stretches.entries()) {
    for (; line < from; line++) start += (lines[line] ?? '').length + 1
    const searched = withoutCode(lines.slice(from, to).join('\n'))
    const begin = start
    let prefix = below(lines[line] ?? '')
    let at = 0
    for (const { 0: whole, 1: end, 2: name = '', index } of searched.matchAll(MARK)) {
      const before = searched.slice(at, index)
      for (; start + (lines[line] ?? '').length < begin + index; line++) {
        start += (lines[line] ?? '').length + 1
        prefix = below(lines[line + 1] ?? '')
      }
      const isBelowHtml = at > 0 || before.replace(CONTAINER, '') !== ''
      at = index + whole.length
      const isAlone = /^(?:[\s>]|<br[ \t]*\/?>|[*+-][ \t]|\d{1,9}[.)][ \t])*$/i.test(before)
      const mark = { from: begin + index, to: begin + at, isEnd: end !== '', isBelowHtml, prefix }
      found.push({ ...mark, name: name.toLowerCase(), isHtml, stretch, isAlone })
    }
  }
  return found
}

/** What the lines below one begin with, in the same container. */
function below(line: string): string {
  return (CONTAINER.exec(line)?.[0] ?? '').replace(/[^\s>]/g, ' ')
}
