import { setTimeout } from 'node:timers/promises'

/** Resolves after so many milliseconds, for those who look again. */
export function pause(milliseconds: number): Promise<void> {
  return setTimeout(milliseconds)
}
