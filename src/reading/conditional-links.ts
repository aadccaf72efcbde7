// What a text links to, and under which conditions. Worked out once for a text; who reads it decides which count.
import type { Scope } from '../adaptive/evaluate-expression.ts'
import type { Block, InlineNode, JSONDocument } from '../markdown/document.ts'
import { shownLinksIn } from '../markdown/links.ts'
import { inlinesOf, inlineText } from '../markdown/nodes.ts'
import { writeMarkdown } from '../markdown/write.ts'
import { meets } from './audience.ts'
import { isLeaf, partsOfText, withConditionNodes, withoutDefinitions } from './text-conditions.ts'

/** Targets that are told where all these conditions are met. */
export type LinkedPart = { conditions: string[]; targets: string[] }

export function linkedParts(document: JSONDocument): LinkedPart[] {
  return partsUnder(withoutDefinitions(withConditionNodes(document)), [])
}

function partsUnder(document: JSONDocument, conditions: string[]): LinkedPart[] {
  const found: Conditional[] = []
  const outside = withoutIfs(document, found) as JSONDocument
  const targets = new Set(shownLinksIn(writeMarkdown(outside)).map(({ target }) => target))
  const inside = found.flatMap(({ expression, nodes }) =>
    partsUnder({ object: 'document', data: { schemaVersion: 1 }, nodes: asBlocks(nodes) }, [
      ...conditions,
      expression,
    ]),
  )
  return [{ conditions, targets: [...targets] }, ...inside]
}

export function targetsFor(parts: LinkedPart[], scope: Scope): string[] {
  const told = parts.filter(({ conditions }) => conditions.every((condition) => meets(condition, scope)))
  return told.flatMap(({ targets }) => targets)
}

/** What is left of a document without anything that stands behind a condition. */
export function withoutConditional(document: JSONDocument): JSONDocument {
  return withoutIfs(withoutDefinitions(withConditionNodes(document)), []) as JSONDocument
}

type Conditional = { expression: string; nodes: (Block | InlineNode)[] }

/** What is left of a part of a document without its `if` nodes, which are put into `found`. */
function withoutIfs(value: unknown, found: Conditional[]): unknown {
  if (typeof value === 'string' && value.includes('{%'))
    return inlineText((withoutIfs(partsOfText(value), found) as Block[]).flatMap(inlinesOf))
  if (typeof value !== 'object' || value === null || isLeaf(value)) return value
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutIfs(inner, found)]))
  return value.flatMap((item) => {
    if (typeof item !== 'object' || item === null || item.type !== 'if') return [withoutIfs(item, found)]
    found.push({ expression: item.data?.expression?.trim() || 'false', nodes: item.nodes ?? [] })
    return []
  })
}

/** Words that stood behind a condition are paragraphs of their own. */
function asBlocks(nodes: (Block | InlineNode)[]): Block[] {
  return nodes.map((node) =>
    node.object === 'block' ? node : { object: 'block', type: 'paragraph', nodes: [node] },
  )
}
