// Compiles src to dist, unless dist is newer than everything it is made of: a start should not wait for nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = `${root}node_modules/.bin/tsc`
const stamp = `${root}dist/.tsbuildinfo`
const sources = ['src', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'].map(
  (name) => root + name,
)

function newest(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return Math.max(...inside.map((name) => statSync(`${path}/${name}`).mtimeMs))
}

function build() {
  const { status } = spawnSync(compiler, ['-p', `${root}tsconfig.build.json`], { stdio: 'inherit' })
  // The compiler leaves its record alone when nothing of substance changed.
  if (status === 0) utimesSync(stamp, new Date(), new Date())
  return status ?? 1
}

const isStale = !existsSync(stamp) || Math.max(...sources.map(newest)) > statSync(stamp).mtimeMs
// Installed without development packages there is no compiler, and what was built elsewhere is taken as it is.
if (isStale && existsSync(compiler)) process.exitCode = build()
