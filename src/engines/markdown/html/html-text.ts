import MarkdownIt from 'markdown-it'

const { utils } = new MarkdownIt()
const ENTITY = /&(?:#x[a-f0-9]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]{1,31});/gi

export function decodeHtml(source: string): string {
  // `unescapeAll` would also take backslashes away, which mean nothing in HTML.
  return source.includes('&') ? source.replace(ENTITY, (entity) => utils.unescapeAll(entity)) : source
}

const LOOKS_LIKE_ENTITY = /&(?=#|[a-z])/gi

/** Text between elements. Blanks that HTML would swallow are spelt out. */
export function encodeHtml(text: string): string {
  return text
    .replace(LOOKS_LIKE_ENTITY, '&#x26;')
    .replaceAll('<', '&#x3C;')
    .replace(/[ \t]{2,}|\t/g, (blanks) => blanks.replaceAll('\t', '&#x9;').replaceAll(' ', '&#x20;'))
}

/** Inside `<pre>` every blank counts. */
export function encodePreformatted(text: string): string {
  return text.replace(LOOKS_LIKE_ENTITY, '&#x26;').replaceAll('<', '&#x3C;')
}

export function encodeAttribute(value: string): string {
  return value
    .replace(LOOKS_LIKE_ENTITY, '&#x26;')
    .replaceAll('"', '&quot;')
    .replace(/\r\n?|\n/g, '&#10;')
}
