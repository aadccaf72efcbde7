import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RunApart } from '../../services.ts'
import type { Log } from '../../world/log/log.ts'
import { ownFile } from '../../world/own-files.ts'
import { openSemaphore } from '../../world/threads/semaphore.ts'
import type { Environment } from '../context.ts'

/** Beside the compiled file of this one. */
export const PROGRAM = fileURLToPath(ownFile('bin/quire.js'))
/** Of the process of a job: the trace that it goes on with. */
export const TRACE = 'TRACEPARENT'
const MEGABYTES = 1_024
const LONGEST_COMPLAINT = 2_000
/** After a crash, all jobs that were running come at once: as many processes would keep the machine from anything else. */
const AT_ONCE = 4
/** Of those that may take an hour, and keep no short one waiting. */
const LONG_AT_ONCE = 2

/**
 * Runs jobs that may have ended the process they were in: each in one of its own, which ends alone. What it says when it
 * fails is the failure of the job.
 */
export function jobsApart(environment: Environment, log: Log): { run: RunApart; close(): void } {
  const children = new Set<ChildProcess>()
  const [inTurn, longInTurn] = [openSemaphore(AT_ONCE), openSemaphore(LONG_AT_ONCE)]

  let isClosed = false

  const start: RunApart = async (job, payload, traceparent) => {
    if (isClosed) throw new Error('The service closes; the job is done another time')
    log.warn(
      { job: job.name, payload },
      'this job may have crashed its process: running it in a separate one',
    )
    const program = [`--max-old-space-size=${MEGABYTES}`, PROGRAM, 'run-job', job.name]
    const child = spawn(process.execPath, program, {
      env: { ...environment, ...(traceparent && { [TRACE]: traceparent }) },
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    children.add(child)
    stepBack(child)
    let complaint = ''
    child.stderr.on('data', (chunk) => {
      complaint = `${complaint}${chunk}`.slice(-LONGEST_COMPLAINT)
    })
    // A child that is gone before it has read its payload is told of by its exit.
    // It stays open: its end tells the child that we are gone, and that others do the job.
    child.stdin.on('error', () => {}).write(`${JSON.stringify(payload)}\n`)
    return new Promise<void>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code, signal) => {
        children.delete(child)
        if (code === 0) return resolve()
        reject(
          new Error(`The process of the job exited with ${signal ?? `code ${code}`}. ${complaint.trim()}`),
        )
      })
    })
  }

  return {
    run: (job, ...of) => (job.isLong ? longInTurn : inTurn)(() => start(job, ...of)),
    close() {
      isClosed = true
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

/** Requests come first. */
export function stepBack({ pid }: ChildProcess) {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}
