import { html } from '../../engines/html/html.ts'
import { isOn } from '../../rooms/people/accounts/methods/methods.ts'
import { hashPassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { acceptInvitation, openInvitation } from '../../rooms/people/invites/invitations.ts'
import { fieldView } from '../frame/fields.ts'
import { HOME } from '../frame/frame.ts'
import type { Asked, ConsolePage, Form, Shown } from '../frame/page.ts'
import { linkOver, newPasswordField, passwordFault } from './new-password.ts'
import { enter } from './sign-in.ts'

type Invitation = { email: string; organization: string }

/** Somebody who was invited by e-mail makes their account. */
export const invitationPage: ConsolePage = {
  path: `${HOME}/~invitation/:secret`,
  async show(asked) {
    const invitation = await openInvitation(asked.ctx, asked.params.secret ?? '')
    return invitation ? view(asked, invitation) : linkOver(asked.words)
  },
  async take(asked, form) {
    const { ctx, change, words, params } = asked
    const secret = params.secret ?? ''
    const invitation = await openInvitation(ctx, secret)
    if (!invitation) return linkOver(words)
    const displayName = form.get('name').trim()
    if (displayName === '') return view(asked, invitation, form, { name: words.faults.required })
    try {
      const password = isOn(ctx, 'password')
        ? await hashPassword(ctx, form.get('password'), invitation.email)
        : undefined
      const made = await change((ctx) => acceptInvitation(ctx, secret, { displayName, password }))
      return made ? enter(asked, { userId: made.id, methods: ['link'] }, HOME) : linkOver(words)
    } catch (error) {
      return view(asked, invitation, form, { password: passwordFault(words, error) })
    }
  },
}

function view(
  { ctx, words, url }: Asked,
  { email, organization }: Invitation,
  form?: Form,
  faults: { name?: string; password?: string } = {},
): Shown {
  const { invitation, fields, signInMethods } = words
  const hasPasswords = isOn(ctx, 'password')
  const text = hasPasswords ? invitation.text : signInMethods.withoutPassword
  return {
    kind: 'page',
    status: form ? 400 : 200,
    title: invitation.title({ organization }),
    body: html`<p>${text({ email })}</p>
      <form method="post" action="${url.pathname}"><input type="email" name="email" value="${email}" autocomplete="username" hidden>
        ${fieldView({ name: 'name', label: fields.name, value: form?.get('name'), autocomplete: 'name', fault: faults.name, isFirst: true, maxLength: 64 })}
        ${hasPasswords && newPasswordField(words, faults.password)}<button class="button">${invitation.button}</button></form>`,
  }
}
