import { chmod, mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './network/fetch-failure.ts'

/**
 * As `mkdir` with `recursive`, which goes round for ever where the parent is there and yet nothing can be made in it, as
 * in /proc. Returns the topmost folder that it made, undefined if all were there.
 */
export async function makeFolders(folder: string, mode?: number): Promise<string | undefined> {
  const parent = dirname(folder)
  try {
    return await makeFolder(folder, mode)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error
  }
  const topmost = await makeFolders(parent, mode)
  const made = await makeFolder(folder, mode)
  return topmost ?? made
}

async function makeFolder(folder: string, mode?: number) {
  try {
    await mkdir(folder, { mode })
    return folder
  } catch (error) {
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (!isThere) throw error
  }
}

/**
 * Makes the data folder if it is not there. Others have no business in it; root's lets them pass through without looking
 * around: the programs that root starts for an account without rights must reach their subfolders.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  const made = await makeFolders(folder)
  // Separately, as a strict umask would reduce the mode of mkdir. An existing folder keeps the mode its owner chose.
  if (made) await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/** Makes it, and something in it: modes say nothing of access lists, mounts and file systems of the kernel. */
export async function requireDataFolder(folder: string): Promise<void> {
  await makeDataFolder(folder).catch((cause) => refuse(folder, 'made', cause))
  await tryWriting(folder).catch((cause) => refuse(folder, 'written to', cause))
}

async function tryWriting(folder: string) {
  try {
    await rmdir(await mkdtemp(join(folder, '.probe-')))
  } catch (error) {
    // What is in it can still be read, and space comes back.
    if (!/^(ENOSPC|EDQUOT)$/.test(codeOf(error) ?? '')) throw error
  }
}

function refuse(folder: string, what: string, cause: Error): never {
  const advice = 'Set QUIRE_DATA_DIR to a folder that this user can write to, or change its owner or mode.'
  throw new Error(`The data folder ${folder} cannot be ${what}. ${advice}`, { cause })
}
