import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../kit/storage/db.ts'

/** Ten thousand visitors of a day are counted with an error of about 5 percent; more than 15,615 are never told. */
export const VISITOR_BITS = 2048
const NOBODY = sql`repeat('0', ${sql.lit(VISITOR_BITS)})::bit(${sql.lit(VISITOR_BITS)})`

/** Values beyond the most that are told apart. No value that is given begins with a space. */
export const OTHER = ' other'

/** One event in one dimension; `visitor` and `session` are places of bits. */
export type Count = {
  eventType: string
  dimension: string
  value: string
  visitor: number
  session: number
  /** How often it happened. */
  times: number
}

/** What is counted of a site is counted one batch at a time: so the bound of values holds, and nobody waits in a circle. */
export async function lockCounts(db: Tx, siteId: string) {
  await sql`select pg_advisory_xact_lock(hashtext('site_event_counts'), hashtext(${siteId}))`.execute(db)
}

/** Of the dimensions in these counts: how many values they have on this day, and which of the given ones. */
export async function listValues(db: Tx, siteId: string, day: string, counts: readonly Count[]) {
  const unique = (values: string[]) => [...new Set(values)]
  const { rows } = await sql<{ eventType: string; dimension: string; total: number; found: string[] | null }>`
    select event_type, dimension, count(*)::int as total,
      array_agg(value) filter (where value = any(${unique(counts.map(({ value }) => value))}::text[])) as found
    from site_event_counts
    where site_id = ${siteId} and day = ${day}::date
      and dimension = any(${unique(counts.map(({ dimension }) => dimension))}::text[])
      and event_type = any(${unique(counts.map(({ eventType }) => eventType))}::text[])
      and value <> ${OTHER}
    group by event_type, dimension`.execute(db)
  return rows.map((row) => ({ ...row, found: row.found ?? [] }))
}

export async function addCounts(db: Tx, siteId: string, day: string, counts: readonly Count[]) {
  await sql`
    insert into site_event_counts (site_id, dimension, day, event_type, value, events, visitors, sessions)
    select ${siteId}, dimension, ${day}::date, event_type, value, sum(times),
      bit_or(set_bit(${NOBODY}, visitor, 1)), bit_or(set_bit(${NOBODY}, session, 1))
    from unnest(
      ${counts.map(({ dimension }) => dimension)}::text[], ${counts.map(({ eventType }) => eventType)}::text[],
      ${counts.map(({ value }) => value)}::text[], ${counts.map(({ visitor }) => visitor)}::int[],
      ${counts.map(({ session }) => session)}::int[], ${counts.map(({ times }) => times)}::int[]
    ) as given (dimension, event_type, value, visitor, session, times)
    group by dimension, event_type, value
    on conflict (site_id, dimension, day, event_type, value) do update set
      events = site_event_counts.events + excluded.events,
      visitors = site_event_counts.visitors | excluded.visitors,
      sessions = site_event_counts.sessions | excluded.sessions`.execute(db)
}

export async function deleteCountsBefore(db: Tx, day: string) {
  await sql`delete from site_event_counts where day < ${day}::date`.execute(db)
}

export type Interval = 'day' | 'week' | 'month'
export type SortColumn = 'bucket' | 'eventType' | 'value' | 'events' | 'visitors' | 'sessions'
export type ValueFilter = { isIn: boolean; values: string[] }

/** A question as the table can answer it. Days are as 2026-11-16, both ends included. */
export type InsightsQuery = {
  from: string
  to: string
  dimension: string
  by: { interval?: Interval; eventType: boolean; value: boolean }
  eventTypes: ValueFilter[]
  values: ValueFilter[]
  order: { by: SortColumn; isDescending: boolean }
  limit: number
}

export type Sum = {
  bucket: string | null
  eventType: string | null
  value: string | null
  events: number
  visitors: number
  sessions: number
}

/**
 * Visitors are told apart within a day only, so those of several days are summed. Where days stand alone, those on which
 * nothing happened are told too.
 */
export async function sumCounts(db: Db, siteId: string, question: InsightsQuery): Promise<Sum[]> {
  const { from, to, dimension, by, eventTypes, values, order, limit } = question
  const interval = by.interval ?? 'day'
  const bucketOf = (day: RawBuilder<unknown>) =>
    by.interval ? sql`to_char(date_trunc(${interval}, ${day}::timestamp), 'YYYY-MM-DD')` : sql`null::text`
  const isSeries = by.interval !== undefined && !by.eventType && !by.value
  const buckets = isSeries
    ? sql`select distinct ${bucketOf(sql`one`)} as bucket, null::text as event_type, null::text as value,
        0 as events, 0 as visitors, 0 as sessions
        from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as one union all`
    : sql``
  const { rows } = await sql<Sum>`
    with daily as (
      select day, ${by.eventType ? sql`event_type` : sql`null::text`} as event_type,
        ${by.value ? sql`value` : sql`null::text`} as value, sum(events) as events,
        ${estimated(sql`bit_or(visitors)`)} as visitors, ${estimated(sql`bit_or(sessions)`)} as sessions
      from site_event_counts
      where site_id = ${siteId} and dimension = ${dimension} and day between ${from}::date and ${to}::date
        ${sql.join(
          eventTypes.map((choice) => chosen(sql`event_type`, choice)),
          sql` `,
        )}
        ${sql.join(
          values.map((choice) => chosen(sql`value`, choice)),
          sql` `,
        )}
      group by 1, 2, 3
    ), filled as (
      ${buckets}
      select ${bucketOf(sql`day`)}, event_type, value, events, visitors, sessions from daily
    )
    select bucket, event_type, value, sum(events)::float8 as events, sum(visitors)::float8 as visitors,
      sum(sessions)::float8 as sessions
    from filled as filled (bucket, event_type, value, events, visitors, sessions)
    group by bucket, event_type, value
    order by ${SORTED[order.by]} ${order.isDescending ? sql`desc` : sql`asc`}, 1, 2, 3
    limit ${limit}`.execute(db)
  return rows
}

const SORTED: Record<SortColumn, RawBuilder<unknown>> = {
  bucket: sql`1`,
  eventType: sql`2`,
  value: sql`3`,
  events: sql`4`,
  visitors: sql`5`,
  sessions: sql`6`,
}

function chosen(column: RawBuilder<unknown>, { isIn, values }: ValueFilter) {
  return isIn ? sql`and ${column} = any(${values}::text[])` : sql`and ${column} <> all(${values}::text[])`
}

/** How many there were, of how many bits are set (linear counting): two of them may have the same one. */
function estimated(bits: RawBuilder<unknown>) {
  const all = sql.lit(VISITOR_BITS)
  return sql`round(-${all}::float8 * ln(greatest(${all} - bit_count(${bits}), 1)::float8 / ${all}))`
}
