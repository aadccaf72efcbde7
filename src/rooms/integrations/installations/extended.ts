// Installations with the spaces and sites they were put on: their ids, or all of them.
import type { ReadContext } from '../../../kit/domain/context.ts'
import { type SeenSpace, spaceAbilities, spacesByIds } from '../../content/spaces/access.ts'
import { presentSpace } from '../../content/spaces/present.ts'
import { presentSite } from '../../sites/sites/present.ts'
import { sitesByIds } from '../../sites/sites/structure/read-structure.ts'
import { integrationsNamed } from '../integrations/integrations.ts'
import { presentSitePlacement, presentSpacePlacement } from './present.ts'
import { hasScope } from './scopes.ts'
import type { PlacementRow } from './store.ts'

export async function shownSpaces(ctx: ReadContext, rows: PlacementRow[], isExtended: boolean) {
  const asked = isExtended ? await mayShow(ctx, rows, 'space:metadata:read') : []
  const ids = asked.flatMap(({ spaceId }) => spaceId ?? [])
  const spaces = await spacesByIds(ctx, ids)
  const isShown = (space: SeenSpace) => ctx.actor.kind !== 'user' || spaceAbilities(space).view
  return rows.map((row) => {
    const space = row.spaceId === null ? undefined : spaces.get(row.spaceId)
    const shown = space && isShown(space) ? presentSpace(space, ctx.links) : undefined
    return presentSpacePlacement(row, ctx, shown)
  })
}

export async function shownSites(ctx: ReadContext, rows: PlacementRow[], isExtended: boolean) {
  const asked = isExtended ? await mayShow(ctx, rows, 'site:metadata:read') : []
  const sites = await sitesByIds(
    ctx,
    asked.flatMap(({ organizationId, siteId }) => (siteId === null ? [] : [{ organizationId, id: siteId }])),
  )
  return rows.map((row) => {
    const site = row.siteId === null ? undefined : sites.get(row.siteId)
    return presentSitePlacement(row, ctx, site && presentSite(site, ctx.links))
  })
}

export async function shownSpace(ctx: ReadContext, row: PlacementRow, isExtended: boolean) {
  const [shown] = await shownSpaces(ctx, [row], isExtended)
  return shown ?? presentSpacePlacement(row, ctx)
}

export async function shownSite(ctx: ReadContext, row: PlacementRow, isExtended: boolean) {
  const [shown] = await shownSites(ctx, [row], isExtended)
  return shown ?? presentSitePlacement(row, ctx)
}

/** People get here as admins of what it is; a script needs the scope to know more than an id. */
async function mayShow(
  ctx: ReadContext,
  rows: PlacementRow[],
  scope: 'space:metadata:read' | 'site:metadata:read',
) {
  if (ctx.actor.kind === 'user') return rows
  const integrations = await integrationsNamed(ctx, [...new Set(rows.map((row) => row.integration))])
  return rows.filter((row) => {
    const integration = integrations.get(row.integration)
    return integration && hasScope(row, integration, scope)
  })
}
