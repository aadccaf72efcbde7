// The second half of a sign-in: somebody showed a first factor, and a browser keeps the secret that stands for it.
import type { OutsideContext, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { findUserById } from '../../identity/users.ts'
import { beginAttempt, endAttempt, type Guessed, type Trying } from '../attempts.ts'
import { consumeLink, peekLink } from '../links/one-time-links.ts'
import type { Method } from '../sessions/sessions.ts'
import type { SsoProof } from '../sessions/sso-proofs.ts'
import { type Arrival, type Proof, type SignInOutcome, signIn } from '../sign-in.ts'
import { acceptPasskey } from './passkey-answers.ts'
import { acceptRecoveryCode } from './recovery-codes.ts'
import { findSecondFactors } from './store-factors.ts'
import { acceptTotp } from './totp.ts'

export type PendingSignIn = {
  userId: string
  email: string
  methods: readonly Method[]
  tokenId?: string
  issuer?: string
  next: string
  sso?: SsoProof
  factors: { totp: boolean; passkey: boolean }
}

/** What somebody shows: one of them. */
export type SecondFactor = { kind: 'totp' | 'recovery-code' | 'passkey'; answer: string }

/** Undefined where nothing waits, or no longer. */
export async function findPending(
  ctx: ReadContext,
  secret: string | undefined,
): Promise<PendingSignIn | undefined> {
  const link = secret ? await peekLink(ctx, 'second-factor', secret) : undefined
  const user = link?.userId ? await findUserById(ctx, link.userId) : undefined
  if (!link || !user || user.suspendedAt) return
  const { methods = [], tokenId, issuer, next = '', organization, provider, until } = link.details
  const sso =
    organization && provider && until
      ? { organizationId: organization, providerId: provider, until: new Date(until) }
      : undefined
  const { totp, passkey } = await findSecondFactors(ctx.db, user.id)
  const factors = { totp: Boolean(totp), passkey: Boolean(passkey) }
  const shown = { methods: methods as Method[], tokenId, issuer, sso }
  return { userId: user.id, email: user.email, ...shown, next, factors }
}

/** Counts before it looks, as for passwords. Passkeys cannot be guessed. */
export async function beginSecondFactor(
  ctx: OutsideContext,
  { email }: PendingSignIn,
  { kind }: SecondFactor,
  from: { address: string; device?: string },
): Promise<Trying | undefined> {
  if (kind === 'passkey') return
  const guessed: Guessed = kind === 'totp' ? 'code' : 'recovery-code'
  const trying = { account: email, ...from, guessed }
  await beginAttempt(ctx, trying)
  return trying
}

/** Undefined for a wrong one: the sign-in goes on waiting. */
export async function completeSecondFactor(
  ctx: WriteContext,
  secret: string,
  shown: SecondFactor & { trying?: Trying },
  arrival: Omit<Arrival, 'next'>,
): Promise<SignInOutcome | undefined> {
  const pending = await findPending(ctx, secret)
  if (!pending || !(await isAccepted(ctx, pending, shown))) return
  if (!(await consumeLink(ctx, 'second-factor', secret))) return
  if (shown.trying) await endAttempt(ctx, shown.trying)
  const { userId, methods, tokenId, issuer, next, sso } = pending
  const [first = shown.kind, ...rest] = methods
  const proof: Proof = { userId, methods: [first, ...rest, shown.kind], tokenId, issuer, sso }
  return signIn(ctx, proof, { ...arrival, next })
}

function isAccepted(ctx: WriteContext, { userId }: PendingSignIn, { kind, answer }: SecondFactor) {
  switch (kind) {
    case 'totp':
      return acceptTotp(ctx, userId, answer)
    case 'recovery-code':
      return acceptRecoveryCode(ctx, userId, answer)
    case 'passkey':
      return acceptPasskey(ctx, answer, { use: 'second-factor', userId })
  }
}
