import { requireShortText } from '../content/long-work.ts'
import { joinLines } from './blanks.ts'
import { type TokenNode, tokenTree } from './engine.ts'
import { escapeTarget } from './escape.ts'
import { encodeAttribute } from './html-text.ts'
import { CONTAINER } from './lines.ts'
import { type FoundLink, type LinkUse, scanDefinition, scanHtml, scanInline, scanTag } from './link-scan.ts'
import { ParseState } from './parse-state.ts'
import { mayBeShownOtherwise, shownText } from './shown-text.ts'
import { cellsIn } from './table-rows.ts'

export type { LinkUse }

export type TextLink = { target: string; use: LinkUse; from: number; to: number }

/** Every target in a text and the characters it is written with. Nothing inside code is one. */
export function linksIn(text: string): TextLink[] {
  return findLinks(text).map(({ target, use, from, to }) => ({ target, use, from, to }))
}

/**
 * The targets that readers of a text meet: also those in what the text itself has as code, as HTML or as plain words. Of
 * these, which come last, only the place is told, and only about.
 */
export function shownLinksIn(text: string): TextLink[] {
  const links = linksIn(text)
  const known = new Set(links.map(({ target }) => target))
  let [from, looked] = [0, 0]
  for (const { target, use } of shownOtherwise(text)) {
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

function* shownOtherwise(text: string): Generator<TextLink> {
  if (mayBeShownOtherwise(text)) yield* linksIn(shownText(text.replace(/\r\n?/g, '\n')))
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
  requireShortText(text)
  const parsing = new ParseState(text.replace(/\r\n?/g, '\n'))
  const starts = lineStarts(text)
  const found: PlacedLink[] = []
  const scan = new Regions(text, starts, found)
  for (const node of tokenTree(parsing.text, parsing)) scan.visit(node)
  return found.sort((a, b) => a.from - b.from)
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length)
  return starts
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

  /** What stands between such a tag and its closing tag is a caption. */
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
