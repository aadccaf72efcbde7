// Scripts that integrations put into the pages of a site.
import type { ReadContext } from '../../domain/context.ts'
import { integrationsAt } from '../installations/overview.ts'
import { hasScope } from '../installations/scopes.ts'
import type { ContentSecurityPolicy } from '../integrations/schema.ts'
import type { SiteRow } from '../sites/store.ts'
import type { SiteIntegrationScript } from './schema.ts'

export const INJECT = ['site:script:inject', 'space:script:inject'] as const
const COOKIES = ['site:script:cookies', 'space:script:cookies'] as const

export async function scriptsOfSite(
  ctx: ReadContext,
  { organizationId, id }: Pick<SiteRow, 'organizationId' | 'id'>,
): Promise<SiteIntegrationScript[]> {
  const installed = await integrationsAt(ctx, organizationId, { kind: 'site', id })
  return installed
    .filter((integration) => hasScope(integration.installation, integration, ...INJECT))
    .map((integration) => {
      const { name, manifest, version, installation } = integration
      const policy = manifest.contentSecurityPolicy
      const path = `/integrations/${encodeURIComponent(name)}/scripts/${installation.id}/${id}.js`
      return {
        // Scripts may ask browsers to keep them for long: what is configured anew has another address.
        script: ctx.links.of(`${path}?v=${version}.${installation.configuredAt.getTime().toString(36)}`),
        ...(policy && { contentSecurityPolicy: policyText(policy) }),
        cookies: hasScope(installation, integration, ...COOKIES),
      }
    })
}

function policyText(policy: ContentSecurityPolicy) {
  if (typeof policy === 'string') return policy
  return Object.entries(policy)
    .map(([word, value]) => `${word} ${value}`.trim())
    .join('; ')
}
