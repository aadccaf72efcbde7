import { subject } from '../../../kit/domain/subjects.ts'
import { findNotification } from './store-inbox.ts'

/** One of the caller's own, as long as they may read what it is about. */
export const notification = subject({
  name: 'notification',
  find: (ctx, { notificationId }: { notificationId: string }) =>
    ctx.actor.kind === 'user' ? findNotification(ctx.db, ctx.actor, notificationId) : undefined,
  abilities: () => ({ view: true }),
})
