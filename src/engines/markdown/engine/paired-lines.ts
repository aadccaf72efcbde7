// One pass over the lines before parsing, which pairs opening and closing tags. A search for the closing tag at each
// opening one would be quadratic: 8,000 tags never closed took seven seconds.

export type TagLine = { name: string; rest: string }

const TAG_LINE = /^\{%\s*(@?[A-Za-z][\w./-]*)((?:\s[^\n]*)?)%\}\s*$/
/** What may be before a block on its line. */
export const CONTAINER = /^(?:[ \t]|>|[*+-][ \t]+|\d{1,9}[.)][ \t]+)*/
/** Lines that begin with more are not split: all that is made of one begins so too. */
export const LONGEST_PREFIX = 200
const PAIRED_ELEMENT = /<(\/?)(details|div|table|figure|pre|picture)(?=[\s>/])/gi

/** The tag a line consists of, if it is one. */
export function tagLine(line: string): TagLine | undefined {
  if (!line.startsWith('{%')) return undefined
  const match = TAG_LINE.exec(line)
  if (!match) return undefined
  const rest = (match[2] ?? '').trim()
  // Two tags on one line are text.
  if (rest.includes('%}') || rest.includes('{%')) return undefined
  return { name: match[1] ?? '', rest }
}

type Opened = { name: string; line: number; isFirst: boolean; holdsItsLike: boolean }

/** The line that closes what another one opens, and whether one of the same name is opened between them. */
export type LinePair = { close: number; holdsItsLike: boolean }

/** What closes what the given line opens; a line that opens an element may close it itself. */
export function pairLines(lines: readonly string[]): Map<number, LinePair> {
  const pairs = new Map<number, LinePair>()
  const open: Opened[] = []
  const byName = new Map<string, Opened[]>()
  const lookAt = looker()
  lines.forEach((line, number) => {
    const first = firstCharacter(line)
    const look = lookAt(line, first)
    if (look === 'skip' || (look === 'scan' && first !== '{' && first !== '<')) return
    for (const { name, isClosing, isFirst } of marksOf(line.replace(CONTAINER, ''))) {
      if (look === 'ending' && !isClosing) continue
      if (!isClosing) {
        const opened = { name, line: number, isFirst, holdsItsLike: false }
        const alike = byName.get(name) ?? []
        const around = alike.at(-1)
        if (around) around.holdsItsLike = true
        byName.set(name, alike)
        alike.push(opened)
        open.push(opened)
      } else if (byName.get(name)?.length) {
        const closed = closeUpTo(name, open, byName)
        if (closed?.isFirst) pairs.set(closed.line, { close: number, holdsItsLike: closed.holdsItsLike })
      }
    }
  })
  return pairs
}

function closeUpTo(name: string, open: Opened[], byName: Map<string, Opened[]>): Opened | undefined {
  for (let last = open.pop(); last; last = open.pop()) {
    byName.get(last.name)?.pop()
    if (last.name === name) return last
  }
  return undefined
}

export function firstCharacter(line: string): string {
  const match = CONTAINER.exec(line)
  return line.charAt(match ? match[0].length : 0)
}

type LineMark = { name: string; isClosing: boolean; isFirst: boolean }

function marksOf(body: string): LineMark[] {
  if (body.startsWith('{')) {
    const tag = tagLine(body)
    if (!tag) return []
    const isClosing = tag.name.startsWith('end') && tag.rest === ''
    return [{ name: `%${isClosing ? tag.name.slice(3) : tag.name}`, isClosing, isFirst: true }]
  }
  const marks: LineMark[] = []
  for (const match of body.matchAll(PAIRED_ELEMENT)) {
    marks.push({
      name: (match[2] ?? '').toLowerCase(),
      isClosing: match[1] === '/',
      isFirst: match.index === 0,
    })
  }
  return marks
}

/** Remembers being inside a fence, a comment or preformatted text, where nothing is a tag. */
export function looker(): (line: string, first: string) => 'skip' | 'scan' | 'ending' {
  let fence: Fence | undefined
  let until: string | undefined
  return (line, first) => {
    if (until) {
      if (!line.includes(until)) return 'skip'
      until = undefined
      // The line that ends preformatted text also closes its element.
      return 'ending'
    }
    if (fence) {
      const hasLeft = fence.depth > quoteDepth(line) || (line.trim() !== '' && indentOf(line) < fence.indent)
      if (!hasLeft && !endsFence(line, fence)) return 'skip'
      fence = undefined
      if (!hasLeft) return 'skip'
    }
    if (first === '`' || first === '~') {
      fence = beginsFence(line)
      return fence ? 'skip' : 'scan'
    }
    if (first === '<') until = endOfRaw(line)
    return 'scan'
  }
}

function endOfRaw(line: string): string | undefined {
  const body = line.replace(CONTAINER, '')
  if (body.startsWith('<!--')) return body.includes('-->', 4) ? undefined : '-->'
  if (/^<pre[\s>]/i.test(body)) return body.includes('</pre>') ? undefined : '</pre>'
  return undefined
}

function quoteDepth(line: string): number {
  const prefix = CONTAINER.exec(line)?.[0] ?? ''
  return prefix.split('>').length - 1
}

/** A fence ends with the quote or the list item it is in: `depth` and `indent` tell when a line is outside. */
type Fence = { mark: string; length: number; depth: number; indent: number }

function indentOf(line: string): number {
  const blanks = /^[ \t]*/.exec(line)?.[0] ?? ''
  return blanks.includes('\t') ? Number.POSITIVE_INFINITY : blanks.length
}

function beginsFence(line: string): Fence | undefined {
  const match = /^(`{3,}|~{3,})(.*)$/.exec(line.replace(CONTAINER, ''))
  const mark = match?.[1]?.charAt(0)
  if (!match || !mark || (mark === '`' && match[2]?.includes('`'))) return undefined
  const before = CONTAINER.exec(line)?.[0] ?? ''
  const isAfterMarker = /[*+.)-]/.test(before) && !before.includes('>')
  const indent = isAfterMarker ? before.length : 0
  return { mark, length: match[1]?.length ?? 3, depth: quoteDepth(line), indent }
}

function endsFence(line: string, fence: { mark: string; length: number }): boolean {
  const body = line.replace(/^[\s>]*/, '').trimEnd()
  return body.length >= fence.length && body === fence.mark.repeat(body.length)
}
