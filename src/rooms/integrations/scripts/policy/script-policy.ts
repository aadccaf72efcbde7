// Which hosts the script of an installation may use on a site: people allow some beside those that it declares, and see
// what browsers of visitors blocked. Decision 054.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { invalid } from '../../../../kit/domain/problems.ts'
import type { AllowedHost } from '../../../../kit/storage/tables/integrations.ts'
import type { SeenSiteScript } from '../access.ts'
import { policyText } from './policy-text.ts'
import type { ScriptPolicy, ScriptPolicyChanges } from './schema-policy.ts'
import { type BlockRow, deleteAllowance, findAllowance, listBlocks, upsertAllowance } from './store-policy.ts'

export async function scriptPolicyOf(
  ctx: ReadContext,
  { integration, installationId, site }: SeenSiteScript,
): Promise<ScriptPolicy> {
  const allowance = await findAllowance(ctx.db, site.id, installationId)
  const { mode = 'declared' as const, hosts = [] } = allowance ?? {}
  const isAllowed = ({ directive, host }: BlockRow) =>
    mode === 'everything' ||
    hosts.some((allowed) => allowed.directive === directive && isNamedBy(allowed.host, host))
  return {
    object: 'site-script-policy',
    mode,
    hosts: hosts as ScriptPolicy['hosts'],
    declared: policyText(integration.manifest.contentSecurityPolicy ?? ''),
    blocked: (await listBlocks(ctx.db, site.id, installationId)).map((row) => ({
      directive: row.directive as ScriptPolicy['hosts'][number]['directive'],
      host: row.host,
      reports: row.reports,
      firstAt: row.firstAt.toISOString(),
      lastAt: row.lastAt.toISOString(),
      isAllowed: isAllowed(row),
    })),
    ...(allowance && { updatedAt: allowance.updatedAt.toISOString() }),
  }
}

function isNamedBy(name: string, host: string) {
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : name === host
}

export async function changeScriptPolicy(
  ctx: WriteContext,
  seen: SeenSiteScript,
  { mode, hosts = [] }: ScriptPolicyChanges,
): Promise<ScriptPolicy> {
  const { site, installationId, integration } = seen
  if (mode !== 'hosts' && hosts.length > 0)
    throw invalid(`body.hosts requires the mode "hosts", not "${mode}"`, {
      field: 'body.hosts',
    })
  if (mode === 'declared') await deleteAllowance(ctx.db, site.id, installationId)
  else
    await upsertAllowance(ctx.db, {
      installationId,
      siteId: site.id,
      mode,
      hosts: JSON.stringify(withoutRepeats(hosts)),
      updatedBy: ctx.actor.id || null,
      updatedAt: ctx.clock.now(),
    })
  const { organizationId } = site
  await ctx.emit('installation.placement_changed', {
    organizationId,
    integration: integration.name,
    installationId,
    siteId: site.id,
  })
  return scriptPolicyOf(ctx, seen)
}

function withoutRepeats(hosts: readonly AllowedHost[]) {
  const byName = new Map(hosts.map(({ directive, host }) => [`${directive} ${host}`, { directive, host }]))
  return [...byName.values()]
}
