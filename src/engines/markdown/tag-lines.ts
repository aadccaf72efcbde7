// Tags of blocks that share their lines with text or with each other: `{% hint %} Words {% endhint %}`. In documents such
// lines are text or HTML, and stay as they are. Who reads a page sees the blocks: for that, each tag gets a line of its own.
import { groupBy } from '../content/groups.ts'
import { isText } from './admonitions.ts'
import { maySplitDetails, withDetailsLines } from './details-lines.ts'
import { CONTAINER, firstCharacter, LONGEST_PREFIX, looker } from './lines.ts'
import { type Stretch, stretchesOf, withoutCode } from './stretches.ts'

const NAMES = [
  ...['hint', 'tabs', 'tab', 'stepper', 'step', 'columns', 'column', 'content-ref', 'code', 'embed', 'file'],
  ...['updates', 'update', 'prompt', 'openapi', 'openapi-operation', 'openapi-schemas', 'openapi-webhook'],
].join('|')
const TAG = new RegExp(`(?<!\\\\)\\{%[ \\t]*(end)?(${NAMES})(?![\\w./-])(?:(?!\\{%|%\\})[^\\n])*%\\}`, 'g')
/** These are blocks although nothing closes them, and none without what they show. */
const ALONE = new Map([
  ['embed', /\surl\s*=/],
  ['file', /\ssrc\s*=/],
])

const SHARED = /%\}[ \t]*\S|\S[ \t]*\{%/
const NAMED = new RegExp(`\\{%[ \\t]*(?:end)?(?:${NAMES})(?![\\w./-])`)

const SHARED_FENCE = /%\}[ \t]*(?:`{3}|~{3})|(?:`{3}|~{3})[ \t]*\{%/
const FENCE_BEGIN = new RegExp(
  `^(\\{%[ \\t]*(${NAMES})(?![\\w./-])(?:(?!%\\}).)*%\\})[ \\t]*(\`{3,}[^\`]*|~{3,}.*)$`,
)
const FENCE_END = new RegExp(
  `^(?=(?:\`{3,}|~{3,})[ \\t]*(\\{%[ \\t]*end(${NAMES})[ \\t]*%\\}.*)$)(\`{3,}|~{3,})`,
)
/** Code, in an item of a list or in a quote. */
const INDENTED = /\S(?:[ \t]{5,}|[ \t]*\t)$/

/** May tell it of a text that has none, never the other way round. */
export function maySplitTags(text: string): boolean {
  return hasSharedTags(text) || maySplitDetails(text) || SHARED_FENCE.test(text)
}

function hasSharedTags(text: string): boolean {
  return text.includes('{%') && SHARED.test(text) && NAMED.test(text)
}

export function withTagLines(source: string): string {
  const text = withDetailsLines(withFenceLines(source))
  if (!hasSharedTags(text)) return text
  const lines = text.split('\n')
  const tags = tagsIn(lines)
  return lines.flatMap((line, at) => split(line, tags.get(at) ?? [])).join('\n')
}

/** Fences that stand on the line of a tag would not begin, or not end: what follows them would be code. */
function withFenceLines(text: string): string {
  if (!SHARED_FENCE.test(text)) return text
  const lines = text.split('\n')
  const lookAt = looker()
  const open = new Set<string>()
  const split = lines.flatMap((line, at) => {
    const prefix = CONTAINER.exec(line)?.[0] ?? ''
    const isFenced = lookAt(`${prefix}x`, 'x') === 'skip'
    const words = line.slice(prefix.length)
    const [, tag = '', name = '', fence = ''] = (isFenced ? FENCE_END : FENCE_BEGIN).exec(words) ?? []
    const isSplit = isFenced ? open.has(name) : fence !== '' && !INDENTED.test(prefix) && isText(lines, at)
    if (!isFenced) for (const { 1: end, 2: opened = '' } of words.matchAll(TAG)) if (!end) open.add(opened)
    const [first, second] = isFenced ? [fence, tag] : [tag, fence]
    const parts = isSplit ? inLines(line, [first, second]) : [line]
    for (const part of parts) lookAt(part, firstCharacter(part))
    return parts
  })
  return split.join('\n')
}

type Tag = { line: number; from: number; to: number; name: string }

/** By their lines. One that is not closed, or closes nothing, may as well be words about tags. */
function tagsIn(lines: readonly string[]): Map<number, Tag[]> {
  const found: Tag[] = []
  const paired = new Set<Tag>()
  const open: Tag[] = []
  const waiting = new Map<string, number>()
  const paragraphs = stretchesOf(lines.join('\n')).filter(({ isHtml }) => !isHtml)
  searchedLines(lines, paragraphs).forEach((searched, line) => {
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
  const blocks = found.filter((tag) => paired.has(tag))
  return groupBy(blocks, ({ line }) => line)
}

/** The lines of these stretches, without code; others are empty. */
function searchedLines(lines: readonly string[], stretches: readonly Stretch[]): string[] {
  const searched = lines.map(() => '')
  for (const { from, to } of stretches) {
    const text = lines.slice(from, to).join('\n')
    for (const [at, line] of withoutCode(text).split('\n').entries()) searched[from + at] = line
  }
  return searched
}

function split(line: string, tags: readonly Tag[]): string[] {
  if (tags.length === 0) return [line]
  const pieces: string[] = []
  let at = (CONTAINER.exec(line)?.[0] ?? '').length
  for (const { from, to } of tags) {
    pieces.push(line.slice(at, from), line.slice(from, to))
    at = to
  }
  return inLines(line, [...pieces, line.slice(at)])
}

/** The pieces of a line below each other, all in the container that the line stands in. */
function inLines(line: string, pieces: readonly string[]): string[] {
  const prefix = CONTAINER.exec(line)?.[0] ?? ''
  const kept = pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
  if (kept.length < 2 || prefix.length > LONGEST_PREFIX) return [line]
  const below = prefix.replace(/[^\s>]/g, ' ')
  // Two blanks at the end of a line break it.
  const lineBreak = line.endsWith('  ') ? '  ' : ''
  return kept.map((piece, number) => {
    const end = number === kept.length - 1 ? lineBreak : ''
    return (number === 0 ? prefix : below) + piece + end
  })
}
