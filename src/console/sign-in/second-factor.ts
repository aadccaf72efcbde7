// The second half of a sign-in: a code of an app, a passkey, or a recovery code.
import { html } from '../../engines/html/html.ts'
import { unauthenticated } from '../../kit/domain/problems.ts'
import { passkeyRequest } from '../../rooms/people/accounts/factors/passkeys.ts'
import {
  beginSecondFactor,
  completeSecondFactor,
  findPending,
  type PendingSignIn,
  type SecondFactor,
} from '../../rooms/people/accounts/factors/second-factor.ts'
import { alertView, fieldView } from '../frame/fields.ts'
import { SECOND_FACTOR, SIGN_IN } from '../frame/frame.ts'
import {
  type Asked,
  type ConsoleEndpoint,
  type ConsolePage,
  type Form,
  lead,
  type Shown,
} from '../frame/page.ts'
import { ownPath } from './own-path.ts'
import { passkeyForm } from './passkey-form.ts'
import { failure, settle } from './sign-in.ts'

type Wrong = { code?: string; recoveryCode?: string; passkey?: string; status?: number }

export const secondFactorPage: ConsolePage = {
  path: SECOND_FACTOR,
  async show(asked) {
    const pending = await findPending(asked.ctx, asked.pending)
    return pending ? view(asked, pending) : lead(SIGN_IN)
  },
  async take(asked, form) {
    const { ctx, change, browser, device, session, pending: secret = '' } = asked
    const pending = await findPending(ctx, secret)
    if (!pending) return lead(SIGN_IN)
    const shown = shownIn(form)
    try {
      const { address } = browser
      const trying = await beginSecondFactor(ctx, pending, shown, { address, device })
      const outcome = await change((ctx) =>
        completeSecondFactor(ctx, secret, { ...shown, trying }, { browser, session }),
      )
      if (outcome) return settle(asked, outcome, ownPath(pending.next))
      return view(asked, pending, wrong(asked, shown))
    } catch (error) {
      const { alert, status } = failure(asked, error)
      return view(asked, pending, { ...wrong(asked, shown, alert), status })
    }
  },
}

export const secondFactorPasskey: ConsoleEndpoint = {
  path: `${SECOND_FACTOR}/passkey`,
  async answer({ ctx, change, pending: secret }) {
    const pending = await findPending(ctx, secret)
    if (!pending) throw unauthenticated('Sign in first: nothing waits for a second factor')
    return change((ctx) => passkeyRequest(ctx, 'second-factor', pending.userId))
  },
}

/** For whoever signs in, and for whoever confirms that it is them. */
export const signInPasskey: ConsoleEndpoint = {
  path: `${SIGN_IN}/passkey`,
  answer: ({ change }) =>
    change((ctx) => passkeyRequest(ctx, 'sign-in', ctx.actor.kind === 'user' ? ctx.actor.id : null)),
}

function shownIn(form: Form): SecondFactor {
  if (form.has('passkey')) return { kind: 'passkey', answer: form.get('passkey') }
  if (form.has('recoveryCode')) return { kind: 'recovery-code', answer: form.get('recoveryCode') }
  return { kind: 'totp', answer: form.get('code') }
}

function wrong({ words }: Asked, { kind }: SecondFactor, text?: string): Wrong {
  const { factors } = words
  if (kind === 'passkey') return { passkey: text ?? factors.passkeyFailed }
  if (kind === 'recovery-code') return { recoveryCode: text ?? factors.recoveryCodeWrong }
  return { code: text ?? factors.codeWrong }
}

function view({ words }: Asked, { email, factors: has }: PendingSignIn, faults: Wrong = {}): Shown {
  const { factors } = words
  const code = html`<form method="post" action="${SECOND_FACTOR}">
    ${fieldView({ name: 'code', label: factors.code, autocomplete: 'one-time-code', isNumeric: true, isFirst: !faults.recoveryCode, maxLength: 10, fault: faults.code })}
    <button class="button">${factors.continue}</button></form>`
  const passkey = html`<div class="passkey-choice" data-needs-passkeys hidden>${has.totp && html`<p class="or">${factors.or}</p>`}
    ${passkeyForm(words, { action: SECOND_FACTOR, options: `${SECOND_FACTOR}/passkey`, label: factors.usePasskey, isMain: !has.totp })}</div>
    ${!has.totp && html`<p class="quiet" data-without-passkeys>${factors.passkeysUnavailable}</p>`}`
  return {
    kind: 'page',
    status: Object.keys(faults).length > 0 ? (faults.status ?? 401) : 200,
    hasScript: has.passkey,
    title: factors.title,
    body: html`<p>${factors.signingInAs({ email })}</p>${alertView(faults.passkey)}
      ${has.totp && code}${has.passkey && passkey}
      <details class="fold"${faults.recoveryCode && html` open`}><summary>${factors.useRecoveryCode}</summary>
        <form method="post" action="${SECOND_FACTOR}">
          ${fieldView({ name: 'recoveryCode', label: factors.recoveryCode, maxLength: 40, isFirst: faults.recoveryCode !== undefined, fault: faults.recoveryCode })}
          <button class="button plain">${factors.continue}</button></form></details>
      <p class="aside"><a href="${SIGN_IN}">${factors.startOver}</a></p>`,
  }
}
