// The only file that reads the process: its arguments and its environment.
// First, as it remembers who started this process.
import './command/process/stop-signal.ts'
import { VERSION } from './world/version.ts'

// `quire help | head`: whoever read our output has gone, and that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.exitCode = await run()
// Everything is closed by now. What still hangs must not keep the process alive.
setTimeout(() => process.exit(), 2_000).unref()

async function run() {
  const [, , first, ...others] = process.argv
  // To say this, nothing else has to be loaded.
  if ((first === '--version' || first === '-V') && others.length === 0) {
    process.stdout.write(`${VERSION}\n`)
    return 0
  }
  const { runProgram } = await import('./command/program.ts')
  return runProgram(process.argv, process.env)
}
