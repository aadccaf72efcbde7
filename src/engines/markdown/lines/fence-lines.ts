// Fences that share their lines with tags: `{% code %}```js`. They would not begin, or not end, and what follows them would
// be code.

import { CONTAINER, firstCharacter, looker } from '../engine/paired-lines.ts'
import { isText } from './line-indent.ts'
import type { SourceLine } from './source-line.ts'
import { splitLine, TAG, TAG_NAMES } from './split-line.ts'

const SHARED_FENCE = /%\}[ \t]*(?:`{3}|~{3})|(?:`{3}|~{3})[ \t]*\{%/
const FENCE_BEGIN = new RegExp(
  `^(\\{%[ \\t]*(${TAG_NAMES})(?![\\w./-])(?:(?!%\\}).)*%\\})[ \\t]*(\`{3,}[^\`]*|~{3,}.*)$`,
)
const FENCE_END = new RegExp(
  `^(?=(?:\`{3,}|~{3,})[ \\t]*(\\{%[ \\t]*end(${TAG_NAMES})[ \\t]*%\\}.*)$)(\`{3,}|~{3,})`,
)
/** Code, in an item of a list or in a quote. */
const INDENTED = /\S(?:[ \t]{5,}|[ \t]*\t)$/

/** May tell it of a text that has none, never the other way round. */
export function maySplitFences(text: string): boolean {
  return SHARED_FENCE.test(text)
}

export function withFenceLines(lines: readonly SourceLine[]): SourceLine[] {
  const lookAt = looker()
  const open = new Set<string>()
  return lines.flatMap((line, at) => {
    const prefix = CONTAINER.exec(line.text)?.[0] ?? ''
    const isFenced = lookAt(`${prefix}x`, 'x') === 'skip'
    const words = line.text.slice(prefix.length)
    const [, tag = '', name = '', fence = ''] = (isFenced ? FENCE_END : FENCE_BEGIN).exec(words) ?? []
    const isSplit = isFenced ? open.has(name) : fence !== '' && !INDENTED.test(prefix) && isText(lines, at)
    if (!isFenced) for (const { 1: end, 2: opened = '' } of words.matchAll(TAG)) if (!end) open.add(opened)
    const middle = prefix.length + (isFenced ? fence : tag).length
    const parts = isSplit ? splitLine(line, [middle]) : [line]
    for (const { text } of parts) lookAt(text, firstCharacter(text))
    return parts
  })
}
