import type { Gauge } from '../../../kit/domain/gauge.ts'
import { searchIndex } from './jobs.ts'

export const gauges: Gauge[] = [
  {
    name: 'quire_search_spaces_behind',
    help: 'Spaces whose search index does not describe what readers see now',
    read: async (db) => [{ value: (await searchIndex.listBehind(db)).length }],
  },
]
