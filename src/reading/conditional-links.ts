// What a text links to, and under which conditions. Worked out once for a text; who reads it decides which count.
import type { Scope } from '../adaptive/evaluate-expression.ts'
import type { JSONDocument } from '../markdown/document.ts'
import { linksIn } from '../markdown/links.ts'
import { writeMarkdown } from '../markdown/write.ts'
import { meets } from './audience.ts'

/** Targets that are told where all these conditions are met. */
export type LinkedPart = { conditions: string[]; targets: string[] }

/** Whether a text may have conditional blocks: may tell it of a text that has none, never the other way round. */
export function mayHaveConditions(text: string) {
  return /\{%\s*if\b/.test(text)
}

export function linkedParts(document: JSONDocument, conditions: string[] = []): LinkedPart[] {
  const blocks: { expression: string; nodes: JSONDocument['nodes'] }[] = []
  const outside = withoutConditional(document, blocks) as JSONDocument
  const targets = new Set(linksIn(writeMarkdown(outside)).map(({ target }) => target))
  const inside = blocks.flatMap(({ expression, nodes }) =>
    linkedParts({ object: 'document', data: { schemaVersion: 1 }, nodes }, [...conditions, expression]),
  )
  return [{ conditions, targets: [...targets] }, ...inside]
}

export function targetsFor(parts: LinkedPart[], scope: Scope): string[] {
  const told = parts.filter(({ conditions }) => conditions.every((condition) => meets(condition, scope)))
  return told.flatMap(({ targets }) => targets)
}

/** What is left of a part of a document without its conditional blocks, which are put into `found`. */
export function withoutConditional(value: unknown, found: { expression: string; nodes: unknown }[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, withoutConditional(inner, found)]),
    )
  return value.flatMap((item) => {
    if (typeof item !== 'object' || item === null || item.type !== 'if')
      return [withoutConditional(item, found)]
    found.push({ expression: item.data?.expression ?? 'false', nodes: item.nodes ?? [] })
    return []
  })
}
