// Links to a place in a page name it by its anchor. Many were written for other tools, or before a heading changed a
// little: where just one anchor of the page is almost the same, that is meant.
import { yieldToEventLoop } from '../../../engines/content/event-loop.ts'
import type { NodeSession } from '../../../engines/content/nodes/nodes.ts'
import type { ContentRef, Hash } from '../../../engines/content/records.ts'
import { anchorLike } from '../../../engines/markdown/names/slugs.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { OpenSpace } from '../visited-site.ts'
import type { ReadAnchors } from './read-anchors.ts'
import { viewOf } from './references.ts'

/** What is looked into for the links of one page: pages that nobody looked into before, and their characters. */
const MOST_PAGES = 30
const MOST_CHARACTERS = 500_000

type Anchor = Extract<ContentRef, { kind: 'anchor' }>

/** The reference itself, or the same page with the anchor that is meant. */
export type Near = (ref: ContentRef) => ContentRef

/** A page whose anchors are known already. */
type KnownPage = { page: string; anchors: readonly string[] }

type Looking = { refs: readonly ContentRef[]; read: ReadAnchors; own?: KnownPage }

/** Only pages of the same space are looked into. */
export async function nearAnchors(
  ctx: ReadContext,
  space: OpenSpace,
  { refs, read, own }: Looking,
): Promise<Near> {
  const bodies = new Map<string, Hash>()
  for (const ref of refs) {
    if (ref.kind !== 'anchor' || ref.page === undefined || ref.space !== undefined) continue
    const body = space.read.byId.get(ref.page)?.page.body
    if (body && ref.page !== own?.page) bodies.set(ref.page, body)
  }
  const found = await anchorsOfBodies(ctx, viewOf(ctx, space).nodes, [...bodies.values()], read)
  return (ref) => {
    if (ref.kind !== 'anchor' || ref.space !== undefined || ref.page === undefined) return ref
    const anchors = ref.page === own?.page ? own.anchors : found.get(bodies.get(ref.page) ?? '')
    return withAnchor(ref, anchors ?? [])
  }
}

async function anchorsOfBodies(ctx: ReadContext, nodes: NodeSession, bodies: Hash[], read: ReadAnchors) {
  const found = new Map<Hash, readonly string[]>()
  const unknown = bodies.filter((body) => {
    const known = ctx.nodeCache.get(keyOf(body)) as readonly string[] | undefined
    if (known) found.set(body, known)
    return !known
  })
  const some = unknown.slice(0, MOST_PAGES)
  await nodes.fetch(some)
  let room = MOST_CHARACTERS
  for (const body of some) {
    const text = nodes.text(body)
    room -= text.length
    if (room < 0) break
    await yieldToEventLoop()
    const anchors = await read(text)
    if (!anchors) continue
    found.set(body, anchors)
    ctx.nodeCache.set(keyOf(body), anchors, anchors.join().length + anchors.length * 20 + 100)
  }
  return found
}

/** The same for a link to a place in the page itself, `#…`; undefined where it is right, or nothing is like it. */
export function nearHere(url: string, anchors: readonly string[]): string | undefined {
  const wanted = plainName(url.slice(1))
  const like = anchorLike(wanted, anchors)
  return like === undefined || like === wanted ? undefined : `#${encodeURIComponent(like)}`
}

function withAnchor(ref: Anchor, anchors: readonly string[]): ContentRef {
  const like = anchorLike(plainName(ref.anchor), anchors)
  return like === undefined ? ref : { ...ref, anchor: like }
}

function plainName(name: string) {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function keyOf(body: Hash) {
  return `anchors ${body}`
}
