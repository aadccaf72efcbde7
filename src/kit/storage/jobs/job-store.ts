// The statements of the queue. A job is due by our clock, which tests can move, or by the database's; leases are a matter
// of the database's time alone, since processes may run on several machines.
import { sql } from 'kysely'
import type { Channel } from '../database/listener.ts'
import type { Database, Db } from '../db.ts'

export type NewJob = {
  name: string
  payload: object
  key?: string
  startAfter?: Date
  /** After how many failed attempts it is given up; 6 unless told otherwise. */
  maxAttempts?: number
  /** The trace that it goes on with. */
  traceparent?: string
}

const MAX_ATTEMPTS = 6

/** A job that this process runs, under the lease of its claim. */
export type ClaimedJob = {
  id: string
  lease: string
  payload: unknown
  /** Which attempt this is, from 1 on. */
  attempt: number
  maxAttempts: number
  /** The attempt before this one ended with its process, perhaps because of it. */
  lostItsProcess: boolean
  traceparent: string | null
}

/** Seconds after which the job of a process that renews nothing is taken up by another. */
export const LEASE_SECONDS = 15

const CHANNEL: Channel = 'quire_jobs'

/**
 * Keeps jobs, and wakes the workers of those that are due, in all processes, when the transaction commits.
 *
 * A job's turn is the one after the last of its organization, but not before the front of the queue: however many jobs
 * one organization has, others wait for one of them. A job that waits under the same key is enough; it is locked until
 * the transaction commits, so that nobody runs it before it can see what this transaction changed.
 */
export async function insertJobs(db: Db, jobs: NewJob[]) {
  const names = jobs.map(({ name }) => name)
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload))
  const keys = jobs.map(({ key }) => key ?? null)
  const times = jobs.map(({ startAfter }) => startAfter ?? null)
  const limits = jobs.map(({ maxAttempts }) => maxAttempts ?? MAX_ATTEMPTS)
  const traces = jobs.map(({ traceparent }) => traceparent ?? null)
  await sql`
    with sent as (
      select name, payload, key, start_after, max_attempts, traceparent, place, coalesce(
          payload ->> 'organizationId',
          (select organization_id from spaces where id = payload ->> 'spaceId'),
          (select organization_id from translations where id = payload ->> 'translationId'),
          (select organization_id from openapi_specs where id = payload ->> 'specId'),
          ''
        ) as organization_id
      from unnest(${names}::text[], ${payloads}::jsonb[], ${keys}::text[], ${times}::timestamptz[],
        ${limits}::int[], ${traces}::text[])
        with ordinality sent (name, payload, key, start_after, max_attempts, traceparent, place)
    ), kept as (
      insert into jobs (name, payload, key, organization_id, start_after, max_attempts, traceparent, turn)
      select name, payload, key, organization_id, coalesce(start_after, now()), max_attempts, traceparent, greatest(
          (select max(turn) from jobs where state = 'waiting' and jobs.name = sent.name
            and jobs.organization_id = sent.organization_id),
          (select min(turn) - 1 from jobs where state = 'waiting' and jobs.name = sent.name),
          0
        ) + row_number() over (partition by name, organization_id order by place)
      from sent order by name, key, place
      on conflict (name, key) where state = 'waiting' and attempts = 0
      do update set start_after = excluded.start_after where jobs.start_after > excluded.start_after
    )
    select pg_notify(${CHANNEL}, name) from (select distinct name from sent where start_after is null) due
  `.execute(db)
}

/** Has workers look for jobs of a name, in all processes, when the transaction commits. */
export async function wakeWorkers(db: Db, name: string) {
  await sql`select pg_notify(${CHANNEL}, ${name})`.execute(db)
}

