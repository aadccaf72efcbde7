// Installations as they were when something happened to them: jobs name a snapshot, and hold no configuration.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import type { InstallationStatus } from '../../../../kit/storage/tables/integrations.ts'
import { configurationOf } from '../configuration.ts'
import type { InstallationRow, PlacementRow } from '../store.ts'
import { deleteSnapshot, findSnapshot, insertSnapshot } from './store-deliveries.ts'

/** What a script is told of before a change; of something that is gone, without its status. */
export type Previous = { status?: InstallationStatus; sealedConfiguration: string }

export type Snapshot = { installation: InstallationRow; placement?: PlacementRow; previous?: Previous }

export async function keepSnapshot(ctx: WriteContext, snapshot: Snapshot): Promise<string> {
  const id = ctx.ids.next()
  const { integration, organizationId } = snapshot.installation
  const sealed = ctx.vault.seal(JSON.stringify(snapshot))
  await insertSnapshot(ctx.db, { id, integration, organizationId, sealed, createdAt: ctx.clock.now() })
  return id
}

/** Undefined where it went with its integration or organization. */
export async function openSnapshot(ctx: ReadContext, id: string) {
  const row = await findSnapshot(ctx.db, id)
  if (!row) return
  const { installation, placement, previous }: Snapshot = JSON.parse(ctx.vault.open(row.sealed))
  return {
    to: {
      installation: withDates(installation),
      ...(placement && { placement: withDates(placement) }),
    },
    told: previous && {
      previous: {
        ...(previous.status && { status: previous.status }),
        configuration: configurationOf(ctx, previous),
      },
    },
  }
}

export function forgetSnapshot(ctx: WriteContext, id: string) {
  return deleteSnapshot(ctx.db, id)
}

/** JSON has dates as text. */
function withDates<Row extends { createdAt: Date; updatedAt: Date }>(row: Row): Row {
  return { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }
}
