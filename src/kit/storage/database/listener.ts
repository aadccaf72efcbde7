import type { PoolClient } from 'pg'
import type { Database } from '../db.ts'

/**
 * What other processes tell, and this one: a notice is sent in a transaction and heard after its commit, everywhere. All
 * channels of a process share one connection.
 */
export type NoticeListener = {
  on(channel: Channel, hear: (notice: string) => void): void
  /** Whether a notice that was sent a second ago has been heard for certain. */
  isSure(): boolean
  /** Called when notices may have been missed. */
  onGap(forget: () => void): void
  listen(): Promise<void>
  close(): void
}

export type Channel = 'quire_jobs' | 'quire_changes' | 'quire_events' | 'quire_schema'

/** Told after migrations. */
export const SCHEMA_CHANNEL = 'quire_schema' satisfies Channel

/** A connection that is gone without a word is found out by asking it something. */
const BEAT = 500
/** In a row, without an answer: others would wait as long for theirs, and pages in memory with them. */
const MOST_UNANSWERED = 10
const SURE_FOR = 1_000

export function openListener(database: Database, beatEvery = BEAT): NoticeListener {
  const hearers = new Map<string, (notice: string) => void>()
  const gaps: (() => void)[] = []
  let connection: PoolClient | undefined
  let isClosed = false
  let heardAt = Number.NEGATIVE_INFINITY
  let beat: NodeJS.Timeout | undefined
  let unanswered = 0

  async function listen() {
    if (connection || isClosed) return
    try {
      const client = await database.openSession()
      connection = client
      client.on('notification', ({ channel, payload }) => hearers.get(channel)?.(payload ?? ''))
      client.on('error', () => lose(client))
      for (const channel of hearers.keys()) await client.query(`listen ${channel}`)
      tellGap()
      database.endSilence()
      heardAt = performance.now()
      beat ??= setInterval(ask, beatEvery).unref()
    } catch {
      if (connection) lose(connection)
      else listenSoon()
    }
  }

  function lose(client: PoolClient) {
    if (connection !== client) return
    connection = undefined
    unanswered = 0
    heardAt = Number.NEGATIVE_INFINITY
    tellGap()
    client.removeAllListeners('notification').release(true)
    listenSoon()
  }

  function listenSoon() {
    if (!isClosed) setTimeout(listen, 1_000).unref()
  }

  function ask() {
    const client = connection
    if (!client) return
    // Counted by beats and not by the clock: where this process itself stood still, the database is not to blame.
    if (unanswered >= MOST_UNANSWERED) return database.beginSilence()
    const asked = performance.now()
    unanswered += 1
    client.query('select 1').then(
      () => {
        if (connection !== client) return
        heardAt = asked
        unanswered = 0
      },
      () => lose(client),
    )
  }

  function tellGap() {
    for (const forget of gaps) forget()
  }

  return {
    on: (channel, hear) => void hearers.set(channel, hear),
    isSure: () => performance.now() - heardAt < SURE_FOR,
    onGap: (forget) => void gaps.push(forget),
    listen,
    close() {
      isClosed = true
      clearInterval(beat)
      connection?.removeAllListeners('notification').release(true)
      connection = undefined
      heardAt = Number.NEGATIVE_INFINITY
    },
  }
}
