import type { Listener } from '../domain/events.ts'
import type { Job } from '../domain/jobs.ts'
import type { Operation } from './operation.ts'

/** What a room offers to the house: one line each in rooms.ts. */
export type Room = {
  name: string
  /** One sentence for the API document. */
  about: string
  operations: Operation[]
  jobs?: Job[]
  listens?: Listener[]
}
