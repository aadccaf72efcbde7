import { generateKeyBetween } from 'fractional-indexing'

/** A position after `previous` and before `next`; undefined means the beginning or the end. There is always room. */
export function positionBetween(previous?: string, next?: string): string {
  return generateKeyBetween(previous ?? null, next ?? null)
}
