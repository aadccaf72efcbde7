import type { Config } from '../../config.ts'
import type { Check } from '../../world/machine/machine.ts'
import { newestBackup } from '../backups/kept-backups.ts'
import { plainMessage } from '../terminal/failures.ts'
import { failed, fine, skipped } from './checks.ts'

const LONGEST = 2 * 24 * 60 * 60_000

export async function checkBackups({ backups: { folder } }: Config): Promise<Check> {
  if (folder === undefined) return skipped('backups', 'as QUIRE_BACKUP_DIR is not set')
  try {
    const newest = await newestBackup(folder)
    const advice = 'The log of the service says why; to make one now: quire backup <file>'
    if (!newest) return failed('backups', `none in ${folder} yet`, advice)
    const finding = `the newest is of ${newest.madeAt.toISOString()}`
    return Date.now() - newest.madeAt.getTime() < LONGEST
      ? fine('backups', finding)
      : failed('backups', finding, advice)
  } catch (error) {
    return failed('backups', plainMessage(error), 'The service makes it when it starts.')
  }
}
