// Long names may break where people see their parts, and not wherever a line ends.
import { type Html, html } from './html.ts'

/** Before a capital, and behind a sign that joins. */
const PARTS = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=[_./:,=&?@#(){}[\]-])(?=[\p{L}\d])/u
/** Keys and hashes have no parts: they break after so many letters. */
const NO_PARTS = /^[!-~]{41,}$/
const PIECES = /.{1,32}/g
const SHORT_NAME = 16
const SHORT_WORD = 24

/** A name: of a parameter, a page, a heading, or what is in code. */
export function breakableName(text: string): Html {
  return breakable(text, SHORT_NAME)
}

/** A text, in which a name may be. */
export function breakableText(text: string): Html {
  return breakable(text, SHORT_WORD)
}

function breakable(text: string, short: number): Html {
  if (text.length <= short) return html`${text}`
  const words = text.split(/(\s+)/)
  if (words.every((word) => word.length <= short)) return html`${text}`
  return html`${words.map((word) => (word.length <= short || isAddress(word) ? word : inParts(word)))}`
}

/** Browsers know how to break these. */
function isAddress(word: string): boolean {
  return word.includes('://')
}

function inParts(word: string): Html {
  const parts = word.split(PARTS).flatMap((part) => (NO_PARTS.test(part) ? (part.match(PIECES) ?? []) : part))
  return html`${parts.map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`
}
