import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../kit/http/operations/shapes.ts'

export type Session = Static<typeof Session>
export const Session = Type.Object(
  {
    object: Type.Literal('session'),
    id: Type.String(),
    isCurrent: Type.Boolean({ description: 'Whether it is the one that asks' }),
    methods: Type.Array(Type.String({ examples: ['password'] }), {
      description: 'How the person proved who they are: `password`, `totp`, `passkey`, `oidc` …',
    }),
    device: Type.String({
      description: 'The browser and the system it runs on, as far as they tell',
      examples: ['Firefox on Windows'],
    }),
    address: Type.String({ description: 'The network address of the sign-in', examples: ['198.51.100.7'] }),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
  },
  { title: 'Session' },
)

/** What a password must be is checked by the verb, which says what is wrong with it. */
const Password = Type.String({ minLength: 1, maxLength: 1_000, description: 'At least 10 characters' })

export type PasswordChange = Static<typeof PasswordChange>
export const PasswordChange = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: 1_000, description: 'The password until now' }),
  password: Password,
})

export type Account = Static<typeof Account>
export const Account = Type.Object(
  {
    object: Type.Literal('account'),
    user: Type.String({ description: 'Id of the user', examples: ['01m7qpqfvwc4dfs43s8rc8d880'] }),
    emailVerifiedAt: Type.Optional(Timestamp),
    suspendedAt: Type.Optional(Timestamp),
    lastSignedInAt: Type.Optional(Timestamp),
    lastSignedInBy: Type.Optional(
      Type.String({ description: 'The method of the last sign-in', examples: ['password'] }),
    ),
    hasPassword: Type.Boolean(),
    hasSecondFactor: Type.Boolean({
      description: 'Whether a sign-in needs an authenticator app or a passkey too',
    }),
    sessions: Type.Integer({ description: 'Browsers in which the user is signed in' }),
  },
  { title: 'Account' },
)

export const EndedSessions = Type.Object(
  { ended: Type.Integer({ description: 'How many browsers were signed out' }) },
  { title: 'EndedSessions' },
)

export const OneTimeLink = Type.Object(
  {
    object: Type.Literal('one-time-link'),
    url: Type.String({
      description: 'Works once; send it to the person and to nobody else',
      examples: ['https://docs.example.org/o/~reset/5mmxVb2PY88iBqkXTRqZhmRvusFO5ryy'],
    }),
    expiresAt: Timestamp,
  },
  { title: 'OneTimeLink' },
)
