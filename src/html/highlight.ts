import { decodeHtml } from '../markdown/html-text.ts'
import { colouredHtml, languageNamed } from './languages.ts'

/** A piece of a line of code, and what kind of word it is. */
export type Run = { text: string; classes: string }

/**
 * Measured: 16 KB of one letter take some languages ten seconds, as their patterns begin anew at each letter of a word, a
 * line or a run of blanks. Where these end soon, the same 16 KB take some hundredths of that.
 */
const LONGEST = 32 * 1024
const LONGEST_LINE = 1000
const LONG_RUN = /\S{200}|\s{200}/

/** The lines in pieces with colours; undefined when the language is not known or the code is long. */
export function colouredLines(
  lines: readonly string[],
  syntax: string | undefined,
  most: number,
): Run[][] | undefined {
  const language = languageNamed(syntax ?? '')
  const code = lines.join('\n')
  if (!language || code.length > Math.min(LONGEST, most)) return undefined
  if (lines.some((line) => line.length > LONGEST_LINE) || LONG_RUN.test(code)) return undefined
  const coloured = inLines(colouredHtml(code, language))
  return coloured.length === lines.length ? coloured : undefined
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
