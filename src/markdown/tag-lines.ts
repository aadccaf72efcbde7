// Tags of blocks that share their lines with text or with each other: `{% hint %} Words {% endhint %}`. In documents such
// lines are text or HTML, and stay as they are. Who reads a page sees the blocks: for that, each tag gets a line of its own.
import { groupBy } from '../content/groups.ts'
import { isText } from './admonitions.ts'
import { withoutComments } from './condition-tags.ts'
import { CONTAINER, firstCharacter, looker } from './lines.ts'

const NAMES = [
  ...['hint', 'tabs', 'tab', 'stepper', 'step', 'columns', 'column', 'content-ref', 'code', 'embed', 'file'],
  ...['updates', 'update', 'prompt', 'openapi', 'openapi-operation', 'openapi-schemas', 'openapi-webhook'],
].join('|')
const TAG = new RegExp(`(?<!\\\\)\\{%[ \\t]*(end)?(${NAMES})(?![\\w./-])(?:(?!\\{%|%\\})[^\\n])*%\\}`, 'g')
/** These are blocks although nothing closes them. */
const ALONE = new Set(['embed', 'file'])

const SHARED = /%\}[ \t]*\S|\S[ \t]*\{%/
const NAMED = new RegExp(`\\{%[ \\t]*(?:end)?(?:${NAMES})(?![\\w./-])`)

/** Lines that begin with more are not split: all that is made of one begins so too. */
const LONGEST_PREFIX = 200

/** Expandables, whose parts the parser wants on lines of their own as well. */
const DETAILS = /^<details(?:\s[^<>]*)?>(?:[ \t]*<summary>.*?<\/summary>)?/i
const SUMMARY = /^<summary>.*?<\/summary>/i
const DETAILS_END = /<\/details>[ \t]*$/i
const SHARED_DETAILS = /<\/summary>[ \t]*\S|\S[ \t]*<\/details>/i

/** May tell it of a text that has none, never the other way round. */
export function maySplitTags(text: string): boolean {
  return hasSharedTags(text) || hasSharedDetails(text)
}

function hasSharedTags(text: string): boolean {
  return text.includes('{%') && SHARED.test(text) && NAMED.test(text)
}

function hasSharedDetails(text: string): boolean {
  return /<details[\s>]/i.test(text) && SHARED_DETAILS.test(text)
}

export function withTagLines(source: string): string {
  const text = hasSharedDetails(source) ? withDetailsLines(source) : source
  if (!hasSharedTags(text)) return text
  const lines = text.split('\n')
  const tags = tagsIn(lines)
  return lines.flatMap((line, at) => split(line, tags.get(at) ?? [])).join('\n')
}

/** `<details><summary>A</summary>Words</details>` would be HTML to the end; who wrote it meant Markdown. */
function withDetailsLines(text: string): string {
  const lines = text.split('\n')
  const searched = searchedLines(lines)
  let open = 0
  const split = lines.flatMap((line, at) => {
    const from = (CONTAINER.exec(line)?.[0] ?? '').length
    const words = (searched[at] ?? '').slice(from)
    const begin = DETAILS.exec(words)
    if (begin) open++
    if (open === 0) return [line]
    const to = from + (begin ?? SUMMARY.exec(words) ?? [''])[0].length
    const end = DETAILS_END.exec(words)
    if (end) open--
    const last = end ? from + end.index : line.length
    return inLines(line, [line.slice(from, to), line.slice(to, last), line.slice(last)])
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
  searchedLines(lines).forEach((searched, line) => {
    if (!searched.includes('{%') || !mayHoldBlocks(searched)) return
    for (const { 0: whole, 1: end, 2: name = '', index: from } of searched.matchAll(TAG)) {
      const tag = { line, from, to: from + whole.length, name }
      found.push(tag)
      if (ALONE.has(name)) paired.add(tag)
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

/** The cells of a table, and elements of HTML, hold none. */
function mayHoldBlocks(line: string): boolean {
  return firstCharacter(line) !== '<' && !line.replace(TAG, '').includes('|')
}

function split(line: string, tags: readonly Tag[]): string[] {
  const prefix = CONTAINER.exec(line)?.[0] ?? ''
  if (tags.length === 0) return [line]
  const pieces: string[] = []
  let at = prefix.length
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
  return kept.map((piece, number) => (number === 0 ? prefix : below) + piece)
}

/** With blanks for code and comments: nothing in them is a tag. */
function searchedLines(lines: readonly string[]): string[] {
  const lookAt = looker()
  const texts = lines.map((line, at) => {
    if (lookAt(line, firstCharacter(line)) === 'skip' || !isText(lines, at)) return ''
    return line
  })
  return withoutComments(withoutCodeSpans(texts.join('\n'))).split('\n')
}

/** Code in a line may go on in the next one, but not beyond a blank line. */
function withoutCodeSpans(text: string): string {
  if (!text.includes('`')) return text
  return text
    .split(/(\n[ \t]*(?=\n))/)
    .map(withoutSpansOfOne)
    .join('')
}

function withoutSpansOfOne(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  const lastOf = new Map(runs.map(({ length }, number) => [length, number]))
  let [kept, from] = ['', 0]
  for (let number = 0; number < runs.length; number++) {
    const { length, index } = runs[number] ?? { length: 0, index: 0 }
    if (text[index - 1] === '\\' || (lastOf.get(length) ?? 0) <= number) continue
    do number++
    while (runs[number]?.length !== length)
    const end = (runs[number]?.index ?? 0) + length
    kept += text.slice(from, index) + text.slice(index, end).replace(/[^\n]/g, ' ')
    from = end
  }
  return kept + text.slice(from)
}
