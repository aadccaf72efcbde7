import { viewerOf } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { findUserSeenBy, type UserRow } from './store.ts'

export type SeenUser = UserRow & { isColleague: boolean }

/** Another person, or oneself: seen by colleagues and administrators, changed by oneself and administrators. */
export const user = subject({
  name: 'user',
  find: async (ctx, { userId }: { userId: string }): Promise<SeenUser | undefined> => {
    const row = await findUserSeenBy(ctx.db, userId, viewerOf(ctx.actor))
    return row && { ...row, isColleague: row.isColleague === true }
  },
  abilities: (row, { actor }) => {
    const isSelf = row.id === actor.id
    return {
      view: isSelf || row.isColleague || actor.isAdministrator,
      change: isSelf || actor.isAdministrator,
      administrate: actor.isAdministrator,
    }
  },
})
