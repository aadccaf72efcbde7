import type { Gauge } from '../../../kit/domain/gauge.ts'
import { countMarkedBlobs, longestWait, sizeOfDatabase } from './store-counts.ts'

export const gauges: Gauge[] = [
  {
    name: 'quire_database_bytes',
    help: 'Size of the database',
    read: async (db) => [{ value: await sizeOfDatabase(db) }],
  },
  {
    name: 'quire_jobs_oldest_waiting_seconds',
    help: 'How long the job that is due longest has waited',
    read: async (db, now) => [{ value: await longestWait(db, now) }],
  },
  {
    name: 'quire_blobs_unreferenced',
    help: 'Files that the next sweep deletes unless something names them again',
    read: async (db) => [{ value: await countMarkedBlobs(db) }],
  },
]
