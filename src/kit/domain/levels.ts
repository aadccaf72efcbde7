import { highest, type RoleOrGuest } from './roles.ts'

/** What determines the level of a user on one collection or space. */
export type AccessClaims = {
  isMember: boolean
  /** The role in the organization; null is a guest. */
  role: RoleOrGuest
  /** Default levels of the content and of the collections above it; `inherit` and null add nothing. */
  defaults: (RoleOrGuest | 'inherit')[]
  /** Levels granted to the person or their teams, on the content or on a collection above it. */
  grants: RoleOrGuest[]
}

/** The highest of all claims counts. A guest has only what was granted. */
export function effectiveLevel({ isMember, role, defaults, grants }: AccessClaims): RoleOrGuest {
  if (!isMember) return null
  if (role === null) return highest(...grants)
  return highest(role, ...grants, ...defaults.map((level) => (level === 'inherit' ? null : level)))
}
