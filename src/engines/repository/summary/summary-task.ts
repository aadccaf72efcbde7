import type { Task, Threads } from '../../../world/threads/threads.ts'
import { readSummary, type Summary } from './summary.ts'

const LONG = 50_000
const TIMEOUT = 60_000

/** For tables of contents of thousands of lines. As JSON: a copied value takes three times as long to be received. */
export const readLongSummary: Task<{ text: string; file: string }, string> = {
  name: 'repository.read-summary',
  lane: 'git',
  isApart: true,
  work: ({ text, file }) => JSON.stringify(readSummary(text, file)),
}

export async function readSummaryIn(threads: Threads, text: string, file: string): Promise<Summary> {
  if (text.length < LONG) return readSummary(text, file)
  return JSON.parse(await threads.run(readLongSummary, { text, file }, { timeout: TIMEOUT }))
}
