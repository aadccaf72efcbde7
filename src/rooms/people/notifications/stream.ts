import type { OutsideContext } from '../../../kit/domain/context.ts'
import { EventStream, streamed } from '../../../kit/domain/event-stream.ts'
import type { Viewer } from '../../../kit/storage/viewer.ts'
import { newsOf } from '../../operations/events/event-news.ts'
import { isStillSignedIn } from '../accounts/sessions/still-signed-in.ts'
import { unreadCount } from './inbox.ts'

/** How many are unread: at once, and whenever that may have changed. */
export function openInboxStream(ctx: OutsideContext, viewer: Viewer, { follow }: { follow: boolean }) {
  return new EventStream((signal) => inboxNews(ctx, { viewer, isEndless: follow, signal }))
}

type Following = { viewer: Viewer; isEndless: boolean; signal: AbortSignal }

async function* inboxNews(ctx: OutsideContext, { viewer, isEndless, signal }: Following) {
  const news = newsOf(ctx, viewer.id, signal)
  let isNews = true
  let last: number | undefined
  try {
    while (!signal.aborted) {
      news.isThere = false
      if (!(await isStillSignedIn(ctx, ctx.actor))) return
      const data = await unreadCount(ctx, viewer)
      // Also without news: what somebody may read no longer is not counted any more.
      const isTold = isNews || data.unread !== last
      yield isTold ? streamed({ id: ctx.ids.next(), event: 'notification-count', data }) : ': still here\n\n'
      if (!isEndless) return
      last = data.unread
      isNews = await news.wait()
    }
  } finally {
    news.end()
  }
}
