import { sql } from 'kysely'
import type { Db, Tx } from '../../../../kit/storage/db.ts'

export type Failing = {
  installationId: string
  organizationId: string
  integration: string
  failures: number
}

/** Installations that failed so often since they last succeeded, and of which nobody was told since then. */
export async function listFailing(
  db: Db,
  { since, often, most }: { since: Date; often: number; most: number },
): Promise<Failing[]> {
  const { rows } = await sql<Failing>`
    select installation.id as installation_id, installation.organization_id, installation.integration,
      failed.failures
    from integration_installations installation
    cross join lateral (
      select count(*)::int as failures from integration_deliveries delivery
      where delivery.installation_id = installation.id and delivery.status = 'failed'
        and delivery.created_at > greatest(${since}, (
          select max(good.created_at) from integration_deliveries good
          where good.installation_id = installation.id and good.status = 'success'
            and good.created_at > ${since}))
    ) failed
    where failed.failures >= ${often}
      and (installation.failure_told_at is null or installation.failure_told_at <= ${since})
    order by installation.id limit ${most}`.execute(db)
  return rows
}

export async function updateFailureTold(db: Tx, ids: readonly string[], failureToldAt: Date) {
  await db.updateTable('integrationInstallations').set({ failureToldAt }).where('id', 'in', ids).execute()
}
