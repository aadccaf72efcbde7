import { Problem, unavailable } from '../domain/problems.ts'
import type { Delegate, DelegatedAnswer, DelegatedRequest } from '../http/delegate.ts'
import { LaneBusy, poolOf, type Task, TaskTimeout } from '../world/threads.ts'
import { startProcess, TaskLost } from '../world/worker-handles.ts'
import type { Environment } from './context.ts'

const PROGRAM = new URL('../../bin/quire.js', import.meta.url)
const MOST = 2
const MEGABYTES = 320
/** Milliseconds for a request, with the start of a process. */
const LONGEST = 60_000
const PATIENCE = 10_000

const answer: Task<DelegatedRequest, DelegatedAnswer> = {
  name: 'request',
  lane: 'requests',
  isApart: true,
  work: () => {
    throw new Error('This is done by `quire answer-requests`')
  },
}

/**
 * Processes that answer requests which take long: parsing, editing or merging a long text. They can be ended, and nobody
 * else waits for them.
 */
export function requestWorkers(environment: Environment): { delegate: Delegate; close(): Promise<void> } {
  const program = { arguments: ['answer-requests'], environment: { ...environment, QUIRE_LOG_LEVEL: 'warn' } }
  const pool = poolOf(MOST, startProcess(PROGRAM, MEGABYTES, program))
  return {
    delegate: (request) =>
      pool.run(answer, request, { timeout: LONGEST, patience: PATIENCE }).catch((error) => {
        throw problemOf(error)
      }),
    close: () => pool.close(),
  }
}

function problemOf(error: unknown) {
  if (error instanceof LaneBusy) return unavailable('Too many long texts are worked on; try again', 5, error)
  const advice = 'split the page into smaller ones'
  if (error instanceof TaskTimeout)
    return new Problem('too_large', `This takes longer than ${LONGEST / 1000} seconds: ${advice}`)
  if (error instanceof TaskLost)
    return new Problem('too_large', `This takes more memory than there is: ${advice}`)
  return error
}
