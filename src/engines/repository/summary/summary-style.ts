import { columnOf, type EntryLine, type SummaryLine } from './summary-lines.ts'
import { closeFor, type OpenEntry } from './summary-nesting.ts'
import type { WantedLine } from './summary-wanted.ts'

// How far entries are indented, and with which bullet new ones begin: as their neighbours do.

type Style = { indent: string; bullet: string }

/** How the old text nests: the depth of each entry, and by how much most of them are indented more than what they are below. */
export function nestingOf(lines: readonly SummaryLine[]): { depths: Map<number, number>; unit?: string } {
  const depths = new Map<number, number>()
  const units = new Map<string, number>()
  let open: OpenEntry<EntryLine>[] = []
  for (const [number, line] of lines.entries()) {
    if (line.kind === 'group' || line.kind === 'rule') open = []
    if (line.kind !== 'entry') continue
    closeFor(open, line.column)
    depths.set(number, open.length)
    const above = open.at(-1)?.entry.indent
    if (above !== undefined && line.indent.startsWith(above)) {
      const unit = line.indent.slice(above.length)
      units.set(unit, (units.get(unit) ?? 0) + 1)
    }
    open.push({ column: line.column, entry: line })
  }
  const [most] = [...units].sort((one, other) => other[1] - one[1])
  return { depths, ...(most && { unit: most[0] }) }
}

/** Hands out the indentation and bullet of one entry after another, as a reader of the result will nest them. */
export function styler(lines: readonly SummaryLine[], wanted: readonly WantedLine[]) {
  const { depths, unit } = nestingOf(lines)
  const models = modelsOf(lines, wanted, depths)
  const given = new Map<WantedLine, Style>()
  const lastBelow = new Map<WantedLine | undefined, Style>()
  const anyEntry = lines.find((line) => line.kind === 'entry')
  let open: OpenEntry<WantedLine>[] = []
  let last: Style | undefined

  function isRight(indent: string, { parent }: WantedLine): boolean {
    const column = columnOf(indent)
    return open.findLast((each) => each.column <= column - 2)?.entry === parent
  }

  function computed({ parent }: WantedLine): string {
    const above = parent && given.get(parent)
    if (!above) return ''
    return above.indent + (unit ?? ' '.repeat(Math.min(4, Math.max(2, above.bullet.length))))
  }

  function indentOf(one: WantedLine, isStaying: boolean): string {
    const old = one.line === undefined ? undefined : lines[one.line]
    const own = old?.kind === 'entry' && depths.get(one.line ?? -1) === one.depth ? [old.indent] : []
    const sibling = lastBelow.get(aboveOf(one)) ?? models.get(aboveOf(one))
    const like = sibling ? [sibling.indent] : []
    const choices = isStaying ? [...own, ...like] : [...like, ...own]
    const right = [...choices, computed(one)].find((indent) => isRight(indent, one))
    const above = one.parent && given.get(one.parent)
    return right ?? ' '.repeat(above ? columnOf(above.indent) + 2 : 0)
  }

  return {
    /** Behind a heading or a rule nothing is open. */
    begin() {
      open = []
    },
    next(one: WantedLine, isStaying: boolean): Style {
      const old = one.line === undefined ? undefined : lines[one.line]
      const above = one.parent && given.get(one.parent)
      const like = lastBelow.get(aboveOf(one)) ?? models.get(aboveOf(one)) ?? above ?? last ?? anyEntry
      const bullet = old?.kind === 'entry' ? old.bullet : ended(like?.bullet ?? '* ')
      const style = { indent: indentOf(one, isStaying), bullet }
      const column = columnOf(style.indent)
      closeFor(open, column)
      open.push({ column, entry: one })
      given.set(one, style)
      lastBelow.set(aboveOf(one), style)
      last = style
      return style
    },
  }
}

function ended(bullet: string): string {
  return /[ \t]$/.test(bullet) ? bullet : `${bullet} `
}

function aboveOf({ parent, group }: WantedLine): WantedLine | undefined {
  return parent ?? group
}

/** For each entry and each group one below it that was at this depth before. */
function modelsOf(lines: readonly SummaryLine[], wanted: readonly WantedLine[], depths: Map<number, number>) {
  const models = new Map<WantedLine | undefined, Style>()
  for (const one of wanted) {
    const old = lines[one.line ?? -1]
    const isModel = one.kind === 'entry' && old?.kind === 'entry' && depths.get(one.line ?? -1) === one.depth
    if (isModel && !models.has(aboveOf(one))) models.set(aboveOf(one), old)
  }
  return models
}
