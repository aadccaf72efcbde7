// Builds and serves; started by `npm run dev`, which starts it again when a source file changes.
import './build.js'

if (!process.exitCode) {
  process.argv.push('serve')
  await import('../dist/program/main.js')
}
