import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { type SeenSite, siteAbilities, site as siteSubject } from '../../sites/sites/access.ts'
import { installationOf, placementAt } from '../installations/find-installations.ts'
import { findIntegration, type IntegrationRow } from '../integrations/integrations.ts'

type SiteScriptParams = { integrationName: string; installationId: string; siteId: string }

/** The script that an installation puts into a site, as those meet it who look after the site. */
export type SeenSiteScript = { integration: IntegrationRow; installationId: string; site: SeenSite }

export const siteScript = subject({
  name: 'installation',
  find: async (ctx: ReadContext, params: SiteScriptParams): Promise<SeenSiteScript | undefined> => {
    const { integrationName, installationId, siteId } = params
    const integration = await findIntegration(ctx, integrationName)
    const installation = integration && (await installationOf(ctx, integrationName, installationId))
    if (!installation) return
    const { organizationId } = installation
    const site = await siteSubject.find(ctx, { organizationId, siteId })
    const isThere =
      installation.siteSelection === 'all' ||
      (await placementAt(ctx, installationId, { kind: 'site', id: siteId })) !== undefined
    return site && isThere ? { integration, installationId, site } : undefined
  },
  abilities: ({ site }: SeenSiteScript) => siteAbilities(site),
})
