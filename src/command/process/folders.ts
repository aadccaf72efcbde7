import type { Config } from '../../config.ts'
import { findCluster } from './open.ts'

/** What is written to, by what it is for. The database may lie on another disk than the data folder, see location.ts. */
export async function foldersOf({ dataFolder, blobs, backups }: Config): Promise<Map<string, string>> {
  const cluster = await findCluster(dataFolder)
  return new Map([
    ['data', dataFolder],
    ...(cluster && cluster !== dataFolder ? [['database', cluster] as const] : []),
    ...(blobs.kind === 'folder' ? [['files', blobs.folder] as const] : []),
    ...(backups.folder ? [['backups', backups.folder] as const] : []),
  ])
}
