// A sign-in that goes to an identity provider and comes back. What is asked is kept here, sealed and for one answer, and
// belongs to the browser that began: an answer that somebody else got is good for nothing in it.
import type { OutsideContext, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { unavailable } from '../../../../kit/domain/problems.ts'
import { authorizationUrl, type OidcClaims, OidcFailure, readAnswer } from '../../../../world/oidc/client.ts'
import type { OidcProvider } from '../../../../world/oidc/provider.ts'
import { consumeLink, createLink, peekLink } from '../links/one-time-links.ts'
import { isOn } from '../methods/methods.ts'
import { browserHash } from '../methods/sign-in-links.ts'

export function findProvider(ctx: ReadContext, id: string | undefined): OidcProvider | undefined {
  return isOn(ctx, 'oidc') ? ctx.oidcProviders.find((provider) => provider.id === id) : undefined
}

/** Each provider has an address of its own for answers, so that none can answer for another. */
function redirectUri({ links }: ReadContext, { id }: OidcProvider) {
  return links.of(`/o/~sign-in/with/${id}/answer`)
}

export type Question = {
  browser: string
  next: string
  /** Whoever is signed in: they confirm that it is them, or link what they show. */
  userId?: string
  use: 'sign-in' | 'link'
  /** To sign in there anew. */
  isFresh: boolean
}

/** Where the browser goes. The provider is asked before anything is written. */
export async function askProvider(
  ctx: OutsideContext,
  change: <T>(work: (ctx: WriteContext) => Promise<T>) => Promise<T>,
  provider: OidcProvider,
  { browser, next, userId = undefined, use, isFresh }: Question,
): Promise<string> {
  const [nonce, verifier] = [ctx.ids.secret(), ctx.ids.secret() + ctx.ids.secret()]
  const sealed = ctx.vault.seal(JSON.stringify({ nonce, verifier }))
  const details = { provider: provider.id, browser: browserHash(browser), next, use, isFresh, sealed }
  const { secret: state } = await change((ctx) => createLink(ctx, 'oidc', { ...details, userId }))
  const request = { redirectUri: redirectUri(ctx, provider), state, nonce, verifier }
  try {
    return await authorizationUrl(ctx.fetcher, provider, request, { now: ctx.clock.now(), isFresh })
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    ctx.log.warn({ provider: provider.id, reason: error.message }, 'An identity provider was not reached')
    throw unavailable(`${provider.label} does not answer`, 10, error)
  }
}

export type Answer = {
  claims: OidcClaims
  next: string
  use: 'sign-in' | 'link'
  userId?: string
}

/** Undefined for whatever was not asked, or is not true. */
export async function takeAnswer(
  ctx: OutsideContext,
  change: <T>(work: (ctx: WriteContext) => Promise<T>) => Promise<T>,
  provider: OidcProvider,
  { answer, browser }: { answer: URL; browser?: string },
): Promise<Answer | undefined> {
  const state = answer.searchParams.get('state') ?? ''
  const asked = await peekLink(ctx, 'oidc', state)
  // In another browser nothing is used up: whoever began can still come back.
  if (!asked || !browser || asked.details.browser !== browserHash(browser)) return
  const question = await change((ctx) => consumeLink(ctx, 'oidc', state))
  if (!question || question.details.provider !== provider.id) return
  const { sealed = '', next = '', use, isFresh = false } = question.details
  const { nonce, verifier } = JSON.parse(ctx.vault.open(sealed))
  const request = { redirectUri: redirectUri(ctx, provider), state, nonce, verifier }
  try {
    const now = ctx.clock.now()
    const claims = await readAnswer(ctx.fetcher, provider, { answer, request, now, isFresh })
    const userId = question.userId ?? undefined
    return { claims, next, use: use === 'link' ? 'link' : 'sign-in', userId }
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    ctx.log.warn({ provider: provider.id, reason: error.message }, 'A sign-in at an identity provider failed')
    return
  }
}
