import { type Static, Type } from 'typebox'
import { Id, OneOf, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'

export const FindQuery = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Words of the name; of a change request also its number, of a person the address',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 20, default: 8, description: 'Items of each kind' }),
})

export type Found = Static<typeof Found>
export const Found = Type.Object(
  {
    object: Type.Literal('found'),
    type: OneOf(['organization', 'space', 'site', 'change-request', 'user', 'page']),
    id: Type.String(),
    title: Type.String(),
    in: Type.Optional(
      Type.String({ description: 'The space or organization that it is in', examples: ['Handbook'] }),
    ),
    emoji: Type.Optional(Type.String()),
    urls: Type.Object({ app: Type.String() }),
  },
  { title: 'Found' },
)

export type OpenedPage = Static<typeof OpenedPage>
export const OpenedPage = Type.Object({
  space: Told(Id, 'Id of the space'),
  page: Told(Id, 'Id of the page'),
})

export type RecentPage = Static<typeof RecentPage>
export const RecentPage = Type.Object(
  {
    object: Type.Literal('recent-page'),
    id: Type.String(),
    title: Type.String(),
    emoji: Type.Optional(Type.String()),
    path: Type.String(),
    space: Type.Object({ id: Type.String(), title: Type.String() }),
    openedAt: Timestamp,
    urls: Type.Object({ app: Type.String() }),
  },
  { title: 'RecentPage' },
)

export type ActivityQuery = Static<typeof ActivityQuery>
export const ActivityQuery = Type.Object({
  space: Type.Optional(Told(Id, 'Id of a space: its changes and the people there are told too')),
  changeRequest: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Number of the change request that you are on' }),
  ),
  page: Type.Optional(Told(Id, 'Id of the page that you are on')),
  editing: Type.Boolean({ default: false, description: 'Whether you write there' }),
  follow: Type.Boolean({
    default: true,
    description: 'Whether to wait for changes; otherwise the stream ends after the state of now',
  }),
})

const Somebody = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  photoURL: Type.Optional(Type.String()),
  isEditing: Type.Boolean(),
})

export type Presence = Static<typeof Presence>
export const Presence = Type.Object(
  {
    object: Type.Literal('presence'),
    people: Type.Array(Somebody, {
      description: 'Others who are on the same page or change request, at most twenty',
    }),
  },
  { title: 'Presence' },
)
