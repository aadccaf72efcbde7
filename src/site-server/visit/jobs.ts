import { Type } from 'typebox'
import { job } from '../../kit/domain/jobs.ts'
import { deleteWrittenTextsBefore } from './store.ts'

const KEPT_FOR = 30 * 24 * 60 * 60 * 1000

/** Texts that nobody reads any more, and those of earlier releases. */
export const forgetWrittenTexts = job({
  name: 'sites.forget-written-texts',
  payload: Type.Object({}),
  at: { hour: 3, minute: 23 },
  run: (ctx) => deleteWrittenTextsBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_FOR)),
})
