import { generateKeyBetween } from 'fractional-indexing'

/** A position after `previous` and before `next`; undefined stands for the ends. There is always room. */
export function positionBetween(previous?: string, next?: string): string {
  return generateKeyBetween(previous ?? null, next ?? null)
}
