// A sign-in that goes to a provider of an organization. What is asked is kept here for one answer, and belongs to the
// browser that began; nothing that comes back is believed to say where it leads.
import type { OutsideContext, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { unavailable } from '../../../../kit/domain/problems.ts'
import { authorizationUrl, OidcFailure } from '../../../../world/oidc/client.ts'
import { readCertificates } from '../../../../world/saml/certificates.ts'
import type { SamlProvider } from '../../../../world/saml/provider.ts'
import { samlRequestUrl } from '../../../../world/saml/request.ts'
import { createLink } from '../../accounts/links/one-time-links.ts'
import { isOn } from '../../accounts/methods/methods.ts'
import { browserHash } from '../../accounts/methods/sign-in-links.ts'
import { answerPath, samlServiceOf } from '../addresses.ts'
import { oidcOf } from '../oidc.ts'
import { isComplete } from '../providers.ts'
import { findProvider, type ProviderRow } from '../store-providers.ts'

export type Change = <T>(work: (ctx: WriteContext) => Promise<T>) => Promise<T>

/** One that is set up, and of a kind that the installation allows. */
export async function findSignInProvider(ctx: ReadContext, id: string | undefined) {
  const row = id === undefined ? undefined : await findProvider(ctx.db, id)
  return row && isComplete(row) && isOn(ctx, row.kind) ? row : undefined
}

export function samlOf({ issuer, ssoUrl, certificate }: ProviderRow): SamlProvider {
  return { issuer, ssoUrl, certificates: (readCertificates(certificate) ?? []).map(({ pem }) => pem) }
}

export type SsoQuestion = { browser: string; next: string; isFresh: boolean }

/** Where the browser goes. */
export async function askOrganizationProvider(
  ctx: OutsideContext,
  change: Change,
  row: ProviderRow,
  { browser, next, isFresh }: SsoQuestion,
): Promise<string> {
  const now = ctx.clock.now()
  const [nonce, verifier] = [ctx.ids.secret(), ctx.ids.secret() + ctx.ids.secret()]
  const sealed = ctx.vault.seal(JSON.stringify({ nonce, verifier }))
  const details = { provider: row.id, browser: browserHash(browser), next, isFresh, sealed }
  const { secret } = await change((ctx) => createLink(ctx, 'sso', details))
  if (row.kind === 'saml')
    return samlRequestUrl(samlOf(row), samlServiceOf(ctx.links, row.id), { id: `_${secret}`, now, isFresh })
  const request = { redirectUri: ctx.links.of(answerPath(row.id)), state: secret, nonce, verifier }
  try {
    return await authorizationUrl(ctx.fetcher, oidcOf(ctx, row), request, { now, isFresh })
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    ctx.log.warn({ provider: row.id, reason: error.message }, 'An identity provider was not reached')
    throw unavailable(`${row.label} does not answer`, 10, error)
  }
}
