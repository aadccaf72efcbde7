import type { Config } from '../../config.ts'
import type { Services } from '../../services.ts'
import { checkKeys, keepKeyProof } from '../checks/checks-keys.ts'
import { checkStoredFiles } from '../checks/checks-work.ts'

/**
 * What a process on a second machine may lack: the files and the key of the first. It starts all the same, since most
 * pages need neither.
 */
export async function tellWhatIsElsewhere(config: Config, { database, log }: Services) {
  // Of two that start at once, one is first.
  await keepKeyProof(config, database.db)
  const checks = [await checkStoredFiles(config, database.db), await checkKeys(config, database.db)]
  for (const { state, name, finding, advice } of checks)
    if (state === 'failed')
      log.error({ check: name, finding, advice }, 'not all of this installation is here')
}
