// An installation on the spaces and sites of its organization.
import type { WriteContext } from '../../../kit/domain/context.ts'
import { conflict, forbidden, notFound, unfit } from '../../../kit/domain/problems.ts'
import { requireAbility } from '../../../kit/domain/subjects.ts'
import { space } from '../../content/spaces/access.ts'
import { site } from '../../sites/sites/access.ts'
import type { SeenInstallation, SeenPlacement } from './access.ts'
import {
  checkConfiguration,
  configurationFor,
  configurationOf,
  sealConfiguration,
  statusAfter,
  statusOf,
  withDefaults,
} from './configuration.ts'
import { isNews, tellPlacement } from './delivery/notify-script.ts'
import { factOf } from './install-integration.ts'
import type { PlacementChanges } from './schema.ts'
import {
  deletePlacement,
  deletePlacementsOn,
  findPlacement,
  insertPlacement,
  listPlacementsOn,
  type Place,
  type PlacementRow,
  updatePlacement,
} from './store.ts'

export async function placeOnSpace(ctx: WriteContext, installation: SeenInstallation, spaceId: string) {
  const found = await requireAbility(ctx, space, { spaceId }, 'installIntegration')
  if (found.organizationId !== installation.organizationId) throw notFound('space')
  return place(ctx, installation, { kind: 'space', id: spaceId })
}

export async function placeOnSite(ctx: WriteContext, installation: SeenInstallation, siteId: string) {
  const { organizationId } = installation
  await requireAbility(ctx, site, { organizationId, siteId }, 'admin')
  return place(ctx, installation, { kind: 'site', id: siteId })
}

async function place(ctx: WriteContext, installation: SeenInstallation, at: Place): Promise<PlacementRow> {
  const { manifest, name } = installation.of
  requireRunning(installation)
  if (manifest.target !== 'all' && manifest.target !== at.kind)
    throw unfit(`"${name}" cannot be installed on a ${at.kind}: it is for ${TARGET_WORDS[manifest.target]}`)
  const now = ctx.clock.now()
  const asked = configurationFor(manifest, at.kind)
  const configuration = withDefaults(asked, {})
  const status = statusOf(asked, configuration)
  const isNew = await insertPlacement(ctx.db, {
    installationId: installation.id,
    spaceId: at.kind === 'space' ? at.id : null,
    siteId: at.kind === 'site' ? at.id : null,
    status,
    sealedConfiguration: sealConfiguration(ctx, configuration),
    createdAt: now,
    updatedAt: now,
  })
  if (!isNew)
    throw conflict(`"${name}" is already installed on this ${at.kind}: change that installation instead`)
  const made = await findPlacement(ctx.db, installation.id, at)
  if (!made) throw notFound('installation')
  await ctx.emit('installation.placed', { ...factOf(installation), ...placeOf(made) })
  await tellPlacement(ctx, made, { type: `${at.kind}_installation_setup`, status })
  return made
}

/** Its script would not hear of what changes. */
function requireRunning({ status, of: { name } }: SeenInstallation) {
  if (status === 'paused') throw conflict(`"${name}" is paused: set its installation to active first`)
}

const TARGET_WORDS = { site: 'sites', space: 'spaces', organization: 'organizations' }

export async function changePlacement(
  ctx: WriteContext,
  placement: SeenPlacement,
  { externalIds, configuration: given, status }: PlacementChanges,
): Promise<PlacementRow> {
  const { installation } = placement
  const at = kindAndId(placement)
  requireRunning(installation)
  if (status && installation.isItself)
    throw forbidden('Only people can change the status of an installation', {
      on: 'installation',
      needs: 'admin',
    })
  const asked = configurationFor(installation.of.manifest, at.kind)
  const before = configurationOf(ctx, placement)
  if (given) checkConfiguration(asked, given, { byScript: installation.isItself, before })
  const configuration = given && withDefaults(asked, given)
  const row = await updatePlacement(ctx.db, installation.id, at, {
    externalIds,
    sealedConfiguration: configuration && sealConfiguration(ctx, configuration),
    status: statusAfter(asked, { status, configuration }, { ...placement, configuration: before }),
    updatedAt: ctx.clock.now(),
  })
  if (!row) throw notFound('installation')
  await ctx.emit('installation.placement_changed', { ...factOf(installation), ...placeOf(row) })
  if (isNews(ctx, installation, row, placement))
    await tellPlacement(ctx, row, { type: `${at.kind}_installation_setup`, status: row.status }, placement)
  return row
}

export async function displace(ctx: WriteContext, placement: SeenPlacement) {
  const at = kindAndId(placement)
  const { sealedConfiguration, installation } = placement
  await tellPlacement(ctx, placement, { type: `${at.kind}_installation_deleted` }, { sealedConfiguration })
  const isRemoved = await deletePlacement(ctx.db, placement.installationId, at)
  if (isRemoved) await ctx.emit('installation.displaced', { ...factOf(installation), ...placeOf(placement) })
  return isRemoved
}

/** Spaces that leave their organization leave its installations. */
export async function leaveSpaces(ctx: WriteContext, spaceIds: string[]) {
  const left = spaceIds.length > 0 ? await listPlacementsOn(ctx.db, spaceIds) : []
  for (const placement of left) {
    const { integration, organizationId, installationId, sealedConfiguration } = placement
    await tellPlacement(ctx, placement, { type: 'space_installation_deleted' }, { sealedConfiguration })
    const fact = { organizationId, integration, installationId }
    await ctx.emit('installation.displaced', { ...fact, ...placeOf(placement) })
  }
  if (left.length > 0) await deletePlacementsOn(ctx.db, spaceIds)
}

function placeOf({ spaceId, siteId }: PlacementRow) {
  return { ...(spaceId !== null && { spaceId }), ...(siteId !== null && { siteId }) }
}

function kindAndId({ spaceId, siteId }: PlacementRow): Place {
  return spaceId !== null ? { kind: 'space', id: spaceId } : { kind: 'site', id: siteId ?? '' }
}
