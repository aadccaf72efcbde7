// Boxes as other tools write them: `:::note` of Docusaurus and VitePress, `<Tabs>` of the first, `!!! note` and
// `=== "Tab"` of MkDocs. Who reads a page sees hints, expandables and tabs; the text itself stays as it is, and so does its
// document.
import type { HintStyle } from './document.ts'
import { own } from './nodes.ts'

const STYLES: Record<string, HintStyle> = {
  ...named(
    'info',
    'note info important abstract summary tldr question help faq example quote cite todo seealso',
  ),
  ...named('success', 'tip hint success check done'),
  ...named('warning', 'warning caution attention'),
  ...named('danger', 'danger error failure fail missing bug'),
}
/** Of VitePress: only how code is shown depends on them. */
const NO_BOXES = new Set(['code-group', 'raw', 'v-pre'])

const ANY =
  /^[ \t]*(?::{3,}[ \t]*[a-z]|(?:!!!|\?\?\?\+?)[ \t]+[a-z]|===[!+]?[ \t]+"|<Tabs\b|import [^\n]{1,200}['"]@(?:theme|site)\/)/im
const FENCED = /^[ \t]*(:{3,})[ \t]*([a-z][\w-]*)(.*)$/i
const FENCED_END = /^[ \t]*(:{3,})[ \t]*$/
const INDENTED = /^[ \t]*(!!!|\?\?\?\+?)[ \t]+([a-z][\w-]*)(?![\w-])[\w \t-]*(?:"(.*)"[ \t]*)?$/i
const TAB = /^[ \t]*===[!+]?[ \t]+"(.*)"[ \t]*$/
const CODE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/

/** Components of Docusaurus, each on a line of its own, and what brings them into a page. */
const TABS = /^[ \t]*<(\/?)Tabs\b[^>]*>[ \t]*$/
const TAB_ITEM = /^[ \t]*<(\/?)TabItem\b([^>]*)>[ \t]*$/
const IMPORT = /^import [^'"]{1,200} from ['"]@(?:theme|site)\/[^'"]{1,200}['"];?[ \t]*$/

/** Boxes in boxes beyond this stay as they are written. */
const DEEPEST = 8
/** Lines back to the item that a line may belong to. */
const NEAR = 40
const STEP = 4

export function mayHaveAdmonitions(text: string) {
  return ANY.test(text)
}

export function withAdmonitions(text: string): string {
  return mayHaveAdmonitions(text) ? converted(text.split('\n'), 0).join('\n') : text
}

function converted(lines: readonly string[], depth: number): string[] {
  const fenced = fencedBoxes(lines)
  const out: string[] = []
  const isCode = codeTracker()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const box = fenced.get(at)
    const isRead = !box && !isCode(line)
    const component = isRead && depth === 0 ? componentIn(line) : undefined
    const below = isRead && !component && depth < DEEPEST ? indentedBoxes(lines, at) : undefined
    if (box) out.push(...box)
    else if (component) out.push(...component)
    else if (below) {
      // Not spread into one call: there may be more lines than a call takes.
      for (const part of written(below, depth)) out.push(part)
      at = below.end - 1
    } else out.push(line)
  }
  return out
}

/** What stands in place of lines that begin and end boxes between colons. One that nobody ends is none. */
function fencedBoxes(lines: readonly string[]) {
  const places = new Map<number, string[]>()
  if (!lines.some((line) => line.includes(':::'))) return places
  type Open = { at: number; colons: number; indent: string; box: Box }
  const open: Open[] = []
  const waiting = new Map<number, number>()
  const isCode = codeTracker()
  for (const [at, line] of lines.entries()) {
    if (isCode(line) || !line.includes(':::')) continue
    const colons = (FENCED_END.exec(line)?.[1] ?? '').length
    if (colons > 0) {
      if (!waiting.get(colons)) continue
      for (let last = open.pop(); last; last = open.pop()) {
        waiting.set(last.colons, (waiting.get(last.colons) ?? 1) - 1)
        if (last.colons !== colons) continue
        places.set(last.at, ['', ...last.box.begin.map((part) => part && last.indent + part)])
        places.set(at, [...last.box.end.map((part) => part && last.indent + part), ''])
        break
      }
      continue
    }
    const [, fence = '', name = '', words = ''] = FENCED.exec(line) ?? []
    const box = fence && isText(lines, at) ? boxOf(name, titleIn(words)) : undefined
    if (!box) continue
    open.push({ at, colons: fence.length, indent: indentOf(line), box })
    waiting.set(fence.length, (waiting.get(fence.length) ?? 0) + 1)
  }
  return places
}

type Box = { begin: string[]; end: string[] }

function boxOf(name: string, title: string): Box | undefined {
  const kind = name.toLowerCase()
  if (kind === 'details') return expandable(title || 'Details')
  if (NO_BOXES.has(kind)) return { begin: [], end: [] }
  const style = own(STYLES, kind)
  return style && hint(style, title)
}

/** `[Title]` or `Title`, with attributes in braces behind it or in its place. */
function titleIn(words: string): string {
  const [before = ''] = words.split('{', 1)
  const title = before.trim()
  return title.startsWith('[') && title.endsWith(']') ? title.slice(1, -1) : title
}

