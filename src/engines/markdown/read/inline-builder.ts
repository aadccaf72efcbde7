import type { InlineNode, Mark, Text } from '../document.ts'
import { leaf, oneLine, sameMarks, text } from '../nodes.ts'

/** Collects inlines; neighbouring text with the same marks becomes one leaf. */
export class InlineBuilder {
  readonly nodes: InlineNode[] = []
  /** Where soft line breaks were, counted in characters of text. */
  readonly breaks: number[]
  length: number

  constructor(length = 0, breaks: number[] = []) {
    this.length = length
    this.breaks = breaks
  }

  addText(content: string, marks: Mark[]): void {
    if (content === '') return
    this.length += content.length
    const last = this.nodes.at(-1)
    if (last?.object !== 'text' || last.meta) {
      this.nodes.push(text(content, marks))
      return
    }
    const before = last.leaves.at(-1)
    if (before && sameMarks(before.marks, marks)) before.text += content
    else last.leaves.push(leaf(content, marks))
  }

  addBreak(marks: Mark[]): void {
    this.breaks.push(this.length)
    this.addText(' ', marks)
  }

  /** Source that means nothing here, to be written back as it is. */
  addVerbatim(source: string, marks: Mark[]): void {
    const content = oneLine(source)
    this.length += content.length
    this.nodes.push({ ...text(content, marks), meta: { markdown: source } })
  }

  add(node: InlineNode): void {
    this.nodes.push(node)
  }

  inside(): InlineBuilder {
    return new InlineBuilder(this.length, this.breaks)
  }

  /** There is always a text to put the cursor in. */
  done(): InlineNode[] {
    return this.nodes.length > 0 ? this.nodes : [emptyText()]
  }
}

function emptyText(): Text {
  return text('')
}
