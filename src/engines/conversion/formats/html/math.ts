// Formulas: what a page draws in many boxes still has its source somewhere.
import {
  attribute,
  type Element,
  element,
  findElement,
  hasClass,
  type Node,
  replaceElements,
  textOf,
} from './tree.ts'

/** The elements that stand for formulas from here on. Their text is the formula. */
export const MATH = { block: 'quire-math', inline: 'quire-formula' }

/** Puts formulas in the place of what draws them. */
export function findFormulas(root: Element) {
  replaceElements(root, (node) => formulaIn(node))
}

function formulaIn(node: Element): Node[] | undefined {
  if (node.name === 'script') return fromScript(node)
  if (hasClass(node, 'MathJax', 'MathJax_Display', 'MathJax_Preview', 'MathJax_SVG') && !hasFormula(node))
    return []
  if (hasClass(node, 'katex-display') || (node.name === 'figure' && hasClass(node, 'equation')))
    return asBlock(node)
  if (hasClass(node, 'katex', 'katex-mathml') || node.name === 'math' || hasClass(node, 'mwe-math-element'))
    return fromAnnotation(node)
  if (node.name === 'img' && hasClass(node, 'tex', 'latex', 'mwe-math-fallback-image-inline'))
    return made(attribute(node, 'alt') ?? '', false)
}

/** MathJax keeps the source in scripts, beside what it drew. */
function fromScript(node: Element) {
  const type = attribute(node, 'type') ?? ''
  return type.startsWith('math/tex') ? made(textOf(node), type.includes('mode=display')) : undefined
}

function fromAnnotation(node: Element) {
  const known = findElement(node, ({ name }) => name === MATH.inline || name === MATH.block)
  if (known) return [known]
  const note = findElement(
    node,
    (child) => child.name === 'annotation' && (attribute(child, 'encoding') ?? '').includes('tex'),
  )
  const source = note ? textOf(note) : attribute(node, 'alttext')
  return source === undefined ? undefined : made(source, attribute(node, 'display') === 'block')
}

/** What is inside was replaced before: it only becomes a block of its own. */
function asBlock(node: Element): Node[] | undefined {
  const inside = findElement(node, ({ name }) => name === MATH.inline || name === MATH.block)
  return inside && [element(MATH.block, {}, inside.children)]
}

function hasFormula(node: Element) {
  return findElement(node, ({ name }) => name === MATH.inline || name === MATH.block) !== undefined
}

function made(source: string, isBlock: boolean): Node[] {
  const formula = source
    .trim()
    .replace(/^\{\\(?:displaystyle|textstyle) (.*)\}$/s, '$1')
    .replaceAll('$$', '')
    .replaceAll(/\n\s*\n/g, '\n')
    .trim()
  return formula === '' ? [] : [element(isBlock ? MATH.block : MATH.inline, {}, [formula])]
}
