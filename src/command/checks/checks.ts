import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Config, ConfigError, readConfig } from '../../config.ts'
import { openTypesetter } from '../../engines/pdf/typesetter.ts'
import { type Blobs, openBlobs } from '../../world/blobs/blobs.ts'
import { commandToAdd, isInstalled } from '../../world/extras.ts'
import { USUAL_PLACES } from '../../world/git/process.ts'
import { firstThatExists, freeBytes, LOW_SPACE } from '../../world/machine/disk-space.ts'
import type { Check } from '../../world/machine/machine.ts'
import type { Environment } from '../context.ts'
import { foldersOf } from '../process/folders.ts'
import { explainPort, isQuireThere, tryPort } from '../process/port.ts'
import { plainMessage } from '../terminal/failures.ts'

const OLDEST_NODE = '20.19'
const OLDEST_GIT = '2.37'
const GIGABYTE = 1e9

export function fine(name: string, finding: string): Check {
  return { name, state: 'fine', finding }
}

export function failed(name: string, finding: string, advice: string): Check {
  return { name, state: 'failed', finding, advice }
}

export function skipped(name: string, finding: string): Check {
  return { name, state: 'skipped', finding: `not checked, ${finding}` }
}

export function checkNode(version: string): Check {
  if (isAtLeast(version, OLDEST_NODE)) return fine('Node', version)
  return failed(
    'Node',
    version,
    `Quire needs Node ${OLDEST_NODE} or later: install it from https://nodejs.org.`,
  )
}

export function checkConfiguration(environment: Environment): { check: Check; config?: Config } {
  try {
    return { check: fine('settings', 'valid'), config: readConfig(environment) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct these environment variables. Variables that are not set have good defaults.'
    return { check: failed('settings', error.message, advice) }
  }
}

export async function checkDataFolder(folder: string): Promise<Check> {
  const ground = await firstThatExists(folder)
  try {
    await requireWritable(ground)
  } catch (error) {
    const advice = 'Set QUIRE_DATA_DIR to a folder that this user can write to, or change its owner or mode.'
    return failed('data folder', plainMessage(error), advice)
  }
  return fine('data folder', ground === folder ? folder : `${folder} (the first start creates it)`)
}

async function requireWritable(folder: string) {
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`)
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

export async function checkDiskSpace(config: Config): Promise<Check> {
  const folders = [...(await foldersOf(config)).values()]
  const spaces = await Promise.all(folders.map(async (folder) => ({ folder, free: await freeBytes(folder) })))
  const [least] = spaces.sort((a, b) => a.free - b.free)
  if (!least) return skipped('disk space', 'as there is no folder')
  const finding = `${(least.free / GIGABYTE).toFixed(1)} GB free`
  if (least.free > LOW_SPACE) return fine('disk space', finding)
  return failed('disk space', finding, `Free at least 1 GB on the disk of ${least.folder}.`)
}

export async function checkPort(config: Config): Promise<Check> {
  const { host, port } = config
  const problem = await tryPort(config)
  if (!problem) return fine('port', port === 0 ? `any free port on ${host}` : `${port} on ${host} is free`)
  if (problem.code === 'EADDRINUSE' && (await isQuireThere(config))) {
    return fine('port', `a running Quire answers on ${host}:${port}`)
  }
  const { finding, advice } = explainPort(problem, config)
  return failed('port', finding, advice)
}

/** Where the service looks for it, which is not where PATH leads. */
export async function checkGit(PATH = USUAL_PLACES): Promise<Check> {
  const advice = `Git sync needs git ${OLDEST_GIT} or later: install it in one of these folders: ${PATH}`
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { env: { PATH }, timeout: 5_000 })
    const version = /\d+(\.\d+)+/.exec(stdout)?.[0] ?? '0'
    return isAtLeast(version, OLDEST_GIT) ? fine('git', version) : failed('git', version, advice)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return failed('git', isMissing ? 'git is not installed' : plainMessage(error), advice)
  }
}

/** Keeps a few bytes, reads them back as the service would, and leaves nothing behind. */
export async function checkBlobs({ blobs: place }: Config): Promise<Check> {
  const where = place.kind === 'folder' ? place.folder : `s3 bucket ${place.bucket} at ${place.endpoint}`
  const ground = place.kind === 'folder' ? await firstThatExists(place.folder) : undefined
  const isUnmade = place.kind === 'folder' && ground !== place.folder
  try {
    if (ground !== undefined) await requireWritable(ground)
    if (!isUnmade) await keepAndRead(openBlobs(place))
  } catch (error) {
    const advice =
      place.kind === 'folder'
        ? 'Files are stored there: set QUIRE_BLOBS_URL to a folder that this user can write to, or change its owner or mode.'
        : 'Check the address, the bucket and the keys in QUIRE_BLOBS_URL, and that the server can be reached.'
    return failed('file store', `${where}: ${plainMessage(error)}`, advice)
  }
  return fine('file store', isUnmade ? `${where} (the first start creates it)` : where)
}

async function keepAndRead(blobs: Blobs) {
  const bytes = Buffer.from('Quire checks whether files can be stored here.')
  const hash = await blobs.put(bytes)
  const read = await blobs.read(hash)
  await blobs.delete(hash)
  if (!read?.equals(bytes)) throw new Error('a file written there reads back differently')
}

export async function checkSshKey({ git: { sshKeyFile } }: Config): Promise<Check> {
  if (sshKeyFile === undefined) return skipped('ssh key', 'not set: Git over ssh is off')
  try {
    await access(sshKeyFile, constants.R_OK)
  } catch (error) {
    return failed(
      'ssh key',
      plainMessage(error),
      'Set QUIRE_GIT_SSH_KEY to a key file that this user can read.',
    )
  }
  const { mode } = await stat(sshKeyFile)
  if ((mode & 0o077) === 0) return fine('ssh key', sshKeyFile)
  return failed(
    'ssh key',
    `other users can read ${sshKeyFile}`,
    `ssh refuses a key that others can read: chmod 600 ${sshKeyFile}`,
  )
}

/** Sets a page of one word. */
export async function checkPdf(): Promise<Check> {
  try {
    const made = (await openTypesetter()).typeset('Quire')
    if ('problem' in made) throw new Error(made.problem)
  } catch (error) {
    const advice = 'Reinstall Quire (npm ci): its typesetter or its fonts are missing or broken.'
    return failed('PDF', plainMessage(error), advice)
  }
  return fine('PDF', 'can be made')
}

/** Large parts that not everybody needs. */
export function checkExtras(): Check[] {
  return [
    extra('Chinese, Japanese and Korean in PDFs', [
      '@expo-google-fonts/noto-sans-sc',
      '@expo-google-fonts/noto-sans-jp',
      '@expo-google-fonts/noto-sans-kr',
    ]),
    extra('scripts of integrations', ['workerd']),
  ]
}

function extra(name: string, packages: readonly string[]): Check {
  const missing = packages.filter((one) => !isInstalled(one))
  if (missing.length === 0) return fine(name, 'can be used')
  return { ...skipped(name, 'as it is not installed'), advice: `To add it: ${commandToAdd(missing)}` }
}

function isAtLeast(version: string, oldest: string) {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
