import { html } from '../../engines/html/html.ts'
import type { Cookie } from '../../engines/site/answers.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { endedSessionCookie, sessionCookie } from '../../kit/http/requests/session-cookie.ts'
import { confirmSession, endSession } from '../../rooms/people/accounts/sessions.ts'
import { completeSignIn, type Proof, provePassword, proveToken } from '../../rooms/people/accounts/sign-in.ts'
import { alertView, fieldView, noticeView } from '../fields.ts'
import { HOME, SIGN_IN } from '../frame.ts'
import { type Asked, type ConsoleAnswer, type ConsolePage, type Form, lead, type Shown } from '../page.ts'
import { ownPath } from './own-path.ts'

/** What a browser keeps to be known again. As long as browsers remember anything. */
export const DEVICE_COOKIE = 'quire-device'
const REMEMBERED_SECONDS = 400 * 24 * 3_600

type Failed = { alert?: string; email?: string; next?: string; byToken?: boolean; status?: number }

export const signInPage: ConsolePage = {
  path: SIGN_IN,
  async show(asked) {
    if (asked.ctx.actor.kind === 'user' && !isAgain(asked))
      return lead(ownPath(asked.url.searchParams.get('next')))
    return signInView(asked)
  },
  async take(asked, form) {
    const proof = await proofOf(asked, form).catch((error) => failure(asked, error))
    if (proof && 'userId' in proof) return enter(asked, proof, form.get('next'))
    const { words } = asked
    const alert = form.has('token') ? words.signIn.tokenFailed : words.signIn.failed
    const kept = { email: form.get('email'), next: form.get('next'), byToken: form.has('token') }
    return signInView(asked, { alert, status: 401, ...kept, ...proof })
  },
}

function isAgain({ url }: Asked) {
  return url.searchParams.has('again')
}

function proofOf({ ctx, browser, device }: Asked, form: Form) {
  const { address } = browser
  const trying = { account: form.get('email'), address, device }
  if (form.has('token')) return proveToken(ctx, form.get('token').trim())
  return provePassword(ctx, { ...trying, password: form.get('password') })
}

/** Two failures are told as they are; all others are bugs. */
function failure({ words }: Asked, error: unknown): Failed {
  if (!(error instanceof Problem)) throw error
  const seconds = Number(error.details?.retryAfter ?? 1)
  if (error.kind === 'rate_limited') return { alert: words.signIn.wait({ count: seconds }), status: 429 }
  if (error.kind === 'unavailable') return { alert: words.signIn.busy, status: 503 }
  throw error
}

/** Starts the session. Whoever only confirms that it is them keeps the one they have. */
export async function enter(asked: Asked, proof: Proof, next: string): Promise<ConsoleAnswer> {
  const { ctx, change, browser, session } = asked
  const { actor } = ctx
  if (actor.kind === 'user' && actor.id === proof.userId && actor.credential.kind === 'session') {
    const { id } = actor.credential
    await change((ctx) => confirmSession(ctx, id))
    return lead(ownPath(next))
  }
  const started = await change(async (ctx) => {
    if (session) await endSession(ctx, session)
    return completeSignIn(ctx, proof, browser)
  })
  const cookies: Cookie[] = [sessionCookie(new URL(ctx.links.of('')), started.session)]
  if (started.device)
    cookies.push({ name: DEVICE_COOKIE, value: started.device, path: HOME, maxAge: REMEMBERED_SECONDS })
  return lead(ownPath(next), ...cookies)
}

function signInView(asked: Asked, { alert, email, status = 200, ...kept }: Failed = {}): Shown {
  const { words, url, ctx } = asked
  const next = ownPath(kept.next ?? url.searchParams.get('next'))
  const { actor } = ctx
  const known = isAgain(asked) && actor.kind === 'user' ? actor.email : undefined
  const byToken = kept.byToken ?? url.searchParams.has('token')
  const address = `${SIGN_IN}?${new URLSearchParams({ ...(next !== HOME && { next }), ...(byToken && { token: '' }), ...(known && { again: '' }) })}`
  const other = new URLSearchParams({ ...(next !== HOME && { next }), ...(!byToken && { token: '' }) })
  const fields = byToken
    ? html`<p class="quiet">${words.signIn.tokenText}</p>
      ${fieldView({ name: 'token', label: words.fields.token, type: 'password', isFirst: true })}`
    : html`${fieldView({ name: 'email', label: words.fields.email, type: 'email', value: known ?? email, autocomplete: 'username', isFirst: !known })}
      ${fieldView({ name: 'password', label: words.fields.password, type: 'password', autocomplete: 'current-password', isFirst: known !== undefined, maxLength: 1_000 })}`
  return {
    kind: 'page',
    status,
    title: known ? words.signIn.again : words.signIn.title,
    body: html`${noticeView(url.searchParams.has('ended') ? words.signIn.ended : undefined)}
      ${known && html`<p>${words.signIn.againText}</p>`}${alertView(alert)}
      <form method="post" action="${address}"><input type="hidden" name="next" value="${next}">
        ${fields}<button class="button">${words.signIn.button}</button></form>
      <p class="aside">${!byToken && html`<a href="${HOME}/~forgot">${words.signIn.forgot}</a>`}
        <a href="${SIGN_IN}?${other.toString()}">${byToken ? words.signIn.withPassword : words.signIn.withToken}</a></p>`,
  }
}

export const signOutPage: ConsolePage = {
  path: `${HOME}/~sign-out`,
  show: async () => lead(HOME),
  async take({ ctx, change, session }) {
    if (session) await change((ctx) => endSession(ctx, session))
    return lead(`${SIGN_IN}?ended`, endedSessionCookie(new URL(ctx.links.of(''))))
  },
}
