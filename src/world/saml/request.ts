// The question that a browser takes to a SAML provider: who is this?
import { deflateRawSync } from 'node:zlib'
import { escapeXml } from './metadata.ts'
import { ASSERTION, POST_BINDING, PROTOCOL } from './names.ts'
import type { SamlProvider, SamlService } from './provider.ts'

type Question = {
  /** Comes back in the answer. */
  id: string
  now: Date
  /** To sign in there anew. */
  isFresh: boolean
}

/** Where the browser goes. */
export function samlRequestUrl(
  { ssoUrl }: SamlProvider,
  { entityId, acsUrl }: SamlService,
  { id, now, isFresh }: Question,
) {
  const xml = `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${escapeXml(id)}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escapeXml(ssoUrl)}" AssertionConsumerServiceURL="${escapeXml(acsUrl)}" ProtocolBinding="${POST_BINDING}"${isFresh ? ' ForceAuthn="true"' : ''}><saml:Issuer>${escapeXml(entityId)}</saml:Issuer></samlp:AuthnRequest>`
  const url = new URL(ssoUrl)
  url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'))
  return url.href
}
