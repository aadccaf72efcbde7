// After a reboot the database may start later than the service.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { isDatabaseGone } from '../../kit/storage/database/failures.ts'

const PATIENCE = 60_000
const BETWEEN = 500

type Waiting = {
  onProgress(what: string): void
  /** Settles when nobody waits any more. */
  stopped: Promise<unknown>
}

/**
 * Waits a minute for a database of somebody else's that does not answer; other failures are for whoever uses it. False
 * where it was told to stop meanwhile.
 */
export async function awaitDatabase({ databaseUrl }: Config, { onProgress, stopped }: Waiting) {
  if (databaseUrl === undefined) return true
  const deadline = Date.now() + PATIENCE
  let isStopped = false
  const stopping = stopped.then(() => {
    isStopped = true
  })
  for (let isTold = false; !isStopped; isTold = true) {
    const failure = await failureOf(databaseUrl)
    if (failure === undefined) return true
    if (Date.now() > deadline)
      throw new Error(`The database did not answer for ${PATIENCE / 1000} s`, { cause: failure })
    if (!isTold) onProgress('waiting for the database')
    await Promise.race([pause(BETWEEN), stopping])
  }
  return false
}

async function failureOf(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return
  } catch (error) {
    return isDatabaseGone(error) ? error : undefined
  }
}
