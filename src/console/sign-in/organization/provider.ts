// Sign-in with a provider of an organization. People are led there from here, also by a link that the provider shows them,
// and come back with an answer; one that nobody asked for here lets nobody in.
import { html } from '../../../engines/html/html.ts'
import { Problem } from '../../../kit/domain/problems.ts'
import { bindingCookie } from '../../../kit/http/requests/session-cookie.ts'
import { startPath } from '../../../rooms/people/sso/addresses.ts'
import {
  type Shown as ShownIdentity,
  takeOidcAnswer,
  takeSamlResponse,
  takeShown,
} from '../../../rooms/people/sso/sign-in/answers.ts'
import { askOrganizationProvider, findSignInProvider } from '../../../rooms/people/sso/sign-in/ask.ts'
import { recognizeMember } from '../../../rooms/people/sso/sign-in/recognize-member.ts'
import { type Asked, type ConsoleAnswer, type ConsolePage, lead } from '../../frame/page.ts'
import { ownPath } from '../own-path.ts'
import { enter } from '../sign-in.ts'
import { isAgain, signInView } from '../sign-in-view.ts'

export const ORGANIZATION_PROVIDER = startPath(':provider')
export const LINK_MEMBER = startPath('link')

type Provider = NonNullable<Awaited<ReturnType<typeof findSignInProvider>>>

export const organizationProviderPage: ConsolePage = {
  path: ORGANIZATION_PROVIDER,
  show: (asked) => start(asked, asked.url.searchParams.get('next')),
  take: (asked, form) => start(asked, form.get('next')),
}

function start(asked: Asked, next: string | null) {
  return withProvider(asked, async (provider) => {
    try {
      return await leadTo(asked, provider, ownPath(next))
    } catch (error) {
      if (!(error instanceof Problem && error.kind === 'unavailable')) throw error
      return signInView(asked, {
        alert: asked.words.identities.busy({ provider: provider.label }),
        status: 503,
      })
    }
  })
}

async function withProvider(asked: Asked, work: (provider: Provider) => Promise<ConsoleAnswer>) {
  const provider = await findSignInProvider(asked.ctx, asked.params.provider)
  if (provider) return work(provider)
  return signInView(asked, { alert: asked.words.signInMethods.methodOff, status: 404 })
}

async function leadTo(asked: Asked, provider: Provider, next: string): Promise<ConsoleAnswer> {
  const { ctx, change, words } = asked
  const browser = asked.binding ?? ctx.ids.secret()
  const question = { browser, next, isFresh: isAgain(asked) }
  const to = await askOrganizationProvider(ctx, change, provider, question)
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

/** Where a form of the provider ends. It comes from elsewhere, without cookies: the browser is asked for them by the next page. */
export const samlAnswerPage: ConsolePage = {
  path: `${ORGANIZATION_PROVIDER}/saml`,
  isOpen: true,
  show: async ({ params }) => lead(startPath(params.provider ?? '')),
  take: (asked, form) =>
    withProvider(asked, async (provider) => {
      if (provider.kind !== 'saml') return failed(asked, provider)
      const secret = await takeSamlResponse(asked.ctx, asked.change, provider, form.get('SAMLResponse'))
      return secret ? lead(`${startPath(provider.id)}/shown/${secret}`) : failed(asked, provider)
    }),
}

export const samlShownPage: ConsolePage = {
  path: `${ORGANIZATION_PROVIDER}/shown/:secret`,
  show: (asked) =>
    withProvider(asked, async (provider) => {
      const { ctx, change, binding: browser, params } = asked
      const taken = await takeShown(ctx, change, provider, { secret: params.secret ?? '', browser })
      return taken ? arrive(asked, provider, taken) : failed(asked, provider)
    }),
}

export const oidcShownPage: ConsolePage = {
  path: `${ORGANIZATION_PROVIDER}/answer`,
  show: (asked) =>
    withProvider(asked, async (provider) => {
      const { ctx, change, binding: browser, url } = asked
      if (provider.kind !== 'oidc') return failed(asked, provider)
      const taken = await takeOidcAnswer(ctx, change, provider, { answer: url, browser })
      return taken ? arrive(asked, provider, taken) : failed(asked, provider)
    }),
}

function failed(asked: Asked, { label }: Provider) {
  return signInView(asked, { alert: asked.words.identities.failed({ provider: label }), status: 401 })
}

async function arrive(
  asked: Asked,
  provider: Provider,
  { shown, next }: { shown: ShownIdentity; next: string },
): Promise<ConsoleAnswer> {
  const { change, words, binding: browser = '' } = asked
  const found = await change((ctx) => recognizeMember(ctx, provider, shown, { browser, next }))
  const about = { provider: provider.label }
  switch (found.kind) {
    case 'known':
      return enter(asked, found.proof, next)
    case 'asks':
      return lead(`${LINK_MEMBER}/${found.secret}`)
    case 'no-account':
      return signInView(asked, { alert: words.identities.noAccount(about), status: 403, next })
    case 'no-address':
      return signInView(asked, { alert: words.identities.noAddress(about), status: 403, next })
  }
}
