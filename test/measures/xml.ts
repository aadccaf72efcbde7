import { DOMParser } from '@xmldom/xmldom'
import { expect } from 'vitest'

/** Reads XML; what is not well-formed fails the test. */
export function readXml(text: string) {
  const problems: string[] = []
  const note = (message: string) => void problems.push(message)
  const document = new DOMParser({
    errorHandler: { warning: note, error: note, fatalError: note },
  }).parseFromString(text, 'text/xml')
  expect(problems).toEqual([])
  // The parser lets these pass; others do not.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  expect(text.isWellFormed()).toBe(true)
  return {
    /** What stands in all elements of this name. */
    texts: (name: string) => Array.from(document.getElementsByTagName(name), (one) => one.textContent ?? ''),
    attributes: (name: string, attribute: string) =>
      Array.from(document.getElementsByTagName(name), (one) => one.getAttribute(attribute) ?? ''),
  }
}
