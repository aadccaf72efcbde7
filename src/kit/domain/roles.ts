/** What a member may do with content, weakest first; each includes those before it. */
export const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Null is a guest: a user in the organization with access only to what was granted to them. */
export type RoleOrGuest = Role | null

function rank(role: RoleOrGuest | undefined) {
  return role ? ROLES.indexOf(role) : -1
}

export function isAtLeast(role: RoleOrGuest | undefined, wanted: Role) {
  return rank(role) >= rank(wanted)
}

/** The strongest of several claims to one thing; null when there is none. */
export function highest(...roles: (RoleOrGuest | undefined)[]): RoleOrGuest {
  return roles.reduce<RoleOrGuest>((best, role) => (role && rank(role) > rank(best) ? role : best), null)
}
