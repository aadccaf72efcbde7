import type { Links } from '../../../kit/domain/links.ts'
import { presentUser } from '../identity/present.ts'
import { excerptOf } from './excerpt.ts'
import { placeOf } from './place.ts'
import type { Notification, Settings, SpaceSettings } from './schema.ts'
import type { ActivityRow, InboxRow } from './store-inbox.ts'
import type { OwnSpaceSettings, SettingsRow, SpaceSettingsRow } from './store-settings.ts'

/** Letters of an excerpt. */
const LONGEST = 200

export function presentNotification(row: InboxRow, links: Links): Notification {
  const { id, changeRequestId, number, spaceId } = row
  const [newest] = row.recent
  return {
    object: 'notification',
    id,
    unread: row.readAt === null,
    archived: row.archivedAt !== null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    readAt: row.readAt?.toISOString(),
    activityCount: row.activities,
    // To read a text takes longer than all else here: the newest is what people look at.
    activities: row.recent.map((activity, at) => presentActivity(activity, links, at === 0)),
    organization: { id: row.homeId, title: row.organizationTitle },
    space:
      spaceId === null
        ? undefined
        : { id: spaceId, title: row.spaceTitle ?? '', emoji: row.spaceEmoji ?? '' },
    changeRequest:
      changeRequestId === null || number === null
        ? undefined
        : { id: changeRequestId, number, subject: row.subject ?? '' },
    urls: { location: links.of(`/v1/user/notifications/${id}`), app: placeOf(row, newest, links) },
  }
}

function presentActivity(
  { reason, actor, at, commentId, replyId, body }: ActivityRow,
  links: Links,
  hasExcerpt: boolean,
): Notification['activities'][number] {
  return {
    reason,
    by: actor ? presentUser(actor, links) : undefined,
    at: new Date(at).toISOString(),
    comment: commentId ?? undefined,
    reply: replyId ?? undefined,
    excerpt: hasExcerpt && body !== null ? excerptOf(body, LONGEST) : undefined,
  }
}

export function presentSettings({
  level,
  delivery,
  mailAdministration,
  spaces,
}: SettingsRow & { spaces: OwnSpaceSettings[] }): Settings {
  return { object: 'notification-settings', level, delivery, administrationMail: mailAdministration, spaces }
}

type SpaceSettingsHere = SpaceSettingsRow & Pick<SpaceSettings, 'effective'> & { spaceId: string }

export function presentSpaceSettings({
  spaceId,
  level,
  delivery,
  effective,
}: SpaceSettingsHere): SpaceSettings {
  return { object: 'space-notification-settings', space: spaceId, level, delivery, effective }
}
