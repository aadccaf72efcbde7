// What only the process that serves knows: the machine it runs on, and how that is.
import type { FreeSpace } from './disk-space.ts'

/** What was looked at, and what to do about it where it is not as it should be. */
export type Check = { name: string; state: 'fine' | 'failed' | 'skipped'; finding: string; advice?: string }

export type Machine = {
  /** All that `quire doctor` looks at. It takes seconds. */
  examine(): Promise<Check[]>
  /** On the disks that are written to. */
  freeSpace: FreeSpace
}
