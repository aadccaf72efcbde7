// mammoth passes over equations and over the numbers of lists. Both are written into the text before it reads a document,
// as runs with styles of ours, which come out as elements of our own.
import { Parser } from 'htmlparser2'
import { MATH } from '../html/math.ts'
import {
  attribute,
  type Element,
  element,
  elementsIn,
  isElement,
  removeElements,
  visit,
} from '../html/tree.ts'
import type { Counting, ListPosition } from './list-numbers.ts'
import { texOf } from './omml.ts'

const NUMBER = 'quire-number'

/** How mammoth is told of our runs. */
export const MARK_STYLES = [
  `r.QuireMath => ${MATH.block}:fresh`,
  `r.QuireFormula => ${MATH.inline}:fresh`,
  `r.QuireNumber => ${NUMBER}:fresh`,
]

type Edit = { from: number; to: number; text: string }

/** A part of a document with our runs in it: for each equation, and for items of lists from the second on. */
export function withMarks(source: string, count: Counting): string {
  if (!/<m:oMath|<w:numPr|<w:pStyle/.test(source)) return source
  const edits: Edit[] = []
  const places = placeReader()
  let math: { from: number; open: Element[] } | undefined
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (math) {
          const made = element(name, attributes)
          math.open.at(-1)?.children.push(made)
          math.open.push(made)
        } else if (name === 'm:oMathPara' || name === 'm:oMath')
          math = { from: parser.startIndex, open: [element(name)] }
        else places.open(name, attributes['w:val'])
      },
      ontext(text) {
        math?.open.at(-1)?.children.push(text)
      },
      onclosetag(name) {
        const to = parser.endIndex + 1
        if (!math) {
          const place = places.close(name)
          const number = place && count(place)
          if (number !== undefined && number !== 1)
            edits.push({ from: to, to, text: run('QuireNumber', String(number)) })
          return
        }
        const last = math.open.pop()
        if (math.open.length > 0 || !last) return
        edits.push({ from: math.from, to, text: formulaRuns(last) })
        math = undefined
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(source)
  return edited(source, edits)
}

/** Reads what paragraphs say of their places in lists. One may be inside another, in a box. */
function placeReader() {
  const open: string[] = []
  const places: ListPosition[] = []
  return {
    open(name: string, value: string | undefined) {
      if (name === 'w:p') places.push({})
      const place = places.at(-1)
      // Only right below: changes that are tracked hold what a paragraph said before.
      if (place && open.at(-1) === 'w:numPr' && open.at(-3) === 'w:p') {
        if (name === 'w:numId') place.numId = value
        if (name === 'w:ilvl') place.level = Number(value)
      } else if (place && name === 'w:pStyle' && open.at(-2) === 'w:p') place.style = value
      open.push(name)
    },
    /** The place, once all is said that a paragraph says of itself. */
    close(name: string): ListPosition | undefined {
      open.pop()
      if (name === 'w:p') places.pop()
      return name === 'w:pPr' && open.at(-1) === 'w:p' ? places.at(-1) : undefined
    },
  }
}

/** Those of a paragraph of their own stand apart. */
function formulaRuns(math: Element): string {
  const isAlone = math.name === 'm:oMathPara'
  const formulas = isAlone ? elementsIn(math.children).filter(({ name }) => name === 'm:oMath') : [math]
  return formulas
    .map(texOf)
    .filter((formula) => formula !== '')
    .map((formula) => run(isAlone ? 'QuireMath' : 'QuireFormula', formula))
    .join('')
}

function run(style: string, text: string) {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr><w:t xml:space="preserve">${safe}</w:t></w:r>`
}

function edited(source: string, edits: readonly Edit[]): string {
  let out = ''
  let at = 0
  for (const { from, to, text } of edits) {
    out += source.slice(at, from) + text
    at = to
  }
  return out + source.slice(at)
}

/** Lists begin with the number of their first item; the numbers themselves go. */
export function startLists(root: Element): undefined {
  visit(root, (list) => {
    if (list.name !== 'ol') return
    const [first] = elementsIn(list.children)
    const number = first?.children[0]
    if (isElement(number) && number.name === NUMBER && attribute(list, 'start') === undefined)
      list.attributes = { ...list.attributes, start: String(number.children[0] ?? 1) }
  })
  removeElements(root, ({ name }) => name === NUMBER)
}
