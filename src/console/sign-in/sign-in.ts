import type { Cookie } from '../../engines/site/answers.ts'
import { Problem } from '../../kit/domain/problems.ts'
import type { SignInMethod } from '../../kit/domain/sign-in-methods.ts'
import {
  endedBindingCookie,
  endedMemberCookie,
  endedPendingCookie,
  endedSessionCookie,
  memberCookie,
  pendingCookie,
  sessionCookie,
} from '../../kit/http/requests/session-cookie.ts'
import { isOn } from '../../rooms/people/accounts/methods/methods.ts'
import { endSession } from '../../rooms/people/accounts/sessions/sessions.ts'
import {
  type Proof,
  provePasskey,
  provePassword,
  proveToken,
  type SignInOutcome,
  signIn,
} from '../../rooms/people/accounts/sign-in.ts'
import { HOME, SECOND_FACTOR, SIGN_IN } from '../frame/frame.ts'
import { type Asked, type ConsoleAnswer, type ConsolePage, type Form, lead } from '../frame/page.ts'
import type { ConsoleWords } from '../words/catalog.ts'
import { ownPath } from './own-path.ts'
import { type Failed, isAgain, signInView } from './sign-in-view.ts'

/** What a browser keeps to be known again. As long as browsers remember anything. */
export const DEVICE_COOKIE = 'quire-device'
const REMEMBERED_SECONDS = 400 * 24 * 3_600

export const signInPage: ConsolePage = {
  path: SIGN_IN,
  async show(asked) {
    if (asked.ctx.actor.kind === 'user' && !isAgain(asked))
      return lead(ownPath(asked.url.searchParams.get('next')))
    return signInView(asked)
  },
  async take(asked, form) {
    if (!isOn(asked.ctx, methodOf(form))) {
      const alert = asked.words.signInMethods.methodOff
      return signInView(asked, { alert, status: 403, next: form.get('next') })
    }
    const proof = await proofOf(asked, form).catch((error) => failure(asked, error))
    if (proof && 'userId' in proof) return enter(asked, proof, form.get('next'))
    const { words } = asked
    const alert = failedBy(words, form)
    const kept = { email: form.get('email'), next: form.get('next'), byToken: form.has('token') }
    return signInView(asked, { alert, status: 401, ...kept, ...proof })
  },
}

function failedBy({ signIn, factors }: ConsoleWords, form: Form) {
  if (form.has('passkey')) return factors.passkeyFailed
  return form.has('token') ? signIn.tokenFailed : signIn.failed
}

function methodOf(form: Form): SignInMethod {
  if (form.has('passkey')) return 'passkey'
  return form.has('token') ? 'token' : 'password'
}

function proofOf({ ctx, change, browser, device }: Asked, form: Form) {
  const { address } = browser
  const trying = { account: form.get('email'), address, device }
  if (form.has('passkey')) return change((ctx) => provePasskey(ctx, form.get('passkey')))
  if (form.has('token')) return proveToken(ctx, form.get('token').trim())
  return provePassword(ctx, { ...trying, password: form.get('password') })
}

/** Two failures are told as they are; all others are bugs. */
export function failure({ words }: Pick<Asked, 'words'>, error: unknown): Failed {
  if (!(error instanceof Problem)) throw error
  const seconds = Number(error.details?.retryAfter ?? 1)
  if (error.kind === 'rate_limited') return { alert: words.signIn.wait({ count: seconds }), status: 429 }
  if (error.kind === 'unavailable') return { alert: words.signIn.busy, status: 503 }
  throw error
}

/** Starts the session, or asks for the second factor first. */
export async function enter(asked: Asked, proof: Proof, next: string): Promise<ConsoleAnswer> {
  const { change, browser, session } = asked
  const to = ownPath(next)
  return settle(asked, await change((ctx) => signIn(ctx, proof, { browser, session, next: to })), to)
}

/** Where a sign-in leads, and what the browser keeps of it. */
export function settle(
  { ctx, words }: Pick<Asked, 'ctx' | 'words'>,
  outcome: SignInOutcome,
  to: string,
): ConsoleAnswer {
  const origin = new URL(ctx.links.of(''))
  switch (outcome.kind) {
    case 'confirmed':
      return lead(to, sessionCookie(origin, outcome.session), endedPendingCookie(origin))
    case 'second-factor':
      return lead(SECOND_FACTOR, pendingCookie(origin, outcome))
    case 'refused':
      return lead(SIGN_IN, endedPendingCookie(origin))
    case 'signed-in': {
      const { session, device: value } = outcome
      const cookies: Cookie[] = [sessionCookie(origin, session), endedPendingCookie(origin)]
      if (value) cookies.push({ name: DEVICE_COOKIE, value, path: HOME, maxAge: REMEMBERED_SECONDS })
      return lead(to, ...cookies, memberCookie(words.pages.edit, session.until))
    }
  }
}

export const signOutPage: ConsolePage = {
  path: `${HOME}/~sign-out`,
  show: async () => lead(HOME),
  async take({ ctx, change, session }) {
    if (session) await change((ctx) => endSession(ctx, session))
    const origin = new URL(ctx.links.of(''))
    return lead(
      `${SIGN_IN}?ended`,
      endedSessionCookie(origin),
      endedBindingCookie(origin),
      endedMemberCookie(),
    )
  },
}
