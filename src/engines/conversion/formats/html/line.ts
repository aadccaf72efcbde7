// A line of text as it grows. Its text is kept in pieces and joined once: joined with each piece, and looked at as often,
// it would be copied as often.
import type { InlineNode, Mark } from '../../../markdown/document.ts'
import { sameMarks, text } from '../../../markdown/nodes.ts'

type Run = { pieces: string[]; marks: Mark[] }

export class InlineLine {
  /** Whether a blank would be the second in a row, or the first of the line. */
  isBlank: boolean
  /** It is the text of a link, which holds no other. */
  readonly isLink: boolean
  private readonly parts: (InlineNode | Run)[] = []

  constructor({ isBlank = true, isLink = false } = {}) {
    this.isBlank = isBlank
    this.isLink = isLink
  }

  addText(source: string, marks: Mark[]): void {
    const collapsed = source.replaceAll(/[ \t\r\n\f]+/g, ' ').replaceAll('\u200b', '')
    const isStart = this.isBlank && this.parts.length === 0
    const content = this.isBlank ? collapsed.replace(isStart ? /^[ \u00a0]+/ : /^ /, '') : collapsed
    if (content === '') return
    this.append(content, marks)
    this.isBlank = content.endsWith(' ')
  }

  addBreak(): void {
    this.trimEnd()
    if (this.parts.length === 0) return
    this.append('\n', [])
    this.isBlank = true
  }

  put(node: InlineNode): void {
    this.parts.push(node)
    this.isBlank = false
  }

  /** Takes blanks and breaks off the end; says whether there was a blank. */
  trimEnd(): boolean {
    let hadBlank = false
    for (;;) {
      const last = this.parts.at(-1)
      if (!last || !isRun(last)) return hadBlank
      const piece = last.pieces.pop() ?? ''
      const kept = withoutEnd(piece)
      hadBlank ||= kept !== piece
      if (kept !== '') {
        last.pieces.push(kept)
        return hadBlank
      }
      if (last.pieces.length === 0) this.parts.pop()
    }
  }

  nodes(): InlineNode[] {
    return this.parts.map((part) => (isRun(part) ? text(part.pieces.join(''), part.marks) : part))
  }

  private append(content: string, marks: Mark[]) {
    const last = this.parts.at(-1)
    if (last && isRun(last) && sameMarks(last.marks, marks)) last.pieces.push(content)
    else this.parts.push({ pieces: [content], marks })
  }
}

function isRun(part: InlineNode | Run): part is Run {
  return 'pieces' in part
}

/** By hand: an expression would look at every run of blanks from each of its signs. */
function withoutEnd(content: string) {
  let end = content.length
  while (end > 0 && ' \n\u00a0'.includes(content[end - 1] ?? '')) end--
  return content.slice(0, end)
}
