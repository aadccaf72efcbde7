// Reusable contents in place of the blocks that show them: programs that read a page do not follow these.
import { fileOfReusable } from '../../engines/content/links/paths.ts'
import { type LinkContext, relink } from '../../engines/content/links/relink.ts'
import { resolveTargets } from '../../engines/content/links/resolve.ts'
import { findReusable } from '../../engines/content/nodes/revision.ts'
import type { Hash, ReusableRecord } from '../../engines/content/records.ts'
import type { Block } from '../../engines/markdown/document.ts'
import { childrenOf } from '../../engines/markdown/nodes.ts'
import { parseMarkdown } from '../../engines/markdown/parse.ts'
import { writeMarkdown } from '../../engines/markdown/write.ts'

/** How much of them a page takes in: contents may name each other many times. */
const MOST_LETTERS = 1_000_000

type Including = {
  /** What this reader may see of the text of a reusable content. */
  read: (body: Hash | null) => Promise<string>
  /** Each is written out once, for all who show it; one that is being written stays named where it shows itself. */
  written: Map<string, string | undefined>
  left: { letters: number }
}

/** What is not there, or more than a page takes in, stays named. */
export function withIncluded(read: Including['read'], place: LinkContext, text: string): Promise<string> {
  return included({ read, written: new Map(), left: { letters: MOST_LETTERS } }, place, text)
}

async function included(work: Including, place: LinkContext, text: string): Promise<string> {
  if (!/\{%\s*include/.test(text)) return text
  const document = parseMarkdown(text)
  const times = new Map<string, number>()
  for (const target of includesIn(document.nodes)) times.set(target, (times.get(target) ?? 0) + 1)
  const shown = new Map<string, readonly Block[]>()
  for (const [target, means] of await resolveTargets(place.view, place.from, times.keys())) {
    const reusable = means.kind === 'reusable' ? await findReusable(place.view, means.reusable) : undefined
    const whole = reusable && (await writtenOut(work, place, reusable))
    if (!whole) continue
    const letters = whole.text.length * (times.get(target) ?? 0)
    if (letters > work.left.letters) continue
    work.left.letters -= letters
    const moved = await relink({ view: place.view, from: whole.from }, place, whole.text)
    shown.set(target, parseMarkdown(moved).nodes)
  }
  return shown.size === 0 ? text : writeMarkdown({ ...document, nodes: replaced(document.nodes, shown) })
}

async function writtenOut(work: Including, { view }: LinkContext, reusable: ReusableRecord) {
  const from = { file: fileOfReusable(reusable) }
  const { id, body } = reusable
  if (!work.written.has(id)) {
    work.written.set(id, undefined)
    work.written.set(id, await included(work, { view, from }, await work.read(body)))
  }
  const text = work.written.get(id)
  return text === undefined ? undefined : { from, text }
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
