// Builds and serves; started by `npm run dev`, which starts it again when a source file changes.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' })
if (status === 0) {
  process.argv.push('serve')
  await import('../dist/main.js')
}
