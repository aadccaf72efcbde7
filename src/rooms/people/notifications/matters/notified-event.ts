import { type Static, Type } from 'typebox'

const Id = Type.Optional(Type.String())

/** An event that people may be told of, as its job gets it. */
export type NotifiedEvent = Static<typeof NotifiedEvent>
export const NotifiedEvent = Type.Object({
  eventId: Type.String(),
  type: Type.String(),
  createdAt: Type.String(),
  actorId: Id,
  organizationId: Type.String(),
  spaceId: Id,
  changeRequestId: Id,
  commentId: Id,
  replyId: Id,
  reviewId: Id,
  status: Id,
  users: Type.Optional(Type.Array(Type.String())),
  userId: Id,
  operationId: Id,
  state: Id,
  webhookId: Id,
  installationId: Id,
})
