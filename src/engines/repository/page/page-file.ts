import { LAYOUT_PATHS, layoutValue } from '../layout.ts'
import { lineNumber } from '../report/problems.ts'
import { lineEndOf } from '../text-lines.ts'
import { setYaml } from '../yaml/yaml-patch.ts'
import type { YamlValue } from '../yaml/yaml-spell.ts'
import { type HeadFields, type ReadHead, readFrontmatter } from './frontmatter.ts'
import { type HeadingRange, headParts } from './head-parts.ts'
import { headingTitle, plainTitle } from './titles.ts'

export type { HeadFields }

export type SplitPage = ReadHead & { head: string; body: string }

/** A page's file in two: what is said about the page, and its text. `head + body` is the file, byte for byte. */
export function splitPage(text: string): SplitPage {
  const { frontmatter, heading, end } = headParts(text)
  const head = text.slice(0, end)
  const read: ReadHead = frontmatter
    ? readFrontmatter(text.slice(frontmatter.from, frontmatter.to), lineNumber(text, frontmatter.from) - 1)
    : { fields: {}, targets: [], problems: [] }
  const title = (heading && titleOf(text, heading)) ?? read.fields.title
  return { ...read, head, body: text.slice(end), fields: compact({ ...read.fields, title }) }
}

/**
 * The file of a page whose head or body changed: a head that ended without a line end gets one. A body that would be
 * read as part of the head, since no title is before it, gets the title before it.
 */
export function joinPage(head: string, body: string, title?: string): string {
  const text = body !== '' && isOpen(head) ? head + lineEndOf(head) + body : head + body
  const isWhole = !title || splitPage(text).body === body.replace(BLANK_LINES, '')
  return isWhole ? text : joinPage(patchTitle(head, title), body)
}

/** Its last line has no end. The mark that may begin a file is no line. */
function isOpen(head: string) {
  return !/^\ufeff?$|[\r\n]$/.test(head)
}

