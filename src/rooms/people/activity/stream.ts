// What goes on around somebody who has a page open: their notifications, who else is there, and what others change.
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { EventStream, streamed } from '../../../kit/domain/event-stream.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import type { Viewer } from '../../../kit/storage/viewer.ts'
import { type SeenSpace, spaceAbilities, space as spaceSubject } from '../../content/spaces/access.ts'
import { newsOf } from '../../operations/events/event-news.ts'
import { eventsSince, lastPlaceIn } from '../../operations/events/sequenced-events.ts'
import { isStillSignedIn } from '../accounts/sessions/still-signed-in.ts'
import { unreadCount } from '../notifications/inbox.ts'
import { presentPresence } from './present.ts'
import type { ActivityQuery } from './schema.ts'
import {
  deletePresence,
  deletePresencesBefore,
  insertPresence,
  listPeopleAt,
  type Place,
  updatePresence,
} from './store.ts'

const MOST_PEOPLE = 20
/** Milliseconds after which somebody of whom nothing was heard is no longer shown: three times the beat of a stream. */
const ABSENT_AFTER = 50_000

/** What a change of these is about is shown on pages of the console. */
const TOLD = new Set(['space', 'change_request', 'comment', 'comment_reply', 'review'])

export async function openActivityStream(ctx: OutsideContext, viewer: Viewer, query: ActivityQuery) {
  const space = query.space === undefined ? undefined : await readableSpace(ctx, query.space)
  if (query.space !== undefined && !space) throw notFound('space')
  return new EventStream((signal) => activityNews(ctx, { viewer, query, space, signal }))
}

async function readableSpace(ctx: OutsideContext, spaceId: string): Promise<SeenSpace | undefined> {
  const found = await spaceSubject.find(ctx, { spaceId })
  return found && spaceAbilities(found).view ? found : undefined
}

type Following = { viewer: Viewer; query: ActivityQuery; space: SeenSpace | undefined; signal: AbortSignal }

async function* activityNews(ctx: OutsideContext, { viewer, query, space, signal }: Following) {
  const ids = space ? [viewer.id, space.organizationId, space.id] : [viewer.id]
  const news = newsOf(ctx, ids, signal)
  const told = (event: string, data: unknown) => streamed({ id: ctx.ids.next(), event, data })
  const presence = space && (await enter(ctx, viewer, { query, space }))
  let sequence = space ? await lastPlaceIn(ctx, space.organizationId) : 0
  const last = new Map<string, string>()
  /** Only what is other than before. */
  const ifNew = (event: string, data: unknown) => {
    const text = JSON.stringify(data)
    if (last.get(event) === text) return ''
    last.set(event, text)
    return told(event, data)
  }
  try {
    while (!signal.aborted) {
      news.isThere = false
      // Asked again each time: who may read what changes while a stream is open.
      if (!(await isStillSignedIn(ctx, ctx.actor))) return
      if (space && !(await readableSpace(ctx, space.id))) return
      yield ifNew('notification-count', await unreadCount(ctx, viewer)) || ': still here\n\n'
      if (space && presence) {
        const { changes, reached } = await changesSince(ctx, space, sequence)
        sequence = reached
        for (const change of changes) yield told('changed', change)
        yield ifNew('presence', await presence.others())
      }
      if (!query.follow) return
      await news.wait()
      await presence?.stay()
    }
  } finally {
    news.end()
    await presence?.leave()
  }
}

type Visit = { query: ActivityQuery; space: SeenSpace }

async function enter(ctx: OutsideContext, viewer: Viewer, { query, space }: Visit) {
  const { db, clock, links } = ctx
  const id = ctx.ids.next()
  const place: Place = {
    spaceId: space.id,
    pageId: query.page ?? null,
    changeRequest: query.changeRequest ?? null,
  }
  const now = clock.now()
  const isSomewhere = place.pageId !== null || place.changeRequest !== null
  if (isSomewhere) {
    await deletePresencesBefore(db, new Date(now.getTime() - ABSENT_AFTER * 2))
    await insertPresence(db, { ...place, id, userId: viewer.id, isEditing: query.editing, seenAt: now })
  }
  return {
    async others() {
      if (!isSomewhere) return presentPresence([], links)
      const since = new Date(clock.now().getTime() - ABSENT_AFTER)
      const people = await listPeopleAt(db, { ...place, userId: viewer.id, since, limit: MOST_PEOPLE })
      return presentPresence(people, links)
    },
    stay: async () => isSomewhere && updatePresence(db, id, clock.now()),
    leave: async () => isSomewhere && deletePresence(db, id, space.id),
  }
}

type Change = { type: string; space: string; changeRequest?: string }

/** Each kind of change once, however often it happened. */
async function changesSince(ctx: OutsideContext, { id, organizationId }: SeenSpace, sequence: number) {
  const changes = new Map<string, Change>()
  let reached = sequence
  for await (const { type, payload, place } of eventsSince(ctx, organizationId, sequence)) {
    reached = place
    const change = changeIn(type, payload, id)
    if (change) changes.set(`${change.type} ${change.changeRequest}`, change)
  }
  return { changes: [...changes.values()], reached }
}

function changeIn(type: string, payload: unknown, spaceId: string): Change | undefined {
  const { spaceId: space, changeRequestId } = payload as Record<string, unknown>
  if (space !== spaceId || !TOLD.has(type.split('.')[0] ?? '')) return
  const changeRequest = typeof changeRequestId === 'string' ? changeRequestId : undefined
  return { type, space: spaceId, changeRequest }
}
