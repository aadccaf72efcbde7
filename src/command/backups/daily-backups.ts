// A backup a day into a folder, made by a process of its own so that readers and writers notice nothing.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Config } from '../../config.ts'
import type { Log } from '../../world/log/log.ts'
import type { Environment } from '../context.ts'
import { PROGRAM, stepBack } from '../process/apart.ts'
import { backupFile, dropOldBackups, isBackupDue } from './kept-backups.ts'

/** How often it looks whether one is due. */
const HOUR = 60 * 60_000
/** After the start, which has enough to do. */
const FIRST = 5_000
const LONGEST_COMPLAINT = 2_000

export function dailyBackups({ backups }: Config, environment: Environment, log: Log): { close(): void } {
  const { folder, keep } = backups
  if (folder === undefined) return { close() {} }
  let child: ChildProcess | undefined
  let timer = setTimeout(look, FIRST)
  timer.unref()

  async function look() {
    try {
      await backUp(folder ?? '')
    } catch (error) {
      log.error({ err: error }, 'the daily backup was not made')
    }
    timer = setTimeout(look, HOUR)
    timer.unref()
  }

  async function backUp(folder: string) {
    const now = new Date()
    if (!(await isBackupDue(folder, now))) return
    const file = backupFile(folder, now)
    await run(file)
    log.info({ file }, 'made the daily backup')
    await dropOldBackups(folder, keep, now)
  }

  function run(file: string) {
    const started = spawn(process.execPath, [PROGRAM, 'backup', file], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    stepBack(started)
    let complaint = ''
    started.stderr.on('data', (chunk) => {
      complaint = `${complaint}${chunk}`.slice(-LONGEST_COMPLAINT)
    })
    return new Promise<void>((resolve, reject) => {
      started.on('error', reject)
      started.on('close', (code, signal) => {
        child = undefined
        if (code === 0) resolve()
        else reject(new Error(`quire backup exited with ${signal ?? `code ${code}`}. ${complaint.trim()}`))
      })
    })
  }

  return {
    close() {
      clearTimeout(timer)
      // It leaves nothing behind under the name of a backup.
      child?.kill('SIGTERM')
    },
  }
}
