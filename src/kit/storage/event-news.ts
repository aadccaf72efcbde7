import { sql } from 'kysely'
import type { Channel, NoticeListener } from './database/listener.ts'
import type { Db } from './db.ts'
import { ANY_ORGANIZATION } from './events.ts'

/** Notifies listeners of new events; they read the events from the database. */
export type EventNews = {
  /**
   * Until it is called off, at every event of an organization that was sequenced, by any process, or whenever a person has
   * something new.
   */
  onEvents(organizationOrUserId: string, hear: () => void): () => void
  /** Whenever something was sequenced by any process, or may have been. */
  onSequenced(hear: () => void): void
  /** Whenever this process has written events that are not sequenced yet. */
  onWritten(hear: () => void): void
  tellWritten(): void
}

export function openEventNews(listener: Pick<NoticeListener, 'on' | 'onGap'>): EventNews {
  const hearers = new Map<string, Set<() => void>>()
  const sequenced: (() => void)[] = []
  const written: (() => void)[] = []

  function tell(organizationIds: Iterable<string>) {
    for (const id of organizationIds) for (const hear of hearers.get(id) ?? []) hear()
    for (const hear of sequenced) hear()
  }
  listener.on('quire_events', (notice) =>
    tell(notice === ANY_ORGANIZATION ? hearers.keys() : notice.split(' ')),
  )
  listener.onGap(() => tell(hearers.keys()))

  return {
    onEvents(id, hear) {
      const others = hearers.get(id) ?? new Set()
      hearers.set(id, others.add(hear))
      return () => {
        others.delete(hear)
        if (others.size === 0 && hearers.get(id) === others) hearers.delete(id)
      }
    },
    onSequenced: (hear) => void sequenced.push(hear),
    onWritten: (hear) => void written.push(hear),
    tellWritten() {
      for (const hear of written) hear()
    },
  }
}

const CHANNEL: Channel = 'quire_events'

/** Has all processes look for work that waits in tables, when the transaction commits: for work that follows no event. */
export async function wakeRounds(db: Db) {
  await sql`select pg_notify(${CHANNEL}, '')`.execute(db)
}

/** Of a notice, which holds 8,000 bytes. */
const MOST_PEOPLE = 200

/** Tells whoever listens for one of these people that they have something new, when the transaction commits. */
export async function wakePeople(db: Db, userIds: string[]) {
  const notices: string[] = []
  for (let at = 0; at < userIds.length; at += MOST_PEOPLE)
    notices.push(userIds.slice(at, at + MOST_PEOPLE).join(' '))
  await sql`select pg_notify(${CHANNEL}, notice) from unnest(${notices}::text[]) notice`.execute(db)
}
