// Where the workerd program is, and a copy of it where the account of scripts cannot reach it.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commandToAdd } from '../extras.ts'
import { makeFolders } from '../make-folder.ts'
import type { ScriptAccount } from './account.ts'
import { ScriptFailed } from './failure.ts'

const PACKAGES: Record<string, string> = {
  'darwin-arm64': '@cloudflare/workerd-darwin-arm64',
  'darwin-x64': '@cloudflare/workerd-darwin-64',
  'linux-arm64': '@cloudflare/workerd-linux-arm64',
  'linux-x64': '@cloudflare/workerd-linux-64',
}

/** The installed program. Windows has one too, but Node cannot speak to it over Unix sockets. */
export function installedProgram(
  platform = `${process.platform}-${process.arch}`,
  resolve: (name: string) => string = resolveInstalled,
): string {
  const name = PACKAGES[platform]
  if (!name) {
    const known = 'Linux and macOS, on x64 and arm64'
    throw new ScriptFailed('unavailable', `Scripts do not run on ${platform}: workerd supports ${known}.`)
  }
  try {
    return resolve(`${name}/bin/workerd`)
  } catch (cause) {
    const advice = `It runs scripts of integrations. To add it: ${commandToAdd(['workerd'])}`
    throw new ScriptFailed('unavailable', `workerd for ${platform} is not installed. ${advice}`, { cause })
  }
}

/** A package manager may keep the platform's package below workerd rather than beside it. */
function resolveInstalled(name: string) {
  return createRequire(createRequire(import.meta.url).resolve('workerd')).resolve(name)
}

/** A program that the account can really run, copied into one of the folders where that is needed. */
export async function usableProgram(
  account: ScriptAccount | undefined,
  folders: string[],
  installed = installedProgram(),
): Promise<string> {
  const problem = await versionOf(installed, account).then(() => undefined, String)
  if (problem === undefined) return installed
  if (!account) throw cannotRun(problem)
  // Root can reach it: where not even root can run it, a copy is no better.
  const version = await versionOf(installed, undefined).catch((error) => {
    throw cannotRun(String(error))
  })
  for (const folder of folders) {
    const copy = join(folder, version)
    if (!existsSync(copy)) await copyProgram(installed, folder, copy)
    const isUsable = await versionOf(copy, account).then(
      () => true,
      () => false,
    )
    if (isUsable) return copy
  }
  throw cannotRun(problem)
}

function cannotRun(problem: string) {
  const advice = 'It needs glibc (not musl, as in Alpine), and a folder that allows programs to run.'
  return new ScriptFailed('unavailable', `workerd does not run on this machine. ${advice}`, {
    cause: problem,
  })
}

/** Running it proves all at once: folders can be entered, the file executed, its libraries found. */
async function versionOf(program: string, account: ScriptAccount | undefined) {
  const options = { ...account, cwd: '/', env: {}, timeout: 30_000, killSignal: 'SIGKILL' as const }
  const { stdout } = await promisify(execFile)(program, ['--version'], options)
  return stdout.trim().replaceAll(/[^\w.-]+/g, '-')
}

async function copyProgram(from: string, folder: string, to: string) {
  await makeFolders(folder)
  const draft = `${to}.${randomUUID()}`
  await copyFile(from, draft)
  await chmod(draft, 0o755)
  await rename(draft, to)
}
