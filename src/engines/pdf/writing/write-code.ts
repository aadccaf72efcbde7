import type { Code } from '../../markdown/document.ts'
import { inlineText } from '../../markdown/nodes.ts'
import type { RenderState } from './render-state.ts'

export function writeCode(state: RenderState, block: Code): string {
  const { ink } = state
  const { syntax = '', title, lineNumbers } = block.data
  const lines = block.nodes.map((line) => parted(inlineText(line.nodes)))
  const pieces = piecesOf(lines)
  const marked = block.nodes.flatMap((line, at) => (line.data.highlighted ? [`${at + 1},`] : []))
  const options = [
    ...(title ? [`title:${ink.words(title)}`] : []),
    ...(pieces.length > 1 ? [`starts:(${pieces.map(({ start }) => start).join(',')})`] : []),
    ...(lineNumbers ? [`count:${lines.length}`] : []),
    ...(marked.length > 0 ? [`marked:(${marked.join('')})`] : []),
  ]
  const texts = pieces.map((piece) => ink.literal(piece.lines.join('\n')))
  const language = isColoured(state, lines) ? languageName(syntax) : '"text"'
  return `code-block(${[language, ...texts, ...options].join(',')})`
}

const LONGEST_WORD = 60

/** A word that is longer than the page is wide can be parted: what runs out of the frame is lost on paper. */
function parted(line: string) {
  return line.length > LONGEST_WORD ? line.replace(/\S{60}(?=\S)/gu, '$&\u200b') : line
}

const MOST_COLOURED_LINES = 1_500
const MOST_COLOURED = 64 * 1024

/** Colours take the compiler a millisecond a line, ten times as long as the line itself. */
function isColoured(state: RenderState, lines: readonly string[]): boolean {
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0)
  if (lines.length > MOST_COLOURED_LINES || length > Math.min(MOST_COLOURED, state.colours)) return false
  state.colours -= length
  return true
}

type Piece = { start: number; lines: string[] }

/** Measured: 20,000 lines in one piece take 42 seconds, in pieces of 200 three. */
const PIECE = 200

/** Colours begin anew with each piece, so one ends where something else likely begins: before a blank line. */
function piecesOf(lines: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  for (let start = 0; start < lines.length || start === 0; ) {
    const end = start + PIECE < lines.length ? endOf(lines, start) : lines.length
    pieces.push({ start, lines: lines.slice(start, end) })
    start = Math.max(end, start + 1)
  }
  return pieces
}

function endOf(lines: readonly string[], start: number): number {
  const latest = start + PIECE
  for (let at = latest; at > start + PIECE / 2; at--)
    if (lines[at]?.trim() === '' && /^\S/.test(lines[at + 1] ?? '')) return at
  return latest
}

function languageName(syntax: string) {
  const [name = ''] = /^[\w+#-]+/.exec(syntax.toLowerCase()) ?? []
  return name === '' ? '"text"' : `"${name}"`
}
