// `:::note` … `:::` of Docusaurus and VitePress.
import { type Box, fencedBox, titleAt } from './callout-boxes.ts'
import { codeTracker, indentOf, isText } from './line-indent.ts'
import { linesInPlaceOf, type SourceLine, withPrefix } from './source-line.ts'

const FENCED = /^[ \t]*(:{3,})[ \t]*([a-z][\w-]*)(.*)$/i
const FENCED_END = /^[ \t]*(:{3,})[ \t]*$/

type Open = { at: number; colons: number; indent: string; box: Box }

/** What is read in place of the lines that begin and end one. One that nobody ends is none. */
export function fencedCallouts(lines: readonly SourceLine[]): Map<number, SourceLine[]> {
  const places = new Map<number, SourceLine[]>()
  if (!lines.some(({ text }) => text.includes(':::'))) return places
  const open = new OpenCallouts()
  const isCode = codeTracker()
  for (const [at, line] of lines.entries()) {
    if (isCode(line) || !line.text.includes(':::')) continue
    const colons = (FENCED_END.exec(line.text)?.[1] ?? '').length
    if (colons === 0) {
      const begun = begunAt(lines, at)
      if (begun) open.push(begun)
      continue
    }
    const ended = open.upTo(colons)
    if (!ended) continue
    const { begin, end } = ended.box
    places.set(ended.at, inPlaceOf(lines[ended.at], ended.indent, ['', ...begin]))
    places.set(at, inPlaceOf(line, ended.indent, [...end, '']))
  }
  return places
}

function inPlaceOf(line: SourceLine | undefined, indent: string, made: Box['begin']): SourceLine[] {
  if (!line) return []
  return linesInPlaceOf(line, made).map((each) => (each.text === '' ? each : withPrefix(indent, each)))
}

function begunAt(lines: readonly SourceLine[], at: number): Open | undefined {
  const line = lines[at]
  const [, fence = '', name = '', words = ''] = FENCED.exec(line?.text ?? '') ?? []
  if (!line || fence === '' || !isText(lines, at)) return undefined
  const box = fencedBox(name, titleAt(line, titleIn(words), line.text.length - words.length))
  return box && { at, colons: fence.length, indent: indentOf(line.text), box }
}

/** `[Title]` or `Title`, with attributes in braces behind it or in its place. */
function titleIn(words: string): string {
  const [before = ''] = words.split('{', 1)
  const title = before.trim()
  return title.startsWith('[') && title.endsWith(']') ? title.slice(1, -1) : title
}

/** Those that are not ended yet. How many there are of a length is counted, so that nothing is searched for in vain. */
class OpenCallouts {
  private readonly open: Open[] = []
  private readonly waiting = new Map<number, number>()

  push(begun: Open): void {
    this.open.push(begun)
    this.waiting.set(begun.colons, (this.waiting.get(begun.colons) ?? 0) + 1)
  }

  /** The last one of this length; those that were begun in it end with it. */
  upTo(colons: number): Open | undefined {
    if (!this.waiting.get(colons)) return undefined
    for (let last = this.open.pop(); last; last = this.open.pop()) {
      this.waiting.set(last.colons, (this.waiting.get(last.colons) ?? 1) - 1)
      if (last.colons === colons) return last
    }
    return undefined
  }
}
