import { html } from '../../engines/html/html.ts'
import { isNotFound, Problem } from '../../kit/domain/problems.ts'
import { requireAbility } from '../../kit/domain/subjects.ts'
import { beginAttempt } from '../../rooms/people/accounts/attempts.ts'
import { isOn } from '../../rooms/people/accounts/methods/methods.ts'
import { hashPassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { openInvite } from '../../rooms/people/invites/access.ts'
import { registerByInvite } from '../../rooms/people/invites/invitations.ts'
import { joinByInvite } from '../../rooms/people/invites/join.ts'
import { fieldView } from '../frame/fields.ts'
import { HOME, SIGN_IN } from '../frame/frame.ts'
import { type Asked, type ConsolePage, type Form, lead, type Shown } from '../frame/page.ts'
import { linkOver, newPasswordField, passwordFault } from './new-password.ts'
import { enter } from './sign-in.ts'

type Faults = Partial<Record<'name' | 'email' | 'password', string>>

/** An invite link that several people may use: with the account they have, or with a new one. */
export const joinPage: ConsolePage = {
  path: `${HOME}/~join/:organizationId/:inviteId`,
  async show(asked) {
    const organization = await invitingOrganization(asked)
    return organization === undefined ? linkOver(asked.words) : view(asked, organization)
  },
  async take(asked, form) {
    const { ctx, change, words } = asked
    const organization = await invitingOrganization(asked)
    if (organization === undefined) return linkOver(words)
    const place = placeOf(asked)
    if (ctx.actor.kind === 'user') {
      await change(async (ctx) => joinByInvite(ctx, await requireAbility(ctx, openInvite, place, 'use')))
      return lead(`${HOME}/${encodeURIComponent(place.organizationId)}`)
    }
    return register(asked, form, organization)
  },
}

async function register(asked: Asked, form: Form, organization: string) {
  const { ctx, change, words, browser } = asked
  if (!isOn(ctx, 'password')) return view(asked, organization)
  const [displayName, email] = [form.get('name').trim(), form.get('email').trim()]
  const faults: Faults = {
    ...(displayName === '' && { name: words.faults.required }),
    ...(!/^[^\s@]+@[^\s@]+$/.test(email) && { email: words.faults.email }),
  }
  if (Object.keys(faults).length > 0) return view(asked, organization, form, faults)
  try {
    // Whoever has a link could ask which addresses have accounts: not often.
    await beginAttempt(ctx, { account: placeOf(asked).inviteId, address: browser.address })
    const password = await hashPassword(ctx, form.get('password'), email)
    const made = await change((ctx) =>
      registerByInvite(ctx, placeOf(asked), { email, displayName, password }),
    )
    return enter(asked, { userId: made.id, methods: ['password'] }, HOME)
  } catch (error) {
    if (isNotFound(error)) return linkOver(words)
    const kind = error instanceof Problem ? error.kind : undefined
    if (kind === 'conflict') return view(asked, organization, form, { email: words.faults.emailTaken })
    if (kind === 'rate_limited') throw error
    return view(asked, organization, form, { password: passwordFault(words, error) })
  }
}

function placeOf({ params }: Asked) {
  return { organizationId: params.organizationId ?? '', inviteId: params.inviteId ?? '' }
}

async function invitingOrganization(asked: Asked): Promise<string | undefined> {
  const invite = await openInvite.find(asked.ctx, placeOf(asked))
  return invite?.organization.title
}

function view({ words, url, ctx }: Asked, organization: string, form?: Form, faults: Faults = {}): Shown {
  const { join, fields } = words
  const { actor } = ctx
  const kept = (name: string) => form?.get(name)
  const way = new URLSearchParams({ next: url.pathname })
  const signIn = html`<p class="aside"><a href="${SIGN_IN}?${way.toString()}">${join.signIn}</a></p>`
  const known = html`<p>${words.signInMethods.newcomersOff}</p>${signIn}`
  const newcomer = html`<p>${join.text}</p><form method="post" action="${url.pathname}">
      ${fieldView({ name: 'name', label: fields.name, value: kept('name'), autocomplete: 'name', fault: faults.name, isFirst: true, maxLength: 64 })}
      ${fieldView({ name: 'email', label: fields.email, type: 'email', value: kept('email'), autocomplete: 'username', fault: faults.email })}
      ${newPasswordField(words, faults.password)}<button class="button">${words.invitation.button}</button></form>
      ${signIn}`
  return {
    kind: 'page',
    status: form ? 400 : 200,
    title: join.title({ organization }),
    body:
      actor.kind === 'user'
        ? html`<p>${join.signedIn({ email: actor.email })}</p>
          <form method="post" action="${url.pathname}"><button class="button">${join.button}</button></form>`
        : isOn(ctx, 'password')
          ? newcomer
          : known,
  }
}
