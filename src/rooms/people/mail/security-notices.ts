// Whoever has an account hears how it can be signed in to from now on, whoever changed that.
import { Type } from 'typebox'
import { job } from '../../../kit/domain/jobs.ts'
import { queueMail } from './queue-mail.ts'

const Changed = { userId: Type.String(), createdAt: Type.String() }
const IdentityChanged = Type.Object({ ...Changed, provider: Type.String() })
const FactorChanged = Type.Object({ ...Changed, factor: Type.String() })

export const noticePassword = job({
  name: 'mail.notice-password',
  payload: Type.Object(Changed),
  run: (ctx, { userId, createdAt: at }) =>
    queueMail(ctx, { kind: 'security-notice', userId, what: 'password', at }),
})

export const noticeAddedFactor = job({
  name: 'mail.notice-added-factor',
  payload: FactorChanged,
  run: (ctx, { userId, createdAt: at, factor: method }) =>
    queueMail(ctx, { kind: 'security-notice', userId, what: 'method-added', method, at }),
})

export const noticeLinkedIdentity = job({
  name: 'mail.notice-linked-identity',
  payload: IdentityChanged,
  run: (ctx, { userId, createdAt: at, provider: method }) =>
    queueMail(ctx, { kind: 'security-notice', userId, what: 'method-added', method, at }),
})

export const noticeUnlinkedIdentity = job({
  name: 'mail.notice-unlinked-identity',
  payload: IdentityChanged,
  run: (ctx, { userId, createdAt: at, provider: method }) =>
    queueMail(ctx, { kind: 'security-notice', userId, what: 'method-removed', method, at }),
})

export const noticeRemovedFactor = job({
  name: 'mail.notice-removed-factor',
  payload: FactorChanged,
  run: (ctx, { userId, createdAt: at, factor: method }) =>
    queueMail(ctx, { kind: 'security-notice', userId, what: 'method-removed', method, at }),
})
