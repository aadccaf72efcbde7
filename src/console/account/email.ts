import { html } from '../../engines/html/html.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { hasPassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { prepareEmailChange, requestEmailChange } from '../../rooms/people/mail/email-change.ts'
import { fieldView } from '../frame/fields.ts'
import { ACCOUNT, EMAIL } from '../frame/frame.ts'
import type { Form, Shown } from '../frame/page.ts'
import { isEmailAddress } from '../sign-in/email-address.ts'
import { type OwnAsked, ownPage } from './account-page.ts'

type Faults = { email?: string; currentPassword?: string }

export const emailPage = ownPage({
  path: EMAIL,
  isSensitive: true,
  show: (asked) => view(asked),
  async take(asked, form) {
    const { ctx, change, person, words } = asked
    if (!ctx.hasMail) return view(asked)
    const email = form.get('email').trim()
    const fault = faultOf(asked, email)
    if (fault) return view(asked, { form, faults: { email: fault } })
    try {
      const password = form.get('currentPassword')
      const prepared = await prepareEmailChange(ctx, person, { email, password })
      await change((ctx) => requestEmailChange(ctx, person.id, prepared))
    } catch (error) {
      return view(asked, { form, faults: { currentPassword: passwordFault(asked, error) } })
    }
    const { sentTitle, sentText } = words.email
    // Whoever never showed that the present address is theirs is not asked there.
    const sent = person.isEmailVerified ? words.emailApproval.sentText({ email }) : sentText({ email })
    return page(sentTitle, html`<section class="panel"><p role="status">${sent}</p></section>`)
  },
})

function faultOf({ person, words }: OwnAsked, email: string) {
  if (!isEmailAddress(email)) return words.faults.email
  return email.toLowerCase() === person.email.toLowerCase() ? words.faults.sameEmail : undefined
}

function passwordFault({ words }: OwnAsked, error: unknown): string {
  if (!(error instanceof Problem)) throw error
  if (error.kind === 'forbidden') return words.account.wrongPassword
  if (error.kind === 'rate_limited')
    return words.signIn.wait({ count: Number(error.details?.retryAfter ?? 1) })
  throw error
}

async function view(asked: OwnAsked, { form, faults = {} }: { form?: Form; faults?: Faults } = {}) {
  const { ctx, person, words } = asked
  const { email, fields } = words
  if (!ctx.hasMail) return page(email.title, html`<section class="panel"><p>${email.noMail}</p></section>`)
  const current = fieldView({
    name: 'currentPassword',
    label: fields.currentPassword,
    type: 'password',
    autocomplete: 'current-password',
    maxLength: 1_000,
    fault: faults.currentPassword,
  })
  const body = html`<section class="panel"><p class="quiet">${email.text}</p><form method="post" action="${EMAIL}">
    ${fieldView({ name: 'email', label: email.field, type: 'email', value: form?.get('email'), autocomplete: 'email', fault: faults.email })}
    ${(await hasPassword(ctx, person.id)) && current}
    <button class="button">${email.button}</button> <a class="button plain" href="${ACCOUNT}">${words.cancel}</a></form></section>`
  return page(email.title, body, Object.keys(faults).length > 0 ? 400 : 200)
}

function page(title: string, body: Shown['body'], status = 200): Shown {
  return { kind: 'page', layout: 'settings', current: '', status, title, body }
}
