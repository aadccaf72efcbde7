import { Type } from 'typebox'
import { job } from '../../../kit/domain/jobs.ts'
import { forgetAttempts } from './attempts.ts'
import { forgetEmailChanges } from './links/email-change.ts'
import { forgetLinks } from './links/one-time-links.ts'
import { forgetSessions } from './sessions/sessions.ts'

export const forgetEndedSessions = job({
  name: 'sessions.forget',
  payload: Type.Object({}),
  at: { hour: 4, minute: 43 },
  run: async (ctx) => {
    await forgetSessions(ctx)
    await forgetLinks(ctx)
    await forgetEmailChanges(ctx)
    await forgetAttempts(ctx)
  },
})
