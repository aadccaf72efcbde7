import { isUtf8 } from 'node:buffer'
import { diffLines } from '../content/diff/diff-lines.ts'

export { isUtf8 }

const NEW_LINE = 0x0a

/**
 * The bytes of a text that was made from a file's. Where those are not UTF-8 the text lacks some of them, so lines that
 * are as they were keep their bytes.
 */
export function bytesOfText(text: string, source: Buffer | undefined): Buffer {
  if (!source || isUtf8(source)) return Buffer.from(text)
  const known = byteLines(source)
  const lines: Buffer[] = []
  let at = 0
  for (const hunk of diffLines(known.map(String), textLines(text))) {
    lines.push(...known.slice(at, hunk.from), ...hunk.lines.map((line) => Buffer.from(line)))
    at = hunk.to
  }
  return Buffer.concat([...lines, ...known.slice(at)])
}

/** Each with its end. No sign of UTF-8 holds the byte of a line's end, so lines of bytes are lines of text. */
function byteLines(source: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from < source.length; ) {
    const end = source.indexOf(NEW_LINE, from)
    const to = end < 0 ? source.length : end + 1
    lines.push(source.subarray(from, to))
    from = to
  }
  return lines
}

function textLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
