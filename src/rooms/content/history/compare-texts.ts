import { type TextChanges, textChanges } from '../../../engines/content/diff/text-changes.ts'
import type { Task } from '../../../world/threads/threads.ts'

export type Texts = { before: string; after: string; context: number }

/** Texts of some thousand lines keep the event loop for tens of milliseconds. */
export const compareTexts: Task<Texts, TextChanges> = {
  name: 'history.compare-texts',
  lane: 'requests',
  work: ({ before, after, context }) => textChanges(before, after, context),
}
