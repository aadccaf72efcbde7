import { decodeHtml } from '../markdown/html/html-text.ts'
import { colouredHtml, languageNamed } from './languages.ts'

/** A piece of a line of code, and what kind of word it is. */
export type Run = { text: string; classes: string }

/**
 * Measured: 16 KB of one letter take some languages ten seconds, as their patterns begin anew at each letter of a word, a
 * line, a run of blanks or the words of all lines. So these have to end soon, and code is coloured in pieces.
 */
const LONGEST_LINE = 1000
const LONG_RUN = /\S{200}|\s{200}/
const PIECE = 6 * 1024

/** The lines in pieces with colours; undefined when the language is not known or there is too much of it. */
export function colouredLines(
  lines: readonly string[],
  syntax: string | undefined,
  most: number,
): Run[][] | undefined {
  const language = languageNamed(syntax ?? '')
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0)
  if (!language || length > most) return undefined
  if (lines.some((line) => line.length > LONGEST_LINE) || LONG_RUN.test(lines.join('\n'))) return undefined
  const coloured = piecesOf(lines).flatMap((piece) => inLines(colouredHtml(piece.join('\n'), language)))
  return coloured.length === lines.length ? coloured : undefined
}

/** The first code in a language takes ten milliseconds and more. Here they are taken, by who can wait. */
export function readyColours(language: string): void {
  colouredLines(['"&"'], language, 10)
}

/** Colours begin anew with each piece, so one ends where something else likely begins: before a blank line. */
function piecesOf(lines: readonly string[]): string[][] {
  const pieces: string[][] = [[]]
  let length = 0
  for (const line of lines) {
    const isFull = length + line.length > PIECE || (length > PIECE / 2 && line.trim() === '')
    if (isFull && length > 0) {
      pieces.push([])
      length = 0
    }
    pieces.at(-1)?.push(line)
    length += line.length + 1
  }
  return pieces
}

const TOKEN = /<span class="([\w -]*)">|<\/span>|[^<]+/g

/** Elements end with their line, so that each line can be an element itself. */
function inLines(html: string): Run[][] {
  const lines: Run[][] = [[]]
  const open: string[] = []
  for (const [token, classes] of html.matchAll(TOKEN)) {
    if (classes !== undefined) open.push(classes)
    else if (token === '</span>') open.pop()
    else addText(lines, decodeHtml(token), open.at(-1) ?? '')
  }
  return lines
}

function addText(lines: Run[][], text: string, classes: string): void {
  text.split('\n').forEach((piece, at) => {
    if (at > 0) lines.push([])
    if (piece !== '') lines.at(-1)?.push({ text: piece, classes })
  })
}
