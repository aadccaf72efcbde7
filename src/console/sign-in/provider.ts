// Sign-in with an identity provider: a form leads there, and the provider leads back with an answer.
import { html } from '../../engines/html/html.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { hasRecentSignIn } from '../../kit/http/operations/recent-sign-in.ts'
import { bindingCookie } from '../../kit/http/requests/session-cookie.ts'
import { askProvider, findProvider, takeAnswer } from '../../rooms/people/accounts/identities/ask-provider.ts'
import { linkShown, recognize } from '../../rooms/people/accounts/identities/recognize.ts'
import { joinFromProvider } from '../../rooms/people/invites/join.ts'
import { SECURITY } from '../account/security-path.ts'
import { SIGN_IN } from '../frame/frame.ts'
import { type Asked, type ConsoleAnswer, type ConsolePage, type Form, lead } from '../frame/page.ts'
import { ownPath } from './own-path.ts'
import { enter } from './sign-in.ts'
import { isAgain, signInView } from './sign-in-view.ts'

export const PROVIDER = `${SIGN_IN}/with`
export const IDENTITY = `${SIGN_IN}/identity`

type Provider = NonNullable<ReturnType<typeof findProvider>>

/** The form is ours, and so nobody else begins a sign-in in this browser. */
export const providerPage: ConsolePage = {
  path: `${PROVIDER}/:provider`,
  show: async () => lead(SIGN_IN),
  async take(asked, form) {
    const { ctx, params, words } = asked
    const provider = findProvider(ctx, params.provider)
    if (!provider) return signInView(asked, { alert: words.signInMethods.methodOff, status: 403 })
    try {
      return await leadTo(asked, provider, form)
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'unavailable')) throw error
      const alert = words.identities.busy({ provider: provider.label })
      return signInView(asked, { alert, status: 503, next: form.get('next') })
    }
  },
}

async function leadTo(asked: Asked, provider: Provider, form: Form): Promise<ConsoleAnswer> {
  const { ctx, change, words } = asked
  const { actor } = ctx
  const browser = asked.binding ?? ctx.ids.secret()
  const isLink = form.has('link') && actor.kind === 'user'
  if (isLink && !hasRecentSignIn(actor, ctx.clock.now()))
    return lead(`${SIGN_IN}?again&${new URLSearchParams({ next: SECURITY })}`)
  const isFresh = isLink || isAgain(asked)
  const to = await askProvider(ctx, change, provider, {
    browser,
    next: ownPath(form.get('next')),
    use: isLink ? 'link' : 'sign-in',
    userId: isLink ? actor.id : undefined,
    isFresh,
  })
  const about = { provider: provider.label }
  return {
    kind: 'page',
    title: words.identities.leadingTitle(about),
    body: html`<p>${words.identities.leadingText(about)}</p><p><a class="button" href="${to}">${words.continue}</a></p>`,
    // No redirect: the policy of the page forbids forms that end elsewhere.
    goesOn: to,
    cookies: [bindingCookie(new URL(ctx.links.of('')), browser)],
  }
}

export const providerAnswerPage: ConsolePage = {
  path: `${PROVIDER}/:provider/answer`,
  async show(asked) {
    const { ctx, change, params, url, binding: browser, words } = asked
    const provider = findProvider(ctx, params.provider)
    if (!provider) return signInView(asked, { alert: words.signInMethods.methodOff, status: 403 })
    const about = { provider: provider.label }
    const answer = await takeAnswer(ctx, change, provider, { answer: url, browser })
    if (!answer || browser === undefined)
      return signInView(asked, { alert: words.identities.failed(about), status: 401 })
    const { claims, next, use, userId } = answer
    if (use === 'link') return linkOwn(asked, provider, { claims, userId })
    const found = await change(async (ctx) => {
      const found = await recognize(ctx, provider, claims, { browser, next })
      if (found.kind === 'known' && found.newcomer && provider.organizationId)
        await joinFromProvider(ctx, provider.organizationId, found.newcomer)
      return found
    })
    switch (found.kind) {
      case 'known':
        return enter(asked, found.proof, next)
      case 'asks':
        return lead(`${IDENTITY}/${found.secret}`)
      case 'no-account':
        return signInView(asked, { alert: words.identities.noAccount(about), status: 403, next })
      case 'no-address':
        return signInView(asked, { alert: words.identities.noAddress(about), status: 403, next })
    }
  },
}

/** Whoever began on the page of their account is still signed in there. */
async function linkOwn(
  { ctx, change }: Asked,
  provider: Provider,
  shown: { claims: Parameters<typeof linkShown>[2]; userId?: string },
): Promise<ConsoleAnswer> {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.id !== shown.userId) return lead(SIGN_IN)
  const isLinked = await change((ctx) => linkShown(ctx, provider, shown.claims, actor.id)).catch((error) => {
    if (error instanceof Problem && error.kind === 'conflict') return false
    throw error
  })
  return lead(
    `${SECURITY}?${new URLSearchParams({ identity: isLinked ? 'linked' : 'taken', provider: provider.id })}`,
  )
}
