import type { Block } from '../document.ts'
import type { ParseState } from '../engine/parse-state.ts'
import { childrenOf, fragmentsOf, inlinesOf, inlineText } from '../nodes.ts'

/**
 * Gives every block a key from its own source, so that a block nobody touched keeps its key whatever happens around it.
 * The same source a second time gets a number.
 */
export function assignKeys(blocks: readonly Block[], parsing: ParseState): void {
  const seen = new Map<string, number>()
  const visit = (block: Block): void => {
    const place = parsing.places.get(block)
    const content = place ? parsing.text : contentOf(block)
    const [from, to] = place ? parsing.range(place) : [0, content.length]
    const hash = hashOf(block.type, content, from, to)
    const count = seen.get(hash) ?? 0
    seen.set(hash, count + 1)
    for (const child of childrenOf(block)) visit(child)
    for (const fragment of fragmentsOf(block)) for (const child of fragment.nodes) visit(child)
    block.key = count === 0 ? hash : `${hash}-${count}`
  }
  for (const block of blocks) visit(block)
}

/** The key of a block that no other block of its document has. */
export function keyOf(type: Block['type'], source: string): string {
  return hashOf(type, source, 0, source.length)
}

/** Blocks inside elements and cells have no lines of their own. */
function contentOf(block: Block): string {
  const inlines = inlinesOf(block)
  return inlines.length > 0 ? inlineText(inlines) : JSON.stringify(block)
}

/** Two sums with different factors: 12 characters, no secret, much faster than a digest. */
function hashOf(type: string, content: string, from: number, to: number): string {
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let at = 0; at < type.length; at++) a = Math.imul(a ^ type.charCodeAt(at), 0x01000193)
  for (let at = from; at < to; at++) {
    const code = content.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b, 31) + code + (b >>> 17)
  }
  return (a >>> 0).toString(36).padStart(7, '0') + (b >>> 0).toString(36).padStart(7, '0').slice(-5)
}
