// Events that scripts are still to be told.
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'
import { wakeRounds } from '../../../../kit/storage/event-news.ts'

type WaitingEvent = {
  integration: string
  installationId: string | null
  event: { type: string } & Record<string, unknown>
  snapshotId?: string
  dueAt: Date
}

/** Nothing where the integration is gone. */
export async function insertWaiting(
  db: Tx,
  { integration, installationId, event, snapshotId, dueAt }: WaitingEvent,
) {
  await sql`
    insert into waiting_script_events (integration, organization_id, event, snapshot_id, due_at)
    select name, coalesce((select organization_id from integration_installations
      where id = ${installationId} and integration = name), organization_id),
      ${JSON.stringify(event)}::jsonb, ${snapshotId ?? null}, ${dueAt}
    from integrations where name = ${integration}`.execute(db)
  await wakeRounds(db)
}

/** One that could be told now: where it is installed, and who published the script. */
export type DueEvent = { position: number; organizationId: string; publisherId: string }

/** Organizations, as places where scripts are installed and as publishers. */
type Organizations = { installed: string[]; publishers: string[] }

type DueQuery = { now: Date; mostOfLine: number; full: Organizations; atWork: string[]; most: number }

/**
 * The first events of every line, which is an integration in an organization; those of organizations with nothing under way
 * come first. Lines are looked up one by one: a long one costs no more than a short one.
 */
export async function listDue(db: Db, { now, mostOfLine, full, atWork, most }: DueQuery) {
  const { rows } = await sql<DueEvent>`
    with recursive lines as (
      (select organization_id, integration from waiting_script_events
        order by organization_id, integration limit 1)
      union all
      select next.* from lines cross join lateral (
        select organization_id, integration from waiting_script_events
        where (organization_id, integration) > (lines.organization_id, lines.integration)
        order by organization_id, integration limit 1) next)
    select position, lines.organization_id, publisher.organization_id as publisher_id
    from lines join integrations publisher on publisher.name = lines.integration
    cross join lateral (
      select position, due_at, row_number() over (order by due_at, position) as turn
      from waiting_script_events waiting
      where waiting.organization_id = lines.organization_id and waiting.integration = lines.integration
        and due_at <= ${now} and (claimed_until is null or claimed_until < ${now})
      order by due_at, position limit ${mostOfLine}) due
    where lines.organization_id <> all (${full.installed}) and publisher.organization_id <> all (${full.publishers})
    order by lines.organization_id = any (${atWork}), turn, due_at, position limit ${most}`.execute(db)
  return rows
}

export type ClaimedEvent = Selectable<Tables['waitingScriptEvents']>

/** Without those that another process has taken meanwhile. */
export async function claimWaiting(db: Tx, positions: number[], { now, until }: { now: Date; until: Date }) {
  if (positions.length === 0) return []
  const { rows } = await sql<ClaimedEvent>`
    with free as (
      select position from waiting_script_events
      where position = any (${positions}) and (claimed_until is null or claimed_until < ${now})
      for update skip locked)
    update waiting_script_events set claimed_until = ${until}, attempts = attempts + 1
    where position in (select position from free) returning *`.execute(db)
  return rows
}

export async function postponeWaiting(db: Tx, position: number, dueAt: Date) {
  await db
    .updateTable('waitingScriptEvents')
    .set({ dueAt, claimedUntil: null })
    .where('position', '=', position)
    .execute()
}

export async function deleteWaiting(db: Tx, position: number) {
  await db.deleteFrom('waitingScriptEvents').where('position', '=', position).execute()
}
