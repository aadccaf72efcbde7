import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { spaceNow } from '../../content/spaces/heads.ts'
import { levelsAmong } from '../permissions/grants.ts'
import { mailDue } from './mails/schedule.ts'
import type { Matter } from './matters/matter.ts'
import { matterOf } from './matters/matter-of.ts'
import type { NotifiedEvent } from './matters/notified-event.ts'
import { listAudience } from './matters/store-concerned.ts'
import type { Reason } from './reasons.ts'
import { DEFAULTS } from './settings.ts'
import { insertActivity, listTold, listUnread } from './store-activities.ts'
import { countInHour } from './store-counts.ts'
import { type Chosen, listChosen, listFollowers } from './store-settings.ts'

/** Acts of one person in an hour that others are told of. A script that does more is no news. */
export const MOST_ACTS = 300
/** Those who want to know of everything, in one space. */
const MOST_FOLLOWERS = 10_000

/** Tells everybody of an event whom it concerns, and who may read what it is about at this moment. */
export async function notifyPeople(ctx: WriteContext, event: NotifiedEvent) {
  const matter = await matterOf(ctx, event)
  if (!matter) return
  const reasons = await reasonsOf(ctx, matter)
  const people = await listChosen(
    ctx.db,
    await audienceAmong(ctx, matter, [...reasons.keys()]),
    matter.spaceId,
    DEFAULTS,
  )
  const told = people.flatMap((chosen) => {
    const reason = reasons.get(chosen.userId)
    return reason !== undefined && wants(chosen, matter) ? [{ chosen, reason }] : []
  })
  if (told.length === 0 || !(await isWithinLimits(ctx, matter))) return
  const waiting = matter.isRecurring ? await listUnread(ctx.db, matter.thread, [...reasons.keys()]) : []
  await insertActivity(
    ctx.db,
    { ...matter, eventId: event.eventId, createdAt: new Date(event.createdAt) },
    told.map(({ chosen, reason }) => ({
      userId: chosen.userId,
      reason,
      notificationId: ctx.ids.next(),
      mailId: ctx.ids.next(),
      due: ctx.hasMail && !waiting.includes(chosen.userId) ? dueFor(ctx, matter, chosen, reason) : undefined,
    })),
  )
}

/** Nobody is told of what they did, or twice of the same. */
async function reasonsOf(ctx: ReadContext, matter: Matter) {
  const { concerned, forFollowers, organizationId, spaceId } = matter
  const reasons = new Map<string, Reason>(concerned)
  if (forFollowers && spaceId !== undefined)
    for (const id of await listFollowers(ctx.db, organizationId, spaceId, MOST_FOLLOWERS))
      if (!reasons.has(id)) reasons.set(id, forFollowers)
  if (matter.actorId !== undefined) reasons.delete(matter.actorId)
  if (matter.isOnce && reasons.size > 0)
    for (const id of await listTold(ctx.db, matter, 'mentioned')) reasons.delete(id)
  return reasons
}

async function audienceAmong(ctx: ReadContext, matter: Matter, userIds: string[]): Promise<string[]> {
  const { audience, organizationId, spaceId } = matter
  if (userIds.length === 0) return []
  if (audience !== 'readers') return listAudience(ctx.db, organizationId, audience, userIds)
  const space = spaceId === undefined ? undefined : await spaceNow(ctx, spaceId)
  // In the trash there is nothing to look at.
  if (!space || space.deletedAt) return []
  return [...(await levelsAmong(ctx, space, userIds)).keys()]
}

/** Who follows everything is among these only where they chose so. */
function wants({ level }: Chosen, { audience }: Matter) {
  return level !== 'nothing' || audience === 'members'
}

function dueFor(ctx: ReadContext, { audience }: Matter, chosen: Chosen, reason: Reason) {
  if (audience === 'admins' && !chosen.mailAdministration) return
  return mailDue(reason, chosen, ctx.clock.now())
}

async function isWithinLimits(ctx: WriteContext, { actorId }: Matter) {
  if (actorId === undefined) return true
  const acts = await countInHour(ctx.db, actorId, 'acts', ctx.clock.now())
  if (acts === MOST_ACTS + 1)
    ctx.log.warn({ actorId }, 'Too many acts in an hour: nobody is told of the rest')
  return acts <= MOST_ACTS
}
