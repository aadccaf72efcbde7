// npm run test:node24 [-- files]: the tests on Node 24, whatever Node this is. It comes as an npm package, and is kept.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const VERSION = '24.21.0'
const PLATFORMS = ['linux-x64', 'linux-arm64']

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = `${process.platform}-${process.arch}`
const cache = join(root, 'node_modules', '.cache', `node-${VERSION}-${platform}`)
const folder = join(cache, 'node_modules', `node-${platform}`, 'bin')

function run(command, args, environment = process.env) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment })
  if (error) console.error(error.message)
  return status ?? 1
}

/** Returns 0 when it is there. */
function fetchNode() {
  if (existsSync(join(folder, 'node'))) return 0
  console.error(`Fetching Node ${VERSION}`)
  const apart = ['--prefix', cache, '--no-save', '--no-package-lock', '--ignore-scripts']
  return run('npm', ['install', ...apart, `node-${platform}@${VERSION}`])
}

function test(files) {
  const environment = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
  run('node', ['--version'], environment)
  if (files.length === 0) return run('npm', ['test'], environment)
  return (
    run('npm', ['run', 'build', '--silent'], environment) ||
    run('npx', ['vitest', 'run', ...files], environment)
  )
}

if (PLATFORMS.includes(platform)) {
  process.exitCode = fetchNode() || test(process.argv.slice(2))
} else {
  console.error(
    `There is no package of Node ${VERSION} for ${platform}: install Node 24 yourself, put it first in PATH, and run npm test.`,
  )
  process.exitCode = 1
}
