// What has to be escaped so that text stays text.
import { joinLines } from '../lines/blanks.ts'
/** Inside a line. What only means something at the beginning of one is left to `escapeLines`. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/_+/g, escapeUnderscores)
    .replace(/<(?=[A-Za-z/!?]|$)/g, '\\<')
    .replace(/&(?=#?[a-z0-9]{1,32};)/gi, '\\&')
    .replace(/~(?=~|$)|(?<=~|^)~/g, '\\~')
    .replace(/\$(?=\$|$)|(?<=\$|^)\$/g, '\\$')
    .replace(/:(?=[a-zA-Z+][\w+-]{0,60}:)/g, '\\:')
    .replace(/\uffff/g, '\ufffd')
}

/** Between two letters an underscore opens and closes nothing. */
function escapeUnderscores(run: string, at: number, whole: string): string {
  const before = lastCharacter(whole.slice(Math.max(0, at - 2), at))
  const after = firstCharacter(whole.slice(at + run.length, at + run.length + 2))
  const isInside = /^[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]$/u.test(after)
  return isInside ? run : run.replaceAll('_', '\\_')
}

function firstCharacter(text: string): string {
  return [...text][0] ?? ''
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? ''
}

/** The lines of a paragraph: none may look like the beginning of a block, and no blank at an edge may get lost. */
export function escapeLines(text: string): string {
  return text
    .split('\n')
    .map((line, index) => escapeLine(index > 0 && BLOCK_ELEMENT.test(line) ? `    ${line}` : line))
    .join('\n')
}

/** Elements that end a paragraph, unless they are indented. */
const BLOCK_ELEMENT =
  /^<(?:\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)|(?:script|pre|style|textarea)(?:\s|>|$)|!|\?)/i

function escapeLine(line: string): string {
  if (line.startsWith('    <')) return line.replace(/[ \t]$/, spellBlank)
  const edged = line
    .replace(/^[ \t]/, spellBlank)
    .replace(line.startsWith('<') ? /\s$/ : /[ \t]$/, spellBlank)
  if (/^[-+](?:\s|$)|^#{1,6}(?:\s|$)|^>|^\{%/.test(edged)) return `\\${edged}`
  if (/^(?:=+|-+)[ \t]*$/.test(edged)) return `\\${edged}`
  if (/^[|:-][|: \t-]*$/.test(edged)) return `\\${edged}`
  return edged.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

export function spellBlank(blank: string): string {
  return `&#x${blank.charCodeAt(0).toString(16)};`
}

/** The one line of a heading. */
export function escapeHeading(text: string): string {
  return text
    .replace(/^[ \t]/, spellBlank)
    .replace(/[ \t]$/, spellBlank)
    .replace(/(^|[ \t])(#+)$/, '$1\\$2')
    .replace(/\{#([^\s{}]+)\}$/, '\\{#$1}')
}

/** A link's target, with or without angle brackets. */
export function escapeTarget(target: string): string {
  const clean = target.replace(/\r\n?|\n/g, '%0A')
  if (clean === '') return ''
  const escaped = clean.replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\').replace(/&(?=#?[a-z0-9]{1,32};)/gi, '\\&')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these end a target
  if (/[\u0000-\u0020\u007f]|^</.test(clean)) return `<${escaped.replace(/[<>]/g, '\\$&')}>`
  return hasBalancedParentheses(clean) ? escaped : escaped.replace(/[()]/g, '\\$&')
}

function hasBalancedParentheses(target: string): boolean {
  let depth = 0
  for (const character of target) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (depth < 0 || depth > 31) return false
  }
  return depth === 0
}

export function escapeTitle(title: string): string {
  const escaped = title.replace(/["\\]/g, '\\$&').replace(/&(?=#?[a-z0-9]{1,32};)/gi, '\\&')
  return `"${joinLines(escaped)}"`
}

/** A span of code: as many backticks as it needs. */
export function codeSpan(content: string): string {
  const text = content.replace(/\r\n?|\n/g, ' ')
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length))
  let ticks = '`'
  while (runs.has(ticks.length)) ticks += '`'
  const needsPadding = /^`|`$/.test(text) || (/^ .* $/.test(text) && /[^ ]/.test(text))
  return needsPadding ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`
}
