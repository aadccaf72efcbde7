// Which links of a text name what its reader may not know of: pages that are not there for them, and spaces that they do
// not read.

import { refOf, resolveTargets, type Standpoint } from '../../../../engines/content/links/resolve.ts'
import type { DerivedKind } from '../../../../engines/content/nodes/nodes.ts'
import type { RevisionView } from '../../../../engines/content/nodes/revision.ts'
import type { ContentRef, Hash } from '../../../../engines/content/records.ts'
import { shownLinksIn } from '../../../../engines/markdown/links.ts'
import { refOfAddress } from '../../../../engines/reading/addresses.ts'
import type { VisitorAudience } from '../../../../engines/reading/audience.ts'
import { isVisiblePage, withheldAmong } from '../../../../engines/reading/pages/visible-pages.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { space as spaceSubject } from '../../spaces/access.ts'
import { openView } from '../../spaces/revisions/revisions.ts'
import { readComputed } from '../computed/computed-content.ts'

/** A revision of a space as a visitor meets it. */
export type Visited = { spaceId: string; view: RevisionView; audience: VisitorAudience }

/** A text, and where it stands. */
export type PlacedText = { text: string; body: Hash | null; from: Standpoint }

/** The targets in a text that must not be told, as they are written. */
export async function withheldTargets(
  ctx: ReadContext,
  { spaceId, view: written, audience }: Visited,
  { text, body, from }: PlacedText,
): Promise<ReadonlySet<string>> {
  const targets = targetsIn(ctx, text, body)
  if (targets.length === 0) return NONE
  const view = await readComputed(ctx, spaceId, written)
  const resolved = await resolveTargets(view, from, targets)
  const refs = targets.map((target): [string, ContentRef] => [
    target,
    refOfAddress(ctx.links, target) ?? refOf(resolved.get(target), target),
  ])
  const isAway = (ref: ContentRef) => 'space' in ref && ref.space !== undefined && ref.space !== spaceId
  const own = new Set(refs.flatMap(([, ref]) => (isAway(ref) ? [] : pageIn(ref))))
  const hidden = await withheldAmong(ctx.links, { view, audience }, own)
  const isReadElsewhere = readElsewhere(ctx, audience)
  const withheld = new Set<string>()
  for (const [target, ref] of refs) {
    const isHidden = isAway(ref) ? !(await isReadElsewhere(ref)) : pageIn(ref).some((id) => hidden.has(id))
    if (isHidden) withheld.add(target)
  }
  return withheld
}

const NONE: ReadonlySet<string> = new Set()

const TARGETS: DerivedKind<string[]> = { name: 'targets' }

/** Found once for a text: most are read again and again. */
export function targetsIn(
  { nodeCache }: Pick<ReadContext, 'nodeCache'>,
  text: string,
  body: Hash | null,
): string[] {
  const known = body === null ? undefined : nodeCache.findDerived(TARGETS, body)
  if (known) return known
  const found = [...new Set(shownLinksIn(text).map(({ target }) => target))]
  const inside = found.filter((target) => !target.startsWith('#'))
  const size = 50 + inside.join('').length * 2 + inside.length * 30
  if (body !== null) nodeCache.keepDerived(TARGETS, body, inside, size)
  return inside
}

function pageIn(ref: ContentRef): string[] {
  return (ref.kind === 'page' || ref.kind === 'anchor') && ref.page !== undefined ? [ref.page] : []
}

/**
 * Tells whether what a reference with a space leads to is there for a visitor; what is no page and no space is no secret.
 * Each space is opened once.
 */
export function readElsewhere(
  ctx: ReadContext,
  audience: VisitorAudience,
): (ref: ContentRef) => Promise<boolean> {
  const opened = new Map<string, Promise<RevisionView | undefined>>()
  return async (ref) => {
    if (ref.kind !== 'page' && ref.kind !== 'anchor' && ref.kind !== 'space') return true
    const { space } = ref
    if (space === undefined || !audience.spaceIds.includes(space)) return false
    const [page] = pageIn(ref)
    if (page === undefined) return true
    const found = opened.get(space) ?? openHead(ctx, space)
    opened.set(space, found)
    const view = await found
    return view !== undefined && isVisiblePage(ctx.links, { view, audience }, page)
  }
}

async function openHead(ctx: ReadContext, spaceId: string): Promise<RevisionView | undefined> {
  const space = await spaceSubject.find(ctx, { spaceId })
  return space && readComputed(ctx, spaceId, await openView(ctx, spaceId, space.revisionId))
}
