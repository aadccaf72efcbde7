import type { MarkdownIt, StateBlock } from 'markdown-it'
import { isHintHtml } from '../html/html-blocks.ts'
import { isImagesHtml } from '../html/images-html.ts'
import { LightState } from './light-tokens.ts'
import { type TagLine, tagLine } from './paired-lines.ts'
import { ParseState } from './parse-state.ts'
import { withAllCells } from './table-rule.ts'

type Rule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean

/** markdown-it drops what is nested deeper than 100 levels; from here on it is kept as text instead. */
const DEEPEST = 96

/**
 * What follows so many blocks is kept as text too, cells and items among them. An edit of a text that has all of them
 * needs a heap of 250 MB; with twice as many, 350 MB were not enough.
 */
const MOST_BLOCKS = 60_000

/** Tags whose body is one line that the model has no place for. */
const CAPTIONED = new Set([
  'content-ref',
  'embed',
  'file',
  'openapi',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'swagger',
])

export function addBlockRules(md: MarkdownIt): void {
  const interrupts = ['paragraph', 'reference', 'blockquote', 'list']
  md.block.ruler.before('table', 'deep', deep)
  md.block.ruler.before('table', 'endless', endless, { alt: interrupts })
  const [table] = md.block.ruler.getRules('').filter((rule) => rule.name === 'table')
  if (table) md.block.ruler.at('table', withAllCells(table, readingOf), { alt: ['paragraph', 'reference'] })
  md.block.ruler.before('fence', 'tag', tag, { alt: interrupts })
  md.block.ruler.before('fence', 'math', math, { alt: interrupts })
  md.block.ruler.before('reference', 'note', note, { alt: ['paragraph', 'reference', 'blockquote'] })
  md.block.ruler.before('html_block', 'element', element)
}

function readingOf(state: StateBlock): ParseState {
  const parsing = state.env.parsing
  return parsing instanceof ParseState ? parsing : new ParseState(state.src)
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
}

/** Asked of every line of every paragraph, so it has to be cheap. */
function beginsWith(state: StateBlock, line: number, code: number): boolean {
  return state.src.charCodeAt((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)) === code
}

function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent
}

const endless: Rule = (state, startLine, endLine, silent) => {
  if (!(state instanceof LightState) || state.blocks < MOST_BLOCKS) return false
  return silent || keptAsText(state, startLine, endLine)
}

const deep: Rule = (state, startLine, endLine) => {
  return state.level >= DEEPEST && keptAsText(state, startLine, endLine)
}

/** All lines of the container from here on. */
function keptAsText(state: StateBlock, startLine: number, endLine: number): true {
  let last = startLine + 1
  for (let line = last; line < endLine; line++) {
    const isOutside = (state.sCount[line] ?? 0) >= 0 && indentOf(state, line) < 0
    if (state.isEmpty(line)) continue
    if (isOutside) break
    last = line + 1
  }
  const token = state.push('verbatim', '', 0)
  token.map = [startLine, last]
  token.content = state.getLines(startLine, last, state.blkIndent, false)
  state.line = last
  return true
}

/** The line that closes what this line opens, when it is in the same container. */
function closingLine(state: StateBlock, startLine: number, endLine: number): number | undefined {
  const close = readingOf(state).pairs.get(startLine)?.close
  return close === undefined || close >= endLine || !areTogether(state, startLine + 1, close)
    ? undefined
    : close
}

/** Whether lines are in one container. What was found out for one line is not asked again for those below it. */
function areTogether(state: StateBlock, from: number, to: number): boolean {
  const { together } = readingOf(state)
  const depth = `${state.level} ${state.blkIndent}`
  const last = together.get(depth)
  const known = last && last.from <= from && from <= last.to ? last : { from, to: from }
  while (known.to <= to && (state.isEmpty(known.to) || indentOf(state, known.to) >= 0)) known.to++
  together.set(depth, known)
  return known.to > to
}

const tag: Rule = (state, startLine, endLine, silent) => {
  if (!beginsWith(state, startLine, 123) || indentOf(state, startLine) >= 4) return false
  const source = lineOf(state, startLine)
  const found = tagLine(source)
  if (!found) return false
  if (silent) return true
  const open = source.trimEnd()
  const close = closingLine(state, startLine, endLine)
  if (close === undefined || tagLine(lineOf(state, close))?.name !== `end${found.name}`) {
    const token = state.push('tag', '', 0)
    readingOf(state).tags.set(token, { ...found, open })
    token.map = [startLine, startLine + 1]
    state.line = startLine + 1
    return true
  }
  const body = isCaptioned(found) ? captionOf(state, startLine + 1, close) : undefined
  const end = lineOf(state, close).trimEnd()
  const token = state.push(body === undefined ? 'tag_open' : 'tag', '', body === undefined ? 1 : 0)
  readingOf(state).tags.set(token, { ...found, open, close: end, ...(body !== undefined && { body }) })
  token.map = [startLine, close + 1]
  if (body === undefined) {
    tokenizeInside(state, startLine + 1, close)
    state.push('tag_close', '', -1)
  }
  state.line = close + 1
  return true
}

/** An old description of an API has the name of a block that says where the description is. */
function isCaptioned({ name, rest }: TagLine): boolean {
  return CAPTIONED.has(name) && (name !== 'swagger' || /(?:^|\s)src\s*=/.test(rest))
}