/** For a text that comes where none was. */
export function withBlankLine(head: string) {
  if (/^\ufeff?$|(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(head)) return head
  const lineEnd = lineEndOf(head)
  return isOpen(head) ? head + lineEnd + lineEnd : head + lineEnd
}

/** Before the text of a page they belong to its head. */
const BLANK_LINES = /^(?:[ \t]*(?:\r\n|\n|\r))+/

function titleOf(text: string, { from, to }: HeadingRange): string | undefined {
  return plainTitle(text.slice(from, to)) || undefined
}

function compact(fields: HeadFields): HeadFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The head of a page that never was a file. */
export function newHead(fields: HeadFields): string {
  const { title, ...others } = fields
  const head = patchHead('', {}, others)
  return title ? `${head}# ${headingTitle(title)}\n\n` : head
}

/** Whether a head is what would be written for a page that has nothing but this title. */
export function isPlainHead(head: string, { title }: HeadFields): boolean {
  return head === newHead({ title })
}

/** The head with those lines changed that say what differs between `before` and `after`. */
export function patchHead(head: string, before: HeadFields, after: HeadFields): string {
  const changes = changesOf(before, after)
  const isRetitled = (before.title || undefined) !== (after.title || undefined)
  const titled = isRetitled ? patchTitle(head, after.title || undefined) : head
  return changes.length === 0 ? titled : patchFrontmatter(titled, changes)
}

type Change = { path: string[]; value: YamlValue | undefined }

/** In the order in which new keys are written. Not saying that a page is hidden is the same as saying that it is not. */
function changesOf(before: HeadFields, after: HeadFields): Change[] {
  const changes: Change[] = []
  const set = (path: string[], was: unknown, value: YamlValue | undefined) => {
    if ((was || undefined) !== (value || undefined))
      changes.push({ path, value: value === '' ? undefined : value })
  }
  set(['icon'], before.icon, after.icon)
  set(['emoji'], before.emoji, after.emoji)
  set(['description'], before.description, after.description)
  set(['hidden'], before.hidden, after.hidden)
  set(['noIndex'], before.noIndex, after.noIndex)
  set(['noRobotsIndex'], before.noRobotsIndex, after.noRobotsIndex)
  coverChanges(before, after, changes)
  metaLinkChanges(before, after, changes)
  layoutChanges(before, after, changes)
  set(['if'], before.condition, after.condition)
  variableChanges(before, after, changes)
  return changes
}

function coverChanges(before: HeadFields, after: HeadFields, changes: Change[]): void {
  if (before.cover?.src !== after.cover?.src) changes.push({ path: ['cover'], value: after.cover?.src })
  if (before.cover?.yPos !== after.cover?.yPos) changes.push({ path: ['coverY'], value: after.cover?.yPos })
}

/** As many alternates as before are changed one by one, so that each keeps its line. */
function metaLinkChanges(before: HeadFields, after: HeadFields, changes: Change[]): void {
  const canonical = after.canonical ?? undefined
  if ((before.canonical ?? undefined) !== canonical)
    changes.push({ path: ['metaLinks', 'canonical'], value: canonical })
  if ((before.alternates ?? []).length !== (after.alternates ?? []).length) {
    const list = (after.alternates ?? []).filter((target) => target !== '')
    changes.push({ path: ['metaLinks', 'alternates'], value: list.length > 0 ? list : undefined })
    return
  }
  for (const [at, value] of (after.alternates ?? []).entries()) {
    const was = before.alternates?.[at]
    if (was !== undefined && value !== '' && was !== value)
      changes.push({ path: ['metaLinks', 'alternates', String(at)], value })
  }
}

function layoutChanges(before: HeadFields, after: HeadFields, changes: Change[]): void {
  const [was, layout] = [before.layout, after.layout]
  if (!was || !layout) {
    if (was || layout) changes.push({ path: ['layout'], value: layout && layoutValue(layout) })
    return
  }
  for (const [field, ...path] of LAYOUT_PATHS)
    if (was[field] !== layout[field]) changes.push({ path, value: layout[field] })
}

function variableChanges(before: HeadFields, after: HeadFields, changes: Change[]): void {
  const was = new Map(Object.entries(before.variables ?? {}))
  const now = new Map(Object.entries(after.variables ?? {}))
  if (was.size > 0 && now.size === 0) changes.push({ path: ['vars'], value: undefined })
  else
    for (const name of was.keys())
      if (!now.has(name)) changes.push({ path: ['vars', name], value: undefined })
  for (const [name, value] of now) if (was.get(name) !== value) changes.push({ path: ['vars', name], value })
}

function patchFrontmatter(head: string, changes: Change[]): string {
  const { frontmatter, heading } = headParts(head)
  const lineEnd = lineEndOf(head)
  const source = frontmatter ? head.slice(frontmatter.from, frontmatter.to) : ''
  const patched = changes.reduce((text, { path, value }) => setYaml(text, path, value, lineEnd), source)
  if (patched === source) return head
  if (!frontmatter) {
    const mark = head.startsWith('\ufeff') ? '\ufeff' : ''
    return `${mark}---${lineEnd}${patched}---${lineEnd}${lineEnd}${head.slice(mark.length)}`
  }
  const rest = head.slice(frontmatter.end)
  // Without a heading behind it, a rule in the body could become the frontmatter.
  if (patched.trim() === '' && heading)
    return head.slice(0, frontmatter.start) + rest.replace(/^(?:[ \t]*\r?\n)+/, '')
  return head.slice(0, frontmatter.from) + patched + head.slice(frontmatter.to)
}

function patchTitle(head: string, title: string | undefined): string {
  const { heading, frontmatter, end } = headParts(head)
  const lineEnd = lineEndOf(head)
  if (title === undefined) {
    const cut = heading ? head.slice(0, heading.start) : head
    return frontmatter ? patchFrontmatter(cut, [{ path: ['title'], value: undefined }]) : cut
  }
  if (heading) return retitled(head, heading, title)
  const source = frontmatter && head.slice(frontmatter.from, frontmatter.to)
  const isInFrontmatter = source !== undefined && readFrontmatter(source, 0).fields.title !== undefined
  if (isInFrontmatter) return patchFrontmatter(head, [{ path: ['title'], value: title }])
  const closed = isOpen(head) ? head + lineEnd : head
  const gap = frontmatter && end === frontmatter.end ? lineEnd : ''
  return `${closed}${gap}# ${headingTitle(title)}${lineEnd}${lineEnd}`
}

function retitled(head: string, heading: HeadingRange, title: string): string {
  const { from, to, start, underline } = heading
  const blank = from === to && !/[ \t]$/.test(head.slice(start, from)) ? ' ' : ''
  const spelt = head.slice(0, from) + blank + headingTitle(title) + head.slice(to)
  if (!underline || splitPage(spelt).fields.title === title) return spelt
  // Above an underline some titles would be a list or a quote.
  return `${head.slice(0, start)}# ${headingTitle(title)}${head.slice(to, underline.from)}${head.slice(underline.to)}`
}
