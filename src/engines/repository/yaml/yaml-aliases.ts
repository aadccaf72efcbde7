import { type Document, isAlias, type Node, visit } from './yaml-parse.ts'
import { readYaml } from './yaml-read.ts'
import { aliasesIn, plainValue, type YamlSource } from './yaml-values.ts'

// `&name` marks a value, `*name` says it again. Who changes the first must not change what the second says.

/** What a text means, undefined if nobody can tell. An alias of nothing counts as the text that it is. */
export function valuesOf(source: string): unknown {
  const read = readYaml(source)
  if (read.kind !== 'map') return read.kind === 'empty' ? {} : undefined
  return plainValue(read.map, { source, aliases: aliasesIn(read.document) })
}

/** The text with values in place of aliases. An alias of what has aliases itself waits for the next time. */
export function withoutAliases(source: string, document: Document): string {
  const parts: string[] = []
  let done = 0
  const aliases = aliasesIn(document)
  for (const [alias, marked] of aliases) {
    const [from, to] = alias.range ?? [0, 0]
    if (from < done || hasAlias(marked)) continue
    parts.push(source.slice(done, from), inOneLine(marked, { source, aliases }))
    done = to
  }
  return parts.join('') + source.slice(done)
}

function hasAlias(node: Node): boolean {
  let isFound = isAlias(node)
  visit(node, {
    Alias: () => {
      isFound = true
      return visit.BREAK
    },
  })
  return isFound
}

/** As it is written where it can be, since `1.10` is more than its value. */
function inOneLine(node: Node, text: YamlSource): string {
  const [from, to] = node.range ?? [0, 0]
  const written = text.source.slice(from, to)
  return /[\r\n]/.test(written) ? JSON.stringify(plainValue(node, text) ?? null) : written
}