/** A body of one paragraph at most, without tags in it. */
function captionOf(state: StateBlock, from: number, to: number): string | undefined {
  const body = state.getLines(from, to, state.blkIndent, false).trim()
  return /\n[ \t]*\n|^[ \t]*\{%|^[ \t]*(?:```|~~~)/m.test(body) ? undefined : body
}

function tokenizeInside(state: StateBlock, from: number, to: number): void {
  const { lineMax, parentType, tight } = state
  state.lineMax = to
  state.parentType = 'tag'
  state.md.block.tokenize(state, from, to)
  Object.assign(state, { lineMax, parentType, tight })
}

const math: Rule = (state, startLine, endLine, silent) => {
  if (!beginsWith(state, startLine, 36) || indentOf(state, startLine) >= 4) return false
  if (lineOf(state, startLine).trimEnd() !== '$$') return false
  const parsing = readingOf(state)
  if (startLine >= parsing.noMathFrom) return false
  let close = startLine + 1
  while (close < endLine && lineOf(state, close).trimEnd() !== '$$') {
    if (!state.isEmpty(close) && indentOf(state, close) < 0) return false
    close++
  }
  if (close >= endLine) {
    if (endLine >= parsing.lines.length) parsing.noMathFrom = startLine
    return false
  }
  if (indentOf(state, close) < 0) return false
  if (silent) return true
  const token = state.push('math', '', 0)
  token.content = state.getLines(startLine + 1, close, state.blkIndent, false)
  token.map = [startLine, close + 1]
  state.line = close + 1
  return true
}

const NOTE = /^\[\^([^\]\s[]+)\]:[ \t]*/

/** `[^1]: text`, with lines indented below it. */
const note: Rule = (state, startLine, endLine, silent) => {
  if (!beginsWith(state, startLine, 91) || indentOf(state, startLine) >= 4) return false
  const first = lineOf(state, startLine)
  const match = NOTE.exec(first)
  if (!match) return false
  if (silent) return true
  const last = endOfNote(state, startLine, endLine)
  const rest = state.getLines(startLine + 1, last, state.blkIndent + 4, false)
  const token = state.push('note', '', 0)
  token.map = [startLine, last]
  token.content = rest === '' ? first.slice(match[0].length) : `${first.slice(match[0].length)}\n${rest}`
  token.info = match[1] ?? ''
  token.markup = state.getLines(startLine, last, state.blkIndent, false).trimStart()
  const { notes, isNote } = readingOf(state)
  if (!isNote && !notes.has(token.info)) {
    notes.set(token.info, { source: token.markup, body: token.content })
    token.tag = 'first'
  }
  state.line = last
  return true
}

function endOfNote(state: StateBlock, startLine: number, endLine: number): number {
  const terminators = state.md.block.ruler.getRules('paragraph')
  let last = startLine + 1
  let isAfterBlank = false
  for (let line = last; line < endLine; line++) {
    if (state.isEmpty(line)) {
      isAfterBlank = true
      continue
    }
    const indent = indentOf(state, line)
    if (indent < 0) break
    if (indent < 4 && (isAfterBlank || terminators.some((rule) => rule(state, line, endLine, true)))) break
    if (indent < 4 && NOTE.test(lineOf(state, line))) break
    last = line + 1
    isAfterBlank = false
  }
  return last
}

const ELEMENT = /^<(details|div|table|figure|pre|picture)(?=[\s>])/i

const element: Rule = (state, startLine, endLine, silent) => {
  if (silent || !beginsWith(state, startLine, 60) || indentOf(state, startLine) >= 4) return false
  const name = ELEMENT.exec(lineOf(state, startLine))?.[1]?.toLowerCase()
  if (!name) return false
  const close = closingLine(state, startLine, endLine)
  if (close === undefined) return false
  if (name === 'details') return details(state, startLine, close)
  // Images hold no other ones: each line is looked at once, however deep elements are nested.
  if (name === 'div' && readingOf(state).pairs.get(startLine)?.holdsItsLike) return false
  const content = state.getLines(startLine, close + 1, state.blkIndent, false)
  if (name === 'div' && !isImagesHtml(content) && !isHintHtml(content)) return false
  const token = state.push('element', name, 0)
  token.content = content
  token.map = [startLine, close + 1]
  state.line = close + 1
  return true
}

const DETAILS = /^<details((?:\s[^<>]*)?)>\s*(<summary>([^\n]*)<\/summary>)?\s*$/i
const SUMMARY = /^<summary>([^\n]*)<\/summary>\s*$/i

function details(state: StateBlock, startLine: number, close: number): boolean {
  const opened = DETAILS.exec(lineOf(state, startLine))
  if (!opened || lineOf(state, close).trim().toLowerCase() !== '</details>') return false
  let summary = opened[3]
  let from = startLine + 1
  if (summary === undefined) {
    const line = state.skipEmptyLines(from)
    summary = line < close ? SUMMARY.exec(lineOf(state, line))?.[1] : undefined
    from = line + 1
  }
  if (summary === undefined) return false
  const token = state.push('details_open', '', 1)
  token.meta = { attributes: opened[1] ?? '', summary }
  token.map = [startLine, close + 1]
  tokenizeInside(state, from, close)
  state.push('details_close', '', -1)
  state.line = close + 1
  return true
}
