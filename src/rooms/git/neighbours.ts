// Other spaces of the organization that live in the same branch, each in its folder. Links lead from one to the other.
import type { Ctx } from '../../domain/context.ts'
import { readConfig } from '../../repository/config.ts'
import { configEntryIn, type Repository, readBytes } from './repository.ts'
import type { OperationRow } from './store.ts'
import { listNeighbourDirectories } from './store.ts'

/** Where their files lie, by the configurations of this very commit: folders with a slash behind them. */
export async function neighbourFolders(
  ctx: Ctx,
  { spaceId, request }: Pick<OperationRow, 'spaceId' | 'request'>,
  { cache, everything }: Repository,
): Promise<string[]> {
  const folders: string[] = []
  for (const directory of await listNeighbourDirectories(ctx.db, spaceId, request)) {
    const folder = directory === '' ? '' : `${directory}/`
    const entry = configEntryIn(everything, folder)
    const { root } = readConfig(entry ? (await readBytes(cache, entry)).toString('utf8') : '')
    folders.push(root === '' ? folder : `${folder}${root}/`)
  }
  return folders
}
