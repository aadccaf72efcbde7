// Programs that tests work with and npm does not have. On Debian, root gets them from there; elsewhere whoever wants
// these tests installs them.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Its path; undefined where it is not there and cannot be got, and its tests are skipped. */
export function debianProgram(name: string, debianPackage = name): string | undefined {
  return find(name) ?? (canInstall() ? install(name, debianPackage) : undefined)
}

function find(name: string) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

function canInstall() {
  return process.getuid?.() === 0 && find('apt-get') !== undefined
}

function install(name: string, debianPackage: string) {
  // Another file may be installing something right now.
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = { stdio: 'ignore', timeout: 600_000, env } as const
  try {
    execFileSync('apt-get', [...patience, 'update'], options)
  } catch {
    // Another file holds the lock of the lists, and brings them up to date.
  }
  execFileSync('apt-get', [...patience, 'install', '-y', '--no-install-recommends', debianPackage], options)
  return find(name)
}
