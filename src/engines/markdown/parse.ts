import { requireShortText } from '../content/long-work.ts'
import type { Block, JSONDocument } from './document.ts'
import { tokenTree } from './engine/engine.ts'
import { ParseState } from './engine/parse-state.ts'
import type { NoteOfLabel } from './html/html-inlines.ts'
import { parseStateOf } from './lines/logical-lines.ts'
import { assignIds } from './names/ids.ts'
import { assignKeys } from './names/keys.ts'
import { childrenOf, fragmentsOf, inlinesOf } from './nodes.ts'
import { blocksFrom } from './read/blocks.ts'

/**
 * The document a Markdown text describes. Any text describes one: what means nothing is kept as text. Some of its blocks
 * are our own: `publicDocument` is what clients get of it.
 */
export function parseMarkdown(text: string, options?: ReadOptions): JSONDocument {
  return readMarkdown(text, options).document
}

export type ReadOptions = {
  /** Who edits, compares or comments on blocks knows them by their keys; what is only shown or searched has none. */
  hasKeys?: boolean
}

export type MarkdownRead = { document: JSONDocument; parsing: ParseState; noteBlocks: NoteOfLabel }

export function readMarkdown(text: string, { hasKeys = true }: ReadOptions = {}): MarkdownRead {
  requireShortText(text)
  const parsing = parseStateOf(text)
  const bodies = new Map<string, Block[]>()
  const noteBlocks = (label: string): Block[] | undefined => {
    const note = parsing.notes.get(label)
    if (!note || parsing.isNote) return undefined
    const known = bodies.get(label) ?? blocksOfNote(note.body)
    bodies.set(label, known)
    return known
  }
  let room = roomForNotes(parsing.text)
  const notes = (label: string): Block[] | undefined => {
    room -= parsing.notes.get(label)?.body.length ?? 0
    return room < 0 ? undefined : structuredClone(noteBlocks(label))
  }
  const nodes = blocksFrom(tokenTree(parsing), { parsing, notes })
  assignIds(nodes)
  if (hasKeys) assignKeys(nodes, parsing)
  const called = parsing.notes.size > 0 ? calledNotes(nodes) : new Set<string>()
  const definitions = parsing.definitions
    .filter(({ note }) => note === undefined || !called.has(note))
    .map((definition) => definition.source)
  const data = { schemaVersion: 1, ...(definitions.length > 0 && { definitions }) }
  return { document: { object: 'document', data, nodes }, parsing, noteBlocks }
}

/**
 * Each call of a footnote holds all of its text. A long one that is called thousands of times would not fit into any
 * memory: calls for which there is no room stay as they are written.
 */
function roomForNotes(source: string): number {
  return 4 * source.length + 10_000
}

function blocksOfNote(body: string): Block[] {
  const parsing = new ParseState(body, { isNote: true })
  const blocks = blocksFrom(tokenTree(parsing), { parsing, notes: () => undefined })
  return blocks.length > 0 ? blocks : [{ object: 'block', type: 'paragraph', nodes: [] }]
}

/** The footnotes that annotations hold. */
function calledNotes(blocks: readonly Block[]): Set<string> {
  const labels = new Set<string>()
  const visit = (block: Block): void => {
    for (const node of inlinesOf(block))
      if (node.object === 'inline' && node.type === 'annotation') labels.add(node.meta?.label ?? '')
    for (const child of childrenOf(block)) visit(child)
    for (const fragment of fragmentsOf(block)) for (const child of fragment.nodes) visit(child)
  }
  for (const block of blocks) visit(block)
  return labels
}
