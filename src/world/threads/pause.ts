import { setTimeout } from 'node:timers/promises'

/** Resolves after so many milliseconds, for polling. */
export function pause(milliseconds: number): Promise<void> {
  return setTimeout(milliseconds)
}
