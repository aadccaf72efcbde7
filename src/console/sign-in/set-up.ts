import { html } from '../../engines/html/html.ts'
import { peekLink } from '../../rooms/people/accounts/one-time-links.ts'
import { hashPassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { setUpInstallation } from '../../rooms/people/invites/set-up.ts'
import { fieldView } from '../fields.ts'
import { HOME } from '../frame.ts'
import type { Asked, ConsolePage, Form, Shown } from '../page.ts'
import { linkOver, newPasswordField, passwordFault } from './new-password.ts'
import { enter } from './sign-in.ts'

type Faults = Partial<Record<'name' | 'email' | 'organization' | 'password', string>>

export const setUpPage: ConsolePage = {
  path: `${HOME}/~set-up/:secret`,
  async show(asked) {
    return (await isGood(asked)) ? view(asked) : linkOver(asked.words)
  },
  async take(asked, form) {
    const { ctx, change, words, params } = asked
    if (!(await isGood(asked))) return linkOver(words)
    const faults = faultsOf(asked, form)
    if (Object.keys(faults).length > 0) return view(asked, form, faults)
    const details = { displayName: form.get('name').trim(), email: form.get('email').trim() }
    try {
      const password = await hashPassword(ctx, form.get('password'), details.email)
      const title = form.get('organization').trim()
      const made = await change((ctx) =>
        setUpInstallation(ctx, params.secret ?? '', { ...details, title, password }),
      )
      return made ? enter(asked, { userId: made.id, methods: ['password'] }, HOME) : linkOver(words)
    } catch (error) {
      return view(asked, form, { password: passwordFault(words, error) })
    }
  },
}

async function isGood({ ctx, params }: Asked) {
  return (await peekLink(ctx, 'set-up', params.secret ?? '')) !== undefined
}

function faultsOf({ words }: Asked, form: Form): Faults {
  const faults: Faults = {}
  for (const name of ['name', 'organization'] as const)
    if (form.get(name).trim() === '') faults[name] = words.faults.required
  if (!/^[^\s@]+@[^\s@]+$/.test(form.get('email').trim())) faults.email = words.faults.email
  return faults
}

function view({ words, url }: Asked, form?: Form, faults: Faults = {}): Shown {
  const { fields, setUp } = words
  const kept = (name: string) => form?.get(name)
  return {
    kind: 'page',
    status: Object.keys(faults).length > 0 ? 400 : 200,
    title: setUp.title,
    body: html`<p>${setUp.text}</p><form method="post" action="${url.pathname}">
      ${fieldView({ name: 'name', label: fields.name, value: kept('name'), autocomplete: 'name', fault: faults.name, isFirst: true, maxLength: 64 })}
      ${fieldView({ name: 'email', label: fields.email, type: 'email', value: kept('email'), autocomplete: 'username', fault: faults.email })}
      ${newPasswordField(words, faults.password)}
      ${fieldView({ name: 'organization', label: fields.organization, value: kept('organization'), autocomplete: 'organization', hint: fields.organizationHint, fault: faults.organization, maxLength: 64 })}
      <button class="button">${setUp.button}</button></form>`,
  }
}
