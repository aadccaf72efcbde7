// What a PDF says, read back by its own means: the texts of its pages, its links and bookmarks.
import { inflateSync } from 'node:zlib'

export type ReadPdf = {
  /** The text of each page. */
  pages: string[]
  /** Addresses that its links lead to. */
  urls: string[]
  /** Places within it that its links lead to. */
  places: string[]
  bookmarks: string[]
  language: string | undefined
  isTagged: boolean
}

export function readPdf(bytes: Uint8Array): ReadPdf {
  const raw = Buffer.from(bytes).toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of raw.matchAll(/(\d+) 0 obj\s(.*?)\sendobj/gs)) objects.set(id, body)
  const of = (id: string | undefined) => objects.get(id ?? '') ?? ''
  const fonts = new Map<string, Map<number, string>>()
  const fontOf = (id: string) => {
    const known = fonts.get(id) ?? charactersOf(streamIn(of(/\/ToUnicode (\d+)/.exec(of(id))?.[1])))
    fonts.set(id, known)
    return known
  }
  const order = [...(/\/Type \/Pages.*?\/Kids \[(.*?)\]/s.exec(raw)?.[1] ?? '').matchAll(/(\d+) 0 R/g)]
  return {
    pages: order.map(([, id]) => textOfPage(of(id), of, fontOf)),
    urls: [...raw.matchAll(/\/URI \((.*?)\)\s/g)].map(([, url = '']) => url.replace(/\\(.)/g, '$1')),
    places: [...raw.matchAll(/\/Subtype \/Link[^>]*?\/Dest \((.*?)\)\s/gs)].map(([, name = '']) => name),
    bookmarks: [...objects.values()]
      .filter((body) => /\/Parent .*\/Title .*\/Dest /s.test(body))
      .map((body) => stringIn(body, 'Title')),
    language: /\/Lang \((.*?)\)/.exec(raw)?.[1],
    isTagged: raw.includes('/StructTreeRoot') && /\/Marked true/.test(raw),
  }
}

type Fonts = (id: string) => Map<number, string>

function textOfPage(page: string, of: (id: string | undefined) => string, fontOf: Fonts) {
  const resources = /\/Resources (\d+) 0 R/.exec(page)?.[1]
  const names = new Map(
    [...(resources ? of(resources) : page).matchAll(/\/(f\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
      name,
      id,
    ]),
  )
  const content = streamIn(of(/\/Contents (\d+)/.exec(page)?.[1]))
  let text = ''
  for (const [, block = ''] of content.matchAll(/BT(.*?)ET/gs)) {
    const font = fontOf(names.get(/\/(f\d+) [\d.]+ Tf/.exec(block)?.[1] ?? '') ?? '')
    for (const bytes of stringsIn(block)) text += shown(bytes, font)
    text += '\n'
  }
  return text
}

function streamIn(body: string) {
  const start = /stream\r?\n/.exec(body)
  if (!start) return ''
  const bytes = Buffer.from(
    body.slice(start.index + start[0].length, body.lastIndexOf('endstream')),
    'latin1',
  )
  return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}

function charactersOf(map: string) {
  const known = new Map<number, string>()
  for (const [, block = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code = '', text = ''] of block.matchAll(/<([0-9A-F]+)>\s*<([0-9A-F]+)>/gi))
      known.set(Number.parseInt(code, 16), utf16(text))
  for (const [, block = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, from = '', to = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const first = Number.parseInt(from, 16)
      for (let code = first; code <= Number.parseInt(to, 16); code++)
        known.set(code, String.fromCodePoint((utf16(text).codePointAt(0) ?? 0) + code - first))
    }
  return known
}

function utf16(hex: string) {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}

const NAMED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Strings in brackets, which may hold brackets in pairs, or in hexadecimal. */
function stringsIn(block: string): string[] {
  const strings: string[] = []
  let depth = 0
  let current = ''
  for (const [part, octal, sign] of block.matchAll(/\\([0-7]{1,3})|\\(.)|<[0-9A-F]+>|./gs)) {
    const letter = octal
      ? String.fromCharCode(Number.parseInt(octal, 8))
      : sign
        ? (NAMED[sign] ?? sign)
        : part
    if (depth === 0 && /^<./.test(part))
      strings.push(Buffer.from(part.slice(1, -1), 'hex').toString('latin1'))
    if (part === ')' && --depth === 0) strings.push(current)
    if (depth > 0) current += letter
    if (part === '(' && depth++ === 0) current = ''
  }
  return strings
}

/** Fonts have two bytes a glyph, but for those with pictures. */
function shown(bytes: string, font: Map<number, string>) {
  const isNarrow = bytes.length % 2 === 1
  let text = ''
  for (let at = 0; at < bytes.length; at += isNarrow ? 1 : 2) {
    const code = isNarrow ? bytes.charCodeAt(at) : bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1)
    text += font.get(code) ?? ''
  }
  return text
}

function stringIn(body: string, name: string) {
  const [, hex, literal = ''] =
    new RegExp(`/${name} (?:<FEFF([0-9A-F]*)>|\\((.*?)\\)\\s)`, 's').exec(body) ?? []
  return hex === undefined ? literal : utf16(hex)
}
