import { invalid, Problem } from '../../../kit/domain/problems.ts'

/** The kinds of faults of RFC 7644, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

export function scimInvalid(scimType: ScimType, message: string) {
  return invalid(message, { scimType })
}

export function taken(message: string) {
  return new Problem('conflict', message, { scimType: 'uniqueness' })
}
