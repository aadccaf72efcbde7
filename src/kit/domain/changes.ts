// Events as changes: what is kept in memory follows from sites, spaces and organizations, and is dropped in every process
// when an event names one of them.
import type { Events, EventType } from './event-shapes.ts'

/** For what follows from which sites there are. */
export const SITES = 'sites'

/** For what follows from what integrations are, wherever they are installed. */
export const INTEGRATIONS = 'integrations'

/** For what follows from a stored description of an API, or from there being none. */
export function specName(organizationId: string, slug: string) {
  return `${organizationId}/${slug}`
}

/** The ids of what events changed. An event names its organization too, which has changed only if the event is about it. */
export function changedBy(events: readonly { type: EventType; payload: Events[EventType] }[]): string[] {
  const changed = new Set<string>()
  for (const { type, payload } of events) {
    if (type.startsWith('site.')) changed.add(SITES)
    if (type.startsWith('integration.')) changed.add(INTEGRATIONS)
    // By its name: pages name descriptions that are not there yet.
    if ('specId' in payload) changed.add(specName(payload.organizationId, payload.slug))
    if ('siteId' in payload && payload.siteId) changed.add(payload.siteId)
    if ('spaceId' in payload && payload.spaceId && type.startsWith('space.')) changed.add(payload.spaceId)
    if (/^(organization|installation)\./.test(type) && 'organizationId' in payload)
      changed.add(payload.organizationId)
  }
  return [...changed]
}

/** A notice holds 8,000 bytes at most. */
const IDS_A_NOTICE = 200

export function noticesOf(changed: readonly string[]): string[] {
  const notices: string[] = []
  for (let at = 0; at < changed.length; at += IDS_A_NOTICE)
    notices.push(changed.slice(at, at + IDS_A_NOTICE).join(' '))
  return notices
}

export function readNotice(notice: string): string[] {
  return notice.split(' ')
}
