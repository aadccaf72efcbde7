import type { Listener } from '../domain/events.ts'
import type { Job } from '../domain/jobs.ts'
import type { Operation } from './operation.ts'
import type { Section } from './sections.ts'

/** What a room offers: one line each in rooms.ts. */
export type Room = {
  name: string
  /** Where its operations stand in the API reference, unless they say otherwise. */
  section?: Section
  operations: Operation[]
  jobs?: Job[]
  listens?: Listener[]
}
