// Who is who in an organization, for pages that name many people: asked for by the hundred, not one by one.
import type { Member } from '../../rooms/people/members/schema.ts'
import { type Api, Refused } from '../api.ts'
import { allOf } from '../views/all-of.ts'

/** With fewer, each is asked for by itself. */
const FEW = 3
const MOST = 1_000

/** Of these people, those who are members; by their ids. */
export async function membersAmong(api: Api, organizationId: string, ids: Iterable<string>) {
  const path = `/orgs/${organizationId}/members`
  const wanted = new Set(ids)
  const all = wanted.size > FEW ? await allOf<Member>(api, path, { most: MOST }) : []
  const found = new Map(all.filter(({ id }) => wanted.has(id)).map((member) => [member.id, member]))
  if (wanted.size > FEW && all.length < MOST) return found
  // Of the largest organizations, the list ends somewhere.
  for (const id of wanted) {
    const member = found.has(id) ? undefined : await memberOrNone(api, `${path}/${encodeURIComponent(id)}`)
    if (member) found.set(id, member)
  }
  return found
}

/** Somebody who left is none. */
async function memberOrNone(api: Api, path: string): Promise<Member | undefined> {
  try {
    return await api.get<Member>(path)
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return
    throw error
  }
}
