import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { lockOrganization } from '../../people/organizations/organizations.ts'
import { collection, type SeenCollection } from './access.ts'
import { placeAfterMove, placeForNew } from './placement.ts'
import type { CollectionChanges, ContentMove, NewCollection } from './schema.ts'
import {
  deleteCollections,
  insertCollection,
  lockCollectionRows,
  updateAncestorsBelow,
  updateCollection,
} from './store.ts'

export async function createCollection(
  ctx: WriteContext,
  organizationId: string,
  { title = '', parent }: NewCollection,
) {
  await lockOrganization(ctx, organizationId)
  const place = await placeForNew(ctx, organizationId, parent)
  const id = ctx.ids.next()
  await insertCollection(ctx.db, {
    ...place,
    id,
    organizationId,
    title: title || 'Untitled',
    description: null,
    defaultLevel: null,
    createdAt: ctx.clock.now(),
  })
  await ctx.emit('collection.created', { organizationId, collectionId: id })
  return requireCollection(ctx, id)
}

export async function changeCollection(
  ctx: WriteContext,
  { id, organizationId }: SeenCollection,
  changes: CollectionChanges,
) {
  await updateCollection(ctx.db, organizationId, id, changes)
  await ctx.emit('collection.changed', { organizationId, collectionId: id })
  return requireCollection(ctx, id)
}

export async function moveCollection(ctx: WriteContext, collection: SeenCollection, move: ContentMove) {
  const { id, organizationId } = collection
  await lockOrganization(ctx, organizationId)
  const place = await placeAfterMove(ctx, await requireCollection(ctx, id), move)
  await updateCollection(ctx.db, organizationId, id, place)
  await updateAncestorsBelow(ctx.db, organizationId, id, place.ancestors)
  await ctx.emit('collection.moved', { organizationId, collectionId: id })
  return requireCollection(ctx, id)
}

/** Takes away the collection and those inside it; its spaces must have left before. */
/** Keeps it, and those below it, from everybody else; what is in them comes after. */
export async function lockCollection(ctx: WriteContext, { id, organizationId }: SeenCollection) {
  await lockCollectionRows(ctx.db, organizationId, id)
}

export async function removeCollection(ctx: WriteContext, { id, organizationId }: SeenCollection) {
  await deleteCollections(ctx.db, organizationId, id)
  await ctx.emit('collection.removed', { organizationId, collectionId: id })
}

async function requireCollection(ctx: ReadContext, collectionId: string) {
  const found = await collection.find(ctx, { collectionId })
  if (!found) throw notFound('collection')
  return found
}
