import { Command, CommanderError } from 'commander'
import { ConfigError, readConfig } from '../config.ts'
import { serve } from './serve.ts'

/** Runs one command of the command line; resolves to the exit code. */
export async function runProgram(
  argv: string[],
  environment: Record<string, string | undefined>,
): Promise<number> {
  const say = (line: string) => console.log(line)
  const program = new Command('quire').exitOverride()
  let code = 0
  program.command('serve').action(async () => {
    code = await serve(readConfig(environment), say)
  })
  await program.parseAsync(argv)
  return code
}
