import { engine } from '../../markdown/engine/engine.ts'
import { escapeHeading, escapeLines, escapeText } from '../../markdown/write/escape.ts'

/** Elements that mark text up. Any other, such as `<name>`, is a placeholder and part of the text. */
const ELEMENT =
  /^<\/?(?:a|abbr|b|br|button|code|del|em|font|i|img|ins|kbd|mark|picture|s|small|source|span|strike|strong|sub|sup|u)(?=[\s/>])/i

const ESCAPE = /\\([!-/:-@[-`{-~])/g
const MARKS = /[\\`*_<&[\]~\0]/

/** `![Build][badge]`, alone or as the text of a link. What `[badge]:` leads to is said somewhere below. */
const PICTURE = /(?<!\\)!\[([^[\]]*)\]\[[^[\]]+\]/
const LINKED_PICTURE = new RegExp(`(?<!\\\\)\\[${PICTURE.source}\\](?:\\[[^[\\]]*\\]|\\([^()]*\\))`)
const PICTURES = new RegExp(`${LINKED_PICTURE.source}|${PICTURE.source}`, 'g')

/** A line of Markdown as the text a reader sees. Pictures, such as badges, say nothing beside words. */
export function plainTitle(source: string): string {
  // Most titles have no marks, or only some that are escaped.
  if (!MARKS.test(source.replace(ESCAPE, ''))) return source.replace(ESCAPE, '$1')
  return textOf(source, { pictures: false }) || textOf(source, { pictures: true })
}

function textOf(line: string, { pictures }: { pictures: boolean }): string {
  const said = (_: string, linked = '', alone = '') => (pictures ? linked || alone : '')
  // In code they are what they look like.
  const source = PICTURE.test(line) && !line.includes('`') ? line.replace(PICTURES, said).trim() : line
  let text = ''
  let hasElements = false
  for (const token of engine.parseInline(source, {})[0]?.children ?? []) {
    switch (token.type) {
      case 'image':
        if (pictures) text += token.content
        else hasElements = true
        break
      case 'html_inline':
        if (ELEMENT.test(token.content) || token.content.startsWith('<!--')) hasElements = true
        else text += token.content
        break
      case 'emoji':
      case 'math_inline':
      case 'note_call':
        text += token.markup
        break
      case 'softbreak':
      case 'hardbreak':
        text += ' '
        break
      default:
        text += token.content
    }
  }
  return hasElements ? text.trim() : text
}

/** A title as Markdown on one line; what a line cannot hold is spelt as an entity. */
function onOneLine(title: string): string {
  return escapeText(title.replaceAll('\0', '\ufffd'))
    .replace(/[\r\n\u2028\u2029]/g, spelt)
    .replace(/^[ \t\u00a0\u2000-\u200a\u3000]|[ \t\u00a0\u2000-\u200a\u3000]$/g, spelt)
}

function spelt(character: string): string {
  return `&#x${character.charCodeAt(0).toString(16)};`
}

export function headingTitle(title: string): string {
  return escapeHeading(onOneLine(title))
}

/** Between the brackets of a link. */
export function linkTitle(title: string): string {
  return onOneLine(title)
}

/** As the whole text of a list item. */
export function itemTitle(title: string): string {
  return escapeLines(onOneLine(title))
}

/** The text of a heading without the anchors before and behind it: where in the source it begins and ends. */
export function titlePlace(content: string): { from: number; to: number } {
  let from = 0
  let to = content.length
  for (let end = leadingAnchor(content, from); end > from && end < to; end = leadingAnchor(content, from)) {
    from = end
    while (from < to && /[ \t]/.test(content.charAt(from))) from++
  }
  for (let start = trailingAnchor(content, from, to); start < to; start = trailingAnchor(content, from, to)) {
    to = start
    while (to > from && /[ \t]/.test(content.charAt(to - 1))) to--
  }
  return { from, to }
}

const ANCHOR = /^<a(?=\s)[^<>]*\s(?:id|name)\s*=\s*(?:"[^"<>]*"|'[^'<>]*')[^<>]*>\s*<\/a>$/i

function leadingAnchor(content: string, from: number): number {
  if (!content.startsWith('<a', from)) return from
  const close = content.indexOf('</a>', from)
  return close >= 0 && ANCHOR.test(content.slice(from, close + 4)) ? close + 4 : from
}

function trailingAnchor(content: string, from: number, to: number): number {
  const short = /(?<!\\)\{#[^\s{}]+\}$/.exec(content.slice(Math.max(from, to - 200), to))?.[0]
  if (short) return to - short.length
  if (!content.endsWith('</a>', to)) return to
  const open = content.lastIndexOf('<a', to - 4)
  const isEscaped = content.charAt(open - 1) === '\\'
  return open >= from && !isEscaped && ANCHOR.test(content.slice(open, to)) ? open : to
}
