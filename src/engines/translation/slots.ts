// The places of a document that hold text for readers. Code, formulas and descriptions of APIs are none.
import type { Block, Heading, InlineNode, JSONDocument, Paragraph, Table } from '../markdown/document.ts'
import { childrenOf, fragmentsOf, inlineText } from '../markdown/nodes.ts'
import { PLAIN_ID } from '../markdown/read/headings.ts'
import { readInlines, readString, type UnitText, writeInlines } from './inline-text.ts'

/** A text, and how another one is put in its place; the document itself is changed. */
export type Slot = UnitText & { kind: SlotKind; put: (translated: string) => void }
export type SlotKind = 'text' | 'heading' | 'label'

export function slotsOf(document: JSONDocument): Slot[] {
  const slots: Slot[] = []
  for (const block of document.nodes) visit(block, slots)
  return slots.filter(({ text }) => hasWords(text))
}

/** Placeholders and numbers alone are the same in every language. */
export function hasWords(text: string) {
  return /\p{L}/u.test(text)
}

function visit(block: Block, slots: Slot[]) {
  // Source that means nothing to us is kept as it is.
  if (block.meta?.markdown !== undefined) return
  switch (block.type) {
    case 'code':
      return
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      words(block, slots)
      return
    case 'tabs-item':
      label(block.data, 'title', slots)
      break
    case 'image':
      label(block.data, 'alt', slots)
      break
    case 'table':
      titles(block, slots)
      break
    default:
  }
  for (const child of childrenOf(block)) visit(child, slots)
  for (const fragment of fragmentsOf(block)) for (const child of fragment.nodes) visit(child, slots)
}

function words(block: Paragraph | Heading, slots: Slot[]) {
  const read = readInlines(block.nodes)
  const isHeading = block.type !== 'paragraph'
  slots.push({
    ...read,
    kind: isHeading ? 'heading' : 'text',
    put(translated) {
      if (isHeading) keepAnchor(block)
      block.nodes = writeInlines(translated, read.placeholders)
      // Where lines ended in the source says nothing about another text.
      if (block.meta?.breaks) block.meta = { ...block.meta, breaks: undefined }
    },
  })
  inside(block.nodes, slots)
}

/** Links to a heading lead to it in every language: what its anchor was follows from its text no more. */
function keepAnchor(heading: Heading) {
  const id = heading.meta?.id
  if (heading.data.id === undefined && heading.meta?.anchor === undefined && id && PLAIN_ID.test(id))
    heading.data = { ...heading.data, id }
}

/** What inlines say that is not in the text itself. */
function inside(nodes: readonly InlineNode[], slots: Slot[]) {
  for (const node of nodes) {
    if (node.object === 'text') continue
    if (node.type === 'inline-image') {
      label(node.data, 'alt', slots)
      label(node.data, 'caption', slots)
    }
    if (node.type === 'button') label(node.data, 'label', slots)
    if (node.type === 'link' || node.type === 'annotation') inside(node.nodes, slots)
    if (node.type === 'annotation')
      for (const fragment of node.fragments) for (const child of fragment.nodes) visit(child, slots)
  }
}

function titles(table: Table, slots: Slot[]) {
  for (const definition of Object.values(table.data.definition)) {
    label(definition, 'title', slots)
    if (definition.type === 'select') for (const option of definition.options) label(option, 'label', slots)
  }
}

function label<Name extends string>(holder: { [name in Name]?: string }, name: Name, slots: Slot[]) {
  const content = holder[name]
  if (!content) return
  const read = readString(content)
  slots.push({
    ...read,
    kind: 'label',
    put(translated) {
      Object.assign(holder, { [name]: inlineText(writeInlines(translated, read.placeholders)) })
    },
  })
}
