// The answer of a SAML provider. Its shape is held to one that has no room for wrapping, then its signature is checked,
// and only what was signed is read. Times are those of our clock.
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { readAssertion, type SamlClaims } from './assertion.ts'
import { attributeOf, childrenOf, everyElement, readXml, textOf, XmlRefused } from './bounded-xml.ts'
import { ASSERTION, DIGEST_ALGORITHMS, PROTOCOL, SIGNATURE, SIGNATURE_ALGORITHMS, SUCCESS } from './names.ts'
import { SamlFailure, type SamlProvider, type SamlService } from './provider.ts'

const MAX_BASE64 = 190_000

/** Which question it says it answers; whether that is so is checked with the rest. */
export function questionOf(response: string): string | undefined {
  try {
    return attributeOf(readXml(decoded(response)), 'InResponseTo')
  } catch (error) {
    if (error instanceof XmlRefused || error instanceof SamlFailure) return
    throw error
  }
}

type Expected = {
  provider: SamlProvider
  service: SamlService
  requestId: string
  now: Date
  isFresh: boolean
}

/** Throws a SamlFailure for whatever is wrong with it. */
export async function readSamlResponse(response: string, expected: Expected): Promise<SamlClaims> {
  try {
    const xml = decoded(response)
    requireShape(readXml(xml), expected)
    return readAssertion(readXml(await signedAssertion(response, expected)), expected)
  } catch (error) {
    if (error instanceof SamlFailure) throw error
    throw new SamlFailure(error instanceof Error ? error.message.slice(0, 300) : 'unknown', { cause: error })
  }
}

function decoded(response: string) {
  if (response.length > MAX_BASE64) throw new SamlFailure('The response is too long')
  const letters = response.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) throw new SamlFailure('The response is not base64')
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(letters, 'base64'))
}

/** One response with one assertion, both where they belong, and no name twice: nothing can hide behind anything. */
function requireShape(root: Element, { provider, service, requestId }: Expected) {
  const all = everyElement(root)
  const named = (name: string) => all.filter(({ localName }) => localName === name)
  const [assertion] = childrenOf(root, ASSERTION, 'Assertion')
  need(root.namespaceURI === PROTOCOL && root.localName === 'Response', 'It is no response')
  need(attributeOf(root, 'Version') === '2.0', 'It is not SAML 2.0')
  need(named('Response').length === 1, 'It has several responses')
  need(statusOf(root) === SUCCESS, `The provider says ${statusOf(root)?.slice(0, 100) ?? 'nothing'}`)
  need(named('EncryptedAssertion').length === 0, 'Encrypted assertions are not supported')
  need(named('Assertion').length === 1 && assertion !== undefined, 'It must have one assertion')
  const ids = all.flatMap((one) => ['ID', 'Id', 'id'].flatMap((name) => attributeOf(one, name) ?? []))
  need(new Set(ids).size === ids.length, 'An id is there twice')
  requireSignatures(all, [root, assertion])
  need((attributeOf(root, 'Destination') ?? service.acsUrl) === service.acsUrl, 'It is for another address')
  need(attributeOf(root, 'InResponseTo') === requestId, 'It answers another question')
  const [issuer] = childrenOf(root, ASSERTION, 'Issuer')
  need(!issuer || textOf(issuer) === provider.issuer, 'It is from another provider')
}

function requireSignatures(all: readonly Element[], owners: readonly (Element | undefined)[]) {
  const signatures = all.filter(({ localName }) => localName === 'Signature')
  for (const signature of signatures) {
    need(signature.namespaceURI === SIGNATURE, 'A signature is none')
    need(
      owners.some((owner) => owner === signature.parentNode),
      'A signature is where none belongs',
    )
    const inside = everyElement(signature)
    const algorithms = (name: string) =>
      inside.filter(({ localName }) => localName === name).map((one) => attributeOf(one, 'Algorithm') ?? '')
    need(algorithms('SignatureMethod').every(isAmong(SIGNATURE_ALGORITHMS)), 'The signature is too weak')
    need(algorithms('DigestMethod').every(isAmong(DIGEST_ALGORITHMS)), 'The digest is too weak')
    need(!inside.some(({ localName }) => localName === 'Object'), 'A signature has an object')
  }
  need(new Set(signatures.map(({ parentNode }) => parentNode)).size === signatures.length, 'Signed twice')
}

const isAmong = (known: readonly string[]) => (one: string) => known.includes(one)

function statusOf(root: Element) {
  const [status] = childrenOf(root, PROTOCOL, 'Status')
  return attributeOf(status && childrenOf(status, PROTOCOL, 'StatusCode')[0], 'Value')
}

/** What the signature covers, as the library read it, and no other bytes. */
async function signedAssertion(response: string, { provider, service }: Expected): Promise<string> {
  const saml = new SAML({
    idpCert: [...provider.certificates],
    issuer: service.entityId,
    callbackUrl: service.acsUrl,
    audience: false,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // Audience and times are checked here, by a clock that tests can move.
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
  })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
  const xml = profile?.getAssertionXml?.()
  if (!xml) throw new SamlFailure('There is no signed assertion')
  return xml
}

function need(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new SamlFailure(otherwise)
}
