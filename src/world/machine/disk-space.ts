import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Less than this is worth a warning: a backup, an import or an index may need it. */
export const LOW_SPACE = 1e9

/** On the disk of a folder, which need not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(await firstThatExists(folder))
  return bavail * bsize
}

export async function firstThatExists(path: string): Promise<string> {
  const found = await stat(path).then(
    () => true,
    // A folder that may not be looked into exists as well.
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  )
  return found || dirname(path) === path ? path : firstThatExists(dirname(path))
}

/** What is left where, or nothing where that cannot be asked. */
export type FreeSpace = () => Promise<{ folder: string; bytes: number }[]>

export function freeSpaceOf(folders: ReadonlyMap<string, string>): FreeSpace {
  return async () => {
    const asked = [...folders].map(async ([folder, path]) => ({ folder, bytes: await freeBytes(path) }))
    const answers = await Promise.allSettled(asked)
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }
}
