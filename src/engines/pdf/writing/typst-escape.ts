import type { Coverage } from '../fonts.ts'
import { cutLongWords, WIDE } from './long-words.ts'
import { cutAtSigns, isSign } from './signs.ts'

/**
 * What people wrote enters the source as string literals and in no other way: nothing in it can be markup or code. A
 * character that no font shows is printed by its number, and remembered.
 */
export type Ink = {
  /** A string literal, with its quotes. */
  literal(text: string): string
  /** Words with the pictures and signs among them set from fonts of their own, parted when they are long: an expression. */
  words(text: string, setting?: Setting): string
  /** Code within a line, parted in the same way. */
  code(text: string, setting?: Setting): string
  /** Whether all of it can be shown. */
  shows(text: string): boolean
  missing: Set<number>
}

export type Setting = {
  /** How long a word may be before it is parted. */
  longest?: number
  /** Whether it stands within emphasis. */
  isSlanted?: boolean
}

export function openInk(coverage: Coverage): Ink {
  const missing = new Set<number>()

  function isShown(character: string) {
    return coverage.has(character.codePointAt(0) ?? 0) || INVISIBLE.test(character) || isSign(character)
  }

  function printable(text: string): string {
    const clean = text.replace(CONTROLS, '')
    if (PLAIN.test(clean)) return clean
    let out = ''
    for (const character of clean.toWellFormed()) {
      if (isShown(character)) {
        out += character
        continue
      }
      const code = character.codePointAt(0) ?? 0
      missing.add(code)
      out += `[${nameOf(code)}]`
    }
    return out
  }

  const literal = (text: string) => plainLiteral(printable(text))

  /** Words without pictures. */
  const plainWords = (text: string, { longest = WIDE, isSlanted }: Setting) =>
    cutAtSigns(text).flatMap((part) => {
      // Emphasis within emphasis is upright, as these have to be.
      if (isSign(part)) return [isSlanted ? `emph(sign(${literal(part)}))` : `sign(${literal(part)})`]
      return cutLongWords(part, longest).map((pieces) => {
        const literals = pieces.map(literal).join(',')
        return pieces.length > 1 ? `long(${literals})` : literals
      })
    })

  return {
    missing,
    literal,
    words(text, setting = {}) {
      if (!MAYBE_EMOJI.test(text)) return joined(plainWords(text, setting))
      const all: string[] = []
      let at = 0
      for (const { 0: emoji, index } of text.matchAll(EMOJI)) {
        if (index > at) all.push(...plainWords(text.slice(at, index), setting))
        all.push(`emoji(${literal(emoji)})`)
        at = index + emoji.length
      }
      if (at < text.length) all.push(...plainWords(text.slice(at), setting))
      return joined(all)
    },
    code(text, { longest = WIDE } = {}) {
      return `inline-code(${cutLongWords(text, longest).flat().map(literal).join(',')})`
    },
    shows: (text) => PLAIN.test(text) || [...text].every(isShown),
  }
}

export function nameOf(code: number) {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

const PLAIN = /^[\n\t -~\u00a0-\u017f]*$/
// All but tab and line feed. Bidirectional controls stay: they are how right-to-left text is written.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Never drawn, with or without a glyph. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\s\u200b-\u200f\u2028-\u202e]/u
// By text: the compiler takes this flag only for newer targets, and Node has it.
const SEQUENCES = '\\p{RGI_Emoji}'
const EMOJI = new RegExp(SEQUENCES, 'gv')
const MAYBE_EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** The literal of a text as it is: for names that are never shown, and words of our own. */
export function plainLiteral(text: string) {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll(/[\n\u2028\u2029]/g, '\\n')
    .replaceAll('\t', '\\t')
  return `"${escaped}"`
}

/** Several expressions as one. None at all is empty content: `none` is refused in most places. */
export function joined(all: readonly string[]): string {
  const [first, second] = all
  if (first === undefined) return '[]'
  return second === undefined ? first : `{${all.join(';')}}`
}

/** A dictionary of entries, each a name and a value. */
export function dictionary(entries: readonly string[]): string {
  return entries.length > 0 ? `(${entries.join(',')},)` : '(:)'
}
