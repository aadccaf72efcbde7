// Reusable contents in place of the blocks that show them: programs that read a page do not follow these.
import { fileOfReusable } from '../../content/links/paths.ts'
import { type LinkContext, relink } from '../../content/links/relink.ts'
import { resolveTargets } from '../../content/links/resolve.ts'
import { findReusable } from '../../content/nodes/revision.ts'
import type { Hash } from '../../content/records.ts'
import type { Block } from '../../markdown/document.ts'
import { childrenOf } from '../../markdown/nodes.ts'
import { mayHaveOurs, parseMarkdown } from '../../markdown/parse.ts'
import { writeMarkdown } from '../../markdown/write.ts'

/** How far contents may include each other, and how much of them a page takes in: each may name the next many times. */
const DEEPEST = 8
const MOST_LETTERS = 1_000_000

/** `read`: what this reader may see of the text of a reusable content. */
type Including = { read: (body: Hash | null) => Promise<string>; left: { letters: number } }

/** What is not there, or more than a page takes in, stays named. */
export function withIncluded(read: Including['read'], place: LinkContext, text: string): Promise<string> {
  return included({ read, left: { letters: MOST_LETTERS } }, place, text, DEEPEST)
}

async function included(work: Including, place: LinkContext, text: string, depth: number): Promise<string> {
  if (depth === 0 || !/\{%\s*include/.test(text)) return text
  const document = parseMarkdown(text, { hasOurs: mayHaveOurs(text) })
  const shown = new Map<string, readonly Block[]>()
  const targets = [...includesIn(document.nodes)]
  const times = (target: string) => targets.filter((one) => one === target).length
  const meant = await resolveTargets(place.view, place.from, targets)
  for (const [target, means] of meant) {
    const reusable = means.kind === 'reusable' ? await findReusable(place.view, means.reusable) : undefined
    if (!reusable) continue
    const there = { view: place.view, from: { file: fileOfReusable(reusable) } }
    const whole = await included(work, there, await work.read(reusable.body), depth - 1)
    const letters = whole.length * times(target)
    if (letters > work.left.letters) continue
    work.left.letters -= letters
    const moved = await relink(there, place, whole)
    shown.set(target, parseMarkdown(moved, { hasOurs: mayHaveOurs(moved) }).nodes)
  }
  return shown.size === 0 ? text : writeMarkdown({ ...document, nodes: replaced(document.nodes, shown) })
}

function* includesIn(blocks: readonly Block[]): Generator<string> {
  for (const block of blocks) {
    const target = targetOf(block)
    if (target === undefined) yield* includesIn(childrenOf(block))
    else yield target
  }
}

function replaced(blocks: readonly Block[], shown: ReadonlyMap<string, readonly Block[]>): Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    const target = targetOf(block)
    if (target !== undefined) return shown.get(target) ?? [block]
    const below = childrenOf(block)
    return below.length === 0 ? [block] : [{ ...block, nodes: replaced(below, shown) } as Block]
  })
}

function targetOf(block: Block) {
  if (block.type !== 'reusable-content') return
  const { ref } = block.data
  return ref.kind === 'reusable-content' ? ref.reusableContent : undefined
}
