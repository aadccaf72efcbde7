import type { Config } from '../../config.ts'
import type { Check } from '../../world/machine/machine.ts'
import { systemFetcher } from '../../world/network/fetcher.ts'
import { authorizationUrl } from '../../world/oidc/client.ts'
import type { OidcProvider } from '../../world/oidc/provider.ts'
import { plainMessage } from '../terminal/failures.ts'
import { failed, fine } from './checks.ts'

/** Asks each identity provider what it publishes of itself; nobody signs in. */
export function checkProviders(config: Config): Promise<Check[]> {
  return Promise.all(config.oidcProviders.map((provider) => checkProvider(config, provider)))
}

async function checkProvider({ publicUrl }: Config, provider: OidcProvider): Promise<Check> {
  const { id, issuer } = provider
  const name = `identity provider ${id}`
  const redirectUri = `${publicUrl}/o/~sign-in/with/${id}/answer`
  const request = { redirectUri, state: 'doctor', nonce: 'doctor', verifier: 'doctor'.repeat(8) }
  try {
    const fetcher = systemFetcher({ allowPrivateNetwork: false })
    await authorizationUrl(fetcher, provider, request, { now: new Date(), isFresh: false })
    return fine(name, `${issuer}, with the redirect URI ${redirectUri}`)
  } catch (error) {
    const advice =
      'Check "issuer" in QUIRE_OIDC_PROVIDERS, and that this machine reaches it. In a private network it needs "allowPrivateNetwork".'
    return failed(name, `${issuer}: ${plainMessage(error)}`, advice)
  }
}
