// What people are told, by which way, and what they chose about it.
import type { Generated } from 'kysely'

export type NotificationTables = {
  notifications: NotificationsTable
  notificationActivities: NotificationActivitiesTable
  notificationMails: NotificationMailsTable
  notificationSettings: {
    userId: string
    level: NotificationLevel
    delivery: NotificationDelivery
    mailAdministration: boolean
  }
  spaceNotificationSettings: {
    userId: string
    spaceId: string
    level: NotificationLevel | null
    delivery: NotificationDelivery | null
  }
  notificationCounts: { userId: string; what: 'acts' | 'mails'; beganAt: Date; count: number }
}

export type NotificationLevel = 'everything' | 'concerning-me' | 'nothing'
export type NotificationDelivery = 'immediately' | 'hourly' | 'daily' | 'inbox'
export type NotificationAudience = 'readers' | 'members' | 'admins'

type NotificationsTable = {
  id: string
  userId: string
  thread: string
  organizationId: string
  spaceId: string | null
  changeRequestId: string | null
  audience: NotificationAudience
  /** How many there were, also where the oldest are not kept. */
  activities: number
  createdAt: Date
  updatedAt: Date
  readAt: Date | null
  archivedAt: Date | null
}

type NotificationActivitiesTable = {
  notificationId: string
  eventId: string
  reason: string
  actorId: string | null
  spaceId: string | null
  commentId: string | null
  replyId: string | null
  subjectId: string | null
  createdAt: Date
  batch: string | null
  mailDueAt: Date | null
  mailId: string | null
}

type NotificationMailsTable = {
  id: string
  userId: string
  batch: string
  dueAt: Date
  claimedUntil: Date | null
  attempts: Generated<number>
}
