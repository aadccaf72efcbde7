import type { Log } from '../../../world/log/log.ts'
import type { WatchStatement } from '../../../world/tracing/tracing.ts'
import type { Database, Db } from '../db.ts'
import type { FreshCache } from '../fresh-cache.ts'
import { openProgress, readPlace } from './progress.ts'
import { type Ask, routedHandle } from './routed.ts'

/** A copy of the database that follows it, for what may be a second old. */
export type Replica = {
  /** Undefined where it is away, too far behind, or none. */
  open(cache: FreshCache, watch?: WatchStatement): { db: Db; cache: FreshCache } | undefined
  /** What changed, here or in other processes. */
  noteChanges(names: readonly string[]): void
  /** Changes may have been missed. */
  doubtAll(): void
  /** Why it is not used, for people. */
  hindrance(): string | undefined
  /** Seconds; undefined where that is not known. */
  lag(): number | undefined
  /** Asks it where it is, now and not only a few times a second. */
  look(): Promise<void>
  close(): Promise<void>
}

const LOOK_EVERY = 250
const PATIENCE = 1_000
const MOST_BEHIND = 3_000

const OTHER = 'The replica follows another database: QUIRE_DATABASE_REPLICA_URL leads elsewhere'
const PROMOTED = 'What QUIRE_DATABASE_REPLICA_URL leads to follows no other database'
const AWAY = 'The replica of the database does not answer'

type Place = { place: string | null; system: string; name: string }

export function openReplica(
  { primary, replica, log }: { primary: Database; replica: Database; log: Log },
  now = () => performance.now(),
): Replica {
  const progress = openProgress()
  let fault: string | undefined = AWAY
  let told: string | undefined
  let underWay: Promise<void> | undefined

  async function ask() {
    const at = now()
    // The end of what is being written, and not of what is on disk: a commit that was heard of is before it.
    const [there] = await placeOf(primary, 'pg_current_wal_insert_lsn()')
    if (!there?.place) return
    progress.notePrimary(readPlace(there.place), at)
    const here = await within(PATIENCE, placeOf(replica, PLACE_OF_REPLICA)).catch(() => undefined)
    fault = faultOf(there, here?.[0])
    // What waits for it goes to the primary instead.
    if (here) replica.endSilence()
    else replica.beginSilence()
    if (!fault && here?.[0]?.place) progress.noteReplica(readPlace(here[0].place))
  }

  function hindrance() {
    if (fault) return fault
    const behind = now() - progress.coveredUntil()
    if (behind < MOST_BEHIND) return progress.isTrusted() ? undefined : 'The replica is being caught up with'
    const seconds = Math.round(behind / 1_000)
    return Number.isFinite(seconds)
      ? `The replica of the database is ${seconds} s behind`
      : 'The replica is being caught up with'
  }

  function look() {
    underWay ??= ask()
      // The primary is away: whoever waits for that tells of it.
      .catch(() => {})
      .finally(() => {
        underWay = undefined
        tell(hindrance())
      })
    return underWay
  }

  function tell(problem: string | undefined) {
    // How far behind it is changes with each look.
    const kind = problem?.replace(/\d+/, '')
    if (kind !== told && problem) log.warn({ reason: problem }, 'the replica is not used')
    if (kind !== told && !problem) log.info('the replica is used')
    told = kind
  }

  const timer = setInterval(() => void look(), LOOK_EVERY).unref()
  void look()

  return {
    open(cache, watch) {
      if (hindrance() !== undefined) return
      const route = openRoute(primary.ask, replica.ask)
      const covered = progress.coveredUntil()
      return {
        db: routedHandle(route.ask, watch),
        cache: {
          ...cache,
          read: (kind, key, load) =>
            cache.read(kind, key, async () => {
              const loaded = await load()
              if (route.hasLeft() || !progress.mayLack(loaded.follows, covered)) return loaded
              // It is kept until something changes again: what the replica has not heard yet would be missed for good.
              route.leave()
              return load()
            }),
        },
      }
    },
    noteChanges: (names) => progress.noteChanges(names, now()),
    doubtAll: () => progress.doubtAll(now()),
    hindrance,
    lag() {
      const behind = now() - progress.coveredUntil()
      return Number.isFinite(behind) ? Math.max(0, behind) / 1_000 : undefined
    },
    look,
    async close() {
      clearInterval(timer)
      await underWay
      await replica.close()
    },
  }
}

/** Statements of one request: to the replica, until there is a reason to ask the primary instead. */
function openRoute(primary: Ask, replica: Ask) {
  let hasLeft = false
  const leave = () => {
    hasLeft = true
  }
  const ask: Ask = async (text, values, how) => {
    if (hasLeft) return primary(text, values, how)
    try {
      return await replica(text, values, how)
    } catch {
      // It writes, or the replica is going: whatever follows may need what was written.
      leave()
      return primary(text, values, how)
    }
  }
  return { ask, leave, hasLeft: () => hasLeft }
}

const PLACE_OF_REPLICA = 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end'

async function placeOf({ pool }: Database, place: string) {
  const { rows } = await pool.query<Place>(
    `select (${place})::text as place, current_database() as name,
       (select system_identifier::text from pg_control_system()) as system`,
  )
  return rows
}

function faultOf(primary: Place, replica: Place | undefined) {
  if (!replica) return AWAY
  if (replica.system !== primary.system || replica.name !== primary.name) return OTHER
  return replica.place === null ? PROMOTED : undefined
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long')), milliseconds)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}
