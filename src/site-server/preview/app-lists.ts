// The spaces and collections of an organization that a member can read.
import type { Listed } from '../../engines/site/views/app-pages.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { withLevel } from '../../rooms/content/collections/access.ts'
import { type SeenSpace, spaceAbilities } from '../../rooms/content/spaces/access.ts'
import { listTheirSpaces } from './store.ts'

export async function readableSpaces(ctx: ReadContext, organizationId: string): Promise<SeenSpace[]> {
  const spaces = await listTheirSpaces(ctx.db, organizationId, ctx.actor.id)
  return spaces.map(withLevel).filter((space) => spaceAbilities(space).view)
}

export function spaceEntry({ links }: ReadContext, { organizationId, id, title, emoji }: SeenSpace): Listed {
  return { title, emoji: emoji ?? undefined, href: new URL(links.space(organizationId, id).app).pathname }
}
