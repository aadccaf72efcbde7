// Each stretch comes as the text up to its end, with the place where it begins: no search runs past it into the rest of
// the text, which would take the square of that in a text of many cells or headings.

import { engine } from '../engine/engine.ts'
import { tagLine } from '../engine/paired-lines.ts'
import { decodeHtml } from '../html/html-text.ts'
import { tagAt } from '../html/html-tree.ts'
import { own } from '../nodes.ts'
import { attributeValue, readTagAttributes } from '../read/attributes.ts'

export type LinkUse =
  | 'link'
  | 'image'
  | 'file'
  | 'embed'
  | 'content-ref'
  | 'mention'
  | 'button'
  | 'include'
  | 'openapi'

/** How a target is written, which tells how another one has to be. */
export type TargetForm = 'bare' | 'angle' | 'auto' | 'element' | 'unquoted' | 'tag' | 'path'

export type FoundLink = { target: string; use: LinkUse; from: number; to: number; form: TargetForm }

type Add = (link: FoundLink) => void

const AUTOLINK = /<([a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^<>\s]*)>/y
const EXPRESSION = '<code class="expression">'

/** The links in a stretch of Markdown text, found as the parser finds them but with their places. */
export function scanInline(text: string, from: number, add: Add): void {
  /** Those that are open, and whether each is one of an image. */
  const brackets: boolean[] = []
  // A link inside a link is none: so many of the open brackets, from the first on, can begin none any more.
  let spent = 0
  const ticks = tickRuns(text, from)
  const endOfCode = nextPlaces(text, '</code>')
  let at = from
  while (at < text.length) {
    switch (text[at]) {
      case '\\':
        at += 2
        break
      case '`':
        at = ticks.after(at)
        break
      case '$':
        at = afterMath(text, at)
        break
      case '<':
        at = scanAngle(text, at, endOfCode, add)
        break
      case '[':
        brackets.push(text[at - 1] === '!' && text[at - 2] !== '\\')
        at++
        break
      case ']': {
        const isImage = brackets.pop()
        const opens = isImage || (isImage === false && brackets.length >= spent)
        const end = opens && text[at + 1] === '(' ? scanTarget(text, at + 2, isImage, add) : -1
        spent = end >= 0 && !isImage ? brackets.length : Math.min(spent, brackets.length)
        at = end < 0 ? at + 1 : end
        break
      }
      default:
        at++
    }
  }
}

function afterMath(text: string, at: number): number {
  if (text[at + 1] !== '$') return at + 1
  const end = text.indexOf('$$', at + 2)
  return end < 0 || end === at + 2 ? at + 1 : end + 2
}

/** Where something stands next, asked from left to right: what is nowhere is looked for once. */
function nextPlaces(text: string, wanted: string): (from: number) => number {
  let known: number | undefined
  return (from) => {
    if (known === undefined || (known >= 0 && known < from)) known = text.indexOf(wanted, from)
    return known
  }
}

/** Code spans: a run of backticks is closed by the next one just as long. */
function tickRuns(text: string, from: number): { after: (at: number) => number } {
  const places = new Map<number, number[]>()
  for (let at = text.indexOf('`', from); at >= 0; at = text.indexOf('`', at)) {
    const start = at
    while (text[at] === '`') at++
    const known = places.get(at - start)
    if (known) known.push(start)
    else places.set(at - start, [start])
  }
  const next = new Map<number, number>()
  return {
    after(at) {
      let end = at
      while (text[end] === '`') end++
      const runs = places.get(end - at) ?? []
      let index = next.get(end - at) ?? 0
      while (index < runs.length && (runs[index] ?? 0) < end) index++
      next.set(end - at, index)
      const close = runs[index]
      return close === undefined ? end : close + (end - at)
    },
  }
}

function skipBlanks(text: string, at: number): number {
  let end = at
  while (/[ \t\r\n]/.test(text[end] ?? '')) end++
  return end
}

/** The target after `](`; the answer is where the link ends, or -1. */
function scanTarget(text: string, at: number, isImage: boolean, add: Add): number {
  const start = skipBlanks(text, at)
  const destination = engine.helpers.parseLinkDestination(text, start, text.length)
  const isEmpty = text[start] === ')'
  if (!destination.ok && !isEmpty) return -1
  const end = isEmpty ? start : destination.pos
  const afterTarget = skipBlanks(text, end)
  const title = afterTarget > end ? engine.helpers.parseLinkTitle(text, afterTarget, text.length) : undefined
  const close = title?.ok ? skipBlanks(text, title.pos) : afterTarget
  if (text[close] !== ')') return -1
  const use = isImage ? 'image' : title?.ok && title.str === 'mention' ? 'mention' : 'link'
  add({ ...destinationPlace(text, start, end), target: isEmpty ? '' : destination.str, use })
  return close + 1
}

function destinationPlace(text: string, start: number, end: number): Pick<FoundLink, 'from' | 'to' | 'form'> {
  if (text[start] === '<') return { from: start + 1, to: end - 1, form: 'angle' }
  return { from: start, to: end, form: 'bare' }
}

