// What an authenticator says when it is asked for a passkey, and whether that is true.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { consumeLink } from '../links/one-time-links.ts'
import type { PasskeyUse } from './passkeys.ts'
import { lockPasskey, updatePasskey } from './store-passkeys.ts'
import { loadWebAuthn } from './webauthn.ts'

/** Passkeys belong to a host name; what is signed names the origin too. */
export function relyingParty({ links }: ReadContext) {
  const { hostname, origin } = new URL(links.of(''))
  return { id: hostname, origin }
}

/**
 * Whose passkey it is, undefined where anything is wrong. The challenge is used up in any case. As first factor the device
 * must have asked for a finger, a face or a PIN: it then stands for both factors.
 */
export async function acceptPasskey(
  ctx: WriteContext,
  answer: string,
  { use, userId }: { use: PasskeyUse; userId?: string },
): Promise<string | undefined> {
  const response = readAnswer<AuthenticationResponseJSON>(answer)
  const challenge = response && challengeIn(response)
  const link = challenge && (await consumeLink(ctx, 'passkey-challenge', challenge.secret))
  if (!response || !link || link.details.use !== use) return
  const known = await lockPasskey(ctx.db, Buffer.from(String(response.id), 'base64url'))
  const owner = userId ?? link.userId
  if (!known || !isHandleOf(response, known.userId)) return
  if ((owner && known.userId !== owner) || (link.userId && link.userId !== known.userId)) return
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx)
  const { id, publicKey, counter } = known
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verification = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.sent,
    expectedOrigin,
    expectedRPID,
    credential: { id: id.toString('base64url'), publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: use === 'sign-in',
  }).catch((error) => {
    // A counter that went back is a copied key, or a broken one.
    ctx.log.warn({ err: error, userId: known.userId }, 'A passkey was refused')
  })
  if (!verification?.verified) return
  const { newCounter, credentialBackedUp } = verification.authenticationInfo
  await updatePasskey(ctx.db, known.userId, id, {
    counter: newCounter,
    isBackedUp: credentialBackedUp,
    lastUsedAt: ctx.clock.now(),
  })
  return known.userId
}

/** Devices say for whom they made a key, where they know. */
function isHandleOf({ response }: AuthenticationResponseJSON, userId: string) {
  const { userHandle } = response
  return !userHandle || Buffer.from(String(userHandle), 'base64url').toString() === userId
}

/** The library checks what is in it, and throws at what it does not know. */
export function readAnswer<Answer>(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? (answer as Answer) : undefined
  } catch {
    return
  }
}

/** Which challenge was signed: as it was sent, and the secret that it is of. */
export function challengeIn({ response }: { response?: { clientDataJSON?: unknown } }) {
  const text = Buffer.from(String(response?.clientDataJSON ?? ''), 'base64url').toString('utf8')
  const sent = readAnswer<{ challenge?: unknown }>(text)?.challenge
  if (typeof sent !== 'string') return
  return { sent, secret: Buffer.from(sent, 'base64url').toString('utf8') }
}
