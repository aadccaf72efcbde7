import type { Gauge } from '../../../kit/domain/gauge.ts'
import { countChecks } from './store.ts'

export const gauges: Gauge[] = [
  {
    name: 'quire_site_hostnames',
    help: 'Host names of sites, by what the name service said of them last',
    label: 'status',
    read: async (db) => (await countChecks(db)).map(({ status, count }) => ({ of: status, value: count })),
  },
]
