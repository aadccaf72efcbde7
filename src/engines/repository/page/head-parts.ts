import { withoutTrailingBlanks } from '../../markdown/lines/blanks.ts'
import { isBlank } from '../text-lines.ts'
import { titlePlace } from './titles.ts'

// Where the parts of a page's head are in its text. Only the beginning of the text is looked at.

/** `start` to `end` with its `---` lines, `from` to `to` between them. */
export type Frontmatter = { start: number; from: number; to: number; end: number }
/** `from` to `to` is the title alone, `start` where the line begins; an underline stands on a line of its own. */
export type HeadingRange = {
  start: number
  from: number
  to: number
  underline?: { from: number; to: number }
}
type HeadParts = { frontmatter?: Frontmatter; heading?: HeadingRange; end: number }

const BLANK_LINES = /(?:[ \t]*(?:\r\n|\n|\r))*/y

export function headParts(text: string): HeadParts {
  const top = text.startsWith('\ufeff') ? 1 : 0
  const frontmatter = frontmatterAt(text, top)
  const start = afterBlankLines(text, frontmatter?.end ?? top)
  const found = headingAt(text, start)
  if (!found) return { ...(frontmatter && { frontmatter }), end: start }
  return {
    ...(frontmatter && { frontmatter }),
    heading: found.heading,
    end: afterBlankLines(text, found.end),
  }
}

function frontmatterAt(text: string, start: number): Frontmatter | undefined {
  const open = /---[ \t]*\r?\n/y
  open.lastIndex = start
  const from = start + (open.exec(text)?.[0].length ?? 0)
  if (from === start) return undefined
  // The line end before the closing line may be that of the opening one.
  const close = /\n---[ \t]*(?:\r?\n|$)/g
  close.lastIndex = from - 1
  const match = close.exec(text)
  if (!match) return undefined
  return { start, from, to: match.index + 1, end: match.index + match[0].length }
}

function afterBlankLines(text: string, from: number): number {
  BLANK_LINES.lastIndex = from
  return from + (BLANK_LINES.exec(text)?.[0].length ?? 0)
}

type Found = { heading: HeadingRange; end: number }

function headingAt(text: string, start: number): Found | undefined {
  const line = lineAt(text, start)
  return line.text.startsWith('    ') ? undefined : (numberSign(line, start) ?? underlined(text, line, start))
}

type LineAt = { text: string; end: number }

function lineAt(text: string, from: number): LineAt {
  const end = /\r\n|\n|\r/g
  end.lastIndex = from
  const match = end.exec(text)
  if (!match) return { text: text.slice(from), end: text.length }
  return { text: text.slice(from, match.index), end: match.index + match[0].length }
}

/** `# Title`, perhaps with an anchor and number signs behind it. */
function numberSign({ text, end }: LineAt, start: number): Found | undefined {
  const prefix = /^ {0,3}#(?:[ \t]+|$)/.exec(text)?.[0]
  if (prefix === undefined) return undefined
  const place = titlePlace(withoutClosing(text.slice(prefix.length)))
  const at = start + prefix.length
  return { heading: { start, from: at + place.from, to: at + place.to }, end }
}

function withoutClosing(content: string): string {
  const trimmed = withoutTrailingBlanks(content)
  let end = trimmed.length
  while (trimmed.charAt(end - 1) === '#') end--
  const isClosing = end === 0 || /[ \t]/.test(trimmed.charAt(end - 1))
  return withoutTrailingBlanks(isClosing ? trimmed.slice(0, end) : trimmed)
}

const OTHER_BLOCK =
  /^ {0,3}(?:[*+-](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|>|#{1,6}(?:[ \t]|$)|```|~~~|<|\{%|\||\$\$|\[[^\]]*\]:|=+[ \t]*$)/

/** A line with `===` below it. */
function underlined(text: string, line: LineAt, start: number): Found | undefined {
  if (
    isBlank(line.text) ||
    OTHER_BLOCK.test(line.text) ||
    /^[ \t]*([*_-])[ \t]*(?:\1[ \t]*){2,}$/.test(line.text)
  )
    return undefined
  const below = lineAt(text, line.end)
  if (line.end === start || !/^ {0,3}=+[ \t]*$/.test(below.text)) return undefined
  const indent = line.text.length - line.text.trimStart().length
  const place = titlePlace(withoutTrailingBlanks(line.text.slice(indent)))
  const at = start + indent
  const underline = { from: line.end, to: below.end }
  return { heading: { start, from: at + place.from, to: at + place.to, underline }, end: below.end }
}
