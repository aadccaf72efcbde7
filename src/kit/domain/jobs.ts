import type { Static, TSchema } from 'typebox'
import type { Times } from '../storage/jobs/timetable.ts'
import type { OutsideContext, ReadContext, WriteContext } from './context.ts'

/**
 * Work to do outside a request. It runs in a transaction of its own, as nobody in particular, and must be safe
 * to run twice: a process may die after the work and before the queue hears of it.
 */
export type Job<Payload = unknown> = {
  name: string
  payload: TSchema
  /** When the job also runs by itself. */
  at?: Times
  /** Also once whenever a process begins to take jobs. */
  atStart?: boolean
  isLong?: boolean
  /** How many of a long job run at once in a process; default: two. */
  atOnce?: number
  /** After how many failed attempts it is given up; six unless told otherwise, which is within a minute. */
  maxAttempts?: number
  lease?(payload: Payload): string
  lostItsProcess?(ctx: ReadContext, payload: Payload): Promise<boolean>
  /** In the transaction of the job, or outside of any where it is long. */
  run(ctx: WriteContext | OutsideContext, payload: Payload, inTransaction: InTransaction): Promise<void>
}

/** Opens a transaction for one step of a long job. */
export type InTransaction = <T>(work: (ctx: WriteContext) => Promise<T>) => Promise<T>

type Definition<Payload extends TSchema> = {
  name: string
  payload: Payload
  at?: Times
  atStart?: boolean
  maxAttempts?: number
}

export function job<Payload extends TSchema>(
  definition: Definition<Payload> & { run: (ctx: WriteContext, payload: Static<Payload>) => Promise<void> },
): Job<Static<Payload>> {
  return definition as Job<Static<Payload>>
}

/**
 * Work that takes too long for one transaction, or goes out to the network: its `ctx` reads outside of any, and each of
 * its writes is a transaction of its own.
 */
export function longJob<Payload extends TSchema>(
  definition: Definition<Payload> & {
    atOnce?: number
    /**
     * Jobs of one lease run one at a time, in all processes. A step's transaction opens only while the lease is ours,
     * so that a process that hung cannot write into work that another one has taken over.
     */
    lease?: (payload: Static<Payload>) => string
    /** Whether an earlier run may have ended the process it was in; then it runs in a process of its own. */
    lostItsProcess?: (ctx: ReadContext, payload: Static<Payload>) => Promise<boolean>
    run: (ctx: OutsideContext, payload: Static<Payload>, inTransaction: InTransaction) => Promise<void>
  },
): Job<Static<Payload>> {
  return { ...definition, isLong: true } as Job<Static<Payload>>
}
