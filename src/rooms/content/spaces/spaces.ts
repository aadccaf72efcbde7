import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import { lockOrganization } from '../../people/organizations/organizations.ts'
import type { SeenCollection } from '../collections/access.ts'
import { withLevel } from '../collections/access.ts'
import { lockCollection, removeCollection } from '../collections/collections.ts'
import { placeAfterMove, placeForNew } from '../collections/placement.ts'
import type { ContentMove } from '../collections/schema.ts'
import { type SeenSpace, spaceAbilities, space as spaceSubject } from './access.ts'
import { purgeSpaces } from './jobs.ts'
import { requireRevision, writeRevision } from './revisions/revisions.ts'
import type { NewSpace, SpaceChanges } from './schema.ts'
import {
  deleteSpacesOf,
  insertSpace,
  listTrashedSpacesOf,
  lockSpaceRow,
  type SpaceRow,
  trashSpace,
  trashSpacesBelow,
  updateSpace,
} from './store.ts'
import { purgeableBefore, purgeTime } from './trash.ts'

/** Clients rely on every space having an emoji: the field is required in their types. */
const DEFAULT_EMOJI = '📘'
const LONGEST_TITLE = 50

export async function createSpace(ctx: WriteContext, organizationId: string, details: NewSpace) {
  await lockOrganization(ctx, organizationId)
  const { title, emoji = DEFAULT_EMOJI, parent, language = null, editMode } = details
  const place = await placeForNew(ctx, organizationId, parent)
  const now = ctx.clock.now()
  const [id, revisionId] = [ctx.ids.next(), ctx.ids.next()]
  await insertSpace(ctx.db, {
    ...place,
    id,
    organizationId,
    title: title || 'Untitled',
    emoji,
    visibility: visibilityAt(place.parentId),
    language,
    editMode,
    defaultLevel: null,
    revisionId,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  })
  await writeRevision(ctx, undefined, { id: revisionId, spaceId: id, root: null, type: 'edits', parents: [] })
  await ctx.emit('space.created', { organizationId, spaceId: id })
  return requireSpace(ctx, id)
}

/** Shares all content with the original: the cost is that of an empty space. */
export async function duplicateSpace(ctx: WriteContext, original: SeenSpace) {
  const { organizationId, parentId, emoji, icon, language, mergeRules } = original
  if (original.deletedAt) throw notFound('space')
  await lockOrganization(ctx, organizationId)
  const place = await placeForNew(ctx, organizationId, parentId ?? undefined)
  const { root } = await requireRevision(ctx, original.id, original.revisionId)
  const now = ctx.clock.now()
  const [id, revisionId] = [ctx.ids.next(), ctx.ids.next()]
  await insertSpace(ctx.db, {
    ...place,
    id,
    organizationId,
    title: copyTitle(original.title, LONGEST_TITLE),
    emoji,
    icon,
    visibility: visibilityAt(place.parentId),
    language,
    mergeRules: JSON.stringify(mergeRules),
    defaultLevel: null,
    revisionId,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  })
  await writeRevision(ctx, undefined, { id: revisionId, spaceId: id, root, type: 'edits', parents: [] })
  await ctx.emit('space.created', { organizationId, spaceId: id })
  await ctx.emit('space.content_changed', { organizationId, spaceId: id, revisionId })
  return requireSpace(ctx, id)
}

export function copyTitle(title: string, longest: number) {
  const tail = ' (copy)'
  return title.slice(0, longest - tail.length) + tail
}

/** Where it lies decides who can open it, until somebody says otherwise. */
function visibilityAt(parentId: string | null) {
  return parentId === null ? 'private' : 'in-collection'
}

export async function changeSpace(ctx: WriteContext, { id }: SeenSpace, changes: SpaceChanges) {
  const space = await lockSpaceRow(ctx.db, id)
  if (!space) throw notFound('space')
  const { organizationId, parentId } = space
  const { mergeRules, emoji, ...plain } = changes
  if (changes.visibility === 'in-collection' && parentId === null)
    throw invalid('body.visibility can be in-collection only for a space in a collection', {
      field: 'body.visibility',
    })
  await updateSpace(ctx.db, organizationId, id, {
    ...plain,
    // Null takes away the own one.
    emoji: emoji === null ? DEFAULT_EMOJI : emoji,
    mergeRules: mergeRules && JSON.stringify(mergeRules),
    updatedAt: ctx.clock.now(),
  })
  await ctx.emit('space.changed', { organizationId, spaceId: id })
  await announceVisibility(ctx, space, changes.visibility)
  return requireSpace(ctx, id)
}

