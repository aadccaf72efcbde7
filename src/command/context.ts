import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { openLog } from '../world/log/log.ts'
import { type OpenServices, openConfiguredServices } from './process/open.ts'
import { listenForStop, within } from './process/stop-signal.ts'

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

/** How long what is under way may take to finish after a signal. */
const PATIENCE = 10_000

/**
 * Does something with the configured services: the database is started if nobody has, and stopped if nobody needs it,
 * also when a signal comes in between. `isStoppable` is false where somebody else tells when to stop.
 */
export async function withServices<T>(
  { environment, io, isJson }: CommandContext,
  work: (services: OpenServices, config: Config) => Promise<T>,
  { isStoppable = true } = {},
): Promise<T> {
  const config = readConfig(environment)
  const onProgress = (what: string) => isJson || io.stderr.write(`  … ${what}\n`)
  const log = openLog('warn', io.stderr)
  const stop = isStoppable ? listenForStop(environment) : undefined
  try {
    const services = await openConfiguredServices(config, log, { supervise: false, onProgress })
    const working = work(services, config)
    const reason = await Promise.race([
      working.then(
        () => undefined,
        () => undefined,
      ),
      ...(stop ? [stop.asked] : []),
    ])
    const closing = services.close()
    if (reason === undefined) {
      await closing
      return await working
    }
    working.catch(() => {})
    await within(PATIENCE, closing)
    throw new Error(`Stopped by ${reason} before it finished`)
  } finally {
    stop?.ignore()
  }
}

/** A command without subcommands: all of them can answer as JSON, and all show how they are used. */
export function describeCommand(command: Command, summary: string, examples: string[]) {
  return command
    .description(summary)
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ quire ${example}`).join('\n')}`)
}
