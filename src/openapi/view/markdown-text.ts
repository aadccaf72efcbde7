// Texts of strangers within Markdown of ours: nothing in them may end what they stand in, or begin something else.
import { clipText } from '../parts/guards.ts'

const LONGEST_PROSE = 10_000

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

/** CommonMark as it was written, but without headings, so that it stays within its section, and without tags of ours. */
export function plainProse(text: string | undefined): string {
  const lines = clipText(text ?? '', LONGEST_PROSE).split(/\r?\n/)
  let fence = ''
  const kept = lines.map((line) => {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = ''
      return line
    }
    fence = mark
    if (/^ {0,3}(=+|-+)\s*$/.test(line)) return ''
    const [, title] = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(line) ?? []
    return title ? `**${title}**` : line
  })
  if (fence !== '') kept.push(fence)
  return withoutTags(kept.join('\n')).trim()
}

function withoutTags(text: string): string {
  return text.replaceAll('{%', '{ %').replaceAll('{{', '{ {')
}
