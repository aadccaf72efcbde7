// What a SAML provider publishes of itself, and what we publish for it.
import { attributeOf, childrenOf, everyElement, readXml, textOf, XmlRefused } from './bounded-xml.ts'
import { readCertificates } from './certificates.ts'
import { METADATA, POST_BINDING, PROTOCOL, REDIRECT_BINDING, SIGNATURE } from './names.ts'
import type { SamlService } from './provider.ts'

export type SamlMetadata = { entityId: string; ssoUrl: string; certificate: string }

/** Throws an XmlRefused that says what is missing. */
export function readSamlMetadata(xml: string): SamlMetadata {
  const root = readXml(xml)
  const entities = everyElement(root).filter(
    (one) => one.namespaceURI === METADATA && one.localName === 'EntityDescriptor',
  )
  const found = entities.flatMap((entity) =>
    childrenOf(entity, METADATA, 'IDPSSODescriptor').map((provider) => ({ entity, provider })),
  )
  const [only] = found
  if (!only || found.length > 1) throw new XmlRefused('It must describe one identity provider')
  const entityId = attributeOf(only.entity, 'entityID')
  if (!entityId) throw new XmlRefused('There is no entity id')
  const ssoUrl = childrenOf(only.provider, METADATA, 'SingleSignOnService')
    .filter((one) => attributeOf(one, 'Binding') === REDIRECT_BINDING)
    .map((one) => attributeOf(one, 'Location'))[0]
  if (!ssoUrl) throw new XmlRefused('There is no address for sign-ins by HTTP-Redirect')
  return { entityId, ssoUrl, certificate: certificatesIn(only.provider) }
}

function certificatesIn(provider: Element) {
  const texts = childrenOf(provider, METADATA, 'KeyDescriptor')
    .filter((key) => attributeOf(key, 'use') !== 'encryption')
    .flatMap(everyElement)
    .filter((one) => one.namespaceURI === SIGNATURE && one.localName === 'X509Certificate')
    .map((one) => textOf(one) ?? '')
  const read = [...new Set(texts)].map(readCertificates)
  if (read.length === 0 || read.includes(undefined))
    throw new XmlRefused('There is no certificate of an RSA key of 2,048 bits or more')
  return read
    .flatMap((some) => some ?? [])
    .map(({ pem }) => pem.trim())
    .join('\n')
}

/** What is entered at the provider, for those that read it from a file. */
export function serviceMetadata({ entityId, acsUrl }: SamlService) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${escapeXml(entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService Binding="${POST_BINDING}" Location="${escapeXml(acsUrl)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`
}

export function escapeXml(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
