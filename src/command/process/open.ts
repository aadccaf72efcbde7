import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { migrate } from '../../kit/storage/database/migrate.ts'
import { type ConnectionSettings, type Database, openDatabase } from '../../kit/storage/db.ts'
import { type Cluster, openCluster } from '../../kit/storage/embedded/embedded.ts'
import { openReplica } from '../../kit/storage/replica/replica.ts'
import { sealStoredConfigurations } from '../../rooms/integrations/installations/sealing/seal-stored.ts'
import { rooms } from '../../rooms.ts'
import { openServices, type Services } from '../../services.ts'
import { openBlobs } from '../../world/blobs/blobs.ts'
import { systemClock } from '../../world/clock.ts'
import { systemGit } from '../../world/git/git.ts'
import { systemIds } from '../../world/ids.ts'
import type { RootLog } from '../../world/log/log.ts'
import type { Machine } from '../../world/machine/machine.ts'
import { openMailer } from '../../world/mail/smtp-mailer.ts'
import { makeDataFolder, requireDataFolder } from '../../world/make-folder.ts'
import { systemFetcher } from '../../world/network/fetcher.ts'
import { systemResolver } from '../../world/network/resolver.ts'
import { systemScripts } from '../../world/scripts/pool.ts'
import { openVault } from '../../world/secrets/vault.ts'
import { systemThreads, type Threads } from '../../world/threads/threads.ts'
import type { openTracing } from '../../world/tracing/open.ts'

/** The database of the configuration: our own server, started if need be, or somebody else's, perhaps behind a pooler. */
export type Ground = {
  connection: ConnectionSettings
  pooler?: ConnectionSettings
  cluster?: Cluster
  leave(): Promise<void>
}

async function openGround(config: Config, onProgress?: (what: string) => void): Promise<Ground> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl) {
    const given = { connectionString: databaseUrl }
    if (databaseDirectUrl === undefined) return { connection: given, leave: async () => {} }
    return { connection: { connectionString: databaseDirectUrl }, pooler: given, leave: async () => {} }
  }
  const cluster = await openCluster({ folder: config.dataFolder, onProgress })
  return { connection: cluster.connection, cluster, leave: () => cluster.leave() }
}

export type OpenServices = Services & { cluster?: Cluster; migrated: string[] }

type OpenTracing = typeof openTracing

type OpenOptions = {
  /** For the server, not for passing commands. */
  supervise: boolean
  onProgress?: (what: string) => void
  machine?: Machine
  /** Threads run what was compiled; a test of the source brings its own. */
  threads?: Threads
}

/** All services on the configured database. */
export async function openConfiguredServices(
  config: Config,
  log: RootLog,
  { supervise, onProgress, machine, threads = systemThreads() }: OpenOptions,
): Promise<OpenServices> {
  await prepareDataFolder(config)
  const ground = await openGround(config, onProgress)
  try {
    const migrated = await migrate(ground.connection)
    const onLost = ground.cluster && reviver(ground.cluster, log)
    const { connection, pooler } = ground
    const direct = pooler && connection
    const database = openDatabase(pooler ?? connection, {
      ...{ direct, onLost },
      maxConnections: supervise ? 20 : 2,
    })
    const { publicUrl, insightsDays, eventsDays, translationProvider, allowPrivateNetwork } = config
    const fetcher = systemFetcher({ allowPrivateNetwork })
    const world = {
      clock: systemClock,
      ids: systemIds(),
      fetcher,
      resolver: systemResolver(),
      mailer: openMailer(config.mail),
      git: systemGit({ folder: join(config.dataFolder, 'git'), allowPrivateNetwork, ...config.git }),
      blobs: openBlobs(config.blobs),
      threads,
      scripts: systemScripts({ fetcher, api: () => ownApi(config), log, programFolder: config.dataFolder }),
      vault: await openVault(config.dataFolder, config.secretKey),
      tracing: config.tracing && (await startTracing(config.tracing, { fetcher, log })),
    }
    const services = await openServices({
      ...world,
      log,
      database,
      replica: supervise ? replicaOf(config, database, log) : undefined,
      publicUrl,
      insightsDays,
      eventsDays,
      translationProvider,
      signInMethods: config.signInMethods,
      oidcProviders: config.oidcProviders,
      signInRules: config.signInRules,
      machine,
      rooms,
      supervise,
    })
      .then(withSealedConfigurations)
      .catch(async (error) => {
        await database.close()
        throw error
      })
    return {
      ...services,
      cluster: ground.cluster,
      migrated,
      close: () => services.close().finally(() => ground.leave()),
    }
  } catch (error) {
    await ground.leave()
    throw error
  }
}

