// What one version of a description changed, as much of it as readers look at.
import { compareDocuments, type OperationChange } from './compare.ts'
import type { ApiDocument } from './document.ts'

export type ChangedVersion = {
  /** What the description calls it. */
  version: string
  operations: ChangedOperation[]
  /** Operations that are not in the list. */
  left: number
}

export type ChangedOperation = Pick<
  OperationChange,
  'change' | 'kind' | 'method' | 'path' | 'title' | 'isBreaking' | 'changes'
> & { left: number }

const MOST_OPERATIONS = 200
const MOST_DIFFERENCES = 10
const LONGEST = 300

/** Breaking ones first: whatever is left out, these are not. */
export function changedVersion(before: ApiDocument | undefined, after: ApiDocument): ChangedVersion {
  const { version = '' } = after.info ?? {}
  if (!before) return { version: shortened(version), operations: [], left: 0 }
  const { operations } = compareDocuments(before, after)
  const inOrder = [
    ...operations.filter(({ isBreaking }) => isBreaking),
    ...operations.filter(({ isBreaking }) => !isBreaking),
  ]
  const some = inOrder.slice(0, MOST_OPERATIONS).map(changedOperation)
  return { version: shortened(version), operations: some, left: inOrder.length - some.length }
}

function changedOperation({ change, kind, method, path, title, isBreaking, changes }: OperationChange) {
  const inOrder = changes.toSorted((one, other) => Number(other.isBreaking) - Number(one.isBreaking))
  const some = inOrder
    .slice(0, MOST_DIFFERENCES)
    .map((one) => ({ message: shortened(one.message), isBreaking: one.isBreaking }))
  const left = inOrder.length - some.length
  // A path is what the operation is known by, and stays whole.
  return { change, kind, method, path, title: shortened(title), isBreaking, changes: some, left }
}

function shortened(text: unknown) {
  const line = String(text)
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
