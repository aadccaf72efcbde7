// What is installed, seen from an organization, a space or a site.
import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import type { PageOfRows, PageQuery } from '../../../kit/storage/page.ts'
import type { SeenOrganization } from '../../people/organizations/access.ts'
import { type SeenIntegration, withOwners } from '../integrations/access.ts'
import { integrationsNamed } from '../integrations/integrations.ts'
import { presentIntegration } from '../integrations/present.ts'
import { presentInstallation } from './present.ts'
import { findInstallationIn, listActiveAt, listInstallationsIn, listPlacedIn, type Place } from './store.ts'

export async function organizationInstallations(
  ctx: ReadContext,
  { id }: SeenOrganization,
  query: PageQuery & { search?: string },
) {
  const page = await listInstallationsIn(ctx.db, id, query)
  return withIntegrations(ctx, page, (row, integration) => ({
    installation: presentInstallation(row, integration, ctx),
    integration: presentIntegration(integration, ctx.links),
  }))
}

export async function organizationStatuses(
  ctx: ReadContext,
  { id }: SeenOrganization,
  { target, ...query }: PageQuery & { target: 'organization' | 'space' | 'site' },
) {
  const page =
    target === 'organization'
      ? await listInstallationsIn(ctx.db, id, query)
      : await listPlacedIn(ctx.db, id, target, query)
  return withIntegrations(
    ctx,
    page as PageOfRows<{ integration: string; status: Status }>,
    (row, integration) => ({
      status: row.status,
      integration: presentIntegration(integration, ctx.links),
    }),
  )
}

type Status = 'active' | 'pending' | 'paused'

export async function organizationStatus(ctx: ReadContext, { id }: SeenOrganization, name: string) {
  const found = await findInstallationIn(ctx.db, id, name)
  if (!found) throw notFound('installation')
  return { status: found.status }
}

type ActiveRow = Awaited<ReturnType<typeof listActiveAt>>[number]

/** What works on a space or site, by its name. */
export async function integrationsAt(
  ctx: ReadContext,
  organizationId: string,
  at: Place,
  { search = '' }: { search?: string } = {},
): Promise<(SeenIntegration & { installation: ActiveRow })[]> {
  const active = await listActiveAt(ctx.db, organizationId, at)
  const installedAs = new Map(active.map((row) => [row.integration, row]))
  const rows = await integrationsNamed(ctx, [...installedAs.keys()])
  const words = search.toLowerCase()
  const found = [...rows.values()].filter(({ name, manifest }) =>
    `${name} ${manifest.title}`.toLowerCase().includes(words),
  )
  return (await withOwners(ctx, found))
    .flatMap((row) => {
      const installed = installedAs.get(row.name)
      return installed ? [{ ...row, installation: installed }] : []
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function withIntegrations<Row extends { integration: string }, Shown>(
  ctx: ReadContext,
  page: PageOfRows<Row>,
  show: (row: Row, integration: SeenIntegration) => Shown,
): Promise<PageOfRows<Shown>> {
  const rows = await integrationsNamed(
    ctx,
    page.rows.map(({ integration }) => integration),
  )
  const seen = new Map((await withOwners(ctx, [...rows.values()])).map((one) => [one.name, one]))
  return {
    ...page,
    rows: page.rows.flatMap((row) => {
      const integration = seen.get(row.integration)
      return integration ? [show(row, integration)] : []
    }),
  }
}
