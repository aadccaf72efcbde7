// A text without the links that lead to what is not for its reader. Their words stay; what has none of its own goes with
// them, as its label is often the path of the page.
import type { JSONDocument } from '../markdown/document.ts'
import { editMarkdown } from '../markdown/edit.ts'
import { replaceTargets, shownLinksIn } from '../markdown/links.ts'
import { text as textOf } from '../markdown/nodes.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { publicDocument } from '../markdown/public-document.ts'

export function withoutLinks(text: string, targets: ReadonlySet<string>): string {
  const document = publicDocument(parseMarkdown(text))
  return withoutTargets(editMarkdown(text, without(document) as JSONDocument), targets)

  function without(value: unknown): unknown {
    if (Array.isArray(value))
      return value.flatMap((item) => (leads(item) ? wordsOf(item) : [item])).map(without)
    if (typeof value !== 'object' || value === null) return value
    // Cells of a table are references, and not nodes that hold one.
    const kept = Object.entries(value).filter(([, inner]) => !isAway(inner))
    return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner)]))
  }

  function leads(node: unknown): node is LinkNode {
    const data: unknown = isObject(node) ? Reflect.get(node, 'data') : undefined
    return isObject(data) && isAway(Reflect.get(data, 'ref'))
  }

  function isAway(ref: unknown): boolean {
    return isObject(ref) && Reflect.get(ref, 'kind') === 'url' && targets.has(String(Reflect.get(ref, 'url')))
  }
}

/** What is in no document: definitions of references, elements without a meaning, and links in titles. */
function withoutTargets(text: string, targets: ReadonlySet<string>): string {
  if (!shownLinksIn(text).some(({ target }) => targets.has(target))) return text
  const replaced = replaceTargets(text, (target) => (targets.has(target) ? NOWHERE : undefined))
  return replaced.replace(/\]\((?:<([^<>\n]*)>|([^\s()<>]*))(?=[\s)])/g, (written, named, bare) =>
    targets.has(named ?? bare) ? `](${NOWHERE}` : written,
  )
}

const NOWHERE = '#'

type LinkNode = { type: string; nodes?: unknown[]; data: { label?: string } }

function wordsOf({ type, nodes = [], data: { label } }: LinkNode): unknown[] {
  return type === 'button' && label !== undefined ? [textOf(label)] : nodes
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
