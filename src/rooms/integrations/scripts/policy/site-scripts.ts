// Scripts that integrations put into the pages of a site.
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { SiteRow } from '../../../sites/sites/store.ts'
import { integrationsAt } from '../../installations/overview.ts'
import { hasScope } from '../../installations/scopes.ts'
import type { SiteIntegrationScript } from '../schema.ts'
import { extendedPolicy, policyText } from './policy-text.ts'
import { listAllowances } from './store-policy.ts'

export const INJECT = ['site:script:inject', 'space:script:inject'] as const
const COOKIES = ['site:script:cookies', 'space:script:cookies'] as const

export async function scriptsOfSite(
  ctx: ReadContext,
  { organizationId, id }: Pick<SiteRow, 'organizationId' | 'id'>,
): Promise<SiteIntegrationScript[]> {
  const scripts = await scriptsWithRights(ctx, { organizationId, id })
  return scripts.map(({ mayUseAnyHost: _right, ...script }) => script)
}

/** With whether people let it use any host. */
export async function scriptsWithRights(
  ctx: ReadContext,
  { organizationId, id }: Pick<SiteRow, 'organizationId' | 'id'>,
): Promise<(SiteIntegrationScript & { mayUseAnyHost: boolean })[]> {
  const installed = await integrationsAt(ctx, organizationId, { kind: 'site', id })
  const scripted = installed.filter(mayInject)
  const allowances = scripted.length > 0 ? await listAllowances(ctx.db, id) : []
  const allowedTo = new Map(allowances.map((row) => [row.installationId, row]))
  return scripted.map((integration) => {
    const { name, manifest, version, installation } = integration
    const allowance = allowedTo.get(installation.id)
    const declared = policyText(manifest.contentSecurityPolicy ?? '')
    const policy = allowance ? extendedPolicy(declared, allowance) : declared
    const path = `/integrations/${encodeURIComponent(name)}/scripts/${installation.id}/${id}.js`
    return {
      // Scripts may ask browsers to keep them for long: what is configured anew has another address.
      script: ctx.links.of(`${path}?v=${version}.${installation.configuredAt.getTime().toString(36)}`),
      ...(policy && { contentSecurityPolicy: policy }),
      mayUseAnyHost: allowance?.mode === 'everything',
      cookies: hasScope(installation, integration, ...COOKIES),
    }
  })
}

/** What is installed on a site, and may put a script into its pages. */
export function mayInject(integration: Awaited<ReturnType<typeof integrationsAt>>[number]) {
  return hasScope(integration.installation, integration, ...INJECT)
}
