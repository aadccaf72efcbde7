import { groupBy } from '../../../engines/content/groups.ts'
import { findPagesWithPaths } from '../../../engines/content/nodes/revision.ts'
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { spaceAbilities, space as spaceSubject, spacesByIds } from '../../content/spaces/access.ts'
import { openView } from '../../content/spaces/revisions/revisions.ts'
import type { OpenedPage } from './schema.ts'
import { listRecentPages, upsertRecentPage } from './store.ts'

export async function rememberPage(
  ctx: WriteContext,
  userId: string,
  { space: spaceId, page: pageId }: OpenedPage,
) {
  const space = await spaceSubject.find(ctx, { spaceId })
  if (!space || !spaceAbilities(space).view) throw notFound('space')
  await upsertRecentPage(ctx.db, { userId, spaceId, pageId, openedAt: ctx.clock.now() })
}

/** As they are now; what is gone, or may no longer be read, is left out. */
export async function recentPagesOf(ctx: ReadContext, userId: string) {
  const rows = await listRecentPages(ctx.db, userId)
  const spaces = await spacesByIds(ctx, [...new Set(rows.map(({ spaceId }) => spaceId))])
  const known = new Map<string, Awaited<ReturnType<typeof findPagesWithPaths>>>()
  for (const [spaceId, opened] of groupBy(rows, ({ spaceId }) => spaceId)) {
    const space = spaces.get(spaceId)
    if (!space || space.deletedAt || !spaceAbilities(space).view) continue
    const view = await openView(ctx, spaceId, space.revisionId)
    known.set(
      spaceId,
      await findPagesWithPaths(
        view,
        opened.map(({ pageId }) => pageId),
      ),
    )
  }
  return rows.flatMap(({ spaceId, pageId, openedAt }) => {
    const space = spaces.get(spaceId)
    const found = known.get(spaceId)?.get(pageId)
    return space && found ? [{ ...found, space, openedAt }] : []
  })
}