function scanAngle(text: string, at: number, endOfCode: (from: number) => number, add: Add): number {
  if (text.startsWith(EXPRESSION, at)) {
    const end = endOfCode(at)
    if (end >= 0) return end + 7
  }
  AUTOLINK.lastIndex = at
  const auto = AUTOLINK.exec(text)
  if (auto?.[1]) {
    add({ target: auto[1], use: 'link', from: at + 1, to: at + 1 + auto[1].length, form: 'auto' })
    return at + auto[0].length
  }
  return scanElement(text, at, add)
}

const TARGETS: Record<string, string | undefined> = { a: 'href', img: 'src', source: 'srcset', iframe: 'src' }

/** The tag at this place with its target; the answer is where to go on. */
function scanElement(text: string, at: number, add: Add): number {
  if (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + 4)
    // Not closed here, then none that follows is either.
    return end < 0 ? text.length : end + 3
  }
  const tag = tagAt(text, at)
  if (!tag) return at + 1
  const name = tag.isClosing ? undefined : own(TARGETS, tag.name)
  const attribute = name && valuePlace(tag.source, name)
  if (attribute) {
    const isButton = /^button /.test(attributeValue(tag.attributes, 'class') ?? '')
    const isMention = attributeValue(tag.attributes, 'data-mention') !== undefined
    const use = tag.name === 'a' ? (isMention ? 'mention' : isButton ? 'button' : 'link') : imageUse(tag.name)
    const { from, value, isQuoted } = attribute
    const form = isQuoted ? 'element' : 'unquoted'
    add({ target: decodeHtml(value), use, from: at + from, to: at + from + value.length, form })
  }
  return at + tag.source.length
}

function imageUse(name: string): LinkUse {
  return name === 'iframe' ? 'embed' : 'image'
}

/** Where an attribute's value stands within its tag. */
function valuePlace(
  source: string,
  name: string,
): { from: number; value: string; isQuoted: boolean } | undefined {
  const pattern = /(?<![a-zA-Z0-9:._-])([a-zA-Z_:][a-zA-Z0-9:._-]*)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'=<>`]+)/g
  for (const match of source.matchAll(pattern)) {
    const [whole, found, , value = ''] = match
    if (found !== name) continue
    const isQuoted = value.startsWith('"') || value.startsWith("'")
    const from = match.index + whole.length - value.length + (isQuoted ? 1 : 0)
    return { from, value: isQuoted ? value.slice(1, -1) : value, isQuoted }
  }
  return undefined
}

/** The links in HTML, where Markdown means nothing. */
export function scanHtml(text: string, from: number, add: Add): void {
  let at = text.indexOf('<', from)
  while (at >= 0) at = text.indexOf('<', scanElement(text, at, add))
}

const TAG_TARGETS: Record<string, [name: string, use: LinkUse] | undefined> = {
  'content-ref': ['url', 'content-ref'],
  'page-ref': ['page', 'content-ref'],
  file: ['src', 'file'],
  embed: ['url', 'embed'],
  openapi: ['src', 'openapi'],
  swagger: ['src', 'openapi'],
}

/** The target of a tag that stands on a line. */
export function scanTag(text: string, from: number, add: Add): void {
  const start = text.indexOf('{%', from)
  if (start < 0) return
  const line = text.slice(start)
  const tag = tagLine(line.trimEnd())
  if (tag?.name === 'include') {
    const path = /"([^"]*)"/.exec(line)
    const at = start + (path?.index ?? 0) + 1
    if (path)
      add({ target: path[1] ?? '', use: 'include', from: at, to: at + (path[1]?.length ?? 0), form: 'path' })
    return
  }
  const [name, use] = (tag && own(TAG_TARGETS, tag.name)) ?? []
  if (!tag || !name || !use) return
  const attribute = readTagAttributes(tag.rest)?.find((each) => each.name === name)
  if (attribute?.value === undefined) return
  const at = line.indexOf(attribute.raw) + attribute.raw.indexOf('=') + 1
  const written = line.slice(at, line.indexOf(attribute.raw) + attribute.raw.length)
  const blanks = written.length - written.trimStart().length
  const isQuoted = /^["']/.test(written.trimStart())
  const inset = blanks + (isQuoted ? 1 : 0)
  const value = { from: start + at + inset, to: start + at + written.length - (isQuoted ? 1 : 0) }
  add({ target: attribute.value, use, ...value, form: isQuoted ? 'tag' : 'unquoted' })
}

const DEFINITION = /\[(?:[^\]\\]|\\.)*\]:\s*/y

/** `[label]: target` */
export function scanDefinition(text: string, from: number, add: Add): void {
  const start = text.indexOf('[', from)
  DEFINITION.lastIndex = start
  const match = start < 0 ? null : DEFINITION.exec(text)
  if (!match) return
  const at = start + match[0].length
  const destination = engine.helpers.parseLinkDestination(text, at, text.length)
  if (destination.ok)
    add({ ...destinationPlace(text, at, destination.pos), target: destination.str, use: 'link' })
}
