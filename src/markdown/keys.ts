import type { Block } from './document.ts'
import { childrenOf, fragmentsOf, inlineText, inlinesOf } from './nodes.ts'
import type { Reading } from './reading.ts'

/**
 * Gives every block a key from its own source, so that a block nobody touched keeps its key whatever happens around it.
 * The same source a second time gets a number.
 */
export function assignKeys(blocks: readonly Block[], reading: Reading): void {
  const seen = new Map<string, number>()
  const visit = (block: Block): void => {
    const place = reading.places.get(block)
    const source = place ? reading.source(place) : contentOf(block)
    const hash = hashOf(`${block.type}\n${source}`)
    const count = seen.get(hash) ?? 0
    seen.set(hash, count + 1)
    for (const child of childrenOf(block)) visit(child)
    for (const fragment of fragmentsOf(block)) for (const child of fragment.nodes) visit(child)
    block.key = count === 0 ? hash : `${hash}-${count}`
  }
  for (const block of blocks) visit(block)
}

/** Blocks inside elements and cells have no lines of their own. */
function contentOf(block: Block): string {
  const inlines = inlinesOf(block)
  return inlines.length > 0 ? inlineText(inlines) : JSON.stringify(block)
}

/** Two rounds of FNV-1a with different seeds: 12 characters, no secret, much faster than a digest. */
function hashOf(source: string): string {
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x5bd1e995)
    b ^= b >>> 15
  }
  return (
    (a >>> 0).toString(36).padStart(7, '0').slice(0, 7) + (b >>> 0).toString(36).padStart(7, '0').slice(2)
  )
}
