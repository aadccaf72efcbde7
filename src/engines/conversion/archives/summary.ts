// A table of contents written as nested lists of links: SUMMARY.md, _Sidebar.md.
import type { Block, InlineNode, ListItem } from '../../markdown/document.ts'
import { inlineText } from '../../markdown/nodes.ts'
import { parseMarkdown } from '../../markdown/parse.ts'

export type ImportedSummaryEntry = {
  title: string
  target?: string
  children: ImportedSummaryEntry[]
  isGroup?: boolean
}

/** Headings are groups of what follows them, when `hasGroups`. */
export function readSummary(text: string, hasGroups: boolean): ImportedSummaryEntry[] {
  const top: ImportedSummaryEntry[] = []
  let into = top
  for (const block of parseMarkdown(text).nodes) {
    if (hasGroups && (block.type === 'heading-2' || block.type === 'heading-3')) {
      const group: ImportedSummaryEntry = {
        title: inlineText(block.nodes).trim(),
        children: [],
        isGroup: true,
      }
      top.push(group)
      into = group.children
    } else for (const entry of entriesIn(block)) into.push(entry)
  }
  return top
}

function entriesIn(block: Block): ImportedSummaryEntry[] {
  switch (block.type) {
    case 'list-unordered':
    case 'list-ordered':
    case 'list-tasks':
      return block.nodes.flatMap(entryOf)
    case 'paragraph':
      return linksIn(block.nodes)
    default:
      return []
  }
}

function entryOf(item: ListItem): ImportedSummaryEntry[] {
  const [first, ...rest] = item.nodes
  const children = rest.flatMap(entriesIn)
  if (first?.type !== 'paragraph') return [...(first ? entriesIn(first) : []), ...children]
  const [link] = linksIn(first.nodes)
  const title = inlineText(first.nodes).trim()
  return title === '' ? children : [{ title, ...link, children }]
}

function linksIn(nodes: readonly InlineNode[]): ImportedSummaryEntry[] {
  return nodes.flatMap((node) => {
    if (node.object !== 'inline' || node.type !== 'link' || node.data.ref.kind !== 'url') return []
    return [{ title: inlineText(node.nodes).trim(), target: node.data.ref.url, children: [] }]
  })
}
