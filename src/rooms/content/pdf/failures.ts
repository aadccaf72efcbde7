import { Problem } from '../../../kit/domain/problems.ts'

// Why a PDF could not be made, as it is kept. What lies in the content begins with the kind of problem it is; all else is
// a fault of ours.

const TOO_LARGE = 'too_large: '
const ADVICE = 'Use "page" for one page and the pages below it'

/** The content is more than can be printed; whoever asked can ask for less. */
export function tooLarge(reason: string): string {
  return `${TOO_LARGE}${reason}. ${ADVICE}`
}

export const OUR_FAULT = 'The PDF could not be created. The server log has the details'

/** Undefined when the fault is ours. */
export function problemOf(failure: string): Problem | undefined {
  return failure.startsWith(TOO_LARGE) ? new Problem('too_large', failure.slice(TOO_LARGE.length)) : undefined
}
