import { readCondition } from '../../../engines/adaptive/conditions.ts'
import { invalid } from '../../../kit/domain/problems.ts'

/** Refuses a condition that can not be read, and points at what is wrong with it. */
export function requireCondition(text: string, field: string) {
  const read = readCondition(text)
  if (read.kind === 'error') {
    const { message, position, expected } = read.error
    throw invalid(`${field}: ${message}`, { field, position, expected })
  }
}
