import type { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { refuseLongWork } from '../engines/content/long-work.ts'
import { offerSetUp } from '../rooms/people/invites/set-up.ts'
import { startWorkers } from '../services.ts'
import { setEngineFlags } from '../world/engine.ts'
import { openLog, type RootLog } from '../world/log/log.ts'
import { freeSpaceOf } from '../world/machine/disk-space.ts'
import type { Machine } from '../world/machine/machine.ts'
import { VERSION } from '../world/version.ts'
import { dailyBackups } from './backups/daily-backups.ts'
import { type CommandContext, type CommandResult, describeCommand } from './context.ts'
import { type FirstToken, provideAdministrator } from './people/administrator.ts'
import { requireWayIn } from './people/way-in.ts'
import { jobsApart } from './process/apart.ts'
import { awaitDatabase } from './process/await-database.ts'
import { tellWhatIsElsewhere } from './process/elsewhere.ts'
import { examineApart } from './process/examine-apart.ts'
import { foldersOf } from './process/folders.ts'
import { giveBackMemory } from './process/memory.ts'
import { type OpenServices, openConfiguredServices } from './process/open.ts'
import { portError, tryPort, withFreePort } from './process/port.ts'
import { requestWorkers } from './process/request-workers.ts'
import { listenForStop, within } from './process/stop-signal.ts'

/** How long requests and jobs under way may take to finish after SIGTERM. */
const PATIENCE = 30_000

export function addServe(program: Command, context: CommandContext) {
  describeCommand(program.command('serve'), 'Run the service until it gets SIGTERM or Ctrl+C', [
    'serve',
    'serve --json',
  ])
    .addHelpText(
      'after',
      "\nThe first start creates the database and an administrator. The administrator's token is written to a file" +
        '\nand, on a terminal, shown once.' +
        '\nThe log goes to stdout, messages for people to stderr. With --json, one object on stdout says that the' +
        '\nserver listens and where, and the log goes to stderr.',
    )
    .action(async () => {
      const environment = await withFreePort(context.environment)
      return serve(readConfig(environment), { ...context, environment })
    })
}

/** Runs the service until it is told to stop. */
export async function serve(
  config: Config,
  { environment, io, isJson, finish }: CommandContext,
  whenListening = () => {},
): Promise<void> {
  setEngineFlags()
  // Before there is a database and a token that nobody would get to see.
  const refusal = await tryPort(config)
  if (refusal) throw portError(refusal, config)
  const log = isJson ? openLog(config.logLevel, io.stderr) : openLog(config.logLevel)
  surviveStrayRejections(log)
  // Listening for the signals first: one that comes while the database starts must not leave it half open.
  const stop = listenForStop(environment)
  const onProgress = (what: string) => (isJson ? log.info(what) : io.stderr.write(`  … ${what}\n`))
  if (!(await awaitDatabase(config, { onProgress, stopped: stop.asked }))) return
  const machine: Machine = {
    examine: examineApart(environment),
    freeSpace: async () => freeSpaceOf(await foldersOf(config))(),
  }
  const services = await openConfiguredServices(config, log, { supervise: true, onProgress, machine })
  // From here on this process is everybody's.
  refuseLongWork()
  const apart = jobsApart(environment, log)
  const workers = requestWorkers(environment)
  const backups = dailyBackups(config, environment, log)
  try {
    const first = await provideAdministrator(services, config)
    await requireWayIn(services, config.signInMethods)
    await tellWhatIsElsewhere(config, services)
    const { freeSpace } = machine
    const { delegate } = workers
    const app = await buildApp(services, { ...config, sharesRateLimit: true, delegate, freeSpace })
    try {
      await listen(app, config)
      await startWorkers(services, apart.run)
      workers.standBy()
      whenListening()
      const setUp = await services.asSystem(offerSetUp)
      greet(
        { io, isJson, finish },
        greeting(config, services, { first, setUp, isTerminal: io.stderr.isTTY === true }),
      )
      giveBackMemory()
      const reason = await stop.asked
      log.info({ reason }, 'stopping: finishing open requests')
    } finally {
      await within(PATIENCE, app.close())
    }
  } finally {
    backups.close()
    apart.close()
    await workers.close()
    await within(PATIENCE, services.close())
  }
  log.info('stopped')
}

async function listen(app: FastifyInstance, config: Config) {
  const { host, port } = config
  await app.listen({ host, port }).catch((error) => {
    throw portError(error, config)
  })
}

/** The log has stdout, so that every line there is one of it. */
function greet(
  { io, isJson, finish }: Pick<CommandContext, 'io' | 'isJson' | 'finish'>,
  told: CommandResult,
) {
  if (isJson) finish(told)
  else io.stderr.write(`${told.lines.join('\n')}\n`)
}

type Beginning = { first?: FirstToken; setUp?: { url: string }; isTerminal: boolean }

function greeting(
  config: Config,
  services: OpenServices,
  { first, setUp, isTerminal }: Beginning,
): CommandResult {
  const { publicUrl: url } = config
  const reference = `${url}/docs`
  const dataFolder = services.cluster ? services.cluster.dataFolder : config.dataFolder
  const database = services.cluster ? 'embedded PostgreSQL' : 'QUIRE_DATABASE_URL'
  return {
    result: {
      version: VERSION,
      url,
      reference,
      dataFolder,
      database,
      tokenFile: first?.tokenFile,
      setUp: setUp?.url,
    },
    lines: [
      `Quire ${VERSION} listens on ${url}`,
      `  API reference   ${reference}`,
      `  data            ${dataFolder}`,
      `  database        ${database}`,
      ...(setUp ? ['', `  Set it up in a browser (works once, for a day): ${setUp.url}`] : []),
      ...(first ? firstTokenLines(first, url, isTerminal) : []),
    ],
  }
}

/** What is not a terminal is kept by somebody, as logs are: no place for a secret. */
function firstTokenLines({ token, tokenFile }: FirstToken, url: string, isTerminal: boolean) {
  const shown = [`  Administrator's token, shown only once: ${token}`, `  It is also in ${tokenFile}`]
  return [
    '',
    ...(isTerminal ? shown : [`  Administrator's token: in ${tokenFile}`]),
    `  Try it: curl -H "Authorization: Bearer $(cat ${tokenFile})" ${url}/v1/user`,
    '',
  ]
}

/** A promise nobody waited for is a bug to be logged, not a reason to end everyone's requests. */
function surviveStrayRejections(log: RootLog) {
  // Whoever reads our complaints may go away; that is no reason to stop.
  process.stderr.on('error', () => {})
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))
}
