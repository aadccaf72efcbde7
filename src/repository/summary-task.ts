import type { Task } from '../world/threads.ts'
import { readSummary, type Summary } from './summary.ts'

/** For tables of contents of thousands of lines. */
export const readLongSummary: Task<{ text: string; file: string }, Summary> = {
  name: 'repository.read-summary',
  work: ({ text, file }) => readSummary(text, file),
}
