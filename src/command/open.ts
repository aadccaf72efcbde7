import type { Config } from '../config.ts'
import { type House, openHouse } from '../house.ts'
import { rooms } from '../rooms.ts'
import { type ConnectionSettings, openDatabase } from '../storage/db.ts'
import { type Cluster, openCluster } from '../storage/embedded.ts'
import { migrate } from '../storage/migrate.ts'
import { systemClock } from '../world/clock.ts'
import { systemIds } from '../world/ids.ts'
import type { RootLog } from '../world/log.ts'

/** The database of the configuration: our own server, started if need be, or somebody else's. */
export type Ground = { connection: ConnectionSettings; cluster?: Cluster; leave(): Promise<void> }

export async function openGround(config: Config, onProgress?: (what: string) => void): Promise<Ground> {
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, leave: async () => {} }
  const cluster = await openCluster({ folder: config.dataFolder, onProgress })
  return { connection: cluster.connection, cluster, leave: () => cluster.leave() }
}

export type OpenHouse = House & { cluster?: Cluster; migrated: string[] }

/** The whole house on the configured database. `supervise` is for the server, not for passing commands. */
export async function openConfiguredHouse(
  config: Config,
  log: RootLog,
  { supervise, onProgress }: { supervise: boolean; onProgress?: (what: string) => void },
): Promise<OpenHouse> {
  const ground = await openGround(config, onProgress)
  try {
    const migrated = await migrate(ground.connection)
    const onLost = ground.cluster && reviver(ground.cluster, log)
    const database = openDatabase(ground.connection, { maxConnections: supervise ? 20 : 2, onLost })
    const { publicUrl } = config
    const house = await openHouse({
      clock: systemClock,
      ids: systemIds(),
      log,
      database,
      publicUrl,
      rooms,
      supervise,
    })
    return {
      ...house,
      cluster: ground.cluster,
      migrated,
      async close() {
        await house.close()
        await ground.leave()
      },
    }
  } catch (error) {
    await ground.leave()
    throw error
  }
}

/** Brings our own database server back when it goes away; requests are told to come again in the meantime. */
function reviver(cluster: Cluster, log: RootLog) {
  let isReviving = false
  return async function revive(error: Error) {
    if (isReviving) return
    isReviving = true
    log.warn({ error: error.message }, 'lost the database; bringing it back')
    try {
      await cluster.revive()
      log.info('the database is back')
    } catch (failure) {
      log.error({ err: failure }, 'the database does not come back')
    } finally {
      isReviving = false
    }
  }
}
