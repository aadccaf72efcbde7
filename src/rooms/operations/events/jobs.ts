import { Type } from 'typebox'
import { longJob } from '../../../kit/domain/jobs.ts'
import { deleteEventsBefore } from './store.ts'

const DAY = 24 * 60 * 60 * 1000
/** A year of events may end at once, where the setting was changed. */
const AT_ONCE = 5_000

export const forgetEvents = longJob({
  name: 'events.forget',
  payload: Type.Object({}),
  at: { hour: 4, minute: 23 },
  run: async ({ clock, eventsDays }, _payload, inTransaction) => {
    const first = new Date(clock.now().getTime() - eventsDays * DAY)
    const forgetSome = () => inTransaction(({ db }) => deleteEventsBefore(db, first, AT_ONCE))
    while ((await forgetSome()) === AT_ONCE);
  },
})