/** For the server: commands and processes that help it read what was just written. */
function replicaOf({ databaseReplicaUrl }: Config, primary: Database, log: RootLog) {
  if (databaseReplicaUrl === undefined) return
  return openReplica({ primary, replica: openDatabase({ connectionString: databaseReplicaUrl }), log })
}

/** Its code is loaded here alone, so that it costs nothing where it is off. */
async function startTracing(...given: Parameters<OpenTracing>) {
  const { openTracing } = await import('../../world/tracing/open.ts')
  return openTracing(...given)
}

/** Everything may be kept elsewhere; then only copies of repositories are in it, and some need none. */
async function prepareDataFolder({ dataFolder, databaseUrl, secretKey }: Config) {
  const isNeeded = databaseUrl === undefined || secretKey === undefined
  await (isNeeded ? requireDataFolder(dataFolder) : makeDataFolder(dataFolder).catch(() => {}))
}

/** Before anybody reads: what was kept in clear text by an earlier release. */
async function withSealedConfigurations(services: Services) {
  while ((await services.asSystem(sealStoredConfigurations)) > 0);
  return services
}

/** Scripts know this service by its public address; from here it is reached where it listens. */
function ownApi({ publicUrl, host, port }: Config) {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const target = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return { origin: new URL(publicUrl).origin, target: `http://${target}:${port}` }
}

type Visit<T> = { answer: T; folder?: string }

/** Asks the database something without making or migrating one; undefined if there is none yet. */
export async function visitDatabase<T>(
  config: Config,
  ask: (connection: ConnectionSettings) => Promise<T>,
): Promise<Visit<T> | undefined> {
  if (!config.databaseUrl && !(await findCluster(config.dataFolder))) return
  const ground = await openGround(config)
  try {
    return { answer: await ask(ground.connection), folder: ground.cluster?.dataFolder }
  } finally {
    await ground.leave()
  }
}

/** Works on the configured database, which is made if there is none, without migrating it. */
export async function withDatabase<T>(
  config: Config,
  work: (connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const ground = await openGround(config)
  try {
    return await work(ground.connection)
  } finally {
    await ground.leave()
  }
}

/** Where the embedded database of a folder lies, if one was made; see embedded-location.ts. */
export async function findCluster(folder: string): Promise<string | undefined> {
  const elsewhere = await readlink(join(folder, 'postgres')).catch(() => undefined)
  const place = elsewhere ?? folder
  const names = await readdir(place).catch(() => undefined)
  // A link to a folder that is gone is a lost database, not a missing one.
  if (!names) return elsewhere
  return names.some((name) => /^postgres-\d+$/.test(name)) ? place : undefined
}

/** Brings our own database server back when it goes away; requests are told to come again in the meantime. */
function reviver(cluster: Cluster, log: RootLog) {
  let isReviving = false
  return async function revive(error: Error) {
    if (isReviving) return
    isReviving = true
    log.warn({ error: error.message }, 'lost the database; restarting it')
    while (isReviving) {
      try {
        await cluster.revive()
        isReviving = false
        log.info('the database is back')
      } catch (failure) {
        log.error({ err: failure }, 'the database does not restart; trying again')
        await pause(2_000, undefined, { ref: false })
      }
    }
  }
}
