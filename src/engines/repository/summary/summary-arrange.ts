import type { SummaryLine } from './summary-lines.ts'
import { stayingLines, type WantedLine } from './summary-wanted.ts'

// In which order the lines of a changed table of contents stand. Lines are named by their numbers in the old text.

/** A wanted line with the old line it is made of, an old line that is only kept, or an added blank line. */
export type Arranged = { wanted: WantedLine } | { kept: number } | 'blank'

/** What follows a line that stays, up to the next one: old lines that are kept, and lines that come here. */
type Stretch = { anchor?: WantedLine; free: number[]; incoming: WantedLine[] }

export function arrange(lines: readonly SummaryLine[], wanted: readonly WantedLine[]): Arranged[] {
  const bonds = bondsOf(lines)
  const out: Arranged[] = []
  const isBlankAt = (at: number) => {
    const item = out.at(at)
    return item === 'blank' || (item !== undefined && 'kept' in item && lines[item.kept]?.kind === 'blank')
  }
  const ensureBlank = () => {
    if (out.length > 0 && !isBlankAt(-1)) out.push('blank')
  }
  const keep = (numbers: readonly number[]) => {
    for (const kept of numbers) out.push({ kept })
  }
  const emit = (one: WantedLine) => {
    const { before, after } = (one.isCopy ? undefined : bonds.get(one.line ?? -1)) ?? NO_BONDS
    keep(before)
    out.push({ wanted: one })
    keep(after)
  }
  const stretches = stretchesOf(lines, wanted, bonds)
  for (const [index, { anchor, free, incoming }] of stretches.entries()) {
    const next = stretches[index + 1]?.anchor
    const firstGroup = incoming.findIndex(({ kind }) => kind === 'group')
    const entries = firstGroup < 0 ? incoming : incoming.slice(0, firstGroup)
    const groups = firstGroup < 0 ? [] : incoming.slice(firstGroup)
    if (anchor) emit(anchor)
    if (anchor?.kind === 'entry') {
      for (const one of entries) emit(one)
      keep(free)
    } else {
      const isBeforeEntry = next?.kind === 'entry' && groups.length === 0
      // Below a heading, the blank line first; at the top, and before other entries, all that is there.
      const first =
        anchor && !isBeforeEntry ? free.slice(0, lines[free[0] ?? -1]?.kind === 'blank' ? 1 : 0) : free
      keep(entries.length > 0 ? first : free)
      if (entries.length > 0 && !isBeforeEntry) ensureBlank()
      for (const one of entries) emit(one)
      const rest = entries.length > 0 ? free.slice(first.length) : []
      if (rest.length > 0 && lines[rest[0] ?? -1]?.kind !== 'blank') ensureBlank()
      keep(rest)
    }
    for (const [at, one] of groups.entries()) {
      if (one.kind === 'group') ensureBlank()
      emit(one)
      const isFollowed = (groups[at + 1] ?? next)?.kind === 'entry'
      if (one.kind === 'group' && isFollowed) out.push('blank')
    }
    const isLoose = groups.length > 0 || (entries.length > 0 && anchor?.kind !== 'entry')
    if (isLoose && next?.kind === 'group') ensureBlank()
  }
  return withRulesBetween(out, lines)
}

type Bonds = { before: number[]; after: number[] }
const NO_BONDS: Bonds = { before: [], after: [] }

/** Comments right above a line and text right below it go where it goes. */
function bondsOf(lines: readonly SummaryLine[]): Map<number, Bonds> {
  const bonds = new Map<number, Bonds>()
  let above: number[] = []
  let below: number[] | undefined
  for (const [number, { kind }] of lines.entries()) {
    if (kind === 'entry' || kind === 'group') {
      below = []
      bonds.set(number, { before: above, after: below })
      above = []
    } else if ((kind === 'text' || kind === 'tail') && below && above.length === 0) {
      below.push(number)
    } else {
      below = undefined
      if (kind === 'comment') above.push(number)
      else above = []
    }
  }
  return bonds
}

function stretchesOf(
  lines: readonly SummaryLine[],
  wanted: readonly WantedLine[],
  bonds: Map<number, Bonds>,
): Stretch[] {
  const staying = stayingLines(wanted)
  const stays = new Map([...staying].map((one) => [one.line, one]))
  const moved = new Set(
    wanted.filter((one) => one.line !== undefined && !staying.has(one)).map(({ line }) => line),
  )
  const bound = new Set<number>()
  for (const [number, { before, after }] of bonds)
    if (stays.has(number) || moved.has(number)) for (const one of [...before, ...after]) bound.add(one)

  let last: Stretch = { free: [], incoming: [] }
  const stretches = [last]
  let isGroupGone = false
  for (const [number, { kind }] of lines.entries()) {
    const anchor = stays.get(number)
    if (anchor) {
      last = { anchor, free: [], incoming: [] }
      stretches.push(last)
      isGroupGone = false
    } else if (kind === 'group') {
      isGroupGone = true
    } else if (kind !== 'entry' && kind !== 'tail' && !bound.has(number)) {
      // The blank lines around a heading that is gone become one gap.
      const above = last.free.at(-1)
      const isGap = above === undefined ? !last.anchor : lines[above]?.kind === 'blank'
      if (!(isGroupGone && kind === 'blank' && isGap)) last.free.push(number)
    }
  }
  let at = 0
  for (const one of wanted) {
    if (staying.has(one)) at++
    else stretches[at]?.incoming.push(one)
  }
  return stretches
}

/** A rule ends the list, so it waits until the next entry at the top. */
function withRulesBetween(items: Arranged[], lines: readonly SummaryLine[]): Arranged[] {
  const isNested: boolean[] = []
  let isNext = false
  for (let at = items.length - 1; at >= 0; at--) {
    isNested[at] = isNext
    const item = items[at]
    if (item && item !== 'blank' && 'wanted' in item) isNext = item.wanted.depth > 0
  }
  const out: Arranged[] = []
  let waiting: Arranged[] = []
  for (const [at, item] of items.entries()) {
    const isRule = item !== 'blank' && 'kept' in item && lines[item.kept]?.kind === 'rule'
    if (isRule && isNested[at]) {
      waiting.push(item)
      continue
    }
    const isTop = item !== 'blank' && 'wanted' in item && item.wanted.depth === 0
    if (isTop && waiting.length > 0) {
      for (const rule of waiting) out.push(rule)
      waiting = []
    }
    out.push(item)
  }
  for (const rule of waiting) out.push(rule)
  return out
}
