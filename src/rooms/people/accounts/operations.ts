import { Type } from 'typebox'
import { instance, signedIn } from '../../../kit/domain/subjects.ts'
import { operation } from '../../../kit/http/operations/operation.ts'
import { user } from '../identity/access.ts'
import { reinstateUser, suspendUser } from '../identity/users.ts'
import { hasSecondFactor } from './factors/factors.ts'
import { changePassword, createResetLink, preparePasswordChange } from './links/recovery.ts'
import { hasPassword } from './passwords/passwords.ts'
import { presentAccount, presentLink, presentSession } from './present.ts'
import { Account, EndedSessions, OneTimeLink, PasswordChange, Session } from './schema.ts'
import { endSessionOf, endSessionsOf, endSessionsOfEverybody } from './sessions/sessions.ts'
import { listSessions } from './sessions/store-sessions.ts'

const Sessions = Type.Object({ items: Type.Array(Session) })

export const operations = [
  operation({
    id: 'listSessions',
    route: 'GET /v1/user/sessions',
    summary: 'List the browsers in which you are signed in',
    on: signedIn,
    needs: 'ask',
    returns: Sessions,
    run: async ({ ctx, subject: caller }) => ({
      items: (await listSessions(ctx.db, caller.id)).map((row) => presentSession(row, ctx.actor)),
    }),
  }),
  operation({
    id: 'endSession',
    route: 'DELETE /v1/user/sessions/{sessionId}',
    summary: 'Sign out of one browser',
    on: signedIn,
    needs: 'ask',
    isSensitive: true,
    status: 205,
    run: ({ ctx, subject: caller, params }) => endSessionOf(ctx, caller.id, params.sessionId),
  }),
  operation({
    id: 'endOtherSessions',
    route: 'DELETE /v1/user/sessions',
    summary: 'Sign out of all browsers but this one',
    on: signedIn,
    needs: 'ask',
    isSensitive: true,
    status: 205,
    run: ({ ctx, subject: caller }) => {
      const { credential } = caller
      return endSessionsOf(ctx, caller.id, {
        except: credential.kind === 'session' ? credential.id : undefined,
      })
    },
  }),
  operation({
    id: 'changePassword',
    route: 'PUT /v1/user/password',
    summary: 'Change your password',
    description: 'All other browsers in which you are signed in are signed out.',
    on: signedIn,
    needs: 'ask',
    body: PasswordChange,
    example: { currentPassword: 'the one until now', password: 'a longer one that you like' },
    status: 205,
    refuses: {
      403: 'The current password is not right',
      412: 'Sign-in by password is switched off on this installation',
    },
    before: ({ ctx, subject: caller, body }) => preparePasswordChange(ctx, caller, body),
    run: ({ ctx, subject: caller, brought }) => {
      const { credential } = caller
      const exceptSession = credential.kind === 'session' ? credential.id : undefined
      return changePassword(ctx, caller.id, brought, { exceptSession })
    },
  }),
  operation({
    id: 'getAccountOfUser',
    route: 'GET /v1/users/{userId}/account',
    summary: 'See how and when a user last signed in',
    on: user,
    needs: 'administrate',
    returns: Account,
    run: async ({ ctx, subject: user }) =>
      presentAccount(user, {
        hasPassword: await hasPassword(ctx, user.id),
        hasSecondFactor: await hasSecondFactor(ctx, user.id),
        sessions: (await listSessions(ctx.db, user.id)).length,
      }),
  }),
  operation({
    id: 'suspendUser',
    route: 'POST /v1/users/{userId}/suspend',
    summary: 'Suspend a user',
    description:
      'They are signed out everywhere at once, and their API tokens stop working until they are reinstated.',
    on: user,
    needs: 'administrate',
    isSensitive: true,
    status: 205,
    refuses: { 409: 'The user is the last administrator' },
    run: async ({ ctx, subject: user }) => {
      await suspendUser(ctx, user)
      await endSessionsOf(ctx, user.id)
    },
  }),
  operation({
    id: 'reinstateUser',
    route: 'POST /v1/users/{userId}/reinstate',
    summary: 'Let a suspended user in again',
    on: user,
    needs: 'administrate',
    isSensitive: true,
    status: 205,
    run: ({ ctx, subject: user }) => reinstateUser(ctx, user.id),
  }),
  operation({
    id: 'endSessionsOfUser',
    route: 'DELETE /v1/users/{userId}/sessions',
    summary: 'Sign a user out everywhere',
    on: user,
    needs: 'administrate',
    isSensitive: true,
    status: 205,
    run: ({ ctx, subject: user }) => endSessionsOf(ctx, user.id),
  }),
  operation({
    id: 'endSessionsOfEverybody',
    route: 'DELETE /v1/sessions',
    summary: 'Sign everybody out',
    description:
      'All people of the installation sign in anew. The browser that asks stays signed in. API tokens go on working.',
    on: instance,
    needs: 'administrate',
    isSensitive: true,
    returns: EndedSessions,
    run: async ({ ctx }) => {
      const { actor } = ctx
      const isBrowser = actor.kind === 'user' && actor.credential.kind === 'session'
      return {
        ended: await endSessionsOfEverybody(ctx, { except: isBrowser ? actor.credential.id : undefined }),
      }
    },
  }),
  operation({
    id: 'createPasswordLinkForUser',
    route: 'POST /v1/users/{userId}/password-link',
    summary: 'Create a link by which a user chooses a new password',
    description: 'It works once, for 30 minutes. The present password works until then.',
    on: user,
    needs: 'administrate',
    isSensitive: true,
    refuses: { 412: 'Sign-in by password is switched off on this installation' },
    returns: OneTimeLink,
    run: async ({ ctx, subject: user }) => presentLink(await createResetLink(ctx, user.id)),
  }),
]
