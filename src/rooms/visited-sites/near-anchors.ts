// Links to a place in a page name it by its anchor. Many were written for other tools, or before a heading changed a
// little: where just one anchor of the page is almost the same, that is meant.
import { yieldToEventLoop } from '../../content/event-loop.ts'
import { isShortText } from '../../content/long-work.ts'
import type { NodeSession } from '../../content/nodes/nodes.ts'
import type { ContentRef, Hash } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import { assignedIds } from '../../markdown/ids.ts'
import { mayHaveOurs, parseMarkdown } from '../../markdown/parse.ts'
import { anchorLike } from '../../markdown/slugs.ts'
import { mayBeAdaptive } from '../../reading/evaluate-document.ts'
import { viewOf } from './references.ts'
import type { OpenSpace } from './visited-site.ts'

/** Pages that are looked into for the links of one page, the first time each is. */
const MOST_PAGES = 30

type Anchor = Extract<ContentRef, { kind: 'anchor' }>

/** The reference itself, or the same page with the anchor that is meant. */
export type Near = (ref: ContentRef) => ContentRef

/** A page whose anchors are known already. */
type KnownPage = { page: string; anchors: readonly string[] }

/** Only pages of the same space are looked into. */
export async function nearAnchors(
  ctx: ReadContext,
  space: OpenSpace,
  refs: readonly ContentRef[],
  own?: KnownPage,
): Promise<Near> {
  const bodies = new Map<string, Hash>()
  for (const ref of refs) {
    if (ref.kind !== 'anchor' || ref.page === undefined || ref.space !== undefined) continue
    const body = space.read.byId.get(ref.page)?.page.body
    if (body && ref.page !== own?.page) bodies.set(ref.page, body)
  }
  const { nodes } = viewOf(ctx, space)
  const anchors = new Map<string, readonly string[]>()
  if (own) anchors.set(own.page, own.anchors)
  let room = MOST_PAGES
  for (const [page, body] of bodies) {
    const known = ctx.nodeCache.get(keyOf(body)) as readonly string[] | undefined
    if (known) anchors.set(page, known)
    else if (room-- > 0) anchors.set(page, await readAnchors(ctx, nodes, body))
  }
  return (ref) => {
    if (ref.kind !== 'anchor' || ref.space !== undefined) return ref
    return withAnchor(ref, anchors.get(ref.page ?? '') ?? [])
  }
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

async function readAnchors(ctx: ReadContext, nodes: NodeSession, body: Hash): Promise<readonly string[]> {
  await yieldToEventLoop()
  await nodes.fetch([body])
  const anchors = anchorsOf(nodes.text(body))
  ctx.nodeCache.set(
    keyOf(body),
    anchors,
    anchors.reduce((sum, one) => sum + one.length + 20, 100),
  )
  return anchors
}

/** None of a text that differs between visitors: a link must not name what is not for its reader. */
export function anchorsOf(text: string): string[] {
  if (!isShortText(text) || mayBeAdaptive(text)) return []
  const { nodes } = parseMarkdown(text, { hasOurs: mayHaveOurs(text), hasKeys: false })
  return [...assignedIds(nodes)]
}
