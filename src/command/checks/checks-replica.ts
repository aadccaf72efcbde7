import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { type ConnectionSettings, openDatabase } from '../../kit/storage/db.ts'
import { openReplica } from '../../kit/storage/replica/replica.ts'
import { openLog } from '../../world/log/log.ts'
import type { Check } from '../../world/machine/machine.ts'
import { visitDatabase } from '../process/open.ts'
import { failed, fine, skipped } from './checks.ts'

const NAME = 'replica'
/** It may take a moment to have what the database has. */
const LOOKS = 10
const BETWEEN = 100

export async function checkReplica(config: Config): Promise<Check> {
  const { databaseReplicaUrl } = config
  if (databaseReplicaUrl === undefined) return skipped(NAME, 'QUIRE_DATABASE_REPLICA_URL is not set')
  try {
    const visit = await visitDatabase(config, (connection) => look(connection, databaseReplicaUrl))
    if (!visit) return skipped(NAME, 'as there is no database yet')
    if (visit.answer === undefined) return fine(NAME, 'has what the database has')
    const advice =
      'Check the address in QUIRE_DATABASE_REPLICA_URL, and pg_stat_replication in the database. Meanwhile readers are answered from the database.'
    return failed(NAME, visit.answer, advice)
  } catch {
    return skipped(NAME, 'the database does not answer')
  }
}

/** Why it could not be used, if it could not. */
async function look(connection: ConnectionSettings, connectionString: string) {
  const primary = openDatabase(connection, { maxConnections: 1 })
  const copy = openDatabase({ connectionString }, { maxConnections: 1 })
  const replica = openReplica({ primary, replica: copy, log: openLog('silent') })
  try {
    for (let count = 0; count < LOOKS && replica.hindrance() !== undefined; count++) {
      await replica.look()
      await pause(BETWEEN)
    }
    return replica.hindrance()
  } finally {
    await replica.close()
    await primary.close()
  }
}
