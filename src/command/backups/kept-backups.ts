// The backups of a folder: their names say when they were made.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^quire-\d{4}-\d\d-\d\dT\d{4}\.tar\.gz$/
const PARTIAL = /^quire-\d{4}-\d\d-\d\dT\d{4}\.tar\.gz\.partial$/
const DAY = 24 * 60 * 60_000

export function backupFile(folder: string, time: Date) {
  return join(folder, `quire-${time.toISOString().slice(0, 16).replace(':', '')}.tar.gz`)
}

/** The oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => join(folder, name))
}

export async function newestBackup(folder: string): Promise<{ file: string; madeAt: Date } | undefined> {
  const file = (await listBackups(folder)).at(-1)
  return file === undefined ? undefined : { file, madeAt: (await stat(file)).mtime }
}

/** Neither made within a day nor under way, by whichever process. */
export async function isBackupDue(folder: string, now: Date) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const newest = await newestBackup(folder)
  if (newest && now.getTime() - newest.madeAt.getTime() < DAY) return false
  const partials = (await readdir(folder)).filter((name) => PARTIAL.test(name))
  const ages = await Promise.all(partials.map((name) => ageOf(join(folder, name), now)))
  return ages.every((age) => age > DAY)
}

/** Deletes the oldest, and what was cut short. */
export async function dropOldBackups(folder: string, keep: number, now: Date) {
  for (const file of (await listBackups(folder)).slice(0, -keep)) await rm(file, { force: true })
  for (const name of (await readdir(folder)).filter((name) => PARTIAL.test(name))) {
    const file = join(folder, name)
    if ((await ageOf(file, now)) > DAY) await rm(file, { force: true })
  }
}

/** Of what is gone: none. */
async function ageOf(file: string, now: Date) {
  const found = await stat(file).catch(() => undefined)
  return found ? now.getTime() - found.mtimeMs : Number.POSITIVE_INFINITY
}
