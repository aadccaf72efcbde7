import type { Block, Code } from '../document.ts'

/** A block written anew, in the form its source has, where the writer by itself would choose another one. */
export function inFormOf(source: string, wanted: Block, written: string): string {
  switch (wanted.type) {
    case 'heading-1':
    case 'heading-2':
      return underlined(source, written)
    case 'paragraph':
      return withBlankBreaks(source, written)
    case 'code':
      return INDENT.test(source) ? indented(source, wanted, written) : fenced(source, written)
    default:
      return written
  }
}

const UNDERLINE = /[\r\n][ \t>]*(=+|-+)[ \t]*$/

/** Text with a line of `=` or `-` below it. */
function underlined(source: string, written: string): string {
  const line = UNDERLINE.exec(source)?.[1]
  const text = /^#{1,2} ([^\n]+)$/.exec(written)?.[1]
  return line && text ? `${text}\n${line}` : written
}

/** Two blanks for a line break, if the source has no other ones. */
function withBlankBreaks(source: string, written: string): string {
  if (!/ {2}[\r\n]/.test(source) || /\\[\r\n]/.test(source)) return written
  return written.replace(/(?<!\\)((?:\\\\)*)\\\n/g, '$1  \n')
}

const INDENT = /^(?: {4}|\t)/

function indented(source: string, wanted: Code, written: string): string {
  const lines = contentOf(written)
  const canBe = !wanted.data.syntax && lines?.[0]?.trim() && lines.at(-1)?.trim()
  const indent = INDENT.exec(source)?.[0] ?? ''
  return lines && canBe ? lines.map((line) => (line === '' ? '' : indent + line)).join('\n') : written
}

const FENCE = /^(?:`{3,}|~{3,})/

/** Any fence that none of the lines would end. */
function fenced(source: string, written: string): string {
  const fence = FENCE.exec(source.trimStart())?.[0]
  const lines = contentOf(written)
  const info = /^[^\n]*/.exec(written)?.[0].replace(FENCE, '') ?? ''
  if (!fence || !lines || (fence.startsWith('`') && info.includes('`'))) return written
  const isSafe = lines.every((line) => !line.trimStart().startsWith(fence))
  return isSafe ? [fence + info, ...lines, fence].join('\n') : written
}

/** The lines of code between fences; undefined for code that is written in another way. */
function contentOf(written: string): string[] | undefined {
  return FENCE.test(written) ? written.split('\n').slice(1, -1) : undefined
}
