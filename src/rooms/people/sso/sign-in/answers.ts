// What a provider of an organization answers. SAML comes by a form from elsewhere, without the cookies of the browser: it is
// checked, kept under a new secret, and the browser that asked comes for it.
import type { OutsideContext, ReadContext } from '../../../../kit/domain/context.ts'
import { OidcFailure, readAnswer } from '../../../../world/oidc/client.ts'
import type { SamlClaims } from '../../../../world/saml/assertion.ts'
import { SamlFailure } from '../../../../world/saml/provider.ts'
import { questionOf, readSamlResponse } from '../../../../world/saml/response.ts'
import { hashSecret } from '../../../../world/secrets/secrets.ts'
import { consumeLink, createLink, type OneTimeLink, peekLink } from '../../accounts/links/one-time-links.ts'
import { browserHash } from '../../accounts/methods/sign-in-links.ts'
import { answerPath, samlServiceOf } from '../addresses.ts'
import { oidcOf } from '../oidc.ts'
import { insertAssertion, type ProviderRow } from '../store-providers.ts'
import { type Change, samlOf } from './ask.ts'

/** What a provider says of somebody, after everything about it was checked. */
export type Shown = { subject: string; email?: string; name?: string; sessionUntil?: Date }

/** The secret of what was shown; undefined for whatever was not asked, is not true, or was taken before. */
export async function takeSamlResponse(
  ctx: OutsideContext,
  change: Change,
  row: ProviderRow,
  response: string,
): Promise<string | undefined> {
  const requestId = questionOf(response) ?? ''
  const question = await peekLink(ctx, 'sso', requestId.slice(1))
  if (!question || question.details.provider !== row.id) return
  const claims = await checked(ctx, row, response, { requestId, isFresh: question.details.isFresh ?? false })
  if (!claims) return
  return change(async (ctx) => {
    const hash = hashSecret(claims.id)
    const isNew = await insertAssertion(ctx.db, { providerId: row.id, hash, expiresAt: claims.until })
    // Of two who bring it at once, one gets in.
    const taken = isNew && (await consumeLink(ctx, 'sso', requestId.slice(1)))
    if (!taken) return
    const { browser, next } = taken.details
    const { subject, email, name, sessionUntil } = claims
    const details = { provider: row.id, browser, next, subject, email, name }
    const until = sessionUntil?.toISOString()
    return (await createLink(ctx, 'sso-answer', { ...details, until })).secret
  })
}

async function checked(
  ctx: OutsideContext,
  row: ProviderRow,
  response: string,
  question: { requestId: string; isFresh: boolean },
): Promise<SamlClaims | undefined> {
  const service = samlServiceOf(ctx.links, row.id)
  try {
    const expected = { provider: samlOf(row), service, now: ctx.clock.now(), ...question }
    return await readSamlResponse(response, expected)
  } catch (error) {
    if (!(error instanceof SamlFailure)) throw error
    ctx.log.warn({ provider: row.id, reason: error.message }, 'A sign-in at an identity provider failed')
    return
  }
}

/** For the browser that asked, once. */
export async function takeShown(
  ctx: ReadContext,
  change: Change,
  row: ProviderRow,
  { secret, browser }: { secret: string; browser?: string },
): Promise<{ shown: Shown; next: string } | undefined> {
  const waiting = await peekLink(ctx, 'sso-answer', secret)
  if (!isOf(waiting, row, browser)) return
  const taken = await change((ctx) => consumeLink(ctx, 'sso-answer', secret))
  if (!taken) return
  const { subject = '', email, name, next = '', until } = taken.details
  return { shown: { subject, email, name, sessionUntil: until ? new Date(until) : undefined }, next }
}

export async function takeOidcAnswer(
  ctx: OutsideContext,
  change: Change,
  row: ProviderRow,
  { answer, browser }: { answer: URL; browser?: string },
): Promise<{ shown: Shown; next: string } | undefined> {
  const state = answer.searchParams.get('state') ?? ''
  if (!isOf(await peekLink(ctx, 'sso', state), row, browser)) return
  const question = await change((ctx) => consumeLink(ctx, 'sso', state))
  if (!question) return
  const { sealed = '', next = '', isFresh = false } = question.details
  const { nonce, verifier } = JSON.parse(ctx.vault.open(sealed))
  const request = { redirectUri: ctx.links.of(answerPath(row.id)), state, nonce, verifier }
  try {
    const now = ctx.clock.now()
    const claims = await readAnswer(ctx.fetcher, oidcOf(ctx, row), { answer, request, now, isFresh })
    const { subject, name } = claims
    return { shown: { subject, name, email: claims.isEmailVerified ? claims.email : undefined }, next }
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    ctx.log.warn({ provider: row.id, reason: error.message }, 'A sign-in at an identity provider failed')
    return
  }
}

/** In another browser nothing is used up: whoever began can still come. */
function isOf(link: OneTimeLink | undefined, { id }: ProviderRow, browser: string | undefined) {
  return link?.details.provider === id && !!browser && link.details.browser === browserHash(browser)
}
