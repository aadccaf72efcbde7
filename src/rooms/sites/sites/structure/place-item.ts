import type { WriteContext } from '../../../../kit/domain/context.ts'
import { updateExternalLink, updateGroup, updateSection } from './store.ts'
import type { StructureItem } from './structure.ts'

type Place = { into: string | null; position: string }

/** Puts a group, section or link into a group, or at the top. */
export async function placeItem(
  ctx: WriteContext,
  siteId: string,
  item: StructureItem,
  { into, position }: Place,
) {
  switch (item.kind) {
    case 'group':
      return updateGroup(ctx.db, siteId, item.group.id, { parentId: into, position })
    case 'section':
      return updateSection(ctx.db, siteId, item.section.id, { groupId: into, position })
    case 'link':
      return updateExternalLink(ctx.db, siteId, item.link.id, { groupId: into, position })
    default:
      return item satisfies never
  }
}
