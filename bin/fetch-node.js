// Other versions of Node than this one. They come as npm packages, and are kept.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Every release that Quire runs on, beside the oldest, which everybody has who works on it. */
export const NODE_VERSIONS = { 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' }
const PLATFORMS = ['linux-x64', 'linux-arm64']

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = `${process.platform}-${process.arch}`

/** The folder of the program `node` of a major version. */
export function fetchNode(major) {
  const version = NODE_VERSIONS[major]
  if (!version) throw new Error(`Say which Node: ${Object.keys(NODE_VERSIONS).join(', ')}`)
  if (!PLATFORMS.includes(platform))
    throw new Error(
      `There is no package of Node ${version} for ${platform}: install Node ${major} yourself, put it first in PATH, and run npm test.`,
    )
  const cache = join(root, 'node_modules', '.cache', `node-${version}-${platform}`)
  const folder = join(cache, 'node_modules', `node-${platform}`, 'bin')
  if (!existsSync(join(folder, 'node'))) install(`node-${platform}@${version}`, cache)
  return folder
}

function install(what, cache) {
  console.error(`Fetching ${what}`)
  const apart = ['--prefix', cache, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit']
  const { status, error } = spawnSync('npm', ['install', ...apart, what], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm could not fetch ${what}`, { cause: error })
}
