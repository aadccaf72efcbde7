import type { Links } from '../../../kit/domain/links.ts'
import type { SeenHostname } from './access.ts'
import { hostOfInstallation, kindOfRecord } from './check-hostname.ts'
import type { CustomHostname, HostnameStatus } from './schema.ts'

type Check = { status: string; checkedAt: Date }

export function presentHostname(
  { hostname, site }: SeenHostname,
  check: Check | undefined,
  links: Links,
): CustomHostname {
  const here = hostOfInstallation({ links })
  return {
    object: 'custom-hostname',
    hostname,
    target: { type: 'site', site: site.id },
    isActive: check?.status === 'dns_passed',
    status: check && statusOf(check.status),
    checkedAt: check?.checkedAt.toISOString(),
    records: [{ type: kindOfRecord(here), name: hostname, value: here }],
    urls: { location: links.of(`/v1/custom-hostnames/${hostname}`) },
  }
}

const KNOWN: readonly HostnameStatus[] = ['dns_passed', 'dns_no_cname', 'dns_wrong_cname', 'internal_error']

function statusOf(text: string) {
  return KNOWN.find((status) => status === text)
}
