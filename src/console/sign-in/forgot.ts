import { html } from '../../engines/html/html.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { countMail, countMailFrom } from '../../rooms/people/accounts/links/mail-limit.ts'
import { isOn } from '../../rooms/people/accounts/methods/methods.ts'
import { requestReset } from '../../rooms/people/mail/queue-mail.ts'
import { alertView, fieldView } from '../frame/fields.ts'
import { HOME, SIGN_IN } from '../frame/frame.ts'
import type { Asked, ConsolePage, Shown } from '../frame/page.ts'
import { isEmailAddress } from './email-address.ts'

const PAGE = `${HOME}/~forgot`

/** An address that nobody has, and one that was sent enough, gets the same answer as all others. */
export const forgotPage: ConsolePage = {
  path: PAGE,
  show: async (asked) => (isPossible(asked) ? formView(asked) : impossible(asked)),
  async take(asked, form) {
    const { ctx, change, words, browser } = asked
    const email = form.get('email').trim()
    if (!isPossible(asked)) return impossible(asked)
    if (!isEmailAddress(email)) return formView(asked, { email, fault: words.faults.email, status: 400 })
    try {
      await countMailFrom(ctx, browser.address)
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'rate_limited')) throw error
      return formView(asked, { email, alert: words.forgot.tooMany, status: 429 })
    }
    if (await countMail(ctx, email)) await change((ctx) => requestReset(ctx, email))
    return sentView(asked, email)
  },
}

type Failed = { email?: string; fault?: string; alert?: string; status?: number }

function formView({ words }: Asked, { email, fault, alert, status }: Failed = {}): Shown {
  const { forgot, fields } = words
  return {
    kind: 'page',
    status,
    title: forgot.title,
    body: html`<p>${forgot.text}</p>${alertView(alert)}<form method="post" action="${PAGE}">
      ${fieldView({ name: 'email', label: fields.email, type: 'email', value: email, autocomplete: 'username', fault, isFirst: true })}
      <button class="button">${forgot.button}</button></form>${backView(words.back)}`,
  }
}

function sentView({ words }: Asked, email: string): Shown {
  const { sentTitle, sentText } = words.forgot
  return {
    kind: 'page',
    title: sentTitle,
    body: html`<p role="status">${sentText({ email })}</p>${backView(words.back)}`,
  }
}

function isPossible({ ctx }: Asked) {
  return ctx.hasMail && isOn(ctx, 'password')
}

/** Without mail administrators make links to be copied. */
function impossible({ ctx, words }: Asked): Shown {
  const text = isOn(ctx, 'password') ? words.forgot.noMail : words.signInMethods.passwordsOff
  return {
    kind: 'page',
    title: words.forgot.title,
    body: html`<p>${text}</p>${backView(words.back)}`,
  }
}

function backView(back: string) {
  return html`<p class="aside"><a href="${SIGN_IN}">${back}</a></p>`
}
