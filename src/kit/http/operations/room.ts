import type { TSchema } from 'typebox'
import type { WriteContext } from '../../domain/context.ts'
import type { EventListener } from '../../domain/events.ts'
import type { Gauge } from '../../domain/gauge.ts'
import type { Job } from '../../domain/jobs.ts'
import type { Poller } from '../../domain/poller.ts'
import type { Operation } from './operation.ts'
import type { ReferenceSection } from './sections.ts'

/** A message to others: its name, a sentence, its shape. */
export type SentMessage = { name: string; summary: string; body: TSchema }

/** What a room offers: one line each in rooms.ts. */
export type Room = {
  name: string
  /** The default section of its operations in the API reference. */
  section?: ReferenceSection
  operations: Operation[]
  jobs?: Job[]
  listens?: EventListener[]
  /** Told of all events, in their order and once each, in the transaction that gives them their places. */
  follows?: (ctx: WriteContext, eventIds: string[]) => Promise<void>
  pollers?: Poller[]
  gauges?: Gauge[]
  /** What is sent to receivers, for the document. */
  webhooks?: SentMessage[]
}
