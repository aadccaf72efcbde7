// Guessing is slow: after some failures each further one costs a longer wait, for the account, for the network it comes
// from, and for all together. Counts are kept in the database, so that all processes share them. They hold for passwords
// and codes only: whoever is kept waiting can still use a passkey, a link by mail or an identity provider. A browser that
// signed in to the account before is counted by itself, so that strangers who guess do not keep its owner out.
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { Problem } from '../../../kit/domain/problems.ts'
import { hashSecret } from '../../../world/secrets/secrets.ts'
import {
  countAttempt,
  deleteAttempts,
  deleteAttemptsBefore,
  findAttempt,
  takeBackAttempts,
} from './store-attempts.ts'

/** `free` failures cost nothing; then a second, two, four … up to `longest`. All is forgotten after as long a rest. */
export type Patience = { free: number; longestSeconds: number }

/** What is guessed. Each is counted by itself, so that whoever is kept waiting for one can use another. */
export type Guessed = 'password' | 'code' | 'recovery-code'

const ACCOUNT: Record<Guessed, Patience> = {
  password: { free: 5, longestSeconds: 15 * 60 },
  // Six digits, and the password is known already: whoever guesses here is no stranger.
  code: { free: 5, longestSeconds: 60 * 60 },
  'recovery-code': { free: 5, longestSeconds: 15 * 60 },
}
/** Everybody in an office may have one address. */
const NETWORK: Patience = { free: 100, longestSeconds: 15 * 60 }
const EVERYBODY: Patience = { free: 1_000, longestSeconds: 1 }
/** Milliseconds that a count matters; mails are counted by the hour. */
const LONGEST_COUNT = 60 * 60_000

/** Who tries what: as whom, from where, and what their browser kept of an earlier sign-in. */
export type Trying = { account: string; address: string; device?: string; guessed?: Guessed }

/** Refuses, or counts the attempt as failed until it is known to be a good one. */
export async function beginAttempt(ctx: ReadContext, trying: Trying): Promise<void> {
  const now = ctx.clock.now()
  for (const [key, patience] of countersOf(ctx, trying)) {
    if (await countAttempt(ctx.db, key, patience, now)) continue
    const { failures = 0, lastAt = now } = (await findAttempt(ctx.db, key)) ?? {}
    const wait = lastAt.getTime() + waitAfter(failures, patience) - now.getTime()
    const retryAfter = Math.max(1, Math.ceil(wait / 1000))
    throw new Problem('rate_limited', `Too many attempts; try again in ${retryAfter} s`, { retryAfter })
  }
}

/**
 * A good sign-in clears the account, and takes back what it counted for its network and for all: an office whose people
 * sign in on one morning is not kept waiting. Failures of others go on being counted.
 */
export async function endAttempt(ctx: WriteContext, trying: Trying) {
  const { account, device, guessed } = trying
  const own = [accountKey(account, guessed), deviceKey(device, guessed)]
  const shared = countersOf(ctx, trying).flatMap(([key]) => (own.includes(key) ? [] : [key]))
  await deleteAttempts(ctx.db, own)
  if (shared.length > 0) await takeBackAttempts(ctx.db, shared)
}

/** What a browser keeps after a sign-in, to be known again. It opens nothing. */
export function deviceOf({ signer }: ReadContext, account: string) {
  return signer.sign('device', accountKey(account))
}

export function forgetAttempts({ db, clock }: WriteContext) {
  return deleteAttemptsBefore(db, new Date(clock.now().getTime() - LONGEST_COUNT))
}

function countersOf(
  ctx: ReadContext,
  { account, address, device, guessed = 'password' }: Trying,
): [string, Patience][] {
  const patience = ACCOUNT[guessed]
  if (device !== undefined && device === deviceOf(ctx, account))
    return [[deviceKey(device, guessed), patience]]
  return [
    [networkKey(address), NETWORK],
    [accountKey(account, guessed), patience],
    ['everybody', EVERYBODY],
  ]
}

function waitAfter(failures: number, { free, longestSeconds }: Patience) {
  return failures < free ? 0 : Math.min(2 ** Math.min(failures - free, 20), longestSeconds) * 1000
}

/** Of an address that exists as of one that does not, and of neither in clear text. */
function accountKey(account: string, guessed: Guessed = 'password') {
  return `${keyOf('account', guessed)} ${digestOf(account.trim().toLowerCase())}`
}

function deviceKey(device = '', guessed: Guessed = 'password') {
  return `${keyOf('device', guessed)} ${digestOf(device)}`
}

function keyOf(what: string, guessed: Guessed) {
  return guessed === 'password' ? what : `${what} ${guessed}`
}

function networkKey(address: string) {
  return `network ${networkOf(address)}`
}

function digestOf(text: string) {
  return hashSecret(text).toString('base64url')
}

/** One household has many addresses of the sixth version: they are counted by their first half. */
export function networkOf(address: string) {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.[\d.]+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = ''] = address.split('::')
  return head.split(':').slice(0, 4).join(':')
}
