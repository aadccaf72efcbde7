import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import { type Audience, WRITER } from '../../../engines/reading/audience.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { type SeenSpace, spaceAbilities, space as spaceSubject } from '../spaces/access.ts'
import { openRevision, type RevisionRow } from '../spaces/revisions/revisions.ts'

/** A revision of a space as one caller meets it. */
export type SeenContent = {
  space: SeenSpace
  revision: RevisionRow
  view: RevisionView
  audience: Audience
  /** Of sources that fail, by the pages that stand for them. */
  problems?: ReadonlyMap<string, string>
}

export async function openContent(
  ctx: ReadContext,
  space: SeenSpace,
  revisionId: string,
  audience: Audience = WRITER,
): Promise<SeenContent> {
  const { row, view } = await openRevision(ctx, space.id, revisionId)
  return { space, revision: row, view, audience }
}

/** What the readers of a space see now. */
export const currentContent = subject({
  name: 'space',
  find: async (ctx, { spaceId }: { spaceId: string }) => {
    const space = await spaceSubject.find(ctx, { spaceId })
    return space && openContent(ctx, space, space.revisionId, audienceOf(ctx))
  },
  abilities: ({ space }: SeenContent) => spaceAbilities(space),
})

export const revisionContent = subject({
  name: 'revision',
  find: async (ctx, { spaceId, revisionId }: { spaceId: string; revisionId: string }) => {
    const space = await spaceSubject.find(ctx, { spaceId })
    if (!space || !spaceAbilities(space).view) return
    if (ctx.actor.kind === 'visitor' && !(await isPublished(ctx, space, revisionId))) return
    return openContent(ctx, space, revisionId, audienceOf(ctx))
  },
  abilities: ({ space }: SeenContent) => spaceAbilities(space),
})

function audienceOf({ actor }: ReadContext): Audience {
  if (actor.kind !== 'visitor') return WRITER
  const { claims, spaceIds } = actor.visitor
  return { kind: 'visitor', claims, spaceIds }
}

/** Who has begun to read a page may end it. */
const GRACE = 60_000

/** What readers see now, or saw until a moment ago; what was taken back before that is nobody's any more. */
async function isPublished(ctx: ReadContext, { id, revisionId: head }: SeenSpace, revisionId: string) {
  if (revisionId === head) return true
  const { row } = await openRevision(ctx, id, head)
  return row.parents.includes(revisionId) && ctx.clock.now().getTime() - row.createdAt.getTime() < GRACE
}
