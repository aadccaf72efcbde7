import { html } from '../../engines/html/html.ts'
import { peekLink } from '../../rooms/people/accounts/links/one-time-links.ts'
import { resetPassword } from '../../rooms/people/accounts/links/recovery.ts'
import { isOn } from '../../rooms/people/accounts/methods/methods.ts'
import { hashPassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { findUserById } from '../../rooms/people/identity/users.ts'
import { HOME } from '../frame/frame.ts'
import type { Asked, ConsolePage, Shown } from '../frame/page.ts'
import { linkOver, newPasswordField, passwordFault } from './new-password.ts'
import { enter } from './sign-in.ts'

export const resetPage: ConsolePage = {
  path: `${HOME}/~reset/:secret`,
  async show(asked) {
    const user = await ownerOf(asked)
    return user ? view(asked, user.email) : linkOver(asked.words)
  },
  async take(asked, form) {
    const { ctx, change, words, params, device } = asked
    const user = await ownerOf(asked)
    if (!user) return linkOver(words)
    try {
      const password = await hashPassword(ctx, form.get('password'), user.email)
      const reset = await change((ctx) => resetPassword(ctx, params.secret ?? '', { password, device }))
      return reset ? enter(asked, { userId: reset.id, methods: ['link'] }, HOME) : linkOver(words)
    } catch (error) {
      return view(asked, user.email, passwordFault(words, error))
    }
  },
}

async function ownerOf({ ctx, params }: Asked) {
  if (!isOn(ctx, 'password')) return
  const link = await peekLink(ctx, 'reset', params.secret ?? '')
  const user = link?.userId ? await findUserById(ctx, link.userId) : undefined
  return user?.suspendedAt ? undefined : user
}

function view({ words, url }: Asked, email: string, fault?: string): Shown {
  return {
    kind: 'page',
    status: fault ? 400 : 200,
    title: words.reset.title,
    body: html`<p>${words.reset.text({ email })}</p>
      <form method="post" action="${url.pathname}"><input type="email" name="email" value="${email}" autocomplete="username" hidden>
        ${newPasswordField(words, fault)}<button class="button">${words.reset.button}</button></form>`,
  }
}
