// Which style sheets a page asks for: those for all pages, and those for what it has. What a sheet is for is read from
// its selectors: a class that no other sheet names brings it.
import type { Address, StyleSheet } from '../model.ts'

export function stylesFor(html: string, sheets: readonly StyleSheet[]): Address[] {
  const classes = new Set([...classNamesIn(html)].flatMap((names) => names.split(' ')))
  return sheets.filter(({ forClasses }) => !forClasses || meet(forClasses, classes)).map(({ href }) => href)
}

const CLASS = ' class="'

/** As they stand together. A long page says the same few ten thousands of times; a pattern would take three times as long. */
function classNamesIn(html: string): Set<string> {
  const found = new Set<string>()
  for (let at = html.indexOf(CLASS); at >= 0; at = html.indexOf(CLASS, at)) {
    const start = at + CLASS.length
    at = html.indexOf('"', start)
    if (at < 0) break
    found.add(html.slice(start, at))
  }
  return found
}

function meet(some: ReadonlySet<string>, others: ReadonlySet<string>) {
  for (const one of others) if (some.has(one)) return true
  return false
}

/** By the name of a sheet, the classes that it alone names. */
export function classesOfSheets(sheets: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const named = new Map([...sheets].map(([name, text]) => [name, classesIn(text)]))
  const count = new Map<string, number>()
  for (const classes of named.values()) for (const one of classes) count.set(one, (count.get(one) ?? 0) + 1)
  return new Map(
    [...named].map(([name, classes]) => [name, new Set([...classes].filter((one) => count.get(one) === 1))]),
  )
}

function classesIn(css: string): Set<string> {
  const classes = new Set<string>()
  for (const [selector] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/[^{};]*\{/g))
    for (const [, name = ''] of selector.matchAll(/\.([a-z][\w-]*)/g)) classes.add(name)
  return classes
}
