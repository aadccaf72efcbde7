import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import type { DeliveryStatus } from '../../../kit/storage/tables/webhooks.ts'
import type { EventRow } from '../events/store.ts'

export type WebhookRow = Selectable<Tables['webhooks']>
export type WebhookDeliveryRow = Selectable<Tables['webhookDeliveries']>
/** With the type of its event, where that is kept still. */
export type ListedDelivery = WebhookDeliveryRow & { type: string | null }

export function findWebhook(db: Db, organizationId: string, id: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function listWebhooks(db: Db, organizationId: string, page: PageQuery) {
  const query = db.selectFrom('webhooks').selectAll().where('organizationId', '=', organizationId)
  return pageOf(query, page, { columns: ['id'], order: 'asc', position: ({ id }) => [id] })
}

export async function countWebhooks(db: Db, organizationId: string) {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export function insertWebhook(db: Tx, row: Insertable<Tables['webhooks']>): Promise<WebhookRow> {
  return db.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateWebhook(
  db: Tx,
  id: string,
  values: Updateable<Tables['webhooks']>,
): Promise<WebhookRow | undefined> {
  return db.updateTable('webhooks').set(values).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function deleteWebhook(db: Tx, id: string) {
  const { numDeletedRows } = await db.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export function lockWebhook(db: Tx, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

function deliveries(db: Db, webhookId: string) {
  return db
    .selectFrom('webhookDeliveries')
    .leftJoin('events', 'events.id', 'webhookDeliveries.eventId')
    .selectAll('webhookDeliveries')
    .select('events.type')
    .where('webhookDeliveries.webhookId', '=', webhookId)
}

/** Newest first. */
export function listDeliveries(
  db: Db,
  webhookId: string,
  { status, ...page }: PageQuery & { status?: DeliveryStatus },
) {
  let query = deliveries(db, webhookId)
  if (status !== undefined) query = query.where('webhookDeliveries.status', '=', status)
  return pageOf(query, page, {
    columns: ['webhookDeliveries.position'],
    order: 'desc',
    position: ({ position }) => [position],
  })
}

const IS_UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export async function findDelivery(
  db: Db,
  webhookId: string,
  id: string,
): Promise<ListedDelivery | undefined> {
  if (!IS_UUID.test(id)) return
  return deliveries(db, webhookId).where('webhookDeliveries.id', '=', id).executeTakeFirst()
}

/** The event of a delivery once more, behind all that waits. */
export async function repeatDelivery(
  db: Tx,
  { webhookId, eventId, resource }: WebhookDeliveryRow,
  now: Date,
) {
  const { id } = await db
    .insertInto('webhookDeliveries')
    .values({
      webhookId,
      eventId,
      resource,
      status: 'waiting',
      firstAttemptAt: null,
      lastAttemptAt: null,
      nextAttemptAt: now,
      answerStatus: null,
      answerBody: null,
      error: null,
      milliseconds: null,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update webhooks set due_at = least(due_at, ${now}) where id = ${webhookId}`.execute(db)
  return id
}

/** A delivery for every webhook that wants one of these events, and was there when it happened. */
export async function insertDeliveries(db: Tx, eventIds: string[], now: Date) {
  await sql`
    with fresh as (
      insert into webhook_deliveries (webhook_id, event_id, resource, status, next_attempt_at, created_at)
      select webhooks.id, events.id, coalesce(events.resource, events.organization_id), 'waiting', ${now}, ${now}
      from events join webhooks on webhooks.organization_id = events.organization_id
      where events.id = any(${eventIds}) and webhooks.is_enabled
        and events.created_at >= webhooks.created_at and case events.type
        when 'webhook.tested' then events.payload ->> 'webhookId' = webhooks.id
        else exists (select from unnest(webhooks.events) pattern where pattern in ('*', events.type)
          or pattern like '%.*' and starts_with(events.type, left(pattern, -1))) end
      order by events.sequence
      returning webhook_id)
    update webhooks set due_at = least(due_at, ${now}) where id in (select webhook_id from fresh)`.execute(db)
}

type Claim = { now: Date; until: Date; most: number; mostFailing: number }

/**
 * Webhooks that have something to send, for one process until a time. Those whose receivers take nothing have places of
 * their own, so that they can not take all.
 */
export async function claimWebhooks(db: Tx, { now, until, most, mostFailing }: Claim) {
  const isDue = sql`is_enabled and due_at <= ${now} and (claimed_until is null or claimed_until < ${now})`
  const { rows } = await sql<WebhookRow>`
    with healthy as (
      select id from webhooks where ${isDue} and failing_since is null
      order by due_at limit ${most} for update skip locked),
    failing as (
      select id from webhooks where ${isDue} and failing_since is not null
      order by due_at limit greatest(0, ${mostFailing}::int - (select count(*) from webhooks
        where failing_since is not null and claimed_until >= ${now})) for update skip locked),
    chosen as (select id from (select id, 1 as turn from healthy union all select id, 2 from failing) due
      order by turn limit ${most})
    update webhooks set claimed_until = ${until} where id in (select id from chosen) returning webhooks.*`.execute(
    db,
  )
  return rows
}

export type DueDelivery = Pick<
  WebhookDeliveryRow,
  'id' | 'resource' | 'attempts' | 'firstAttemptAt' | 'eventId'
> & {
  /** Undefined where it is not kept any more. */
  event?: EventRow
}

/** What can be sent now, in its order: nothing that stands behind something of its resource that has to wait. */
export async function listDueDeliveries(
  db: Db,
  webhookId: string,
  now: Date,
  limit: number,
): Promise<DueDelivery[]> {
  type Row = EventRow & Omit<DueDelivery, 'id' | 'resource'> & { deliveryId: string; line: string }
  const { rows } = await sql<Row>`
    select due.id as delivery_id, due.resource as line, attempts, first_attempt_at, event_id, events.*
    from webhook_deliveries due left join events on events.id = due.event_id
    where webhook_id = ${webhookId} and status = 'waiting' and next_attempt_at <= ${now}
      and not exists (select from webhook_deliveries earlier where earlier.webhook_id = due.webhook_id
        and earlier.resource = due.resource and earlier.status = 'waiting' and earlier.position < due.position
        and earlier.next_attempt_at > ${now})
    order by due.position limit ${limit}`.execute(db)
  return rows.map(({ deliveryId, line, attempts, firstAttemptAt, eventId, ...event }) => ({
    id: deliveryId,
    resource: line,
    attempts,
    firstAttemptAt,
    eventId,
    ...(event.id !== null && { event }),
  }))
}

export type DeliveryAttempt = {
  id: string
  status: DeliveryStatus
  attemptedAt: Date
  nextAttemptAt: Date
  answerStatus: number | null
  answerBody: string | null
  error: string | null
  milliseconds: number
}

/** What came of attempts, all at once. */
export async function updateDeliveries(db: Tx, attempts: DeliveryAttempt[]) {
  const column = <Name extends keyof DeliveryAttempt>(name: Name) => attempts.map((attempt) => attempt[name])
  await sql`
    update webhook_deliveries set status = made.status, attempts = attempts + 1,
      first_attempt_at = coalesce(first_attempt_at, made.attempted_at), last_attempt_at = made.attempted_at,
      next_attempt_at = made.next_attempt_at, answer_status = made.answer_status, answer_body = made.answer_body,
      error = made.error, milliseconds = made.milliseconds
    from unnest(${column('id')}::uuid[], ${column('status')}::text[], ${column('attemptedAt')}::timestamptz[],
      ${column('nextAttemptAt')}::timestamptz[], ${column('answerStatus')}::int[], ${column('answerBody')}::text[],
      ${column('error')}::text[], ${column('milliseconds')}::int[])
      made (id, status, attempted_at, next_attempt_at, answer_status, answer_body, error, milliseconds)
    where webhook_deliveries.id = made.id`.execute(db)
}

/** Whether its receiver took anything, at that time or later. */
export async function hasTakenSince(db: Db, webhookId: string, time: Date) {
  const found = await db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'delivered')
    .where('lastAttemptAt', '>=', time)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Gives a webhook that is locked back, with the time at which the first of what waits in front is due. */
export async function giveBack(db: Tx, id: string, failingSince: Date | null) {
  await sql`
    update webhooks set claimed_until = null, failing_since = ${failingSince},
      due_at = case when is_enabled then (
        select min(next_attempt_at) from (
          select distinct on (resource) next_attempt_at from webhook_deliveries
          where webhook_id = ${id} and status = 'waiting' order by resource, position) front) end
    where id = ${id}`.execute(db)
}

/** What still waits for a webhook that was disabled. */
export async function failWaiting(db: Tx, webhookId: string, error: string) {
  await db
    .updateTable('webhookDeliveries')
    .set({ status: 'failed', error })
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute()
}

export async function deleteDeliveriesBefore(db: Tx, time: Date) {
  await db
    .deleteFrom('webhookDeliveries')
    .where('createdAt', '<', time)
    .where('status', '<>', 'waiting')
    .execute()
}
