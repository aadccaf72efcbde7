import { type Static, Type } from 'typebox'

const Id = Type.String({ minLength: 1, maxLength: 64 })
const Email = Type.String({ minLength: 3, maxLength: 254 })

/**
 * A mail that waits to be sent: to whom, and what it is about. What lets somebody in is not part of it, since jobs are kept
 * in clear text: a link is made when the mail is written.
 */
export type QueuedMail = Static<typeof QueuedMail>
export const QueuedMail = Type.Union([
  Type.Object({ kind: Type.Literal('reset'), userId: Id }),
  Type.Object({
    kind: Type.Literal('sign-in-link'),
    userId: Id,
    /** A hash of what the browser keeps that asked, and where it wants to go. */
    browser: Type.String({ maxLength: 64 }),
    next: Type.String({ maxLength: 4_000 }),
  }),
  Type.Object({
    kind: Type.Literal('invitation'),
    userId: Id,
    organizationId: Id,
    invitedBy: Type.Optional(Id),
  }),
  /** To the new address, which is not the user's yet. */
  Type.Object({ kind: Type.Literal('email-change'), userId: Id, email: Email }),
  /** To the present address: it is asked too. */
  Type.Object({ kind: Type.Literal('email-approval'), userId: Id, email: Email }),
  /** Of the directory of an organization, to somebody who has an account. */
  Type.Object({ kind: Type.Literal('directory-invitation'), userId: Id, organizationId: Id }),
  /** To the former address. */
  Type.Object({ kind: Type.Literal('email-changed'), userId: Id, former: Email }),
  Type.Object({
    kind: Type.Literal('security-notice'),
    userId: Id,
    what: Type.Union([
      Type.Literal('password'),
      Type.Literal('method-added'),
      Type.Literal('method-removed'),
    ]),
    /** What was added or removed: a factor, or the name of an identity provider. */
    method: Type.Optional(Type.String({ maxLength: 500 })),
    at: Type.String({ format: 'date-time' }),
  }),
])

export type MailKind = QueuedMail['kind']
export type MailOf<Kind extends MailKind> = Extract<QueuedMail, { kind: Kind }>
