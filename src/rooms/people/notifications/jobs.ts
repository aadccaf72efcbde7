import { Type } from 'typebox'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { NotifiedEvent } from './matters/notified-event.ts'
import { notifyPeople } from './notify.ts'
import { deleteCountsBefore } from './store-counts.ts'
import { deleteNotificationsBefore } from './store-inbox.ts'

export const notify = job({ name: 'notifications.notify', payload: NotifiedEvent, run: notifyPeople })

const HOUR = 60 * 60 * 1000
const KEPT = 90 * 24 * HOUR
const AT_ONCE = 1_000

/** Those in which nothing happened for so long go, read or not. */
export const forgetNotifications = longJob({
  name: 'notifications.forget',
  payload: Type.Object({}),
  at: { hour: 4, minute: 37 },
  run: async ({ clock }, _payload, inTransaction) => {
    const now = clock.now().getTime()
    await inTransaction(({ db }) => deleteCountsBefore(db, new Date(now - HOUR)))
    const forgetSome = () =>
      inTransaction(({ db }) => deleteNotificationsBefore(db, new Date(now - KEPT), AT_ONCE))
    while ((await forgetSome()) === AT_ONCE);
  },
})
