// The page on which a sign-in begins: the methods that are switched on here, and no others.
import { type Html, html } from '../../engines/html/html.ts'
import { factorsOf } from '../../rooms/people/accounts/factors/factors.ts'
import { identitiesOf } from '../../rooms/people/accounts/identities/identities.ts'
import { isOn } from '../../rooms/people/accounts/methods/methods.ts'
import { alertView, fieldView, noticeView } from '../frame/fields.ts'
import { HOME, SIGN_IN } from '../frame/frame.ts'
import type { Asked, Shown } from '../frame/page.ts'
import { ownPath } from './own-path.ts'
import { passkeyForm } from './passkey-form.ts'

const LINK = `${SIGN_IN}/link`
const PROVIDER = `${SIGN_IN}/with`

export type Failed = { alert?: string; email?: string; next?: string; byToken?: boolean; status?: number }

/** Somebody who is signed in shows once more that it is them. */
export function isAgain({ url }: Asked) {
  return url.searchParams.has('again')
}

type View = {
  next: string
  /** Of whoever confirms that it is them. */
  known?: string
  email?: string
  isByToken: boolean
}

export async function signInView(
  asked: Asked,
  { alert, email, status = 200, ...kept }: Failed = {},
): Promise<Shown> {
  const { words, url, ctx } = asked
  const { actor } = ctx
  const view: View = {
    next: ownPath(kept.next ?? url.searchParams.get('next')),
    known: isAgain(asked) && actor.kind === 'user' ? actor.email : undefined,
    email,
    isByToken: isOn(ctx, 'token') && (kept.byToken ?? url.searchParams.has('token')),
  }
  const form = view.isByToken ? tokenForm(asked, view) : isOn(ctx, 'password') && passwordForm(asked, view)
  const others = view.isByToken ? [] : await otherWays(asked, view)
  const links = asideLinks(asked, view)
  const isEmpty = !form && others.length === 0 && links.length === 0
  return {
    kind: 'page',
    status,
    hasScript: true,
    title: view.known ? words.signIn.again : words.signIn.title,
    body: html`${noticeView(noticeOf(asked))}
      ${view.known && html`<p>${words.signIn.againText}</p>`}${alertView(alert)}
      ${form}${form && others.length > 0 && html`<p class="or"${needsScript(asked) && html` data-needs-passkeys hidden`}>${words.factors.or}</p>`}
      ${others.length > 0 && html`<div class="ways">${others}</div>`}
      ${isEmpty && html`<p>${words.signInMethods.noMethod}</p>`}
      ${links.length > 0 && html`<p class="aside">${links}</p>`}`,
  }
}

/** Whether all other ways than a password need our script. */
function needsScript({ ctx }: Asked) {
  return !isOn(ctx, 'link') && !isOn(ctx, 'saml') && !isOn(ctx, 'oidc')
}

function noticeOf({ url, words }: Asked) {
  if (url.searchParams.has('deleted')) return words.deletion.done
  return url.searchParams.has('ended') ? words.signIn.ended : undefined
}

function passwordForm({ words }: Asked, view: View): Html {
  const { known, email } = view
  return html`<form method="post" action="${addressOf(view)}"><input type="hidden" name="next" value="${view.next}">
    ${fieldView({ name: 'email', label: words.fields.email, type: 'email', value: known ?? email, autocomplete: 'username', isFirst: !known })}
    ${fieldView({ name: 'password', label: words.fields.password, type: 'password', autocomplete: 'current-password', isFirst: known !== undefined, maxLength: 1_000, beside: html`<a href="${HOME}/~forgot">${words.signIn.forgot}</a>` })}
    <button class="button">${known ? words.signIn.confirm : words.signIn.button}</button></form>`
}

function tokenForm({ words }: Asked, view: View): Html {
  return html`<p class="quiet">${words.signIn.tokenText}</p>
    <form method="post" action="${addressOf(view)}"><input type="hidden" name="next" value="${view.next}">
    ${fieldView({ name: 'token', label: words.fields.token, type: 'password', isFirst: true })}
    <button class="button">${view.known ? words.signIn.confirm : words.signIn.button}</button></form>`
}

/** One below the other: a passkey needs our script and a device, so its button is shown by the script. */
async function otherWays(asked: Asked, view: View): Promise<Html[]> {
  const { ctx, words } = asked
  const { known, next } = view
  const hasPasskeys =
    isOn(ctx, 'passkey') && (!known || (await factorsOf(ctx, ctx.actor.id)).passkeys.length > 0)
  const passkey = passkeyForm(words, {
    action: addressOf(view),
    options: `${SIGN_IN}/passkey`,
    next,
    label: words.factors.signInWithPasskey,
  })
  const alone = html`<p class="quiet" data-without-passkeys>${words.factors.passkeysUnavailable}</p>`
  return [
    ...(hasPasskeys ? [html`<div data-needs-passkeys hidden>${passkey}</div>`] : []),
    ...(isOn(ctx, 'link')
      ? [
          html`<a class="button plain" href="${LINK}?${new URLSearchParams({ next }).toString()}">${words.signInMethods.linkButton}</a>`,
        ]
      : []),
    ...(await offeredProviders(asked, known)).map(({ id, label }) =>
      providerForm(asked, view, { id, label }),
    ),
    ...(!known && (isOn(ctx, 'saml') || isOn(ctx, 'oidc'))
      ? [
          html`<a class="button plain" href="${SIGN_IN}/organization?${new URLSearchParams({ next }).toString()}">${words.sso.organizationButton}</a>`,
        ]
      : []),
    ...(hasPasskeys && !isOn(ctx, 'password') && !isOn(ctx, 'link') ? [alone] : []),
  ]
}

/** To whoever confirms that it is them, those that they can do it with. */
async function offeredProviders({ ctx }: Asked, known: string | undefined) {
  const providers = isOn(ctx, 'oidc') ? ctx.oidcProviders : []
  if (known === undefined || providers.length === 0) return providers
  const linked = await identitiesOf(ctx, ctx.actor.id)
  return providers.filter(({ issuer }) => linked.some((one) => one.issuer === issuer))
}

function providerForm({ words }: Asked, { next, known }: View, { id, label }: { id: string; label: string }) {
  return html`<form method="post" action="${PROVIDER}/${id}${known && '?again'}"><input type="hidden" name="next" value="${next}">
    <button class="button plain">${words.identities.continueWith({ provider: label })}</button></form>`
}

function asideLinks({ ctx, words }: Asked, { next, isByToken }: View): Html[] {
  const way = (more: Record<string, string>) =>
    `${SIGN_IN}?${new URLSearchParams({ ...(next !== HOME && { next }), ...more })}`
  const { withToken, withPassword } = words.signIn
  if (isByToken) return [html`<a href="${way({})}">${withPassword}</a>`]
  return isOn(ctx, 'token') ? [html`<a href="${way({ token: '' })}">${withToken}</a>`] : []
}

/** Where its forms go: what is shown after a mistake is the same page. */
function addressOf({ next, isByToken, known }: View) {
  return `${SIGN_IN}?${new URLSearchParams({ ...(next !== HOME && { next }), ...(isByToken && { token: '' }), ...(known && { again: '' }) })}`
}
