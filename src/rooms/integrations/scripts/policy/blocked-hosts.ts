// What browsers of visitors say they blocked on pages of a site. Anybody can say it: it is counted for people to look at,
// and nothing else follows from it.
import type { WriteContext } from '../../../../kit/domain/context.ts'
import { integrationsAt } from '../../installations/overview.ts'
import { findSiteOwner } from '../store.ts'
import { policyText } from './policy-text.ts'
import { DIRECTIVES } from './schema-policy.ts'
import { mayInject } from './site-scripts.ts'
import { countBlock, deleteOldBlocks } from './store-policy.ts'

/** As a browser tells it, in the words of a violation report. */
export type BlockReport = { directive: string; blocked: string; source: string }

/** Of one installation on one site. */
const MOST_HOSTS = 100
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const SAME_AS: Record<string, string> = {
  'script-src-elem': 'script-src',
  'style-src-elem': 'style-src',
  'child-src': 'frame-src',
}

export async function noteBlocked(ctx: WriteContext, siteId: string, report: BlockReport) {
  const directive = SAME_AS[report.directive] ?? report.directive
  const host = hostOf(report.blocked)
  if (host === undefined || !DIRECTIVES.some((known) => known === directive)) return
  const organizationId = await findSiteOwner(ctx.db, siteId)
  if (organizationId === undefined) return
  const installed = await integrationsAt(ctx, organizationId, { kind: 'site', id: siteId })
  const scripted = installed.filter(mayInject)
  const lastAt = ctx.clock.now()
  for (const { installation } of blamed(scripted, report.source))
    await countBlock(ctx.db, { installationId: installation.id, siteId, directive, host, lastAt }, MOST_HOSTS)
}

type Installed = Awaited<ReturnType<typeof integrationsAt>>[number]

/** By the file that asked: the script itself, or one from a host that it declares. Else it may be any of them. */
function blamed(scripted: Installed[], source: string): Installed[] {
  const own = scripted.filter(({ installation }) => source.includes(`/scripts/${installation.id}/`))
  if (own.length > 0) return own
  const host = hostOf(source)
  const declaring = scripted.filter(
    ({ manifest }) =>
      host !== undefined && policyText(manifest.contentSecurityPolicy ?? '').includes(baseOf(host)),
  )
  return declaring.length > 0 ? declaring : scripted
}

/** Scripts of one company come from several of its hosts. */
function baseOf(host: string) {
  return host.split('.').slice(-2).join('.')
}

/** Undefined of what has no host that could be allowed: code in the page, `data:`, extensions of browsers. */
function hostOf(address: string) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isReached = url?.protocol === 'https:' || url?.protocol === 'wss:'
  return url && isReached && /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/.test(url.host) ? url.host : undefined
}

export function forgetOldBlocks(ctx: WriteContext) {
  return deleteOldBlocks(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_MS))
}
