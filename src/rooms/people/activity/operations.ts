import { Type } from 'typebox'
import { signedIn } from '../../../kit/domain/subjects.ts'
import { operation } from '../../../kit/http/operations/operation.ts'
import { findByName } from './find.ts'
import { presentFound, presentRecentPage } from './present.ts'
import { recentPagesOf, rememberPage } from './recent-pages.ts'
import { ActivityQuery, FindQuery, Found, OpenedPage, Presence, RecentPage } from './schema.ts'
import { openActivityStream } from './stream.ts'

export const operations = [
  operation({
    id: 'findByName',
    route: 'GET /v1/user/find',
    summary: 'Find whatever you can read by its name',
    description:
      'Organizations, spaces, pages, change requests, sites and people of all your organizations. Pages are found by their text too, in the first ten organizations.',
    on: signedIn,
    needs: 'ask',
    query: FindQuery,
    returns: Type.Object({ items: Type.Array(Found) }),
    run: async ({ ctx, subject: caller, query }) => ({
      items: presentFound(await findByName(ctx, caller, query), ctx.links),
    }),
  }),
  operation({
    id: 'listRecentPages',
    route: 'GET /v1/user/recent-pages',
    summary: 'List the pages that you opened lately',
    description: 'The latest first, at most thirty. What is gone or can no longer be read is left out.',
    on: signedIn,
    needs: 'ask',
    returns: Type.Object({ items: Type.Array(RecentPage) }),
    run: async ({ ctx, subject: caller }) => ({
      items: (await recentPagesOf(ctx, caller.id)).map((row) => presentRecentPage(row, ctx.links)),
    }),
  }),
  operation({
    id: 'addRecentPage',
    route: 'POST /v1/user/recent-pages',
    summary: 'Put a page first among those that you opened lately',
    on: signedIn,
    needs: 'ask',
    body: OpenedPage,
    example: { space: '01kx6m1r4b9d2t7w5q3z8v6c0n', page: '01kx6m2p7hv4n8c1k5z3q9y6ta' },
    status: 204,
    refuses: { 404: 'There is no such space, or you cannot read it' },
    run: ({ ctx, subject: caller, body }) => rememberPage(ctx, caller.id, body),
  }),
  operation({
    id: 'streamActivity',
    route: 'GET /v1/user/activity/stream',
    summary: 'Follow what goes on around you',
    description:
      'Server-sent events: `notification-count` with the count of your unread notifications, `presence` with the people who have the same page or change request open, and `changed` with the type of a change in the space. While the stream is open, others see you there.',
    on: signedIn,
    needs: 'ask',
    query: ActivityQuery,
    isStream: true,
    returns: Presence,
    refuses: { 404: 'There is no such space, or you cannot read it', 503: 'Too many streams are open' },
    run: ({ ctx, subject: caller, query }) => openActivityStream(ctx, caller, query),
  }),
]
