// npm run test:node -- 24 [files]: the tests on another Node than this one. It comes as an npm package, and is kept.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const VERSIONS = { 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' }
const PLATFORMS = ['linux-x64', 'linux-arm64']

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = `${process.platform}-${process.arch}`
const [major, ...files] = process.argv.slice(2)
const version = VERSIONS[major]
const cache = join(root, 'node_modules', '.cache', `node-${version}-${platform}`)
const folder = join(cache, 'node_modules', `node-${platform}`, 'bin')

function run(command, args, environment = process.env) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment })
  if (error) console.error(error.message)
  return status ?? 1
}

/** Returns 0 when it is there. */
function fetchNode() {
  if (existsSync(join(folder, 'node'))) return 0
  console.error(`Fetching Node ${version}`)
  const apart = ['--prefix', cache, '--no-save', '--no-package-lock', '--ignore-scripts']
  return run('npm', ['install', ...apart, `node-${platform}@${version}`])
}

function test() {
  const environment = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
  run('node', ['--version'], environment)
  if (files.length === 0) return run('npm', ['test'], environment)
  return (
    run('npm', ['run', 'build', '--silent'], environment) ||
    run('npx', ['vitest', 'run', ...files], environment)
  )
}

function complain(words) {
  console.error(words)
  return 1
}

function main() {
  if (!version) return complain(`Say which Node: ${Object.keys(VERSIONS).join(', ')}`)
  if (!PLATFORMS.includes(platform))
    return complain(
      `There is no package of Node ${version} for ${platform}: install Node ${major} yourself, put it first in PATH, and run npm test.`,
    )
  return fetchNode() || test()
}

process.exitCode = main()