function hint(style: HintStyle, title: string): Box {
  const heading = title === '' ? [] : [`**${title.replaceAll('**', '')}**`, '']
  return { begin: [`{% hint style="${style}" %}`, ...heading], end: ['{% endhint %}'] }
}

function expandable(title: string, isOpen = false): Box {
  const summary = `<summary>${title.replaceAll('<', '&lt;')}</summary>`
  return { begin: [isOpen ? '<details open>' : '<details>', '', summary, ''], end: ['', '</details>'] }
}

type Indented = { indent: string; end: number; boxes: (Box & { body: string[] })[]; around?: Box }

/** Boxes whose content is indented below them; several tabs are one. */
function indentedBoxes(lines: readonly string[], at: number): Indented | undefined {
  const line = lines[at] ?? ''
  const indent = indentOf(line)
  if (!isText(lines, at)) return
  const [, sign, name = '', title] = INDENTED.exec(line) ?? []
  if (sign) {
    const { body, end } = bodyBelow(lines, at)
    if (body.length === 0) return
    return { indent, end, boxes: [{ ...indentedBox(sign, name, title), body }] }
  }
  const boxes: Indented['boxes'] = []
  let end = at
  for (let next = at; next < lines.length; ) {
    const label = TAB.exec(lines[next] ?? '')?.[1]
    if (label === undefined || indentOf(lines[next] ?? '') !== indent) break
    const { body, end: below } = bodyBelow(lines, next)
    if (body.length === 0) break
    const begin = [`{% tab title="${label.replaceAll('"', "'")}" %}`]
    boxes.push({ begin, end: ['{% endtab %}'], body })
    end = below
    next = below
    while (next < lines.length && lines[next]?.trim() === '') next += 1
  }
  const around = { begin: ['{% tabs %}'], end: ['{% endtabs %}'] }
  return boxes.length > 0 ? { indent, end, boxes, around } : undefined
}

function indentedBox(sign: string, name: string, title: string | undefined): Box {
  const kind = name.toLowerCase()
  if (sign === '!!!') return hint(own(STYLES, kind) ?? 'info', title ?? '')
  return expandable(title || kind.slice(0, 1).toUpperCase() + kind.slice(1), sign === '???+')
}

/** Lines that are further in, and blank ones between them. */
function bodyBelow(lines: readonly string[], at: number) {
  const inside = widthOf(lines[at] ?? '') + STEP
  let end = at + 1
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? ''
    if (line.trim() === '') continue
    if (widthOf(line) < inside) break
    end = next + 1
  }
  return { body: lines.slice(at + 1, end).map((line) => withoutIndent(line, inside)), end }
}

function written({ indent, boxes, around }: Indented, depth: number): string[] {
  const parts = boxes.flatMap(({ begin, end, body }) => [...begin, ...converted(body, depth + 1), '', ...end])
  const all = around ? [...around.begin, ...parts, ...around.end] : parts
  return ['', ...all.map((line) => line && indent + line), '']
}

function componentIn(line: string): string[] | undefined {
  const indent = indentOf(line)
  const [, endsTabs] = TABS.exec(line) ?? []
  if (endsTabs !== undefined) return ['', `${indent}{% ${endsTabs ? 'endtabs' : 'tabs'} %}`, '']
  const [, endsTab, attributes = ''] = TAB_ITEM.exec(line) ?? []
  if (endsTab === undefined) return IMPORT.test(line) ? [] : undefined
  const named = (name: string) => new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const [, double, single] = named('label') ?? named('value') ?? []
  return [
    '',
    `${indent}{% ${endsTab ? 'endtab' : `tab title="${(double ?? single ?? '').replaceAll('"', "'")}"`} %}`,
    '',
  ]
}

/** Whether a line is no indented code: it is hardly indented, there or in the item of a list that it belongs to. */
export function isText(lines: readonly string[], at: number): boolean {
  const width = widthOf(lines[at] ?? '')
  if (width < STEP) return true
  for (let above = at - 1; above >= 0 && above > at - NEAR; above--) {
    const line = lines[above] ?? ''
    if (line.trim() === '' || widthOf(line) >= width) continue
    const marker = ITEM.exec(line)?.[0]
    return marker !== undefined && width < columnsIn(marker) + STEP
  }
  return false
}

/** Tells of line after line whether it is code between fences, these included. */
function codeTracker() {
  let fence = ''
  return (line: string): boolean => {
    const [, sign = '', rest = ''] = CODE.exec(line) ?? []
    if (fence === '') {
      if (sign.startsWith('`') && rest.includes('`')) return false
      fence = sign
      return sign !== ''
    }
    if (sign.startsWith(fence) && rest.trim() === '') fence = ''
    return true
  }
}

function indentOf(line: string) {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

function widthOf(line: string) {
  return columnsIn(indentOf(line))
}

function columnsIn(text: string) {
  let width = 0
  for (const sign of text) width += sign === '\t' ? STEP - (width % STEP) : 1
  return width
}

function withoutIndent(line: string, width: number) {
  let [at, passed] = [0, 0]
  for (; passed < width && (line[at] === ' ' || line[at] === '\t'); at++)
    passed += line[at] === '\t' ? STEP - (passed % STEP) : 1
  return line.slice(at)
}

function named(style: HintStyle, names: string) {
  return Object.fromEntries(names.split(' ').map((name) => [name, style]))
}
