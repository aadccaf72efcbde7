// Where content lies: under which collection, and where among its siblings. Spaces use it too.
import type { ReadContext } from '../../../kit/domain/context.ts'
import { positionBetween } from '../../../kit/domain/positions.ts'
import { conflict, invalid } from '../../../kit/domain/problems.ts'
import { requireAbility } from '../../../kit/domain/subjects.ts'
import { organization } from '../../people/organizations/access.ts'
import { collection, type SeenCollection } from './access.ts'
import type { ContentMove, ContentPosition } from './schema.ts'
import { findNeighbour, findSibling } from './store.ts'

export type Placement = { parentId: string | null; ancestors: string[]; position: string }

type Content = Placement & { id: string; organizationId: string }

/** The end of a collection, or of the organization: where new content is put, by whoever may create there. */
export async function placeForNew(
  ctx: ReadContext,
  organizationId: string,
  parentId?: string,
): Promise<Placement> {
  const parent = await requireParent(ctx, organizationId, parentId ?? null)
  return placeAt(ctx, organizationId, parent, '', undefined)
}

/** The place a move leads to. Others must not move anything in the organization meanwhile: hold it before. */
export async function placeAfterMove(
  ctx: ReadContext,
  content: Content,
  move: ContentMove,
): Promise<Placement> {
  const parentId = move.parent === undefined ? content.parentId : move.parent
  const isStaying = parentId === content.parentId
  const parent = isStaying
    ? { id: parentId, ancestors: content.ancestors }
    : await requireParent(ctx, content.organizationId, parentId)
  if (parent.id === content.id || parent.ancestors.includes(content.id)) {
    throw invalid('A collection cannot be moved into itself', { field: 'body.parent' })
  }
  const place = await placeAt(ctx, content.organizationId, parent, content.id, move.position)
  const isSame = isStaying && (await isBetweenSame(ctx, content, place))
  if (isSame || (isStaying && !move.position)) throw conflict('It is already there')
  return place
}

type Parent = { id: string | null; ancestors: string[] }

async function requireParent(
  ctx: ReadContext,
  organizationId: string,
  parentId: string | null,
): Promise<Parent> {
  if (parentId === null) {
    await requireAbility(ctx, organization, { organizationId }, 'createContent')
    return { id: null, ancestors: [] }
  }
  const parent: SeenCollection = await requireAbility(ctx, collection, { collectionId: parentId }, 'create')
  if (parent.organizationId !== organizationId) {
    throw invalid('This collection belongs to another organization: use transfer', { field: 'body.parent' })
  }
  return { id: parent.id, ancestors: [...parent.ancestors, parent.id] }
}

async function placeAt(
  ctx: ReadContext,
  organizationId: string,
  { id: parentId, ancestors }: Parent,
  movedId: string,
  wish: ContentPosition | undefined,
): Promise<Placement> {
  const place = { organizationId, parentId }
  const [side, sibling] = wish?.before
    ? (['before', wish.before] as const)
    : (['after', wish?.after] as const)
  if (!sibling) {
    const last = await findNeighbour(ctx.db, place, movedId, 'before')
    return { parentId, ancestors, position: positionBetween(last) }
  }
  const siblingId = 'space' in sibling ? sibling.space : sibling.collection
  const anchor = await findSibling(ctx.db, place, movedId, siblingId)
  if (anchor === undefined) {
    const field = `body.position.${side}`
    throw invalid(`${field} is not in that place`, { field })
  }
  const neighbour = await findNeighbour(ctx.db, place, movedId, side, anchor)
  const position = side === 'before' ? positionBetween(neighbour, anchor) : positionBetween(anchor, neighbour)
  return { parentId, ancestors, position }
}

/** Whether the old position has the same neighbours as the new one. */
async function isBetweenSame(ctx: ReadContext, content: Content, place: Placement) {
  const before = (position: string) => findNeighbour(ctx.db, content, content.id, 'before', position)
  return (await before(content.position)) === (await before(place.position))
}
