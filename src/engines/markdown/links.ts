import { requireShortText } from '../content/long-work.ts'
import { type TokenNode, tokenTree } from './engine/engine.ts'
import { CONTAINER } from './engine/paired-lines.ts'
import { encodeAttribute } from './html/html-text.ts'
import { joinLines } from './lines/blanks.ts'
import { JoinedLines } from './lines/joined-lines.ts'
import { parseStateOf } from './lines/logical-lines.ts'
import { sourceLines } from './lines/source-line.ts'
import {
  type FoundLink,
  type LinkUse,
  scanDefinition,
  scanHtml,
  scanInline,
  scanTag,
} from './links/link-scan.ts'
import { cellsIn } from './tables/table-rows.ts'
import { escapeTarget } from './write/escape.ts'

export type { LinkUse }

export type TextLink = { target: string; use: LinkUse; from: number; to: number }

/** Every target in a text and the characters it is written with. Nothing inside code is one. */
export function linksIn(text: string): TextLink[] {
  return findLinks(text).map(({ target, use, from, to }) => ({ target, use, from, to }))
}

/**
 * The targets that readers of a text meet: also those that cannot be replaced where they are, as the text spells them
 * otherwise. Of these, which come last, only the place is told, and only about.
 */
export function shownLinksIn(text: string): TextLink[] {
  const read = readLinks(text)
  const links = placedLinks(text, read).map(({ target, use, from, to }) => ({ target, use, from, to }))
  const known = new Set(links.map(({ target }) => target))
  let [from, looked] = [0, 0]
  for (const { target, use } of [...read.links, ...linksInElements(text)]) {
    if (known.has(target)) continue
    known.add(target)
    if (looked++ < MOST_LOOKED_FOR) from = Math.max(from, text.indexOf(target, from))
    links.push({ target, use, from, to: from })
  }
  return links
}

/** Each takes a look through the whole text, at its worst. */
const MOST_LOOKED_FOR = 100
/** Titles of expandables and paragraphs that are aligned: Markdown in these is read when they are shown. */
const MARKED_ELEMENTS = /^[ \t]*<(?:p|details|summary)\b.*(?:\n.*\S.*)*/gim

function* linksInElements(text: string): Generator<TextLink> {
  for (const [element] of text.matchAll(MARKED_ELEMENTS))
    if (element.includes('](')) yield* linksIn(element.replace(/<[^<>]*>|^[ \t]+/gm, ''))
}

/** The text with other targets: only their characters change. */
export function replaceTargets(text: string, replace: Replace): string {
  return replaceFound(text, findLinks(text), replace)
}

type Replace = (target: string, use: LinkUse) => string | undefined

/** The same for who has looked at the links of the text before. */
export function replaceFound(text: string, links: readonly PlacedLink[], replace: Replace): string {
  let out = ''
  let at = 0
  for (const link of links) {
    const target = replace(link.target, link.use)
    if (target === undefined || target === link.target) continue
    const isRelative = link.form === 'auto' && !/^[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^<>\s]*$/.test(target)
    // `<https://…>` holds addresses only; any other target needs a link with a text.
    const [from, to] = isRelative ? [link.from - 1, link.to + 1] : [link.from, link.to]
    const spelt = isRelative
      ? `[${text.slice(link.from, link.to)}](${escapeTarget(target)})`
      : spell(link, target)
    out += text.slice(at, from) + spelt
    at = to
  }
  return out + text.slice(at)
}

/** A target as it must be written in the place of another one. */
export function spell({ form, inTable }: Pick<PlacedLink, 'form' | 'inTable'>, target: string): string {
  const spelt = spellAs(form, target)
  return inTable ? spelt.replaceAll('|', '\\|') : spelt
}

