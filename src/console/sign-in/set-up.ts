import { html } from '../../engines/html/html.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { peekLink } from '../../rooms/people/accounts/links/one-time-links.ts'
import { hashPassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { hasFirstOrganization, setUpInstallation } from '../../rooms/people/invites/set-up.ts'
import { fieldView } from '../frame/fields.ts'
import { HOME } from '../frame/frame.ts'
import type { Asked, ConsolePage, Form, Shown } from '../frame/page.ts'
import { linkOver, newPasswordField, passwordFault } from './new-password.ts'
import { enter } from './sign-in.ts'

type Faults = Partial<Record<'name' | 'email' | 'organization' | 'password', string>>

export const setUpPage: ConsolePage = {
  path: `${HOME}/~set-up/:secret`,
  async show(asked) {
    return (await isGood(asked)) ? view(await withPlace(asked)) : linkOver(asked.words)
  },
  async take(visit, form) {
    const { ctx, change, words, params } = visit
    if (!(await isGood(visit))) return linkOver(words)
    const asked = await withPlace(visit)
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
      const isTaken = error instanceof Problem && error.kind === 'conflict'
      if (isTaken) return view(asked, form, { email: words.faults.emailTaken })
      return view(asked, form, { password: passwordFault(words, error) })
    }
  },
}

async function isGood({ ctx, params }: Asked) {
  return (await peekLink(ctx, 'set-up', params.secret ?? '')) !== undefined
}

/** Whoever published something before has an organization, and is not asked for another one. */
type SetUpAsked = Asked & { hasOrganization: boolean }

async function withPlace(asked: Asked): Promise<SetUpAsked> {
  return { ...asked, hasOrganization: await hasFirstOrganization(asked.ctx) }
}

function faultsOf({ words, hasOrganization }: SetUpAsked, form: Form): Faults {
  const faults: Faults = {}
  const needed = hasOrganization ? (['name'] as const) : (['name', 'organization'] as const)
  for (const name of needed) if (form.get(name).trim() === '') faults[name] = words.faults.required
  if (!/^[^\s@]+@[^\s@]+$/.test(form.get('email').trim())) faults.email = words.faults.email
  return faults
}

function view({ words, url, hasOrganization }: SetUpAsked, form?: Form, faults: Faults = {}): Shown {
  const { fields, setUp } = words
  const kept = (name: string) => form?.get(name)
  return {
    kind: 'page',
    status: Object.keys(faults).length > 0 ? 400 : 200,
    title: setUp.title,
    body: html`<p>${hasOrganization ? setUp.accountText : setUp.text}</p><form method="post" action="${url.pathname}">
      ${fieldView({ name: 'name', label: fields.name, value: kept('name'), autocomplete: 'name', fault: faults.name, isFirst: true, maxLength: 64 })}
      ${fieldView({ name: 'email', label: fields.email, type: 'email', value: kept('email'), autocomplete: 'username', fault: faults.email })}
      ${newPasswordField(words, faults.password)}
      ${!hasOrganization && fieldView({ name: 'organization', label: fields.organization, value: kept('organization'), autocomplete: 'organization', hint: fields.organizationHint, fault: faults.organization, maxLength: 64 })}
      <button class="button">${setUp.button}</button></form>`,
  }
}
