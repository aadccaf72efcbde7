import type { Links } from '../../../kit/domain/links.ts'
import type { SamlService } from '../../../world/saml/provider.ts'

/** Where people begin, and answers of an OpenID Connect provider come. Each provider has addresses of its own. */
export const startPath = (providerId: string) => `/o/~sign-in/sso/${providerId}`
export const answerPath = (providerId: string) => `${startPath(providerId)}/answer`
export const acsPath = (providerId: string) => `${startPath(providerId)}/saml`
export const metadataPath = (providerId: string) => `${startPath(providerId)}/metadata`

/** What we are called by a SAML provider, and where its answers come. */
export function samlServiceOf(links: Links, providerId: string): SamlService {
  return { entityId: links.of(metadataPath(providerId)), acsUrl: links.of(acsPath(providerId)) }
}
