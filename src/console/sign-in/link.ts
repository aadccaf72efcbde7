// Sign-in by a link that is mailed. To open it changes nothing: programs that look into mail for harm do so too.
import { html } from '../../engines/html/html.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { bindingCookie } from '../../kit/http/requests/session-cookie.ts'
import { countMail, countMailFrom } from '../../rooms/people/accounts/links/mail-limit.ts'
import { isOn } from '../../rooms/people/accounts/methods/methods.ts'
import { browserHash, openSignInLink, proveLink } from '../../rooms/people/accounts/methods/sign-in-links.ts'
import { requestSignInLink } from '../../rooms/people/mail/queue-mail.ts'
import { alertView, fieldView } from '../frame/fields.ts'
import { HOME, SIGN_IN } from '../frame/frame.ts'
import { type Asked, type ConsolePage, lead, type Shown } from '../frame/page.ts'
import { isEmailAddress } from './email-address.ts'
import { linkOver } from './new-password.ts'
import { ownPath } from './own-path.ts'
import { enter } from './sign-in.ts'

const LINK = `${SIGN_IN}/link`

/** An address that nobody has, and one that was sent enough, gets the same answer as all others. */
export const requestLinkPage: ConsolePage = {
  path: LINK,
  show: async (asked) => (isOn(asked.ctx, 'link') ? formView(asked) : lead(SIGN_IN)),
  async take(asked, form) {
    const { ctx, change, words, browser } = asked
    if (!isOn(ctx, 'link')) return lead(SIGN_IN)
    const email = form.get('email').trim()
    const next = ownPath(form.get('next'))
    if (!isEmailAddress(email))
      return formView(asked, { email, next, fault: words.faults.email, status: 400 })
    try {
      await countMailFrom(ctx, browser.address)
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'rate_limited')) throw error
      return formView(asked, { email, next, alert: words.signInMethods.linkTooMany, status: 429 })
    }
    const binding = asked.binding ?? ctx.ids.secret()
    const wanted = { email, next, browser: browserHash(binding) }
    if (await countMail(ctx, email)) await change((ctx) => requestSignInLink(ctx, wanted))
    return { ...sentView(asked, email), cookies: [bindingCookie(new URL(ctx.links.of('')), binding)] }
  },
}

export const signInLinkPage: ConsolePage = {
  path: `${LINK}/:secret`,
  async show(asked) {
    const { ctx, params, words, binding, url } = asked
    const opened = await openSignInLink(ctx, params.secret ?? '', binding)
    if (!opened) return linkOver(words)
    if (!opened.isHere) return otherBrowserView(asked)
    const { enterTitle, enterText, enterButton } = words.signInMethods
    return {
      kind: 'page',
      title: enterTitle,
      body: html`<p>${enterText({ email: opened.email })}</p>
        <form method="post" action="${url.pathname}"><button class="button">${enterButton}</button></form>`,
    }
  },
  async take(asked) {
    const { change, params, words, binding, device } = asked
    const secret = params.secret ?? ''
    const proof = await change((ctx) => proveLink(ctx, secret, { browser: binding, device }))
    return proof ? enter(asked, proof, proof.next) : linkOver(words)
  },
}

type Failed = { email?: string; next?: string; fault?: string; alert?: string; status?: number }

function formView({ words, url }: Asked, { email, fault, alert, status, ...kept }: Failed = {}): Shown {
  const { signInMethods, fields } = words
  const next = ownPath(kept.next ?? url.searchParams.get('next'))
  return {
    kind: 'page',
    status,
    title: signInMethods.linkTitle,
    body: html`<p>${signInMethods.linkText}</p>${alertView(alert)}
      <form method="post" action="${LINK}"><input type="hidden" name="next" value="${next}">
      ${fieldView({ name: 'email', label: fields.email, type: 'email', value: email, autocomplete: 'username', fault, isFirst: true })}
      <button class="button">${signInMethods.linkSend}</button></form>${backView(words.back, next)}`,
  }
}

function sentView({ words }: Asked, email: string): Shown {
  const { linkSentTitle, linkSentText } = words.signInMethods
  return {
    kind: 'page',
    title: linkSentTitle,
    body: html`<p role="status">${linkSentText({ email })}</p>${backView(words.back)}`,
  }
}

function otherBrowserView({ words }: Asked): Shown {
  const { otherBrowserTitle, otherBrowserText } = words.signInMethods
  return {
    kind: 'page',
    status: 403,
    title: otherBrowserTitle,
    body: html`<p>${otherBrowserText}</p><p><a class="button" href="${LINK}">${words.signInMethods.linkTitle}</a></p>`,
  }
}

function backView(back: string, next = HOME) {
  const way = next === HOME ? '' : `?${new URLSearchParams({ next })}`
  return html`<p class="aside"><a href="${SIGN_IN}${way}">${back}</a></p>`
}
