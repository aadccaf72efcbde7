import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { startWorkers } from '../house.ts'
import { ensureAdministrator } from '../rooms/identity/administrator.ts'
import { VERSION } from '../version.ts'
import { openLog, type RootLog } from '../world/log.ts'
import { type OpenHouse, openConfiguredHouse } from './open.ts'

/** How long requests and jobs under way may take to finish after SIGTERM. */
const PATIENCE = 30_000

/** Runs the service until it is told to stop; resolves to the exit code. */
export async function serve(config: Config, say: (line: string) => void): Promise<number> {
  const log = openLog(config.logLevel)
  // Listening for the signals first: one that comes while the database starts must not leave it half open.
  const stopAsked = signalled()
  const house = await openConfiguredHouse(config, log, {
    supervise: true,
    onProgress: (what) => say(`  … ${what}`),
  })
  try {
    const token = await house.asSystem((ctx) => ensureAdministrator(ctx, config.adminToken))
    const tokenFile = token && (await keepToken(config.dataFolder, token))
    const app = await buildApp(house, config)
    await app.listen({ host: config.host, port: config.port })
    await startWorkers(house)
    for (const line of greeting(config, house, token, tokenFile)) say(line)
    await stopAsked
    log.info('stopping: finishing what is under way')
    await within(PATIENCE, app.close())
  } finally {
    await within(PATIENCE, house.close())
  }
  log.info('stopped')
  return 0
}

function greeting(config: Config, house: OpenHouse, token?: string, tokenFile?: string) {
  const lines = [
    `Quire ${VERSION} listens on ${config.publicUrl}`,
    `  API reference   ${config.publicUrl}/docs`,
    `  data            ${house.cluster ? house.cluster.dataFolder : config.dataFolder}`,
    `  database        ${house.cluster ? 'embedded PostgreSQL' : 'QUIRE_DATABASE_URL'}`,
  ]
  if (!token) return lines
  return [
    ...lines,
    '',
    `  Administrator's token, shown this once: ${token}`,
    `  It is also in ${tokenFile}`,
    `  Try it: curl -H "Authorization: Bearer ${token}" ${config.publicUrl}/v1/user`,
    '',
  ]
}

async function keepToken(folder: string, token: string) {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'admin-token')
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  // The mode above only counts for a file that was not there yet.
  await chmod(file, 0o600)
  return file
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        resolve()
        // Who asks twice does not want to wait.
        process.once(signal, () => process.exit(130))
      })
    }
  })
}

async function within(milliseconds: number, work: Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Stopping took longer than ${milliseconds / 1000} s`)),
      milliseconds,
    )
  })
  await Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
}

/** A promise nobody waited for is a bug to be logged, not a reason to end everyone's requests. */
export function surviveStrayRejections(log: RootLog) {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))
}
