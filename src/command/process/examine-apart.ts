// The checks of `quire doctor` for those who ask the service: made by a process of its own, so that nobody waits for them.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Check } from '../../world/machine/machine.ts'
import type { Environment } from '../context.ts'
import { PROGRAM } from './apart.ts'

/** A server that does not answer is waited for; a check that hangs is not. */
const PATIENCE = 60_000
const LARGEST_ANSWER = 1024 * 1024
/** Who asks again within that gets the same answer. */
const FRESH = 10_000

export function examineApart(environment: Environment): () => Promise<Check[]> {
  let last: { since: number; checks: Promise<Check[]> } | undefined
  return () => {
    if (last && Date.now() - last.since < FRESH) return last.checks
    const checks = examine(environment)
    last = { since: Date.now(), checks }
    // What failed is tried anew.
    checks.catch(() => {
      last = undefined
    })
    return checks
  }
}

async function examine(environment: Environment): Promise<Check[]> {
  const options = {
    env: environment,
    timeout: PATIENCE,
    maxBuffer: LARGEST_ANSWER,
    killSignal: 'SIGKILL',
  } as const
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, 'doctor', '--json'],
    options,
  ).catch((error: { stdout?: string }) => {
    // Where a check fails, the command does too, and says what it found.
    if (!error.stdout) throw error
    return { stdout: error.stdout }
  })
  return JSON.parse(stdout).checks
}
