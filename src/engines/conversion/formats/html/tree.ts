// HTML as a tree of plain values. It is bounded while it grows: what is too deep loses its elements but not its text.
import { Parser } from 'htmlparser2'
import { inMegabytes, LIMITS } from '../../limits.ts'
import { Refusal } from '../../refusal.ts'

export type Element = { name: string; attributes: Record<string, string>; children: Node[] }
/** A text is itself. */
export type Node = Element | string

/** Deeper elements than this are taken out of the tree, their text stays where it is. */
const DEPTH = 150

export function parseHtml(source: string): Element {
  if (source.length > LIMITS.htmlBytes) throw tooMuch(`more than ${inMegabytes(LIMITS.htmlBytes)} of HTML`)
  const root: Element = element('body')
  const open: Element[] = [root]
  let depth = 0
  let count = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > LIMITS.nesting) throw tooMuch(`elements nested more than ${LIMITS.nesting} deep`)
        if (++count > LIMITS.elements) throw tooMuch(`more than ${LIMITS.elements} elements`)
        if (depth > DEPTH) return
        const made = { name, attributes, children: [] }
        open.at(-1)?.children.push(made)
        open.push(made)
      },
      onclosetag() {
        if (depth <= DEPTH) open.pop()
        depth--
      },
      ontext(text) {
        const into = open.at(-1)?.children ?? []
        const last = into.at(-1)
        // The parser hands over a text in parts.
        if (typeof last === 'string') into[into.length - 1] = last + text
        else into.push(text)
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(source)
  return root
}

function tooMuch(what: string) {
  return new Refusal('too_large', `a page of it has ${what}`)
}

export function element(
  name: string,
  attributes: Record<string, string> = {},
  children: Node[] = [],
): Element {
  return { name, attributes, children }
}

export function isElement(node: Node | undefined): node is Element {
  return typeof node === 'object'
}

export function attribute({ attributes }: Element, name: string): string | undefined {
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined
}

export function classesOf(node: Element): string[] {
  return (attribute(node, 'class') ?? '').split(/\s+/).filter((name) => name !== '')
}

export function hasClass(node: Element, ...names: string[]) {
  return classesOf(node).some((name) => names.includes(name))
}

export function elementsIn(nodes: readonly Node[]): Element[] {
  return nodes.filter(isElement)
}

export function textOf(node: Node): string {
  return textsIn(node).join('')
}

/** The text on one line; of a long one its beginning, when no more than so many letters are requested. */
export function wordsOf(node: Node, letters?: number): string {
  return textsIn(node, letters)
    .join('')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()
}

/** The texts in order, until they have more letters than are requested. */
function textsIn(node: Node, letters = Number.POSITIVE_INFINITY): string[] {
  const texts: string[] = []
  let left = letters
  const take = (each: Node) => {
    if (left < 0) return
    if (isElement(each)) for (const child of each.children) take(child)
    else {
      const blanks = each.length - each.trimStart().length
      texts.push(each.slice(0, blanks + left + 1))
      left -= each.trim().length
    }
  }
  take(node)
  return texts
}

/** Whether nothing in it can be read. */
export function isBlank(node: Node): boolean {
  return isElement(node) ? node.children.every(isBlank) : node.trim() === ''
}

export type ElementTest = (node: Element) => boolean

/** The first element below that answers yes, in order of the source. */
export function findElement(node: Element, isIt: ElementTest): Element | undefined {
  for (const child of node.children) {
    if (!isElement(child)) continue
    const found = isIt(child) ? child : findElement(child, isIt)
    if (found) return found
  }
}

/** All below that answer yes; inside one of them none is looked for. */
export function findElements(node: Element, isIt: ElementTest, found: Element[] = []): Element[] {
  for (const child of node.children) {
    if (!isElement(child)) continue
    if (isIt(child)) found.push(child)
    else findElements(child, isIt, found)
  }
  return found
}

/** Calls for every element below, the outer ones first. */
export function visit(node: Element, call: (node: Element) => void): void {
  for (const child of node.children) {
    if (!isElement(child)) continue
    call(child)
    visit(child, call)
  }
}

/** Puts other nodes in the place of each element below, from the inside out; undefined leaves it. */
export function replaceElements(node: Element, replace: (node: Element) => Node[] | undefined): void {
  let changed: Node[] | undefined
  for (const [at, child] of node.children.entries()) {
    if (!isElement(child)) {
      changed?.push(child)
      continue
    }
    replaceElements(child, replace)
    const other = replace(child)
    if (other) changed ??= node.children.slice(0, at)
    for (const each of other ?? [child]) changed?.push(each)
  }
  if (changed) node.children = changed
}

export function removeElements(node: Element, isUnwanted: ElementTest): void {
  node.children = node.children.filter((child) => !isElement(child) || !isUnwanted(child))
  for (const child of node.children) if (isElement(child)) removeElements(child, isUnwanted)
}

/** What a style attribute or a rule says of a property, in lower case. */
export function styleOf(node: Element, property: string): string | undefined {
  const style = attribute(node, 'style')
  if (style === undefined || !style.includes(property)) return
  for (const part of style.split(';')) {
    const at = part.indexOf(':')
    if (at > 0 && part.slice(0, at).trim().toLowerCase() === property)
      return part
        .slice(at + 1)
        .trim()
        .toLowerCase()
  }
}
