// What scripts are told of installations, in the transaction of what happened to them.
import { isSame } from '../../../../engines/content/same.ts'
import type { WriteContext } from '../../../../kit/domain/context.ts'
import { configurationOf } from '../configuration.ts'
import { findInstallationById, type InstallationRow, type PlacementRow } from '../store.ts'
import { isSettingUp } from '../tokens.ts'
import type { Told } from './call-script.ts'
import { keepSnapshot, type Previous } from './snapshots.ts'
import { queueEvent } from './waiting-events.ts'

/** Also where it is about to go: what it was is told with it. */
export async function tellInstallation(
  ctx: WriteContext,
  installation: InstallationRow,
  told: Told,
  before?: Previous,
) {
  if (isUnheard(installation, told)) return
  const { integration, id } = installation
  const event = { ...told, installationId: id }
  const snapshotId = await keepSnapshot(ctx, { installation, previous: before && previousOf(before) })
  await queueEvent(ctx, { integration, event, snapshotId })
}

export async function tellPlacement(
  ctx: WriteContext,
  placement: PlacementRow,
  told: Told,
  before?: Previous,
) {
  const installation = await findInstallationById(ctx.db, placement.installationId)
  if (!installation || isUnheard(placement, told)) return
  const { integration, installationId, spaceId, siteId } = placement
  const event = {
    ...told,
    installationId,
    ...(spaceId !== null && { spaceId }),
    ...(siteId !== null && { siteId }),
  }
  const snapshotId = await keepSnapshot(ctx, {
    installation,
    placement,
    previous: before && previousOf(before),
  })
  await queueEvent(ctx, { integration, event, snapshotId })
}

/** What is paused is told nothing but its end. */
function isUnheard({ status }: Pick<InstallationRow, 'status'>, { type }: Told) {
  return status === 'paused' && type.endsWith('_setup')
}

/** Of a whole row, what is told of it. */
function previousOf({ status, sealedConfiguration }: Previous): Previous {
  return { status, sealedConfiguration }
}

type SetUp = Pick<InstallationRow, 'status' | 'sealedConfiguration'>

/**
 * Whether a script is told that it was set up. A script that sets itself up, where people fill in what it asks for or come
 * back from signing in elsewhere, begins its work when it is told so. What it writes down while it is told would be told
 * for ever.
 */
export function isNews(ctx: WriteContext, { isItself }: { isItself: boolean }, now: SetUp, before: SetUp) {
  if (!isItself) return true
  if (isSettingUp(ctx)) return false
  return now.status !== before.status || !isSame(configurationOf(ctx, now), configurationOf(ctx, before))
}