function spellAs(form: FoundLink['form'], target: string): string {
  switch (form) {
    case 'bare':
      return escapeTarget(target)
    case 'angle':
      return joinLines(target.replace(/[<>\\]/g, '\\$&'), '%0A')
    case 'element':
      return encodeAttribute(target).replaceAll("'", '&#x27;')
    case 'tag':
      return target.replace(/[\\"']/g, '\\$&')
    case 'unquoted':
      return `"${encodeAttribute(target)}"`
    case 'path':
      return target.replaceAll('"', '%22')
    default:
      return target
  }
}

export type PlacedLink = FoundLink & { inTable: boolean }

/** The links of a text with what tells how their targets have to be written. */
export function findLinks(text: string): PlacedLink[] {
  return placedLinks(text, readLinks(text))
}

/** With their places in the lines that the parser reads; `origins` tells where these lines are in the text. */
type ReadLinks = { links: PlacedLink[]; origins: JoinedLines | undefined }

function placedLinks(text: string, { links, origins }: ReadLinks): PlacedLink[] {
  const found = origins ? links.flatMap((link) => placedIn(text, origins, link) ?? []) : [...links]
  return found.sort((a, b) => a.from - b.from)
}

function readLinks(text: string): ReadLinks {
  requireShortText(text)
  const parsing = parseStateOf(text)
  const origins = parsing.origins && new JoinedLines(parsing.origins)
  const links: PlacedLink[] = []
  const scan = new Regions(
    origins?.text ?? text,
    origins?.starts ?? sourceLines(text).map(({ from }) => from),
    links,
  )
  for (const node of tokenTree(parsing)) scan.visit(node)
  return { links, origins }
}

/** Undefined where the text spells it otherwise: in lines that were made of it. */
function placedIn(text: string, origins: JoinedLines, link: PlacedLink): PlacedLink | undefined {
  const from = origins.sourceOf(link.from)
  if (from === undefined) return undefined
  const to = from + link.to - link.from
  return text.slice(from, to) === origins.text.slice(link.from, link.to) ? { ...link, from, to } : undefined
}

/** Goes through the blocks and scans each stretch of text by its own rules. */
class Regions {
  private readonly text: string
  private readonly starts: readonly number[]
  private readonly found: PlacedLink[]

  constructor(text: string, starts: readonly number[], found: PlacedLink[]) {
    this.text = text
    this.starts = starts
    this.found = found
  }

  private readonly add = (link: FoundLink): void => {
    this.found.push({ ...link, inTable: false })
  }

  visit(node: TokenNode): void {
    const { token, children } = node
    const map = token.map
    switch (token.type) {
      case 'inline':
      case 'verbatim':
      case 'note':
        if (map) scanInline(this.upTo(map[1]), this.from(map[0]), this.add)
        return
      case 'html_block':
      case 'element':
        if (map) scanHtml(this.upTo(map[1]), this.from(map[0]), this.add)
        return
      case 'reference_definition':
        if (map) scanDefinition(this.upTo(map[1]), this.from(map[0]), this.add)
        return
      case 'tag':
        if (map) this.tag(map)
        return
      case 'tag_open':
        if (map) scanTag(this.upTo(map[0] + 1), this.from(map[0]), this.add)
        break
      case 'details_open':
        if (map) this.summary(map)
        break
      case 'table_open':
        for (const row of children.flatMap((part) => part.children)) this.row(row, columnsOf(node))
        return
      default:
    }
    for (const child of children) this.visit(child)
  }

  private from(line: number): number {
    return this.starts[line] ?? this.text.length
  }

  /** Costs nothing: the engine keeps such a slice as a place in the whole. */
  private upTo(line: number): string {
    return this.text.slice(0, this.from(line))
  }

  /** What is between such a tag and its closing tag is a caption. */
  private tag(map: readonly [number, number]): void {
    scanTag(this.upTo(map[0] + 1), this.from(map[0]), this.add)
    if (map[1] - map[0] > 2) scanInline(this.upTo(map[1] - 1), this.from(map[0] + 1), this.add)
  }

  private summary(map: readonly [number, number]): void {
    const end = this.upTo(map[1]).indexOf('</summary>', this.from(map[0]))
    scanHtml(end < 0 ? this.upTo(map[0] + 1) : this.text.slice(0, end), this.from(map[0]), this.add)
  }

  /** A row of a table: no link goes from one cell into the next. */
  private row({ token: { map } }: TokenNode, columns: number): void {
    if (!map) return
    const whole = this.text.slice(this.from(map[0]), this.from(map[1]))
    const line = whole.replace(CONTAINER, '')
    const start = this.from(map[0]) + whole.length - line.length
    for (const { from, to } of cellsIn(line, columns)) {
      const add = (link: FoundLink) => this.found.push({ ...link, inTable: true })
      scanInline(this.text.slice(0, start + to), start + from, add)
    }
  }
}

function columnsOf(table: TokenNode): number {
  return table.children[0]?.children[0]?.children.length ?? 0
}
