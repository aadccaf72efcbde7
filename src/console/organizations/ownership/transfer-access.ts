// Who could no longer read something in another organization, and who could read it there.
import type { Member } from '../../../rooms/people/members/schema.ts'
import type { UserGrant } from '../../../rooms/people/permissions/schema.ts'
import type { Api } from '../../api.ts'
import { allOf } from '../../views/all-of.ts'

export const MOST_COMPARED = 1_000

type Named = Member['user']
export type AccessChange = { loses: Named[]; gains: Named[]; isPartial: boolean }

/** Of a space or a collection, by its path in the API. Only what was given to single people goes along. */
export async function accessChange(api: Api, path: string, organizationId: string): Promise<AccessChange> {
  const most = MOST_COMPARED
  const [readers, given, members] = await Promise.all([
    allOf<UserGrant>(api, `${path}/permissions/aggregate`, { most }),
    allOf<UserGrant>(api, `${path}/permissions/users`, { most }),
    allOf<Member>(api, `/orgs/${organizationId}/members`, { most }),
  ])
  const active = members.filter(({ disabled }) => !disabled)
  const goesAlong = new Set(given.map(({ user }) => user.id))
  // Guests see only what they were given.
  const there = new Set(active.flatMap(({ id, role }) => (role !== null || goesAlong.has(id) ? [id] : [])))
  const here = new Set(readers.map(({ user }) => user.id))
  return {
    loses: readers.map(({ user }) => user).filter(({ id }) => !there.has(id)),
    gains: active.map(({ user }) => user).filter(({ id }) => there.has(id) && !here.has(id)),
    isPartial: readers.length >= most || members.length >= most,
  }
}
