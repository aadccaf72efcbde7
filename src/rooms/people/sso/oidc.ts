import type { ReadContext } from '../../../kit/domain/context.ts'
import type { OidcProvider } from '../../../world/oidc/provider.ts'
import type { ProviderRow } from './store-providers.ts'

/** A provider of an organization, as those of the settings are. It goes out as everything else of organizations does. */
export function oidcOf({ vault }: ReadContext, row: ProviderRow): OidcProvider {
  const { id, label, issuer, clientId, clientSecret } = row
  return {
    id,
    label,
    issuer,
    clientId,
    clientSecret: clientSecret === null ? undefined : vault.open(clientSecret),
    scope: 'openid email profile',
    createsAccounts: false,
    emailDomains: [],
    secondFactor: { amr: [], acr: [] },
  }
}
