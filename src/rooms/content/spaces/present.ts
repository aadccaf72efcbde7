import type { Links } from '../../../kit/domain/links.ts'
import { highest } from '../../../kit/domain/roles.ts'
import { printed } from '../../../kit/domain/subjects.ts'
import { type PresentableUser, presentUser } from '../../people/identity/present.ts'
import type { Standing } from '../../people/organizations/access.ts'
import { type SeenSpace, spaceAbilities } from './access.ts'
import { type DeletedSpace, SPACE_ABILITIES, type Space, type SpaceOfMember } from './schema.ts'
import { purgeTime } from './trash.ts'

export function presentSpace(space: SeenSpace, links: Links): Space {
  const { id, organizationId, title, emoji, visibility, editMode, mergeRules, defaultLevel } = space
  // Clients append to it what stands below the space.
  const { location, app } = links.space(organizationId, id)
  const { comments, changeRequests, changeRequestsOpen, changeRequestsDraft } = space
  return {
    object: 'space',
    id,
    title,
    emoji,
    visibility,
    createdAt: space.createdAt.toISOString(),
    updatedAt: space.updatedAt.toISOString(),
    deletedAt: space.deletedAt?.toISOString(),
    editMode,
    mergeRules,
    urls: { location, app: `${app}/`, icon: space.icon ?? undefined },
    organization: organizationId,
    parent: space.parentId ?? undefined,
    language: space.language ?? undefined,
    gitSync: space.gitSync ?? undefined,
    revision: space.revisionId,
    defaultLevel,
    comments,
    changeRequests,
    changeRequestsOpen,
    changeRequestsDraft,
    permissions: printed(spaceAbilities(space), SPACE_ABILITIES),
  }
}

/** The level is the member's; the permissions beside it are the caller's: the member, or an admin. */
export function presentSpaceOfMember(space: SeenSpace, { role }: Standing, links: Links): SpaceOfMember {
  const permission = space.level ?? 'read'
  return { permission, space: presentSpace({ ...space, level: highest(space.level, role) }, links) }
}

type Deleted = { space: SeenSpace; deletedBy: PresentableUser | null }

export function presentDeletedSpace({ space, deletedBy }: Deleted, links: Links): DeletedSpace {
  return {
    ...presentSpace(space, links),
    deletedBy: deletedBy ? presentUser(deletedBy, links) : undefined,
    purgedAt: space.deletedAt ? purgeTime(space.deletedAt).toISOString() : undefined,
  }
}
