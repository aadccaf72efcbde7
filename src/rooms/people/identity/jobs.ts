import { Type } from 'typebox'
import { job } from '../../../kit/domain/jobs.ts'
import { forgetSessions } from './sessions.ts'

export const forgetEndedSessions = job({
  name: 'sessions.forget',
  payload: Type.Object({}),
  at: { hour: 4, minute: 43 },
  run: forgetSessions,
})
