// Equations of Word as TeX. What has no counterpart here is at least what it holds.
import { attribute, type Element, elementsIn, isElement, textOf } from '../html/tree.ts'

/** The TeX of `m:oMath`, on one line. */
export function texOf(math: Element): string {
  return inside(math).replaceAll(/\s+/g, ' ').trim()
}

function inside({ children }: Element): string {
  return children.map((child) => (isElement(child) ? tex(child) : '')).join('')
}

function tex(node: Element): string {
  const part = (name: string) => partOf(node, name)
  switch (localName(node)) {
    case 't':
      return plain(textOf(node))
    case 'f':
      return fraction(node)
    case 'sSup':
      return `${asBase(part('e'))}^{${part('sup')}}`
    case 'sSub':
      return `${asBase(part('e'))}_{${part('sub')}}`
    case 'sSubSup':
      return `${asBase(part('e'))}_{${part('sub')}}^{${part('sup')}}`
    case 'sPre':
      return `{}_{${part('sub')}}^{${part('sup')}}${part('e')}`
    case 'rad':
      return root(part('deg'), part('e'))
    case 'nary':
      return largeOperator(node)
    case 'd':
      return delimited(node)
    case 'func':
      return `${asFunction(part('fName'))}{${part('e')}}`
    case 'limLow':
      return limit(part('e'), part('lim'))
    case 'limUpp':
      return `\\overset{${part('lim')}}{${part('e')}}`
    case 'acc':
      return `${ACCENTS[said(node, 'chr') ?? ''] ?? '\\hat'}{${part('e')}}`
    case 'bar':
      return `${said(node, 'pos') === 'top' ? '\\overline' : '\\underline'}{${part('e')}}`
    case 'groupChr':
      return `${said(node, 'pos') === 'top' ? '\\overbrace' : '\\underbrace'}{${part('e')}}`
    case 'borderBox':
      return `\\boxed{${part('e')}}`
    case 'm':
      return rows('matrix', partsOf(node, 'mr').map(cells))
    case 'eqArr':
      return rows('aligned', partsOf(node, 'e').map(inside))
    default:
      return isProperty(node) ? '' : inside(node)
  }
}

function root(degree: string, content: string) {
  return degree === '' ? `\\sqrt{${content}}` : `\\sqrt[${degree}]{${content}}`
}

function limit(of: string, where: string) {
  return isFunction(of) ? `\\${of}_{${where}}` : `\\underset{${where}}{${of}}`
}

function localName({ name }: Element) {
  return name.slice(name.indexOf(':') + 1)
}

/** How something looks, and notes of who changed it. */
function isProperty(node: Element) {
  return !node.name.startsWith('m:') || node.name.endsWith('Pr')
}

function partsOf(node: Element, name: string): Element[] {
  return elementsIn(node.children).filter((child) => localName(child) === name)
}

function partOf(node: Element, name: string): string {
  return partsOf(node, name).map(inside).join('')
}

/** What the properties of an element say: the value of `m:fPr` > `m:type`. */
function said(node: Element, name: string): string | undefined {
  const properties = elementsIn(node.children).find((child) => localName(child) === `${localName(node)}Pr`)
  const [property] = properties ? partsOf(properties, name) : []
  return property && attribute(property, 'm:val')
}

/** Letters for mathematics are letters; TeX sets them itself. */
function plain(text: string) {
  return text
    .replaceAll(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))
    .replaceAll('\\', '\\backslash ')
    .replaceAll(/[#%&_{}$]/g, '\\$&')
    .replaceAll('^', '\\hat{}')
    .replaceAll('~', '\\sim ')
}

/** One sign stands alone, several belong together. */
function asBase(formula: string) {
  return [...formula].length === 1 || /^\\[a-z]+$/i.test(formula) ? formula : `{${formula}}`
}

function fraction(node: Element) {
  const [over, below] = [partOf(node, 'num'), partOf(node, 'den')]
  switch (said(node, 'type')) {
    case 'lin':
    case 'skw':
      return `${asBase(over)}/${asBase(below)}`
    case 'noBar':
      return `{${over} \\atop ${below}}`
    default:
      return `\\frac{${over}}{${below}}`
  }
}

const LARGE: Record<string, string | undefined> = {
  ...{ '∑': '\\sum', '∏': '\\prod', '∐': '\\coprod', '∫': '\\int', '∬': '\\iint', '∭': '\\iiint' },
  ...{ '∮': '\\oint', '⋃': '\\bigcup', '⋂': '\\bigcap', '⋁': '\\bigvee', '⋀': '\\bigwedge' },
}

/** A sum, or an integral where nothing else is said. */
function largeOperator(node: Element) {
  const sign = said(node, 'chr') ?? '∫'
  const [from, to] = [partOf(node, 'sub'), partOf(node, 'sup')]
  const limits = `${from && `_{${from}}`}${to && `^{${to}}`}`
  return `${LARGE[sign] ?? plain(sign)}${limits}{${partOf(node, 'e')}}`
}

function delimited(node: Element) {
  const sign = (name: string, usual: string) => plain(said(node, name) ?? usual).trim()
  const parts = partsOf(node, 'e').map(inside)
  const content = parts.join(sign('sepChr', '|'))
  return `\\left${sign('begChr', '(') || '.'}${content}\\right${sign('endChr', ')') || '.'}`
}

const FUNCTIONS = new Set([
  ...['sin', 'cos', 'tan', 'cot', 'sec', 'csc', 'arcsin', 'arccos', 'arctan', 'sinh', 'cosh', 'tanh'],
  ...['log', 'ln', 'lg', 'exp', 'lim', 'max', 'min', 'sup', 'inf', 'det', 'gcd', 'dim', 'ker', 'arg'],
])

function isFunction(name: string) {
  return FUNCTIONS.has(name)
}

function asFunction(name: string) {
  if (isFunction(name)) return `\\${name}`
  return /^[a-z]+$/i.test(name) ? `\\operatorname{${name}}` : name
}

const ACCENTS: Record<string, string | undefined> = {
  ...{ '\u0302': '\\hat', '\u0303': '\\tilde', '\u0304': '\\bar', '\u0305': '\\overline' },
  ...{ '\u0307': '\\dot', '\u0308': '\\ddot', '\u20d7': '\\vec', '\u030c': '\\check' },
}

function cells(row: Element) {
  return partsOf(row, 'e').map(inside).join(' & ')
}

function rows(environment: string, lines: string[]) {
  return `\\begin{${environment}}${lines.join(' \\\\ ')}\\end{${environment}}`
}
