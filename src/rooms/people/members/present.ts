import type { Links } from '../../../kit/domain/links.ts'
import { presentUser } from '../identity/present.ts'
import type { Member } from './schema.ts'
import type { MemberRow } from './store.ts'

export function presentMember(member: MemberRow, links: Links): Member {
  const { userId, role, disabled, sso, displayName, email, photoUrl } = member
  return {
    object: 'member',
    id: userId,
    role,
    user: presentUser({ id: userId, displayName, email, photoUrl }, links),
    disabled,
    joinedAt: member.joinedAt.toISOString(),
    lastSeenAt: member.lastSeenAt?.toISOString(),
    sso,
    spaces: member.spaces,
    teams: member.teams ?? 0,
  }
}
