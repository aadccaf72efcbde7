// Texts of strangers within Markdown of ours: nothing in them may end what they are in, or begin something else.
import { clipText } from '../parts/guards.ts'

export const LONGEST_PROSE = 10_000

export function code(text: string): string {
  const plain = inOneLine(text)
  if (plain === '') return ''
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length))
  const ticks = '`'.repeat(longest + 1)
  const edge = longest > 0 ? ' ' : ''
  return `${ticks}${edge}${withoutTags(plain)}${edge}${ticks}`
}

export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

export function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Prose in one line, where it can begin nothing. */
export function lineOfProse(text: string | undefined): string {
  return inOneLine(withoutTags(clipText(text ?? '', LONGEST_PROSE)))
}

/** Tags of ours are text there. */
export function withoutTags(text: string): string {
  return text.replaceAll('{%', '{ %').replaceAll('{{', '{ {')
}
