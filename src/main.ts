// The only file that reads the process: its arguments and its environment.
import { runProgram } from './command/program.ts'

process.exitCode = await runProgram(process.argv, process.env)
