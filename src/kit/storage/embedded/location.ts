// The place and the owner of a cluster. Inside the data folder:
//   postgres-18/                the server's own folder: data/, password, the socket
//   postgres.log                what the server had to say
//   postgres-binaries-18.4.0/   only where the installed binaries cannot be used in place
//   postgres                    only if the data is elsewhere: a link to that folder
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDataFolder } from '../../../world/make-folder.ts'
import { canEnter, type DatabaseAccount, findNobody, isRoot } from './account.ts'

const FOLDERS_FOR_ROOT = '/var/lib/quire'
const DRAFT = 'postgres-draft-'
const DRAFT_IS_DEAD_AFTER_MS = 600_000

// The system allows 107 bytes on Linux and 103 on macOS; the server dies of one more.
const LONGEST_SOCKET_PATH = 103
export const SOCKET_NAME = '.s.PGSQL.5432'

export type DataLocation = { dataFolder: string; home: string; account: DatabaseAccount | undefined }

/** Finds the place of a cluster for this major version, or chooses one; the choice is kept for ever after. */
export async function findPlace(asked: string, major: number): Promise<DataLocation> {
  await makeDataFolder(asked)
  const dataFolder = await findDataFolder(await realpath(asked))
  await refuseOtherMajor(dataFolder, major)
  const home = join(dataFolder, `postgres-${major}`)
  return { dataFolder, home, account: await findAccount(home) }
}

async function findDataFolder(asked: string): Promise<string> {
  const link = join(asked, 'postgres')
  const found = await lstat(link).catch(() => undefined)
  if (found?.isSymbolicLink()) return followLink(link)
  if (!isRoot() || (await findMajors(asked)).length > 0 || canEnter(findNobody(), asked)) return asked
  const elsewhere = join(FOLDERS_FOR_ROOT, shortHash(asked))
  await makeDataFolder(FOLDERS_FOR_ROOT)
  await makeDataFolder(elsewhere)
  // Without the link, a later chmod of the asked folder would change the choice and hide the data.
  await symlink(elsewhere, link).catch(unless('EEXIST'))
  return elsewhere
}

async function followLink(link: string): Promise<string> {
  if (existsSync(link)) return realpath(link)
  const advice = 'Bring that folder back, or remove the link to begin with an empty database.'
  throw new Error(`${link} points to a data folder that no longer exists. ${advice}`)
}

async function refuseOtherMajor(dataFolder: string, major: number) {
  const majors = await findMajors(dataFolder)
  if (majors.length === 0 || majors.includes(major)) return
  const situation = `it was written by PostgreSQL ${majors.join(', ')}, and this Quire brings ${major}.`
  throw new Error(
    `${situation} Make a backup with the Quire that wrote it, and restore that into an empty data folder.`,
  )
}

async function findMajors(folder: string): Promise<number[]> {
  const names = await readdir(folder)
  return names.flatMap((name) => /^postgres-(\d+)$/.exec(name)?.[1] ?? []).map(Number)
}

/** A cluster keeps its owner, so root may open what a plain user made. */
async function findAccount(home: string): Promise<DatabaseAccount | undefined> {
  const owner = await stat(home).catch(() => undefined)
  if (!isRoot() && owner && owner.uid !== process.getuid?.()) {
    throw new Error(`${home} belongs to user ${owner.uid}: start Quire as that user.`)
  }
  if (!isRoot()) return undefined
  if (!owner) return findNobody()
  if (owner.uid === 0) throw new Error(`PostgreSQL cannot run as root: chown -R nobody '${home}'`)
  return { uid: owner.uid, gid: owner.gid }
}

/** The folder of the server's socket: its home, or a short name where the path would be too long for a socket. */
export async function findSocketFolder({ home, account }: DataLocation): Promise<string> {
  if (Buffer.byteLength(join(home, SOCKET_NAME)) <= LONGEST_SOCKET_PATH) return home
  // Not os.tmpdir(): two processes with different TMPDIR would look for one server in two places.
  const folder = `/tmp/quire-${shortHash(home)}`
  const made = await mkdir(folder, { mode: 0o700 }).then(() => true, unless('EEXIST'))
  if (made) await giveTo(account, folder)
  const { uid, mode } = await lstat(folder)
  const isOurs = uid === (account?.uid ?? process.getuid?.()) && (mode & 0o170777) === 0o040700
  if (isOurs) return folder
  throw new Error(`${folder} should hold the database socket, but someone else made it: remove it.`)
}

export async function giveTo(account: DatabaseAccount | undefined, path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
}

/** Fills a draft and renames it: the target is complete or absent, and of several makers one wins. */
export async function makeOnce(target: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = await mkdtemp(join(dirname(target), DRAFT))
  try {
    await fill(draft)
    await rename(draft, target)
  } catch (problem) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw problem
  }
}

/** Drafts of makers that were killed. Young ones may still be in the making. */
export async function sweepDrafts(dataFolder: string): Promise<void> {
  const names = await readdir(dataFolder)
  for (const name of names.filter((each) => each.startsWith(DRAFT))) {
    const path = join(dataFolder, name)
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > DRAFT_IS_DEAD_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** For `catch`: a failure of this kind is none. */
export function unless(code: string) {
  return (problem: NodeJS.ErrnoException) => {
    if (problem.code !== code) throw problem
  }
}
