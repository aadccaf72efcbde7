// npm run test:node -- 24 [files]: the tests on another Node than this one.
import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchNode } from './fetch-node.js'

const root = fileURLToPath(new URL('..', import.meta.url))

function test([major, ...files]) {
  const env = { ...process.env, PATH: `${fetchNode(major)}${delimiter}${process.env.PATH}` }
  const run = (command, ...args) => {
    const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
    if (error) console.error(error.message)
    return status ?? 1
  }
  run('node', '--version')
  if (files.length === 0) return run('npm', 'test')
  return run('npm', 'run', 'build', '--silent') || run('npx', 'vitest', 'run', ...files)
}

try {
  process.exitCode = test(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
