import type { InviteLink } from './schema.ts'
import type { InviteLinkRow } from './store.ts'

export function presentInviteLink({ id, role, isRedundant }: InviteLinkRow): InviteLink {
  return { object: 'invite', id, role, redundant: isRedundant === true }
}
