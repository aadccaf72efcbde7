// What a cache in front of the service, such as that of a CDN, may answer by itself: public pages of sites at a host name
// of their own. It is told by headers that are for it alone; browsers ask again each time, as always.
import type { FastifyRequest } from 'fastify'
import type { PageAnswer } from '../../engines/site/answers.ts'

/** What headers of a CDN bear. A page that follows from more is asked for each time. */
const MOST_TAGS = 100
const TAG = /^[\w./-]{1,128}$/

type Asked = Pick<FastifyRequest, 'headers' | 'method'>

/**
 * Undefined for what nobody else may keep. A request that has a cookie or a token of ours is somebody's, also where they
 * get what everybody gets: it is not for others to rely on that.
 */
export function sharedCacheHeaders(
  { headers }: Asked,
  page: PageAnswer,
  seconds: number,
): Record<string, string> | undefined {
  const tags = page.tags ?? []
  const isPublic = page.status === 200 && !page.isPrivate && tags.length > 0
  if (!isPublic || headers.authorization !== undefined || /(^|;\s*)quire_/.test(headers.cookie ?? '')) return
  if (tags.length > MOST_TAGS || !tags.every((tag) => TAG.test(tag))) return
  return {
    'cdn-cache-control': `public, max-age=${seconds}`,
    'surrogate-control': `max-age=${seconds}`,
    'x-accel-expires': String(seconds),
    'surrogate-key': tags.join(' '),
    'cache-tag': tags.join(','),
    // At a host name of its own, cookies change nothing of it.
    vary: 'accept-encoding',
  }
}
