import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { type Config, ConfigError, readConfig } from '../config.ts'
import type { Environment } from './context.ts'
import { plainMessage } from './failures.ts'
import { findCluster } from './open.ts'
import { explainPort, isQuireThere, tryPort } from './port.ts'

export type Check = { name: string; state: 'fine' | 'failed' | 'skipped'; finding: string; advice?: string }

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
    const advice = 'Correct these environment variables; what is not set has a good default.'
    return { check: failed('settings', error.message, advice) }
  }
}

export async function checkDataFolder(folder: string): Promise<Check> {
  const ground = await firstThatExists(folder)
  try {
    if (!(await stat(ground)).isDirectory()) throw new Error(`${ground} is not a folder`)
    await access(ground, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const advice = 'Set QUIRE_DATA_DIR to a folder that this user may write to, or change its owner or mode.'
    return failed('data folder', plainMessage(error), advice)
  }
  return fine('data folder', ground === folder ? folder : `${folder} (the first start makes it)`)
}

/** The database may lie on another disk than the folder, see embedded-place.ts. */
export async function checkDiskSpace(folder: string): Promise<Check> {
  const places = [folder, (await findCluster(folder)) ?? folder]
  const free = Math.min(...(await Promise.all(places.map(freeBytes))))
  const finding = `${(free / GIGABYTE).toFixed(1)} GB free`
  if (free > GIGABYTE) return fine('disk space', finding)
  return failed('disk space', finding, `Make room for at least 1 GB where ${folder} lies.`)
}

async function freeBytes(folder: string) {
  const { bavail, bsize } = await statfs(await firstThatExists(folder))
  return bavail * bsize
}

async function firstThatExists(path: string): Promise<string> {
  const found = await stat(path).then(
    () => true,
    // A folder that may not be looked into exists as well.
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
  return found || dirname(path) === path ? path : firstThatExists(dirname(path))
}

export async function checkPort(config: Config): Promise<Check> {
  const { host, port } = config
  const problem = await tryPort(config)
  if (!problem) return fine('port', port === 0 ? `any free one on ${host}` : `${port} on ${host} is free`)
  if (problem.code === 'EADDRINUSE' && (await isQuireThere(config))) {
    return fine('port', `a running Quire answers on ${host}:${port}`)
  }
  const { finding, advice } = explainPort(problem, config)
  return failed('port', finding, advice)
}

export async function checkGit({ PATH }: Environment): Promise<Check> {
  const advice = `Git sync needs git ${OLDEST_GIT} or later: install it where PATH finds it.`
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { env: { PATH }, timeout: 5_000 })
    const version = /\d+(\.\d+)+/.exec(stdout)?.[0] ?? '0'
    return isAtLeast(version, OLDEST_GIT) ? fine('git', version) : failed('git', version, advice)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return failed('git', isMissing ? 'there is no git' : plainMessage(error), advice)
  }
}

function isAtLeast(version: string, oldest: string) {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
