import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { openLog } from '../world/log.ts'
import { type OpenServices, openConfiguredServices } from './open.ts'

export type Environment = Record<string, string | undefined>

type Sink = { write(text: string): unknown; isTTY?: boolean }
export type Io = { stdout: Sink; stderr: Sink; stdin?: NodeJS.ReadableStream }

/** What a command has to say: for programs and for people. Code 1 is a result too, of checks that find fault. */
export type CommandResult = { result: object; lines: string[]; code?: 0 | 1 }

/** What every command works with. */
export type CommandContext = {
  environment: Environment
  io: Io
  isJson: boolean
  finish(outcome: CommandResult): void
}

/** The action of a command, from the function that does its work. */
export function doing<Args extends unknown[]>(
  context: CommandContext,
  work: (...args: Args) => Promise<CommandResult>,
) {
  return async (...args: Args) => context.finish(await work(...args))
}

/** Does something with the configured services: the database is started if nobody has, and stopped if nobody needs it. */
export async function withServices<T>(
  { environment, io, isJson }: CommandContext,
  work: (services: OpenServices, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  const onProgress = (what: string) => isJson || io.stderr.write(`  … ${what}\n`)
  const log = openLog('warn', io.stderr)
  const services = await openConfiguredServices(config, log, { supervise: false, onProgress })
  try {
    return await work(services, config)
  } finally {
    await services.close()
  }
}

/** A command without subcommands: all of them can answer as JSON, and all show how they are used. */
export function describeCommand(command: Command, summary: string, examples: string[]) {
  return command
    .description(summary)
    .option('--json', 'answer in JSON, for programs')
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ quire ${example}`).join('\n')}`)
}
