import type { MarkdownIt, StateInline } from 'markdown-it'
import { ParseState } from './parse-state.ts'

type Rule = (state: StateInline, silent: boolean) => boolean

export function addInlineRules(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', math)
  md.inline.ruler.before('escape', 'emoji', emoji)
  md.inline.ruler.before('escape', 'address', address)
  md.inline.ruler.before('link', 'note_call', noteCall)
  md.inline.ruler.before('autolink', 'expression', expression)
}

function take(state: StateInline, silent: boolean, type: string, content: string, source: string): boolean {
  if (!silent) {
    const token = state.push(type, '', 0)
    token.content = content
    token.markup = source
  }
  state.pos += source.length
  return true
}

const math: Rule = (state, silent) => {
  const { src, pos, posMax } = state
  if (!src.startsWith('$$', pos)) return false
  const end = src.indexOf('$$', pos + 2)
  if (end < 0 || end + 2 > posMax || end === pos + 2) return false
  return take(state, silent, 'math_inline', src.slice(pos + 2, end), src.slice(pos, end + 2))
}

/** `12:30:45` and addresses hold none. */
export const BEFORE_NO_EMOJI = /[a-zA-Z0-9:/]/

const EMOJI = /:([a-zA-Z+][\w+-]{0,60}):(?![a-zA-Z0-9:])/y

const emoji: Rule = (state, silent) => {
  const { src, pos, posMax } = state
  if (src.charCodeAt(pos) !== 58 || BEFORE_NO_EMOJI.test(src.charAt(pos - 1))) return false
  EMOJI.lastIndex = pos
  const match = EMOJI.exec(src)
  if (!match || pos + match[0].length > posMax) return false
  return take(state, silent, 'emoji', match[1] ?? '', match[0])
}

/** From its colon on, up to what may mean something behind it. */
const ADDRESS = /:\/\/(?:[^\s<>"`\\*~|&[\](){}]|~(?!~))*[^\s<>"`\\*~|&[\](){}?!.,:;_']/y

/** Addresses without marks are led to: as on GitHub, nothing in `https://a.example/__tests__/` is bold to readers. */
const address: Rule = (state, silent) => {
  const { src, pos, posMax } = state
  if (!src.startsWith('://', pos)) return false
  ADDRESS.lastIndex = pos
  const found = /(?<![a-z0-9])https?$/i.test(src.slice(Math.max(0, pos - 6), pos)) && ADDRESS.exec(src)
  if (!found || pos + found[0].length > posMax) return false
  if (!silent) state.pending += found[0]
  state.pos += found[0].length
  return true
}

const NOTE_CALL = /\[\^([^\]\s[]+)\]/y

const noteCall: Rule = (state, silent) => {
  const { src, pos, posMax } = state
  if (!src.startsWith('[^', pos)) return false
  NOTE_CALL.lastIndex = pos
  const match = NOTE_CALL.exec(src)
  const parsing = state.env.parsing
  if (!match || pos + match[0].length > posMax || !(parsing instanceof ParseState)) return false
  if (parsing.isNote || !parsing.notes.has(match[1] ?? '')) return false
  return take(state, silent, 'note_call', match[1] ?? '', match[0])
}

const EXPRESSION_OPEN = '<code class="expression">'

/** Texts in which no expression is closed any more. */
const unclosed = new WeakSet<StateInline>()

const expression: Rule = (state, silent) => {
  const { src, pos, posMax } = state
  if (!src.startsWith(EXPRESSION_OPEN, pos) || unclosed.has(state)) return false
  const end = src.indexOf('</code>', pos)
  if (end < 0) unclosed.add(state)
  if (end < 0 || end + 7 > posMax) return false
  const content = state.md.utils.unescapeAll(src.slice(pos + EXPRESSION_OPEN.length, end))
  return take(state, silent, 'expression', content.replaceAll('\n', ' '), src.slice(pos, end + 7))
}
