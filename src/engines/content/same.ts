import { isDeepStrictEqual } from 'node:util'

/** Whether two values hold the same. A field that is undefined is not there. */
export function isSame(one: unknown, other: unknown) {
  return isDeepStrictEqual(withoutUndefined(one), withoutUndefined(other))
}

function withoutUndefined(value: unknown) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))
}
