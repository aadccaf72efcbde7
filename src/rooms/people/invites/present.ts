import type { Links } from '../../../kit/domain/links.ts'
import { presentCollection } from '../../content/collections/present.ts'
import { presentSpace } from '../../content/spaces/present.ts'
import type { SeenInviteLink } from './invites.ts'
import type { InviteLink } from './schema.ts'

export function presentInviteLink({ link, space, collection }: SeenInviteLink, links: Links): InviteLink {
  const { id, role } = link
  const urls = { app: links.of(`/o/~join/${link.organizationId}/${id}`) }
  const common = { object: 'invite' as const, id, redundant: link.isRedundant === true, urls }
  if (space) return { ...common, level: role, space: presentSpace(space, links) }
  if (collection) return { ...common, level: role, collection: presentCollection(collection, links) }
  return { ...common, role }
}
