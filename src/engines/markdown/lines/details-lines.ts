// Expandables as READMEs write them: all in one line, with a title over several lines, or with none. In HTML they would go
// on up to the next blank line; who wrote them meant Markdown. What begins and ends one is read as a line of its own.

import { CONTAINER, LONGEST_PREFIX } from '../engine/paired-lines.ts'
import { JoinedLines } from './joined-lines.ts'
import { linesInPlaceOf, madeLine, partOf, type SourceLine, textOf, withPrefix } from './source-line.ts'
import { type TextRange, textRanges, withoutCode } from './text-ranges.ts'

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

export function withDetailsLines(source: readonly SourceLine[]): SourceLine[] {
  const ranges = textRanges(textOf(source))
  const joined = new JoinedLines(withoutIndents(source, ranges))
  const out: SourceLine[] = []
  let last: Mark | undefined
  for (const mark of [...boxesIn(joined.text, ranges), undefined]) {
    const lines = joined.between(last?.to ?? 0, mark?.from ?? joined.text.length)
    if (last) restBehind(last, lines)
    const before = mark && lines.at(-1)
    const isFirst = before?.text.replace(CONTAINER, '') === ''
    if (isFirst) lines.pop()
    for (const line of lines) out.push(line)
    last = mark
    if (!mark) continue
    const { from } = joined.sourceRange(mark)
    // HTML goes on up to a blank line.
    if (!mark.isEnd && mark.isBelowHtml && lines.length > 0) out.push(madeLine(mark.prefix.trimEnd(), from))
    const [first, ...more] = mark.isEnd ? joined.between(mark.from, mark.to) : beginning(joined, mark)
    if (first) out.push(withStart(first, isFirst ? before : undefined, mark.prefix))
    for (const line of more) out.push(line)
  }
  return out
}

/** What follows a box on its line goes below it. */
function restBehind({ prefix }: Mark, lines: SourceLine[]): void {
  const [line] = lines.splice(0, 1)
  if (!line) return
  const text = line.text.replace(BREAKS, '').trimStart()
  if (text !== '') lines.unshift(withPrefix(prefix, partOf(line, line.text.length - text.length)))
}

/** Behind the marks of the containers that its line begins with, or as if it were. */
function withStart(line: SourceLine, before: SourceLine | undefined, prefix: string): SourceLine {
  if (!before) return withPrefix(prefix, line)
  const { text, lead } = withPrefix(before.text, line)
  const isWhole = line.lead === 0 && before.lead === 0
  return isWhole
    ? { text, from: before.from, to: line.to, lead: 0, at: before.at }
    : { text, from: before.from, to: line.to, lead, at: line.at }
}

/** With its title on one line, empty where it has none: whoever shows it has one then. */
function beginning(joined: JoinedLines, { from, to }: Mark): SourceLine[] {
  const source = joined.text.slice(from, to)
  if (KNOWN.test(source)) return joined.between(from, to)
  const [, open = '', title = ''] = BEGIN.exec(source) ?? []
  const words = title.split('\n').map((line) => line.replace(/^[\s>]+/, '').trimEnd())
  const spoken = words.join(' ').trim()
  const before = `${open}<summary>`
  const quoted = {
    before,
    words: spoken,
    after: '</summary>',
    at: joined.sourceOf(from + source.lastIndexOf(spoken)) ?? 0,
  }
  return linesInPlaceOf(joined.sourceRange({ from, to }), [quoted])
}

/** HTML may be indented as one likes; as Markdown it would be code. */
function withoutIndents(source: readonly SourceLine[], ranges: readonly TextRange[]): SourceLine[] {
  const lines = [...source]
  for (const { from, to, isHtml } of ranges) {
    const prefix = below(lines[from]?.text ?? '')
    const html = lines.slice(from, to)
    if (!isHtml || prefix.trim() !== '' || !html.some(({ text }) => DETAILS.test(text))) continue
    if (html.some(({ text }) => /<pre[\s>]/i.test(text))) continue
    for (const [at, line] of html.entries()) if (at > 0) lines[from + at] = lessIndented(line, prefix)
  }
  return lines
}

function lessIndented(line: SourceLine, prefix: string): SourceLine {
  const [blanks = ''] = /^[ \t]+/.exec(line.text) ?? []
  const isDeep = blanks.length > prefix.length + 3 || blanks.includes('\t')
  return isDeep ? withPrefix(prefix, partOf(line, blanks.length)) : line
}

/** What begins or ends a box, and what its lines begin with. */
type Mark = { from: number; to: number; isEnd: boolean; isBelowHtml: boolean; prefix: string }

/** In their order. One that nobody ends is none, and neither is one in other HTML. */
function boxesIn(text: string, ranges: readonly TextRange[]): Mark[] {
  const boxes: Mark[] = []
  const open: (Mark & { isBox: boolean })[] = []
  const marks = marksIn(text, ranges)
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
  const isWhole = end?.name === 'summary' && end.isEnd && end.range === title.range && title.isHtml
  return isWhole && /^[\s>]*$/.test(text.slice(begin.to, title.from)) ? end.to : undefined
}

type Found = Mark & { name: string; isHtml: boolean; range: number; isAlone: boolean }

function marksIn(text: string, ranges: readonly TextRange[]): Found[] {
  const found: Found[] = []
  const lines = text.split('\n')
  let [line, start] = [0, 0]
  for (const [range, { from, to, isHtml }] of ranges.entries()) {
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
      found.push({ ...mark, name: name.toLowerCase(), isHtml, range, isAlone })
    }
  }
  return found
}

/** What the lines below one begin with, in the same container. */
function below(line: string): string {
  return (CONTAINER.exec(line)?.[0] ?? '').replace(/[^\s>]/g, ' ')
}
