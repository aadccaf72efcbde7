// Links that let somebody do one thing, once. Whoever has one may do it: what is kept is only their hash.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { hashSecret } from '../../../../world/secrets/secrets.ts'
import {
  deleteLink,
  deleteLinksBefore,
  deleteLinksOf,
  deleteLinksSince,
  findLink,
  insertLink,
  type LinkRow,
  updateLinkHash,
} from './store-links.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What each is for, and for how long it is good. */
const LIFETIMES = {
  /** Makes the first administrator of an installation. */
  'set-up': DAY,
  /** Makes the account of somebody who was invited. */
  invitation: 14 * DAY,
  /** Lets somebody choose a new password. */
  reset: 30 * MINUTE,
  /** Lets somebody in who has an account. */
  'sign-in': 10 * MINUTE,
  /** Proves that mail to an address reaches its owner. */
  'verify-email': DAY,
  /** Proves that whoever reads mail at the present address agrees to another one. */
  'approve-email': DAY,
  /** Gives an account back to the address that it had before. */
  'undo-email': DAY,
  /** Waits for the second factor of somebody who has shown the first. */
  'second-factor': 10 * MINUTE,
  /** What an identity provider is asked. */
  oidc: 15 * MINUTE,
  /** Waits until somebody shows that an account is theirs too. */
  'link-identity': 30 * MINUTE,
  /** What a provider of an organization is asked, and what it answered until the browser that asked comes for it. */
  sso: 15 * MINUTE,
  'sso-answer': 5 * MINUTE,
  /** As `link-identity`, of a provider of an organization. */
  'link-member': 30 * MINUTE,
  /** What a passkey signs. */
  'passkey-challenge': 5 * MINUTE,
  /** Brings somebody who is signed in to a site that they may read. */
  'site-visit': MINUTE,
} as const

/** Somebody may sign in with two browsers at once, and strangers have no user to tell them apart. */
const SEVERAL_AT_ONCE: readonly LinkPurpose[] = [
  'second-factor',
  'passkey-challenge',
  'undo-email',
  'oidc',
  'link-identity',
  'sso',
  'sso-answer',
  'link-member',
  'site-visit',
]
/** Parts of one sign-in, which nobody is sent. */
const UNSENT: readonly LinkPurpose[] = [
  'second-factor',
  'passkey-challenge',
  'oidc',
  'link-identity',
  'sso',
  'sso-answer',
  'link-member',
  'site-visit',
]

export type LinkPurpose = keyof typeof LIFETIMES
export type LinkDetails = {
  email?: string
  organizationId?: string
  isMailed?: boolean
  next?: string
  /** Of a sign-in that waits for its second factor: what was shown so far. */
  methods?: string[]
  tokenId?: string
  issuer?: string
  /** What a challenge is for. */
  use?: string
  /** Of the browser that asked for it, which alone may use it: a hash of what it keeps. */
  browser?: string
  /** Of a question to an identity provider, and of an identity that it showed. */
  provider?: string
  sealed?: string
  isFresh?: boolean
  subject?: string
  /** Of a sign-in at a provider of an organization: which, and until when it counts there. */
  organization?: string
  name?: string
  until?: string
  /** Of a visit to a site: where it goes, and whose session it is. */
  site?: string
  host?: string
  session?: string
}
export type OneTimeLink = { userId: string | null; details: LinkDetails; createdAt: Date; expiresAt: Date }

/** The secret that goes into the address. Links for the same purpose that somebody had before end with it, but for a few. */
export async function createLink(
  ctx: WriteContext,
  purpose: LinkPurpose,
  { userId = null, ...details }: LinkDetails & { userId?: string | null } = {},
): Promise<{ secret: string; expiresAt: Date }> {
  if (!SEVERAL_AT_ONCE.includes(purpose)) await deleteLinksOf(ctx.db, userId, purpose)
  const secret = ctx.ids.secret()
  const createdAt = ctx.clock.now()
  const expiresAt = new Date(createdAt.getTime() + LIFETIMES[purpose])
  const hash = hashSecret(secret)
  await insertLink(ctx.db, { hash, purpose, userId, details: JSON.stringify(details), createdAt, expiresAt })
  if (userId !== null && !UNSENT.includes(purpose)) await ctx.emit('user.link_created', { userId, purpose })
  return { secret, expiresAt }
}

/** A link that was made before gets another secret, as the one that it had is kept nowhere. Undefined where it is over. */
export async function renewLink(
  ctx: WriteContext,
  purpose: LinkPurpose,
  { userId, email }: { userId: string; email: string },
): Promise<{ secret: string; expiresAt: Date } | undefined> {
  const secret = ctx.ids.secret()
  const which = { userId, purpose, email, now: ctx.clock.now() }
  const renewed = await updateLinkHash(ctx.db, which, hashSecret(secret))
  return renewed && { secret, expiresAt: renewed.expiresAt }
}

/** What a link is for, without using it up: to show a page changes nothing. */
export async function peekLink(
  ctx: ReadContext,
  purpose: LinkPurpose,
  secret: string,
): Promise<OneTimeLink | undefined> {
  const row = await findLink(ctx.db, hashSecret(secret), purpose, ctx.clock.now())
  return row && seen(row)
}

/** Of two who use it at once, one gets it. */
export async function consumeLink(
  ctx: WriteContext,
  purpose: LinkPurpose,
  secret: string,
): Promise<OneTimeLink | undefined> {
  const row = await deleteLink(ctx.db, hashSecret(secret), purpose)
  return row && row.expiresAt > ctx.clock.now() ? seen(row) : undefined
}

export function endLinks(ctx: WriteContext, userId: string | null, ...purposes: LinkPurpose[]) {
  return deleteLinksOf(ctx.db, userId, ...purposes)
}

/** Those that were made then or later. */
export function endLinksSince(ctx: WriteContext, userId: string, purpose: LinkPurpose, time: Date) {
  return deleteLinksSince(ctx.db, userId, purpose, time)
}

export function forgetLinks({ db, clock }: WriteContext) {
  return deleteLinksBefore(db, clock.now())
}

function seen({ userId, details, createdAt, expiresAt }: LinkRow): OneTimeLink {
  return { userId, details: details as LinkDetails, createdAt, expiresAt }
}
