import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../../kit/http/operations/shapes.ts'

const Passkey = Type.Object(
  {
    object: Type.Literal('passkey'),
    id: Type.String({ description: 'The credential id, as browsers write it' }),
    label: Type.String({ description: 'The name its owner gave it', examples: ['Work laptop'] }),
    isBackedUp: Type.Boolean({ description: 'Whether it is synced between the devices of its owner' }),
    createdAt: Timestamp,
    lastUsedAt: Type.Optional(Timestamp),
  },
  { title: 'Passkey' },
)

export type Factors = Static<typeof Factors>
export const Factors = Type.Object(
  {
    object: Type.Literal('factors'),
    isRequired: Type.Boolean({
      description: 'Whether a sign-in needs a second factor: with an authenticator app or a passkey it does',
    }),
    totp: Type.Object({
      isOn: Type.Boolean({ description: 'Whether an authenticator app is set up' }),
      since: Type.Optional(Timestamp),
    }),
    passkeys: Type.Array(Passkey),
    recoveryCodes: Type.Integer({ description: 'How many recovery codes are left', examples: [10] }),
  },
  { title: 'Factors' },
)
