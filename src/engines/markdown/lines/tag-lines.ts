// Tags of blocks that share their lines with text or with each other: `{% hint %} Words {% endhint %}`. Each of them is read
// as a line of its own.
import { groupBy } from '../../content/groups.ts'
import { firstCharacter } from '../engine/paired-lines.ts'
import { type SourceLine, textOf } from './source-line.ts'
import { splitLine, TAG, TAG_NAMES } from './split-line.ts'
import { type TextRange, textRanges, withoutCode } from './text-ranges.ts'

/** These are blocks although nothing closes them, and none without what they show. */
const ALONE = new Map([
  ['embed', /\surl\s*=/],
  ['file', /\ssrc\s*=/],
])

const SHARED = /%\}[ \t]*\S|\S[ \t]*\{%/
const NAMED = new RegExp(`\\{%[ \\t]*(?:end)?(?:${TAG_NAMES})(?![\\w./-])`)

/** May tell it of a text that has none, never the other way round. */
export function maySplitTags(text: string): boolean {
  return text.includes('{%') && SHARED.test(text) && NAMED.test(text)
}

export function withTagLines(lines: readonly SourceLine[]): SourceLine[] {
  const tags = tagsIn(lines)
  return lines.flatMap((line, at) => {
    const places = tags.get(at)?.flatMap(({ from, to }) => [from, to]) ?? []
    return places.length === 0 ? [line] : splitLine(line, places)
  })
}

type SharedTag = { line: number; from: number; to: number; name: string }

/** By their lines. One that is not closed, or closes nothing, may as well be words about tags. */
function tagsIn(lines: readonly SourceLine[]): Map<number, SharedTag[]> {
  const found: SharedTag[] = []
  const paired = new Set<SharedTag>()
  const open: SharedTag[] = []
  const waiting = new Map<string, number>()
  searchedLines(lines).forEach((searched, line) => {
    if (!searched.includes('{%') || firstCharacter(searched) === '|') return
    for (const { 0: whole, 1: end, 2: name = '', index: from } of searched.matchAll(TAG)) {
      const needed = end === undefined ? ALONE.get(name) : undefined
      if (needed && !needed.test(whole)) continue
      const tag = { line, from, to: from + whole.length, name }
      found.push(tag)
      if (needed) paired.add(tag)
      if (end === undefined) {
        open.push(tag)
        waiting.set(name, (waiting.get(name) ?? 0) + 1)
        continue
      }
      if (!waiting.get(name)) continue
      for (let last = open.pop(); last; last = open.pop()) {
        waiting.set(last.name, (waiting.get(last.name) ?? 1) - 1)
        if (last.name !== name) continue
        paired.add(last).add(tag)
        break
      }
    }
  })
  return groupBy(
    found.filter((tag) => paired.has(tag)),
    ({ line }) => line,
  )
}

/** The lines of paragraphs, without code; others are empty. */
function searchedLines(lines: readonly SourceLine[]): string[] {
  const searched = lines.map(() => '')
  const isText = ({ isHtml }: TextRange) => !isHtml
  for (const { from, to } of textRanges(textOf(lines)).filter(isText)) {
    const text = textOf(lines.slice(from, to))
    for (const [at, line] of withoutCode(text).split('\n').entries()) searched[from + at] = line
  }
  return searched
}
