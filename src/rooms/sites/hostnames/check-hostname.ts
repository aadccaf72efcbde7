import type { OutsideContext, ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { plainHost } from '../../../world/network/resolver.ts'
import type { HostnameStatus } from './schema.ts'
import { findCheck, isHostname, replaceCheck } from './store.ts'

/** The host that names of others must lead to. */
export function hostOfInstallation({ links }: Pick<ReadContext, 'links'>) {
  return plainHost(new URL(links.of('')).hostname.replace(/^\[|\]$/g, ''))
}

/** Whether it is worth a certificate: that of the installation, and those of its sites. */
export async function isOurHostname(ctx: ReadContext, hostname: string) {
  const host = plainHost(hostname)
  return host === hostOfInstallation(ctx) || isHostname(ctx.db, host)
}

type Asking = Pick<OutsideContext, 'links' | 'resolver'>

/**
 * Whether a host name leads here, by an alias or because it has an address that we have. Whether there is a certificate
 * for it, whoever stands before us knows.
 */
export async function askNameService(ctx: Asking, hostname: string): Promise<HostnameStatus> {
  const ours = hostOfInstallation(ctx)
  const [its, our] = await Promise.all([ctx.resolver.recordsOf(hostname), addressesOf(ctx, ours)])
  if (!its || !our) return 'internal_error'
  if (its.aliases.includes(ours)) return 'dns_passed'
  if (its.aliases.length + its.addresses.length === 0) return 'dns_no_cname'
  return its.addresses.some((address) => our.includes(address)) ? 'dns_passed' : 'dns_wrong_cname'
}

async function addressesOf({ resolver }: Asking, host: string) {
  if (kindOfRecord(host) !== 'CNAME') return [host]
  return (await resolver.recordsOf(host))?.addresses
}

/** A host that is an address has no aliases. */
export function kindOfRecord(host: string) {
  if (host.includes(':')) return 'AAAA'
  return /^[\d.]+$/.test(host) ? 'A' : 'CNAME'
}

type Checked = { siteId: string; hostname: string; status: HostnameStatus }

export async function keepCheck(ctx: WriteContext, checked: Checked) {
  await replaceCheck(ctx.db, { ...checked, checkedAt: ctx.clock.now() })
}

export function lastCheck(ctx: ReadContext, siteId: string, hostname: string) {
  return findCheck(ctx.db, siteId, hostname)
}
