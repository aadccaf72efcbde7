// Passkeys: keys that a device keeps and that sign a challenge of ours, after its owner unlocked it (WebAuthn).
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { WriteContext } from '../../../../kit/domain/context.ts'
import { conflict, invalid } from '../../../../kit/domain/problems.ts'
import type { UserRow } from '../../identity/store.ts'
import { consumeLink, createLink } from '../links/one-time-links.ts'
import { challengeIn, readAnswer, relyingParty } from './passkey-answers.ts'
import { insertPasskey, listPasskeys, type PasskeyRow, updatePasskey } from './store-passkeys.ts'
import { loadWebAuthn } from './webauthn.ts'

/** More than anybody has devices. */
const MOST = 25
const LONGEST_LABEL = 64

/** `sign-in`: alone, as first factor. `second-factor`: after something else. */
export type PasskeyUse = 'sign-in' | 'second-factor'

/** What the browser needs to make one. The device keeps it with the account, so that nobody types an address. */
export async function passkeyCreation(ctx: WriteContext, user: UserRow) {
  const known = await listPasskeys(ctx.db, user.id)
  if (known.length >= MOST) throw conflict(`You have ${MOST} passkeys: remove one first`)
  const { secret } = await createLink(ctx, 'passkey-challenge', { userId: user.id, use: 'create' })
  const { id: rpID } = relyingParty(ctx)
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: 'Quire',
    rpID,
    userName: user.email,
    userDisplayName: user.displayName,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: new Uint8Array(Buffer.from(secret)),
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Keeps one that was made for the challenge. */
export async function keepPasskey(ctx: WriteContext, userId: string, answer: string, label: string) {
  const response = readAnswer<RegistrationResponseJSON>(answer)
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx)
  const challenge = response && challengeIn(response)
  const link = challenge && (await consumeLink(ctx, 'passkey-challenge', challenge.secret))
  if (!response || !link || link.userId !== userId || link.details.use !== 'create') throw notMade()
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const expected = { expectedChallenge: challenge.sent, expectedOrigin, expectedRPID }
  const { verified, registrationInfo } = await verifyRegistrationResponse({ response, ...expected }).catch(
    (error) => {
      throw notMade(error)
    },
  )
  if (!verified) throw notMade()
  const { credential, credentialBackedUp } = registrationInfo
  const isNew = await insertPasskey(ctx.db, {
    id: Buffer.from(credential.id, 'base64url'),
    userId,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).slice(0, 10).map((name) => String(name).slice(0, 20)),
    label: labelOf(label),
    isBackedUp: credentialBackedUp,
    createdAt: ctx.clock.now(),
    lastUsedAt: null,
  })
  if (!isNew) throw conflict('This passkey is known already')
}

/** What the browser needs to use one: of this person, or of whoever has one for this server. */
export async function passkeyRequest(ctx: WriteContext, use: PasskeyUse, userId: string | null = null) {
  const { secret } = await createLink(ctx, 'passkey-challenge', { userId, use })
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: new Uint8Array(Buffer.from(secret)),
    allowCredentials: userId === null ? [] : (await listPasskeys(ctx.db, userId)).map(descriptorOf),
    userVerification: use === 'sign-in' ? 'required' : 'preferred',
  })
}

export async function renamePasskey(ctx: WriteContext, userId: string, id: string, label: string) {
  await updatePasskey(ctx.db, userId, Buffer.from(id, 'base64url'), { label: labelOf(label) })
}

function descriptorOf({ id, transports }: PasskeyRow) {
  return { id: id.toString('base64url'), transports }
}

function labelOf(label: string) {
  return label.trim().slice(0, LONGEST_LABEL) || 'Passkey'
}

function notMade(cause?: unknown) {
  return invalid('The passkey could not be added: try again', { cause: String(cause ?? 'challenge') })
}
