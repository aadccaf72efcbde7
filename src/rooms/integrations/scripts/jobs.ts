import { Type } from 'typebox'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { queueEvent } from '../installations/delivery/waiting-events.ts'
import { computeSpace, spacesAfter } from './computed/computed-sources.ts'
import { eventsFor, Heard } from './event-subscriptions.ts'
import { forgetOldBlocks } from './policy/blocked-hosts.ts'

/** What happened to a space or site, told to all that is installed on it and may know. */
export const hearEvent = job({
  name: 'integrations.hear',
  payload: Heard,
  async run(ctx, heard) {
    for (const told of await eventsFor(ctx, heard)) await queueEvent(ctx, told)
  },
})

/** What nobody's browser has told of for a month is not needed any more. */
export const forgetBlocked = job({
  name: 'integrations.forget-blocked',
  payload: Type.Object({}),
  at: { hour: 4, minute: 23 },
  run: forgetOldBlocks,
})

/** Has the scripts of integrations compute what pages of a space stand for. */
export const computeSources = longJob({
  name: 'integrations.compute',
  payload: Type.Object({ spaceId: Type.String() }),
  lease: ({ spaceId }) => `computed sources ${spaceId}`,
  run: (ctx, { spaceId }, inTransaction) => computeSpace(ctx, spaceId, inTransaction),
})

/** Behind everything that computed pages follow from. */
export const noticeSources = job({
  name: 'integrations.notice-sources',
  payload: Type.Object(
    {
      type: Type.String(),
      organizationId: Type.String(),
      spaceId: Type.Optional(Type.String()),
      changeRequestId: Type.Optional(Type.String()),
      integration: Type.Optional(Type.String()),
      slug: Type.Optional(Type.String()),
    },
    { additionalProperties: true },
  ),
  async run(ctx, happened) {
    for (const spaceId of await spacesAfter(ctx, happened))
      await ctx.enqueue(computeSources, { spaceId }, { key: spaceId })
  },
})
