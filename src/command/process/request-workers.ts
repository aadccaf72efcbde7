import { Problem, unavailable } from '../../kit/domain/problems.ts'
import type { Delegate, DelegatedAnswer, DelegatedRequest } from '../../kit/http/requests/delegate.ts'
import { ownFile } from '../../world/own-files.ts'
import { LaneBusy, poolOf, type Task, TaskTimeout, type Threads } from '../../world/threads/threads.ts'
import { startProcess, TaskLost } from '../../world/threads/worker-handles.ts'
import type { Environment } from '../context.ts'

const PROGRAM = ownFile('bin/quire.js')
const MOST = 2
const MEGABYTES = 320
/** Milliseconds for a request, with the start of a process. */
const LONGEST = 60_000
const PATIENCE = 30_000

const answer: Task<DelegatedRequest, DelegatedAnswer> = {
  name: 'request',
  lane: 'requests',
  isApart: true,
  work: () => {
    throw new Error('Only `quire answer-requests` does this')
  },
}

export type RequestWorkers = {
  delegate: Delegate
  /** From now on one is there before it is needed: to start takes seconds, which a search does not have. */
  standBy(): void
  close(): Promise<void>
}

/**
 * Processes that answer requests which take long: parsing, editing or merging a long text. They can be ended, and nobody
 * else waits for them.
 */
export function requestWorkers(environment: Environment): RequestWorkers {
  const program = { arguments: ['answer-requests'], environment: { ...environment, QUIRE_LOG_LEVEL: 'warn' } }
  let opened: Threads | undefined
  const pool = () => {
    opened ??= poolOf(MOST, startProcess(PROGRAM, MEGABYTES, program), { standingBy: 1 })
    return opened
  }
  return {
    standBy: () => void pool(),
    delegate: (request) =>
      pool()
        .run(answer, request, { timeout: LONGEST, patience: PATIENCE })
        .catch((error) => {
          throw problemOf(error)
        }),
    close: async () => opened?.close(),
  }
}

function problemOf(error: unknown) {
  if (error instanceof LaneBusy)
    return unavailable('The server is busy with other long texts; try again later', 5, error)
  const advice = 'split the page into smaller ones'
  if (error instanceof TaskTimeout)
    return new Problem('too_large', `The request takes longer than ${LONGEST / 1000} seconds: ${advice}`)
  if (error instanceof TaskLost)
    return new Problem('too_large', `The request needs too much memory: ${advice}`)
  return error
}
