// A text that both sides changed is torn in some of its lines only: these are listed, and may be chosen one by one.
import { type TextConflict, textConflicts } from '../../../../engines/content/merge/text.ts'
import type { NodeSession } from '../../../../engines/content/nodes/nodes.ts'

/** The hashes of the three texts; null where there is none. */
type Torn = { field: string; base: unknown; ours: unknown; theirs: unknown }

export async function textsOf(nodes: NodeSession, { base, ours, theirs }: Torn) {
  const hashes = { base: hashOf(base), ours: hashOf(ours), theirs: hashOf(theirs) }
  await nodes.fetch(Object.values(hashes))
  const text = (hash: string | null) => (hash === null ? '' : nodes.text(hash))
  return { base: text(hashes.base), ours: text(hashes.ours), theirs: text(hashes.theirs) }
}

function hashOf(value: unknown) {
  return typeof value === 'string' ? value : null
}

/** None for anything but a text. */
export async function hunksOf(nodes: NodeSession, torn: Torn): Promise<TextConflict[]> {
  if (torn.field !== 'body') return []
  const { base, ours, theirs } = await textsOf(nodes, torn)
  return textConflicts(base, ours, theirs)
}