/** Sends these jobs, unless a process has sent them for this minute. */
export async function insertScheduledJobs({ db }: Database, names: string[], minute: Date) {
  await sql`
    with due as (
      insert into scheduled_jobs (name, sent_for) select name, ${minute}::timestamptz from unnest(${names}::text[]) name
      on conflict (name) do update set sent_for = excluded.sent_for
        where scheduled_jobs.sent_for < excluded.sent_for
      returning name
    ), kept as (
      insert into jobs (name, payload, key) select name, '{}', name from due
      on conflict (name, key) where state = 'waiting' and attempts = 0 do nothing
    )
    select pg_notify(${CHANNEL}, name) from due
  `.execute(db)
}

// The two statements below are planned each time: a plan from when the table was empty would read all of it later.

/** Of these names, those with a job that is due. */
export async function listDueNames({ pool }: Database, names: string[], now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) name where exists (
       select from jobs
       where jobs.name = name.name and state = 'waiting' and start_after <= greatest($2, now())
     )`,
    [names, now],
  )
  return rows.map(({ name }) => name)
}

/** Takes the next job that is due, if there is one. */
export async function claimJob({ pool }: Database, name: string, now: Date): Promise<ClaimedJob | undefined> {
  const { rows } = await pool.query<ClaimedJob>(
    `update jobs set state = 'running', attempts = attempts + 1, lease = gen_random_uuid(),
       leased_until = clock_timestamp() + $3 * interval '1 second'
     where id = (
       select id from jobs where name = $1 and state = 'waiting' and start_after <= greatest($2, now())
       order by turn, position limit 1 for update skip locked
     )
     returning id, lease, payload, attempts as attempt, max_attempts as "maxAttempts",
       lost_its_process as "lostItsProcess", traceparent`,
    [name, now, LEASE_SECONDS],
  )
  return rows[0]
}

export async function renewLeases({ db }: Database, leases: string[]) {
  await sql`update jobs set leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    where state = 'running' and lease = any(${leases}::uuid[])`.execute(db)
}

/** A job that is done leaves nothing behind. One that somebody else has taken up stays. */
export async function deleteDoneJob({ db }: Database, { id, lease }: ClaimedJob) {
  await sql`delete from jobs where id = ${id} and lease = ${lease}`.execute(db)
}

/** Between 1 and 2 seconds after the first attempt, then between 2 and 4, and so on. */
const nextAttempt = (now: Date) =>
  sql`${now}::timestamptz + (1 + random()) * power(2, least(attempts, 16) - 1) * interval '1 second'`

/** Has a job tried again later, or gives it up after its last attempt. */
export async function failJob({ db }: Database, { id, lease }: ClaimedJob, error: string, now: Date) {
  await sql`update jobs set
      state = case when attempts < max_attempts then 'waiting' else 'failed' end,
      failed_at = case when attempts < max_attempts then null else ${now}::timestamptz end,
      start_after = ${nextAttempt(now)},
      lost_its_process = false, error = ${error}, lease = null, leased_until = null
    where id = ${id} and lease = ${lease}`.execute(db)
}

const PROCESS_GONE = 'The process of the job is gone'

/**
 * Makes jobs due again whose leases nobody renews. A job that was lost before ran in a process of its own, so it is not what
 * ended the server this time: that is no attempt of its own. Otherwise a server that is killed again and again would give
 * up jobs that nothing is wrong with.
 */
export async function recoverLostJobs({ db }: Database, now: Date) {
  const { rows } = await sql<{ id: string; name: string }>`
    update jobs set
      state = case when lost_its_process or attempts < max_attempts then 'waiting' else 'failed' end,
      failed_at = case when lost_its_process or attempts < max_attempts then null else ${now}::timestamptz end,
      attempts = case when lost_its_process then attempts - 1 else attempts end,
      lost_its_process = true, error = ${PROCESS_GONE}, lease = null, leased_until = null
    where id in (
      select id from jobs where state = 'running' and leased_until < clock_timestamp() for update skip locked
    )
    returning id, name`.execute(db)
  return rows
}

export async function countJobs({ db }: Database) {
  const { rows } = await sql<{ name: string; waiting: number; givenUp: number }>`
    select name, count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'failed') as given_up
    from jobs where state <> 'running' group by name`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}
