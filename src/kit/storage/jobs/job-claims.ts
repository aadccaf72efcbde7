// Which process works on which job. One that was killed can not say that its jobs are free; the database can, as it
// gives back the lock of a connection that is gone. A process that stands still keeps its lock, and so its jobs.
import { sql } from 'kysely'
import type { NoticeListener } from '../database/listener.ts'
import type { Database, Db, Tx } from '../db.ts'

export type LostJob = { name: string; id: string }

export type JobClaims = {
  /** The statement by which pg-boss takes jobs, which also writes down whose they are; any other as it is. */
  noting(text: string): string
  /** Hands on jobs of processes that are gone, each once, and forgets those that are over. */
  handOnLost(handOn: (db: Tx, jobs: LostJob[]) => Promise<void>): Promise<void>
}

/** The first half of the locks' name; the second is the number of the process. */
const LOCKS = 0x71_75_69
/** Milliseconds without its lock after which a process is gone: one that lost its connection has it again by then. */
const GRACE = 10_000

/** Whoever takes jobs listens first: the connection that listens has the lock. */
export async function openJobClaims(
  database: Database,
  listener: Pick<NoticeListener, 'keep'>,
  grace = GRACE,
): Promise<JobClaims> {
  const { rows } = await database.pool.query<{ number: number }>(
    `select nextval('job_processes')::int as number`,
  )
  const process = rows[0]?.number ?? 0
  listener.keep(`select pg_advisory_lock_shared(${LOCKS}, ${process})`)
  const missingSince = new Map<number, number>()

  /** Of the processes with jobs, whether they are gone. */
  async function lookAround() {
    const { rows } = await database.pool.query<{ process: number; isGone: boolean }>({
      name: 'quire processes with jobs',
      text: `select distinct process, process <> $1 and process not in (
          select objid::bigint::int from pg_locks
          where locktype = 'advisory' and classid = ${LOCKS} and objsubid = 2 and granted
            and database = (select oid from pg_database where datname = current_database())
        ) as "isGone" from claimed_jobs`,
      values: [process],
    })
    return rows
  }

  return {
    noting: (text) =>
      // It is the only one of its statements that passes over what others have.
      text.includes('FOR UPDATE SKIP LOCKED')
        ? `with claimed as (${text}), noted as (
             insert into claimed_jobs select id, name, ${process}, clock_timestamp() from claimed
             on conflict (id) do update set process = excluded.process, claimed_at = excluded.claimed_at
           ) select * from claimed`
        : text,
    async handOnLost(handOn) {
      const processes = await lookAround()
      if (processes.length === 0) return
      await database.pool.query(FORGET_OVER)
      const missing = processes.filter(({ isGone }) => isGone).map(({ process }) => process)
      const now = performance.now()
      for (const known of missingSince.keys()) if (!missing.includes(known)) missingSince.delete(known)
      for (const process of missing) if (!missingSince.has(process)) missingSince.set(process, now)
      const gone = missing.filter((process) => now - (missingSince.get(process) ?? now) >= grace)
      if (gone.length === 0) return
      await database.inTransaction(async (db) => {
        // Whoever else looks for them waits here, and then finds none.
        const jobs = await db
          .deleteFrom('claimedJobs')
          .where('process', 'in', gone)
          .returning(['name', 'id'])
          .execute()
        if (jobs.length > 0) await handOn(db, jobs)
      })
    },
  }
}

export const PROCESS_GONE = 'the process of the job is gone'

/** What stands at a job that was lost: by us, or by pg-boss when an attempt took longer than it may. */
export const LOST = [PROCESS_GONE, 'job failed by timeout in active state']

/**
 * A job that was lost before runs in a process of its own, so it is not what ended the server this time: that is no
 * attempt of its own. Else a server that is started over and over would give up jobs that nothing is wrong with.
 */
export async function spareAttempt(db: Db, { name, id }: LostJob) {
  await sql`update pgboss.job set retry_count = retry_count - 1
    where name = ${name} and id = ${id} and state = 'active' and retry_count > 0
      and output -> 'value' ->> 'message' = any (${LOST})`.execute(db)
}

// One that is claimed again meanwhile has another time.
const FORGET_OVER = {
  name: 'quire forget claims',
  text: `delete from claimed_jobs using (
      select claimed.id, claimed.claimed_at from claimed_jobs claimed
      left join pgboss.job on job.name = claimed.name and job.id = claimed.id and job.state = 'active'
      where job.id is null
    ) over_now
    where claimed_jobs.id = over_now.id and claimed_jobs.claimed_at = over_now.claimed_at`,
}
