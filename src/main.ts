// The only file that reads the process: its arguments and its environment.
import { runProgram } from './command/program.ts'

process.exitCode = await runProgram(process.argv, process.env)
// Everything is closed by now. What still hangs must not keep the process alive.
setTimeout(() => process.exit(), 2_000).unref()
