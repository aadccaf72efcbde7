import type { WriteContext } from '../../../kit/domain/context.ts'
import { conflict, forbidden, notFound, unfit } from '../../../kit/domain/problems.ts'
import { requireAbility } from '../../../kit/domain/subjects.ts'
import type { PlaceSelection } from '../../../kit/storage/tables/integrations.ts'
import { organization } from '../../people/organizations/access.ts'
import { lockOrganization } from '../../people/organizations/organizations.ts'
import type { SeenIntegration } from '../integrations/access.ts'
import { installationAbilities, type SeenInstallation } from './access.ts'
import {
  checkConfiguration,
  configurationFor,
  configurationOf,
  sealConfiguration,
  statusAfter,
  statusOf,
  withDefaults,
} from './configuration.ts'
import { isNews, tellInstallation } from './delivery/notify-script.ts'
import type { InstallationChanges } from './schema.ts'
import {
  deleteInstallation,
  findInstallation,
  findInstallationIn,
  type InstallationRow,
  insertInstallation,
  updateInstallation,
} from './store.ts'

export async function installIntegration(
  ctx: WriteContext,
  integration: SeenIntegration,
  organizationId: string,
): Promise<InstallationRow> {
  await requireAbility(ctx, organization, { organizationId }, 'installIntegration')
  const { name, manifest } = integration
  if (manifest.visibility === 'private' && integration.organizationId !== organizationId)
    throw unfit(`"${name}" is private: only its organization can install it`)
  await lockOrganization(ctx, organizationId)
  const known = await findInstallationIn(ctx.db, organizationId, name)
  if (known)
    throw conflict(`"${name}" is already installed: change the installation instead`, {
      installation: known.id,
    })
  const [id, now] = [ctx.ids.next(), ctx.clock.now()]
  const asked = configurationFor(manifest, 'account')
  const configuration = withDefaults(asked, {})
  await insertInstallation(ctx.db, {
    id,
    integration: name,
    organizationId,
    status: statusOf(asked, configuration),
    allSpacesSince: null,
    allSitesSince: null,
    // Whoever installs it has seen what it asks for.
    scopes: manifest.scopes,
    sealedConfiguration: sealConfiguration(ctx, configuration),
    installedBy: ctx.actor.id,
    createdAt: now,
    updatedAt: now,
  })
  const made = await findInstallation(ctx.db, name, id)
  if (!made) throw notFound('installation')
  await ctx.emit('installation.created', factOf(made))
  await tellInstallation(ctx, made, { type: 'installation_setup', status: made.status })
  return made
}

export async function changeInstallation(
  ctx: WriteContext,
  installation: SeenInstallation,
  changes: InstallationChanges,
): Promise<InstallationRow> {
  const { externalIds, configuration: given, space_selection, site_selection, status } = changes
  if ((space_selection ?? site_selection ?? status) && !installationAbilities(installation).admin)
    throw forbidden('Only people can change the spaces, the sites and the status of an installation', {
      on: 'installation',
      needs: 'admin',
    })
  const asked = configurationFor(installation.of.manifest, 'account')
  const before = configurationOf(ctx, installation)
  if (given) checkConfiguration(asked, given, { byScript: installation.isItself, before })
  const configuration = given && withDefaults(asked, given)
  const now = ctx.clock.now()
  const row = await updateInstallation(ctx.db, installation.integration, installation.id, {
    externalIds,
    sealedConfiguration: configuration && sealConfiguration(ctx, configuration),
    status: statusAfter(asked, { status, configuration }, { ...installation, configuration: before }),
    spaceSelection: space_selection,
    allSpacesSince: allSince(space_selection, installation.allSpacesSince, now),
    siteSelection: site_selection,
    allSitesSince: allSince(site_selection, installation.allSitesSince, now),
    updatedAt: now,
  })
  if (!row) throw notFound('installation')
  await ctx.emit('installation.changed', factOf(row))
  if (isNews(ctx, installation, row, installation))
    await tellInstallation(ctx, row, { type: 'installation_setup', status: row.status }, installation)
  return row
}

/** Undefined where the selection stays as it is. */
function allSince(selection: PlaceSelection | undefined, before: Date | null, now: Date) {
  if (selection === undefined) return
  return selection === 'all' ? (before ?? now) : null
}

/** From the organization, with all its spaces and sites. */
export async function uninstallIntegration(ctx: WriteContext, installation: SeenInstallation) {
  const { sealedConfiguration } = installation
  await tellInstallation(ctx, installation, { type: 'installation_deleted' }, { sealedConfiguration })
  const isRemoved = await deleteInstallation(ctx.db, installation.integration, installation.id)
  if (isRemoved) await ctx.emit('installation.removed', factOf(installation))
  return isRemoved
}

export function factOf({ organizationId, integration, id }: InstallationRow) {
  return { organizationId, integration, installationId: id }
}
