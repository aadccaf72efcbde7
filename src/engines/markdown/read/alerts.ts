import type { Block, HintStyle } from '../document.ts'

const STYLES: Record<string, HintStyle> = {
  NOTE: 'info',
  IMPORTANT: 'info',
  TIP: 'success',
  WARNING: 'warning',
  CAUTION: 'danger',
}
const MARK = /^\[!(NOTE|IMPORTANT|TIP|WARNING|CAUTION)\]/i

/** A quote whose first line is `[!NOTE]` alone: a hint, as other tools write it. It stays a quote in the document. */
export function alertIn(quoted: readonly Block[]): { style: HintStyle; nodes: Block[] } | undefined {
  const [first, ...below] = quoted
  if (first?.type !== 'paragraph') return
  const [opening, ...words] = first.nodes
  if (opening?.object !== 'text') return
  const [leaf, ...leaves] = opening.leaves
  const [mark, name = ''] = MARK.exec(leaf?.text ?? '') ?? []
  const style = STYLES[name.toUpperCase()]
  if (!leaf || !mark || !style || leaf.marks.length > 0) return
  const rest = leaf.text.slice(mark.length)
  const isAlone = rest === '' && leaves.length === 0 && words.length === 0
  if (isAlone) return { style, nodes: below }
  if (!first.meta?.breaks?.includes(mark.length)) return
  const text = { ...opening, leaves: [{ ...leaf, text: rest.trimStart() }, ...leaves] }
  const { meta: _, ...paragraph } = first
  return { style, nodes: [{ ...paragraph, nodes: [text, ...words] }, ...below] }
}
