import type { Links } from '../../../kit/domain/links.ts'
import type { ScimGroupRow } from './groups/store-groups.ts'
import { SCHEMAS, type ScimGroup, type ScimUser } from './schema.ts'
import type { ScimUserRow } from './users/store-users.ts'
import { shownName } from './users/user-state.ts'

export function baseOf(links: Links, organizationId: string) {
  return links.of(`/scim/v2/orgs/${organizationId}`)
}

export function presentUser(row: ScimUserRow, links: Links): ScimUser {
  const names = {
    givenName: row.givenName ?? undefined,
    familyName: row.familyName ?? undefined,
  }
  const shown = shownName({ ...names, displayName: row.displayName ?? undefined }) ?? row.knownName
  return {
    schemas: [SCHEMAS.user],
    id: row.userId,
    externalId: row.externalId ?? undefined,
    userName: row.userName,
    name: { formatted: shown, ...names },
    displayName: shown,
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.isActive,
    groups: row.groups,
    meta: metaOf('User', row, `${baseOf(links, row.organizationId)}/Users/${row.userId}`),
  }
}

export function presentGroup(row: ScimGroupRow, links: Links): ScimGroup {
  return {
    schemas: [SCHEMAS.group],
    id: row.teamId,
    externalId: row.externalId ?? undefined,
    displayName: row.title,
    members: row.members,
    meta: metaOf('Group', row, `${baseOf(links, row.organizationId)}/Groups/${row.teamId}`),
  }
}

function metaOf(resourceType: string, row: { createdAt: Date; updatedAt: Date }, location: string) {
  return {
    resourceType,
    created: row.createdAt.toISOString(),
    lastModified: row.updatedAt.toISOString(),
    location,
  }
}
