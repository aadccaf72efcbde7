// Content that gets another organization. Who may see it there is the business of the rooms that know about people.
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { placeForNew } from '../collections/placement.ts'
import { listContentBelow, moveCollectionHome, moveSpaceHome } from './store-homes.ts'

/** A collection with all inside it, as ids. */
export function contentBelow(ctx: ReadContext, collectionId: string) {
  return listContentBelow(ctx.db, collectionId)
}

export async function giveSpaceHome(ctx: WriteContext, spaceId: string, organizationId: string) {
  const { position } = await placeForNew(ctx, organizationId)
  await moveSpaceHome(ctx.db, spaceId, { organizationId, position })
}

export async function giveCollectionHome(ctx: WriteContext, collectionId: string, organizationId: string) {
  const { position } = await placeForNew(ctx, organizationId)
  await moveCollectionHome(ctx.db, collectionId, { organizationId, position })
}
