import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { Id, OneOf, OneOfOrNull, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'
import { User } from '../identity/schema.ts'
import { DELIVERIES, LEVELS, REASONS } from './reasons.ts'

const Activity = Type.Object({
  reason: OneOf(REASONS, { description: 'Why you are told' }),
  by: Type.Optional(User),
  at: Timestamp,
  comment: Type.Optional(
    Type.String({ description: 'Id of the comment', examples: ['01kx6m3m9w6x3p1r8h5v7d2z4k'] }),
  ),
  reply: Type.Optional(
    Type.String({ description: 'Id of the reply to that comment', examples: ['01kx6m3n4c8t7q2y5g1j9f6s0b'] }),
  ),
  excerpt: Type.Optional(
    Type.String({
      description: 'The beginning of what was said, as plain text',
      examples: ['Is this clear?'],
    }),
  ),
})

export type Notification = Static<typeof Notification>
export const Notification = Type.Object(
  {
    object: Type.Literal('notification'),
    id: Type.String(),
    unread: Type.Boolean(),
    archived: Type.Boolean(),
    createdAt: Timestamp,
    updatedAt: Told(Timestamp, 'When the last activity was added'),
    readAt: Type.Optional(Timestamp),
    activityCount: Type.Integer({ description: 'How many activities there were' }),
    activities: Type.Array(Activity, { description: 'The last of them, newest first; at most 10' }),
    organization: Type.Object({ id: Type.String(), title: Type.String() }),
    space: Type.Optional(Type.Object({ id: Type.String(), title: Type.String(), emoji: Type.String() })),
    changeRequest: Type.Optional(
      Type.Object({ id: Type.String(), number: Type.Integer(), subject: Type.String() }),
    ),
    urls: Type.Object({
      location: Type.String(),
      app: Type.String({ description: 'Where people look at it' }),
    }),
  },
  { title: 'Notification' },
)

export type InboxFilter = Omit<Static<typeof InboxFilter>, 'page'>
export const InboxFilter = Type.Object({
  ...Paging.properties,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Items a page' }),
  status: OneOf(['inbox', 'unread', 'read', 'archived'], {
    default: 'inbox',
    description: 'Those that are not archived, only the unread or the read ones of them, or those archived',
  }),
})

/** Counts up to this. */
export const MOST_COUNTED = 1000

export type NotificationCount = Static<typeof NotificationCount>
export const NotificationCount = Type.Object(
  {
    object: Type.Literal('notification-count'),
    unread: Type.Integer({
      description: `How many are unread; ${MOST_COUNTED} stands for that many or more`,
    }),
  },
  { title: 'NotificationCount' },
)

export type NotificationChanges = Static<typeof NotificationChanges>
export const NotificationChanges = Type.Partial(
  Type.Object({
    unread: Type.Boolean({ description: 'False marks it as read' }),
    archived: Type.Boolean({ description: 'True takes it out of the inbox, until something new happens' }),
  }),
)

export type ReadMark = Static<typeof ReadMark>
export const ReadMark = Type.Partial(
  Type.Object({
    notifications: Type.Array(Id, { minItems: 1, maxItems: 100, description: 'Only these' }),
    space: Told(Id, 'Only those of this space'),
    until: Told(Timestamp, 'Only those with nothing newer than this: what you have not seen stays unread'),
  }),
)

const Level = {
  description:
    'What you are told: everything that happens in change requests and comments, what concerns you, or nothing',
}
const Delivery = {
  description:
    'When you are mailed: immediately (what is less urgent is gathered for ten minutes), every hour, once a day, or not at all',
}

export type Settings = Static<typeof Settings>
export const Settings = Type.Object(
  {
    object: Type.Literal('notification-settings'),
    level: OneOf(LEVELS, Level),
    delivery: OneOf(DELIVERIES, Delivery),
    administrationMail: Type.Boolean({
      description: 'Whether you are mailed about matters of the organizations that you administrate',
    }),
    spaces: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String({ examples: ['Guide'] }),
        level: OneOfOrNull(LEVELS),
        delivery: OneOfOrNull(DELIVERIES),
      }),
      { description: 'Spaces for which you chose something else; null is as in general. At most 500' },
    ),
  },
  { title: 'NotificationSettings' },
)
export type SettingsChanges = Static<typeof SettingsChanges>
export const SettingsChanges = Type.Object({
  level: OneOf(LEVELS, Level),
  delivery: OneOf(DELIVERIES, Delivery),
  administrationMail: Type.Boolean({
    default: true,
    description: 'Whether to mail you about matters of the organizations that you administrate',
  }),
})

export type SpaceSettings = Static<typeof SpaceSettings>
export const SpaceSettings = Type.Object(
  {
    object: Type.Literal('space-notification-settings'),
    space: Type.String(),
    level: OneOfOrNull(LEVELS, { description: 'Null: as in your settings for all spaces' }),
    delivery: OneOfOrNull(DELIVERIES, { description: 'Null: as in your settings for all spaces' }),
    effective: Type.Object(
      { level: OneOf(LEVELS), delivery: OneOf(DELIVERIES) },
      { description: 'What holds for this space' },
    ),
  },
  { title: 'SpaceNotificationSettings' },
)
export type SpaceSettingsChanges = Static<typeof SpaceSettingsChanges>
export const SpaceSettingsChanges = Type.Object({
  level: OneOfOrNull(LEVELS, {
    description: `${Level.description}; null: as in your settings for all spaces`,
  }),
  delivery: OneOfOrNull(DELIVERIES, {
    description: `${Delivery.description}; null: as in your settings for all spaces`,
  }),
})
