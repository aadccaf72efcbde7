import { Type } from 'typebox'
import { job } from '../../../kit/domain/jobs.ts'
import { deleteAssertionsBefore } from './store-providers.ts'

/** What is refused for its age need not be known any more. */
export const forgetAssertions = job({
  name: 'saml.forget_assertions',
  payload: Type.Object({}),
  at: { hour: 4, minute: 51 },
  run: ({ db, clock }) => deleteAssertionsBefore(db, clock.now()),
})
