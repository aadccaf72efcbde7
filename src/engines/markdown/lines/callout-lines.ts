// Callouts as other tools write them: `:::note` of Docusaurus and VitePress, `<Tabs>` of the first, `!!! note` and
// `=== "Tab"` of MkDocs. They are read as hints, expandables and tabs: what begins and ends one becomes the line of a tag.
import { type Box, indentedBox, TABS_BOX, tabBox, titleAt } from './callout-boxes.ts'
import { componentLines } from './component-lines.ts'
import { fencedCallouts } from './fenced-callouts.ts'
import { blanksIn, codeTracker, indentOf, isText, STEP, widthOf } from './line-indent.ts'
import { linesInPlaceOf, madeLine, partOf, type SourceLine, withPrefix } from './source-line.ts'

const ANY =
  /^[ \t]*(?::{3,}[ \t]*[a-z]|(?:!!!|\?\?\?\+?)[ \t]+[a-z]|===[!+]?[ \t]+"|<Tabs\b|import [^\n]{1,200}['"]@(?:theme|site)\/)/im
const INDENTED = /^[ \t]*(!!!|\?\?\?\+?)[ \t]+([a-z][\w-]*)(?![\w-])[\w \t-]*(?:"(.*)"[ \t]*)?$/i
const TAB = /^[ \t]*===[!+]?[ \t]+"(.*)"[ \t]*$/

/** Boxes in boxes beyond this stay as they are written. */
const DEEPEST = 8

/** May tell it of a text that has none, never the other way round. */
export function mayHaveCallouts(text: string): boolean {
  return ANY.test(text)
}

export function withCallouts(lines: readonly SourceLine[], depth = 0): SourceLine[] {
  const fenced = fencedCallouts(lines)
  const out: SourceLine[] = []
  const isCode = codeTracker()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (!line) continue
    const isRead = !fenced.has(at) && !isCode(line)
    const made = fenced.get(at) ?? (isRead && depth === 0 ? componentLines(line) : undefined)
    const below = isRead && !made && depth < DEEPEST ? indentedCallout(lines, at) : undefined
    if (below) at = below.end - 1
    // Not spread into one call: there may be more lines than a call takes.
    for (const each of made ?? (below ? linesOf(below, depth) : [line])) out.push(each)
  }
  return out
}

/** A box, the line that begins it, and the lines it holds. */
type Held = { box: Box; line: SourceLine; body: SourceLine[]; bodyEnd: number }
type Indented = { indent: string; end: number; held: Held[]; around?: Box }

/** A callout whose content is indented below it; several tabs are one. */
function indentedCallout(lines: readonly SourceLine[], at: number): Indented | undefined {
  const line = lines[at]
  if (!line || !isText(lines, at)) return undefined
  const indent = indentOf(line.text)
  const [, sign, name = '', title] = INDENTED.exec(line.text) ?? []
  if (!sign) return indentedTabs(lines, at, indent)
  const below = bodyBelow(lines, at)
  if (!below) return undefined
  const box = indentedBox(
    sign,
    name,
    title === undefined ? undefined : titleAt(line, title, line.text.indexOf('"') + 1),
  )
  return { indent, end: below.end, held: [{ box, line, ...below }] }
}

function indentedTabs(lines: readonly SourceLine[], at: number, indent: string): Indented | undefined {
  const held: Held[] = []
  let end = at
  for (let next = at; next < lines.length; ) {
    const line = lines[next]
    const label = TAB.exec(line?.text ?? '')?.[1]
    if (!line || label === undefined || indentOf(line.text) !== indent) break
    const below = bodyBelow(lines, next)
    if (!below) break
    held.push({ box: tabBox(label), line, ...below })
    end = below.end
    next = end
    while (next < lines.length && lines[next]?.text.trim() === '') next += 1
  }
  return held.length > 0 ? { indent, end, held, around: TABS_BOX } : undefined
}

/** Lines that are further in, and blank ones between them. */
function bodyBelow(lines: readonly SourceLine[], at: number) {
  const inside = widthOf(lines[at]?.text ?? '') + STEP
  let end = at + 1
  for (let next = at + 1; next < lines.length; next++) {
    const text = lines[next]?.text ?? ''
    if (text.trim() === '') continue
    if (widthOf(text) < inside) break
    end = next + 1
  }
  if (end === at + 1) return undefined
  const body = lines.slice(at + 1, end).map((line) => partOf(line, blanksIn(line.text, inside)))
  return { body, end, bodyEnd: lines[end - 1]?.to ?? 0 }
}

function linesOf({ indent, held, around }: Indented, depth: number): SourceLine[] {
  const [start, end] = [held[0]?.line.from ?? 0, held.at(-1)?.bodyEnd ?? 0]
  const inside = held.flatMap((each) => [
    ...linesInPlaceOf(each.line, each.box.begin),
    ...withCallouts(each.body, depth + 1),
    ...linesInPlaceOf({ from: each.bodyEnd, to: each.bodyEnd }, ['', ...each.box.end]),
  ])
  const before = linesInPlaceOf({ from: start, to: start }, around?.begin ?? [])
  const after = linesInPlaceOf({ from: end, to: end }, around?.end ?? [])
  const all = [...before, ...inside, ...after].map((line) =>
    line.text === '' ? line : withPrefix(indent, line),
  )
  return [madeLine('', start), ...all, madeLine('', end)]
}
