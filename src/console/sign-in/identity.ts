// Somebody showed an identity whose address has an account here. They sign in to that account, and then link the two.
import { type Html, html } from '../../engines/html/html.ts'
import { hasRecentSignIn } from '../../kit/http/operations/recent-sign-in.ts'
import { findWaiting, linkWaiting, showsOwner } from '../../rooms/people/accounts/identities/recognize.ts'
import { SIGN_IN, SIGN_OUT } from '../frame/frame.ts'
import { type Asked, type ConsolePage, lead, type Shown } from '../frame/page.ts'
import { linkOver } from './new-password.ts'
import { ownPath } from './own-path.ts'
import { IDENTITY } from './provider.ts'

export const waitingIdentityPage: ConsolePage = {
  path: `${IDENTITY}/:secret`,
  async show(asked) {
    const waiting = await findWaiting(asked.ctx, asked.params.secret ?? '', asked.binding)
    return waiting ? waitingView(asked, waiting) : linkOver(asked.words)
  },
  async take(asked) {
    const { ctx, change, params, binding, words } = asked
    const secret = params.secret ?? ''
    const waiting = await findWaiting(ctx, secret, binding)
    if (!waiting) return linkOver(words)
    if (!(await isOwnerHere(asked, waiting))) return waitingView(asked, waiting)
    await change((ctx) => linkWaiting(ctx, secret, waiting))
    return lead(ownPath(waiting.next))
  },
}

type Waiting = { userId: string; email: string; provider: { label: string } }

/** Both sides: the session is of that account, new, and began with something of its owner's. */
export async function isOwnerHere({ ctx }: Asked, { userId }: Waiting) {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.id !== userId || actor.credential.kind !== 'session') return false
  return hasRecentSignIn(actor, ctx.clock.now()) && showsOwner(ctx, actor.credential.id)
}

export async function waitingView(asked: Asked, waiting: Waiting): Promise<Shown> {
  const { ctx, url, words } = asked
  const { identities } = words
  const about = { email: waiting.email, provider: waiting.provider.label }
  const page = (title: string, body: Html): Shown => ({ kind: 'page', title, body })
  if (await isOwnerHere(asked, waiting))
    return page(
      identities.linkTitle(about),
      html`<p>${identities.linkText(about)}</p><form method="post" action="${url.pathname}">
        <button class="button">${identities.linkButton(about)}</button></form>`,
    )
  const { actor } = ctx
  if (actor.kind === 'user' && actor.id !== waiting.userId)
    return page(
      identities.linkTitle(about),
      html`<p>${identities.otherText({ email: actor.email, provider: about.provider })}</p>
        <form method="post" action="${SIGN_OUT}"><button class="button">${words.signOut}</button></form>`,
    )
  const way = new URLSearchParams({ next: url.pathname, ...(actor.kind === 'user' && { again: '' }) })
  return page(
    identities.knownTitle,
    html`<p>${identities.knownText(about)}</p>
      <p><a class="button" href="${SIGN_IN}?${way.toString()}">${identities.knownButton}</a></p>`,
  )
}
