import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { ensureAdministrator } from '../../rooms/people/identity/administrator.ts'
import type { Services } from '../../services.ts'
import { makeDataFolder } from '../../world/make-folder.ts'

export type FirstToken = { token: string; tokenFile: string }

/** Sees to it that there is an administrator. A token that was made for one just now is kept in a file. */
export async function provideAdministrator(
  services: Services,
  config: Config,
): Promise<FirstToken | undefined> {
  const token = await services.asSystem((ctx) => ensureAdministrator(ctx, config.adminToken))
  return token === undefined ? undefined : { token, tokenFile: await keepToken(config.dataFolder, token) }
}

export function tokenFileIn(dataFolder: string) {
  return join(dataFolder, 'admin-token')
}

async function keepToken(folder: string, token: string) {
  await makeDataFolder(folder)
  const file = tokenFileIn(folder)
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  // The mode above only counts for a file that was not there yet.
  await chmod(file, 0o600)
  return file
}
