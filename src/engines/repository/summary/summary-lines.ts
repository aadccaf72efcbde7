import { withoutBlanksAround, withoutTrailingBlanks } from '../../markdown/lines/blanks.ts'
import { plainTitle, titlePlace } from '../page/titles.ts'
import { isBlank, type TextLine } from '../text-lines.ts'
import { firstLink, type LineLink } from './summary-link.ts'

// The lines of a table of contents, each by itself: an entry, a group, or one of those that only have to be kept.

export type EntryLine = {
  kind: 'entry'
  indent: string
  column: number
  /** The bullet and the blanks behind it. */
  bullet: string
  link?: LineLink
  /** Where the text of an entry without a link ends; a comment may follow. */
  textTo: number
  title: string
}
export type GroupLine = { kind: 'group'; title: string; from: number; to: number }
/**
 * `rule`: the list begins anew behind it. `tail`: in a comment that the entry above began. `text` may go on what stands
 * above it; a comment is about what follows.
 */
export type OtherLine = { kind: 'blank' | 'rule' | 'comment' | 'tail' | 'text' }
export type SummaryLine = EntryLine | GroupLine | OtherLine

const ENTRY = /^([ \t]*)((?:[*+-]|\d{1,9}[.)])(?:[ \t]+|$))/
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/
const FENCE = /^[ \t]*(`{3,}|~{3,})/

export function summaryLines(lines: readonly TextLine[]): SummaryLine[] {
  const lastCommentEnd = lines.findLastIndex(({ text }) => text.includes('-->'))
  /** Set inside a comment: a comment that an entry's line begins goes on with that entry. */
  let comment: OtherLine | undefined
  let fence: string | undefined
  return lines.map(({ text }, number) => {
    if (comment) {
      const line = comment
      if (text.includes('-->') && !opensComment(text, 0)) comment = undefined
      return line
    }
    if (fence) {
      if (text.trim() === fence) fence = undefined
      return { kind: 'text' }
    }
    fence = FENCE.exec(text)?.[1]
    if (fence) return { kind: 'text' }
    const line = lineOf(text)
    if (number < lastCommentEnd && opensComment(text, line.kind === 'entry' ? line.textTo : 0))
      comment = { kind: line.kind === 'entry' ? 'tail' : 'comment' }
    return line
  })
}

/** A comment that this line begins and does not end. */
function opensComment(text: string, from: number): boolean {
  const open = text.lastIndexOf('<!--')
  return open >= from && text.charAt(open - 1) !== '\\' && !text.includes('-->', open + 4)
}

function lineOf(text: string): SummaryLine {
  if (isBlank(text)) return { kind: 'blank' }
  if (RULE.test(text)) return { kind: 'rule' }
  if (/^[ \t]*<!--/.test(text)) return { kind: 'comment' }
  const entry = entryOf(text)
  if (entry) return entry
  const heading = HEADING.exec(text)
  if (!heading) return { kind: 'text' }
  return heading[1] === '##' ? groupOf(text, heading[0].length) : { kind: 'rule' }
}

export function entryOf(text: string): EntryLine | undefined {
  const match = ENTRY.exec(text)
  if (!match) return undefined
  const [whole, indent = '', bullet = ''] = match
  const link = firstLink(text, whole.length)
  const textTo = link ? link.destinationTo : endOfText(text, whole.length)
  const source = link ? text.slice(link.from, link.to) : text.slice(whole.length, textTo)
  const title = plainTitle(withoutBlanksAround(source))
  return { kind: 'entry', indent, column: columnOf(indent), bullet, title, textTo, ...(link && { link }) }
}

/** In code, `<!--` is no comment. */
function endOfText(text: string, from: number): number {
  const comment = text.includes('`', from) ? -1 : text.search(/(?<!\\)<!--/)
  return comment < from ? text.length : comment
}

function groupOf(text: string, from: number): GroupLine {
  const trimmed = withoutTrailingBlanks(text)
  let end = trimmed.length
  while (trimmed.charAt(end - 1) === '#') end--
  const isClosing = end <= from || /[ \t]/.test(trimmed.charAt(end - 1))
  const content = withoutTrailingBlanks(text.slice(from, isClosing ? Math.max(end, from) : trimmed.length))
  const place = titlePlace(content)
  const title = plainTitle(content.slice(place.from, place.to))
  return { kind: 'group', title, from: from + place.from, to: from + place.to }
}

/** A tab leads to the next multiple of four. */
export function columnOf(indent: string): number {
  let column = 0
  for (const character of indent) column = character === '\t' ? column - (column % 4) + 4 : column + 1
  return column
}