async function announceVisibility(ctx: WriteContext, space: SpaceRow, visibility = space.visibility) {
  const { id: spaceId, organizationId, visibility: previous } = space
  if (visibility !== previous)
    await ctx.emit('space.visibility_changed', { organizationId, spaceId, previous, visibility })
}

export async function moveSpace(ctx: WriteContext, { id, organizationId }: SeenSpace, move: ContentMove) {
  await lockOrganization(ctx, organizationId)
  const space = await requireSpace(ctx, id)
  const place = await placeAfterMove(ctx, space, move)
  const hasLeft = space.visibility === 'in-collection' && place.parentId === null
  const visibility = hasLeft ? ('private' as const) : undefined
  await updateSpace(ctx.db, organizationId, id, { ...place, visibility, updatedAt: ctx.clock.now() })
  await ctx.emit('space.moved', { organizationId, spaceId: id })
  await announceVisibility(ctx, space, visibility)
  return requireSpace(ctx, id)
}

/** In the trash, those that the caller may restore. */
export async function deletedSpaces(ctx: ReadContext, organizationId: string) {
  const rows = await listTrashedSpacesOf(
    ctx.db,
    organizationId,
    ctx.actor.id,
    purgeableBefore(ctx.clock.now()),
  )
  return rows.flatMap(({ deletedBy, ...row }) => {
    const space = withLevel(row)
    return spaceAbilities(space).admin ? [{ space, deletedBy }] : []
  })
}

/** Into the trash; it can be restored for seven days. */
export async function deleteSpace(ctx: WriteContext, { id, organizationId }: SeenSpace) {
  const isTrashed = await trashSpace(ctx.db, organizationId, id, ctx.clock.now())
  if (!isTrashed) return false
  await announceTrash(ctx, organizationId, [id])
  return true
}

export async function restoreSpace(ctx: WriteContext, { id, organizationId, deletedAt }: SeenSpace) {
  if (!deletedAt) throw conflict('This space is not deleted')
  // The job that removes it may be late; the promise is kept by the clock.
  if (purgeTime(deletedAt) <= ctx.clock.now()) throw notFound('space')
  await updateSpace(ctx.db, organizationId, id, { deletedAt: null, updatedAt: ctx.clock.now() })
  await ctx.emit('space.restored', { organizationId, spaceId: id })
  return requireSpace(ctx, id)
}

/** The spaces inside go to the trash, from where they can be restored; the collections inside are gone. */
export async function deleteCollection(ctx: WriteContext, collection: SeenCollection) {
  const { id, organizationId } = collection
  await lockOrganization(ctx, organizationId)
  await lockCollection(ctx, collection)
  const trashed = await trashSpacesBelow(ctx.db, organizationId, id, ctx.clock.now())
  await announceTrash(ctx, organizationId, trashed)
  await removeCollection(ctx, collection)
}

/** Some of the spaces of an organization, gone for good whether they are in the trash or not; returns their ids. */
export function purgeSpacesOf(ctx: WriteContext, organizationId: string, atOnce: number) {
  return deleteSpacesOf(ctx.db, organizationId, atOnce)
}

async function announceTrash(ctx: WriteContext, organizationId: string, spaceIds: string[]) {
  if (spaceIds.length === 0) return
  await ctx.emit('space.deleted', ...spaceIds.map((spaceId) => ({ organizationId, spaceId })))
  await ctx.enqueue(purgeSpaces, { spaceIds }, { startAfter: purgeTime(ctx.clock.now()) })
}

async function requireSpace(ctx: ReadContext, spaceId: string) {
  const found = await spaceSubject.find(ctx, { spaceId })
  if (!found) throw notFound('space')
  return found
}
