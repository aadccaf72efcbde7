// The lines of a text that are words or HTML, as the parser reads them: no code, no cells, no formulas. Only the parser
// knows how far a line is indented in its lists and quotes.

import { type TokenNode, tokenTree } from '../engine/engine.ts'
import { ParseState } from '../engine/parse-state.ts'
import { blank, withoutComments } from '../read/condition-tags.ts'

/** Lines that belong together: a paragraph, a heading, a block of HTML, or a tag alone on its line. */
export type TextRange = { from: number; to: number; isHtml: boolean }

const WHOLE = new Set(['paragraph_open', 'heading_open', 'html_block'])

export function textRanges(text: string): TextRange[] {
  const found: TextRange[] = []
  const visit = ({ token: { type, map }, children }: TokenNode) => {
    const [from, to] = map ?? [0, 0]
    const isTag = type === 'tag' || type === 'tag_open'
    if (isTag) found.push({ from, to: from + 1, isHtml: false })
    if (WHOLE.has(type)) found.push({ from, to, isHtml: type === 'html_block' })
    else for (const child of children) visit(child)
    if (isTag && to > from + 1) found.push({ from: to - 1, to, isHtml: false })
  }
  for (const node of tokenTree(new ParseState(text))) visit(node)
  return found
}

/** With blanks for code and comments, and with as many signs: nothing in them is a tag. */
export function withoutCode(text: string): string {
  return withoutComments(withoutCodeElements(withoutCodeSpans(text)))
}

function withoutCodeSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  const lastOf = new Map(runs.map(({ length }, number) => [length, number]))
  let [kept, from] = ['', 0]
  for (let number = 0; number < runs.length; number++) {
    const { length, index } = runs[number] ?? { length: 0, index: 0 }
    if (text[index - 1] === '\\' || (lastOf.get(length) ?? 0) <= number) continue
    do number++
    while (runs[number]?.length !== length)
    const end = (runs[number]?.index ?? 0) + length
    kept += text.slice(from, index) + blank(text.slice(index, end))
    from = end
  }
  return kept + text.slice(from)
}

const CODE_ELEMENT = /<(\/?)(code|kbd|samp|var|pre)(?=[\s>])[^<>]*>/gi

function withoutCodeElements(text: string): string {
  const marks = [...text.matchAll(CODE_ELEMENT)].map(({ 0: whole, 1: end, 2: name = '', index }) => ({
    name: name.toLowerCase(),
    isEnd: end !== '',
    from: index,
    to: index + whole.length,
  }))
  const lastEnds = new Map(marks.filter(({ isEnd }) => isEnd).map(({ name, to }) => [name, to]))
  let [kept, from] = ['', 0]
  let open: (typeof marks)[number] | undefined
  for (const mark of marks) {
    if (!open && !mark.isEnd && (lastEnds.get(mark.name) ?? 0) > mark.to) open = mark
    if (!open || !mark.isEnd || mark.name !== open.name) continue
    kept += text.slice(from, open.from) + blank(text.slice(open.from, mark.to))
    from = mark.to
    open = undefined
  }
  return kept + text.slice(from)
}
