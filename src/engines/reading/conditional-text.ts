// Conditions in a text, decided on the source before anything else reads it: what was cut out cannot be told by mistake.
// Tags count wherever they are written, in the middle of a line, a cell, a definition or a title. Only in code they do not.

import type { Block, Leaf } from '../markdown/document.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import {
  type ConditionTag,
  conditionTags,
  isCode as isCodeLeaf,
  mayHaveConditions,
} from '../markdown/read/condition-tags.ts'
import { type JoinedPart, joinedLines } from './joined-lines.ts'

/** A condition that cannot be read is written as `false`. */
export type IsMet = (expression: string) => boolean

/** The parts of a text in their order; `under` are the conditions of one, by their places in `expressions`. */
export type ConditionalText = { expressions: readonly string[]; parts: readonly Part[] }
type Part = JoinedPart & { under: readonly number[] }

/** What is under more conditions is for nobody. */
const MOST = 20
/** Code may cease to be code when text around it is cut. After so many readings, tags count in code too. */
const READINGS = 3

/** Undefined where there are no conditions outside of code. */
export function readConditions(text: string): ConditionalText | undefined {
  if (!mayHaveConditions(text)) return
  return partsOf(text, marksOutsideCode(text))
}

/** What is left of a text. In it, the parser finds no condition any more. */
export function decideConditions(conditional: ConditionalText, isMet: IsMet): string {
  let text = textOf(conditional, isMet)
  for (let reading = 1; mayHaveConditions(text); reading++) {
    const more = reading < READINGS ? readConditions(text) : partsOf(text, marksIn(text))
    if (!more) break
    text = textOf(more, isMet)
  }
  return text
}

/** The whole text where it has no conditions. */
export function decideText(text: string, isMet: IsMet): string {
  const conditional = readConditions(text)
  return conditional ? decideConditions(conditional, isMet) : text
}

function textOf({ expressions, parts }: ConditionalText, isMet: IsMet): string {
  const met = expressions.map(isMet)
  const isLeft = ({ under }: Part) => under.every((at) => met[at])
  return joinedLines(parts.map((part) => (isLeft(part) ? part : { ...part, isCut: true })))
}

/** A tag, or where a comment begins. */
type Mark = (ConditionTag | { name: 'comment'; to: number }) & { from: number }

function partsOf(text: string, marks: readonly Mark[]): ConditionalText | undefined {
  if (!marks.some(({ name }) => name === 'if')) return
  const expressions: string[] = []
  const parts: Part[] = []
  /** Those that are open, and how many of them were when the comment began. */
  const open: number[] = []
  let comment: { before: number; end: number } | undefined
  let at = 0
  const take = (to: number, isTagLine = false) => {
    const under = open.length > MOST ? [expressionAt('false')] : [...new Set(open)]
    parts.push({ text: text.slice(at, to), under, isTagLine })
    at = to
  }
  for (const mark of marks) {
    if (comment && mark.from >= comment.end) endComment()
    if (mark.name === 'comment') {
      const end = text.indexOf('-->', mark.to)
      if (!comment && end >= 0) comment = { before: open.length, end }
      continue
    }
    take(mark.from, isTagLine(text, mark))
    at = mark.to
    if (mark.name === 'if') open.push(expressionAt(mark.expression ?? 'false'))
    // What a comment says of conditions is said within it.
    else if (mark.name === 'endif' && open.length > (comment?.before ?? 0)) open.pop()
  }
  if (comment) endComment()
  take(text.length)
  return { expressions, parts }

  function endComment() {
    if (comment && open.length > comment.before) {
      take(comment.end)
      open.length = comment.before
    }
    comment = undefined
  }

  function expressionAt(expression: string): number {
    const known = expressions.indexOf(expression)
    return known >= 0 ? known : expressions.push(expression) - 1
  }
}

/** Whether a tag has its line to itself, or begins one that is an item or a row as a whole. */
function isTagLine(text: string, { from, to }: Mark): boolean {
  let begin = from
  while (/[ \t>]/.test(text[begin - 1] ?? '')) begin--
  if (begin > 0 && text[begin - 1] !== '\n') return false
  return /^[ \t]*(?:\r?\n|$|[-*+] |\d{1,9}[.)] |\|)/.test(text.slice(to, to + 100))
}

function marksIn(text: string): Mark[] {
  const tags: Mark[] = conditionTags(text)
  const comments = [...text.matchAll(/<!--/g)].map(({ index }): Mark => {
    return { name: 'comment', from: index, to: index + 4 }
  })
  return comments.length === 0 ? tags : [...tags, ...comments].sort((a, b) => a.from - b.from)
}

/** Without these signs and indents nothing is code. */
const MAY_BE_CODE = /`|~~~|^(?: {4}|.*\t)|[>*+\-.)] {5}|<(?:code|kbd|samp|var|pre)\b/im

/** Each mark gets its number written into it, and the parser tells which of them end up in code. */
function marksOutsideCode(text: string): Mark[] {
  const marks = marksIn(text)
  if (!MAY_BE_CODE.test(text)) return marks
  const coded = numbersIn(codeIn(parseMarkdown(numbered(text, marks), { hasKeys: false }).nodes))
  return marks.filter((_, number) => !coded.has(number))
}

/** Of private use: a text that has them itself gets other signs, to be read and not to be kept. */
const [BEFORE, BEHIND] = ['\ue0f0', '\ue0f1']
const OPENING = /^(?:<!--|\{%[-+~]?\s*[a-z]+)/i

function numbered(text: string, marks: readonly Mark[]): string {
  let [written, at] = ['', 0]
  for (const [number, { from }] of marks.entries()) {
    const [opening = ''] = OPENING.exec(text.slice(from, from + 200)) ?? []
    written += `${plain(text.slice(at, from))}${opening}${BEFORE}${number}${BEHIND}`
    at = from + opening.length
  }
  return written + plain(text.slice(at))
}

function plain(text: string): string {
  return text.replaceAll(BEFORE, '?').replaceAll(BEHIND, '?')
}

function numbersIn(code: string): Set<number> {
  return new Set([...code.matchAll(/\ue0f0(\d+)\ue0f1/g)].map(([, number]) => Number(number)))
}

/** Of footnotes that are called from code only the words that call them are code. */
function codeIn(blocks: readonly Block[]): string {
  let code = ''
  const visit = (value: unknown, isCode: boolean): void => {
    if (typeof value !== 'object' || value === null) return
    if (isLeaf(value)) code += isCode || isCodeLeaf(value) ? value.text : ''
    else if (Array.isArray(value)) for (const inner of value) visit(inner, isCode)
    else {
      const { type, nodes, leaves, ...rest } = value as { type?: string; nodes?: unknown; leaves?: unknown }
      visit([nodes, leaves], isCode || type === 'code-line')
      for (const inner of Object.values(rest)) visit(inner, false)
    }
  }
  visit(blocks, false)
  return code
}

function isLeaf(value: object): value is Leaf {
  return 'object' in value && value.object === 'leaf'
}
