// XML that strangers wrote, before anything takes it apart: small, flat, and made of elements, attributes and text alone.
// Whatever two readers could read in two ways (comments, sections, instructions, entities) is refused. SAML needs none of it.
import { DOMParser } from '@xmldom/xmldom'

export const MAX_XML_CHARACTERS = 200_000
const MAX_ELEMENTS = 2_000
const MAX_DEPTH = 32
const MAX_ATTRIBUTES = 40

const DECLARATION = /^﻿?\s*(<\?xml\s[^<>?]*\?>)?\s*/
const TAG =
  /^<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[A-Za-z_:][\w.:-]*\s*=\s*(?:"[^<"]*"|'[^<']*'))*)\s*(\/?)>/
const ATTRIBUTE = /\s+([A-Za-z_:][\w.:-]*)\s*=/g
const REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/

export class XmlRefused extends Error {
  override readonly name = 'XmlRefused'
}

/** The outermost element. */
export function readXml(text: string): Element {
  requireBounded(text)
  const fail = (message: string) => {
    throw new XmlRefused(message.slice(0, 200))
  }
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } })
  const root = parser.parseFromString(text, 'text/xml').documentElement
  if (!root) throw new XmlRefused('There is no element')
  return root
}

/** Reads it from end to end once, without looking back. */
export function requireBounded(text: string) {
  if (text.length > MAX_XML_CHARACTERS) throw new XmlRefused('It is too long')
  if (!text.isWellFormed() || REFERENCE.test(text))
    throw new XmlRefused('It has characters that are not taken')
  let at = DECLARATION.exec(text)?.[0].length ?? 0
  const open: string[] = []
  for (let elements = 0; at >= 0 && at < text.length; at = text.indexOf('<', at)) {
    // No tag of ours is longer, and the pattern looks no further.
    const tag = TAG.exec(text.slice(at, at + 20_000))
    if (!tag) throw new XmlRefused('It has more than elements, attributes and text')
    const [whole, isEnd, name = '', attributes = '', isEmpty] = tag
    if (isEnd && (open.pop() !== name || attributes || isEmpty))
      throw new XmlRefused('Its elements do not nest')
    if (!isEnd) requireAttributes(attributes)
    if (!isEnd && !isEmpty) open.push(name)
    elements += 1
    if (elements > 2 * MAX_ELEMENTS || open.length > MAX_DEPTH)
      throw new XmlRefused('It has too many elements')
    at += whole.length
  }
  if (open.length > 0) throw new XmlRefused('It ends too early')
}

function requireAttributes(text: string) {
  const names = Array.from(text.matchAll(ATTRIBUTE), ([, name]) => name)
  if (names.length > MAX_ATTRIBUTES || new Set(names).size < names.length)
    throw new XmlRefused('An element has too many attributes')
}

/** Those directly inside, of one namespace. */
export function childrenOf(element: Element, namespace: string, name: string): Element[] {
  return elementsIn(element).filter((one) => one.namespaceURI === namespace && one.localName === name)
}

function elementsIn(element: Element): Element[] {
  return Array.from(element.childNodes).filter(isElement)
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}

/** All at whatever depth, itself too. */
export function everyElement(element: Element): Element[] {
  return [element, ...elementsIn(element).flatMap(everyElement)]
}

/** Of an element that holds text and nothing else. */
export function textOf(element: Element | undefined): string | undefined {
  if (!element || elementsIn(element).length > 0) return
  return element.textContent?.trim() || undefined
}

export function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.getAttribute(name) || undefined
}
