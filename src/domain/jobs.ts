import type { Static, TSchema } from 'typebox'
import type { Ctx } from './context.ts'

/**
 * Work to do outside a request. It runs in a transaction of its own, as nobody in particular, and must be safe
 * to run twice: a process may die after the work and before the queue hears of it.
 */
export type Job = {
  name: string
  payload: TSchema
  /** Minute hour day month weekday, when the job also runs by itself. */
  cron?: string
  run(ctx: Ctx, payload: unknown): Promise<void>
}

export function job<Payload extends TSchema>(definition: {
  name: string
  payload: Payload
  cron?: string
  run: (ctx: Ctx, payload: Static<Payload>) => Promise<void>
}): Job {
  return definition as Job
}
