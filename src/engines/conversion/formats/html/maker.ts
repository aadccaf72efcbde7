// What the parts of this folder ask of each other while a page is made.
import type { Block, Fragment, InlineNode } from '../../../markdown/document.ts'
import { text } from '../../../markdown/nodes.ts'
import type { Element, Node } from './tree.ts'

export type TargetUse = 'link' | 'image'

export type Footnote = { label: string; body: Block[] }

export type Maker = {
  blocks(nodes: readonly Node[]): Block[]
  /** As `blocks`, one level further in; what is too deep comes out beside what holds it. */
  below(nodes: readonly Node[]): Block[]
  inlines(nodes: readonly Node[]): InlineNode[]
  /** The target to write; undefined for what must not or cannot be linked. */
  targetOf(written: string, use: TargetUse): string | undefined
  /** The footnote that a link calls. */
  noteOf(link: Element): Footnote | undefined
  /** Whether somebody links to this anchor. */
  isLinkedTo(id: string): boolean
}

export function paragraph(nodes: InlineNode[]): Block {
  return { object: 'block', type: 'paragraph', nodes }
}

export function bold(words: string): Block {
  return paragraph([text(words, [{ object: 'mark', type: 'bold' }])])
}

export function fragment(name: string, nodes: Block[]): Fragment {
  return { object: 'fragment', fragment: name, type: name, nodes }
}
