import { Type } from 'typebox'
import { signedIn } from '../../../kit/domain/subjects.ts'
import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { space } from '../../content/spaces/access.ts'
import { notification } from './access.ts'
import { changeNotification, markAsRead, unreadCount } from './inbox.ts'
import { presentNotification, presentSettings, presentSpaceSettings } from './present.ts'
import {
  InboxFilter,
  Notification,
  NotificationChanges,
  NotificationCount,
  ReadMark,
  Settings,
  SettingsChanges,
  SpaceSettings,
  SpaceSettingsChanges,
} from './schema.ts'
import { allSettingsOf, changeSettings, changeSpaceSettings, spaceSettingsOf } from './settings.ts'
import { listNotifications } from './store-inbox.ts'
import { openInboxStream } from './stream.ts'

const StreamQuery = Type.Object({
  follow: Type.Boolean({
    default: true,
    description: 'Whether to wait for changes; otherwise the stream ends after the count of now',
  }),
})

export const operations = [
  operation({
    id: 'listNotifications',
    route: 'GET /v1/user/notifications',
    summary: 'List your notifications',
    description:
      'The ones with the newest activity first. A change request has one notification, which becomes unread again with each activity. What you can no longer read is left out. Notifications are kept for 90 days after their last activity.',
    on: signedIn,
    needs: 'ask',
    query: InboxFilter,
    returns: ListOf(Notification),
    run: async ({ ctx, subject: caller, query }) =>
      listOf(await listNotifications(ctx.db, caller, query), (row) => presentNotification(row, ctx.links)),
  }),
  operation({
    id: 'getNotificationCount',
    route: 'GET /v1/user/notifications/count',
    summary: 'Count your unread notifications',
    on: signedIn,
    needs: 'ask',
    returns: NotificationCount,
    run: ({ ctx, subject: caller }) => unreadCount(ctx, caller),
  }),
  operation({
    id: 'streamNotifications',
    route: 'GET /v1/user/notifications/stream',
    summary: 'Follow the count of your unread notifications',
    description:
      'Server-sent events: the count at once, and again whenever something new happens or something is marked as read.',
    on: signedIn,
    needs: 'ask',
    query: StreamQuery,
    isStream: true,
    returns: NotificationCount,
    refuses: { 503: 'Too many streams are open' },
    run: ({ ctx, subject: caller, query }) => openInboxStream(ctx, caller, query),
  }),
  operation({
    id: 'markNotificationsRead',
    route: 'POST /v1/user/notifications/read',
    summary: 'Mark notifications as read',
    description: 'All of yours, unless the body names some.',
    on: signedIn,
    needs: 'ask',
    body: ReadMark,
    isBodyOptional: true,
    example: { until: '2026-11-18T09:30:00.000Z' },
    returns: NotificationCount,
    run: ({ ctx, subject: caller, body = {} }) => markAsRead(ctx, caller, body),
  }),
  operation({
    id: 'getNotification',
    route: 'GET /v1/user/notifications/{notificationId}',
    summary: 'Get one of your notifications',
    on: notification,
    needs: 'view',
    returns: Notification,
    run: ({ ctx, subject: row }) => presentNotification(row, ctx.links),
  }),
  operation({
    id: 'updateNotification',
    route: 'PATCH /v1/user/notifications/{notificationId}',
    summary: 'Mark one of your notifications as read, or archive it',
    on: notification,
    needs: 'view',
    body: NotificationChanges,
    example: { unread: false },
    returns: Notification,
    run: async ({ ctx, subject: row, body }) =>
      presentNotification(await changeNotification(ctx, row, body), ctx.links),
  }),
  operation({
    id: 'getNotificationSettings',
    route: 'GET /v1/user/notification-settings',
    summary: 'Get what you are told, and when you are mailed',
    on: signedIn,
    needs: 'ask',
    returns: Settings,
    run: async ({ ctx, subject: caller }) => presentSettings(await allSettingsOf(ctx, caller.id)),
  }),
  operation({
    id: 'setNotificationSettings',
    route: 'PUT /v1/user/notification-settings',
    summary: 'Choose what you are told, and when you are mailed',
    description:
      'Mails go to addresses that are verified, where the installation has a mail server. Daily mails are sent at 7:00 UTC.',
    on: signedIn,
    needs: 'ask',
    body: SettingsChanges,
    example: { level: 'concerning-me', delivery: 'daily', administrationMail: true },
    returns: Settings,
    run: async ({ ctx, subject: caller, body }) =>
      presentSettings(await changeSettings(ctx, caller.id, body)),
  }),
  operation({
    id: 'getSpaceNotificationSettings',
    route: 'GET /v1/spaces/{spaceId}/notification-settings',
    summary: 'Get what you are told of a space',
    on: space,
    needs: 'view',
    returns: SpaceSettings,
    run: async ({ ctx, subject: space }) =>
      presentSpaceSettings(await spaceSettingsOf(ctx, ctx.actor.id, space.id)),
  }),
  operation({
    id: 'setSpaceNotificationSettings',
    route: 'PUT /v1/spaces/{spaceId}/notification-settings',
    summary: 'Choose what you are told of a space',
    on: space,
    needs: 'view',
    body: SpaceSettingsChanges,
    example: { level: 'everything', delivery: null },
    returns: SpaceSettings,
    run: async ({ ctx, subject: space, body }) =>
      presentSpaceSettings(await changeSpaceSettings(ctx, ctx.actor.id, space.id, body)),
  }),
]
