import type { RepositoryProblem } from '../report/problems.ts'
import { headParts } from './head-parts.ts'

// Frontmatter that is none: it never ends, or something is before it. Readers see it as text.

const OPENING = /^\ufeff?([ \t\r\n]*)---[ \t]*\r?\n/
const KEY = /^([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]|$)/
/** Goes on with a value: a line below its key, or an item of a list. */
const MORE = /^(?:[ \t]+\S|- )/
const KNOWN =
  /^(?:title|description|icon|emoji|hidden|noIndex|noRobotsIndex|if|layout|vars|cover|coverY|coverHeight|metaLinks|tags)$/
/** Nobody writes more; a page is read through once. */
const MOST_LINES = 200

/** A rule that begins a page is no frontmatter: there a blank line follows, or text. */
export function lostFrontmatter(text: string): RepositoryProblem[] {
  const opening = OPENING.exec(text)
  if (!opening || headParts(text).frontmatter) return []
  const [whole, before = ''] = opening
  const lines = firstLines(text, whole.length)
  const end = lines.findIndex((line) => !KEY.test(line) && !MORE.test(line))
  const after = end < 0 ? '' : (lines[end] ?? '')
  const isClosed = /^---[ \t]*$/.test(after)
  const keys = lines.slice(0, end < 0 ? lines.length : end).flatMap((line) => KEY.exec(line)?.[1] ?? [])
  if (!areMeant(keys, after)) return []
  const line = before.split('\n').length
  if (isClosed) {
    const message = 'The frontmatter has to begin in the first line; here it is shown as text.'
    return [{ kind: 'misplaced-frontmatter', message, line }]
  }
  const message =
    'The frontmatter never ends: the closing `---` is missing, so it is shown as text. (Below a rule, leave a blank line.)'
  return [{ kind: 'unclosed-frontmatter', message, line }]
}

/** Text below a rule may begin like `Note: …` too: then it goes on, or it is one word with a capital. */
function areMeant(keys: string[], after: string): boolean {
  if (keys.some((key) => KNOWN.test(key))) return true
  const isEnd = /^\s*$|^#|^\.\.\.|^\s*-{2,}\s*$/.test(after)
  return isEnd && (keys.length > 1 || /^[a-z_]/.test(keys[0] ?? ''))
}

function firstLines(text: string, from: number): string[] {
  const lines: string[] = []
  for (let at = from; at < text.length && lines.length < MOST_LINES; ) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    lines.push(text.slice(at, end).replace(/\r$/, ''))
    at = end + 1
  }
  return lines
}
