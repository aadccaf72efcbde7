import type { FileRecord } from '../records.ts'
import { type MergedRecords, mergeRecord, winnerOf } from './records.ts'
import type { MergeInput, Sides } from './types.ts'

export const APART_FROM_FILES: ReadonlySet<string> = new Set(['id'])

/** Told of the bytes: while those are in dispute and stay as ours, these stay with them and are not told apart. */
const OF_BYTES: ReadonlySet<string> = new Set(['id', 'size', 'contentType', 'dimensions'])

export function mergeFiles(files: MergeInput['files']) {
  const outcomes: MergedRecords<FileRecord> = new Map()
  for (const [id, sides] of files) {
    const outcome = mergeRecord(sides, areBytesDisputed(sides) ? OF_BYTES : APART_FROM_FILES)
    if (outcome) outcomes.set(id, outcome)
  }
  return outcomes
}

function areBytesDisputed({ base, ours, theirs }: Sides<FileRecord>) {
  if (!ours || !theirs) return false
  return winnerOf({ base: base?.blob, ours: ours.blob, theirs: theirs.blob }) === 'nobody'
}
