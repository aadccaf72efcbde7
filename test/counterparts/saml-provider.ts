// A real SAML identity provider. It reads our questions as any would, and answers as the test names, or as an attacker.
import { randomBytes } from 'node:crypto'
import { Constants, IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify'
import { type KeyPair, makeKeyPair } from './certificates.ts'

// It wants a validator for whatever it reads; what it reads here is ours.
setSchemaValidator({ validate: async () => 'not checked' })

export type SamlPerson = { subject: string; email?: string; name?: string }

/** What an answer says, where it is not what it should. */
export type SamlDetails = {
  now: Date
  minutes?: number
  issuer?: string
  audience?: string
  recipient?: string
  destination?: string
  inResponseTo?: string
  assertionId?: string
  sessionUntil?: Date
  format?: string
}

const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

const TEMPLATE =
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{Now}" Destination="{Destination}" InResponseTo="{Question}"><saml:Issuer>{Provider}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{AssertionID}" Version="2.0" IssueInstant="{Now}"><saml:Issuer>{Provider}</saml:Issuer><saml:Subject><saml:NameID Format="{Format}">{Name}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{Until}" Recipient="{Recipient}" InResponseTo="{Question}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{From}" NotOnOrAfter="{Until}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{Now}"{Session}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>{Attributes}</saml:Assertion></samlp:Response>'

export function openSamlProvider({
  entityId = 'https://idp.example.org/metadata',
  ssoUrl = 'https://idp.example.org/sso',
} = {}) {
  let keys = makeKeyPair()

  const idpOf = ({ privateKey, certificate }: KeyPair, algorithm?: string) =>
    IdentityProvider({
      entityID: entityId,
      privateKey,
      signingCert: certificate,
      isAssertionEncrypted: false,
      requestSignatureAlgorithm: algorithm ?? Constants.algorithms.signature.RSA_SHA256,
      singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: ssoUrl }],
      singleLogoutService: [
        { Binding: Constants.namespace.binding.redirect, Location: 'https://idp.example.org/out' },
      ],
      loginResponseTemplate: { context: TEMPLATE, attributes: [] },
    })

  function spOf(service: { entityId: string; acsUrl: string }) {
    return ServiceProvider({
      entityID: service.entityId,
      authnRequestsSigned: false,
      wantAssertionsSigned: true,
      assertionConsumerService: [
        { Binding: Constants.namespace.binding.post, Location: service.acsUrl, isDefault: true },
      ],
    })
  }

  /** Reads the address that we send a browser to. */
  async function read(address: string) {
    const { searchParams } = new URL(address)
    const query = { SAMLRequest: searchParams.get('SAMLRequest') ?? '' }
    const sp = spOf({ entityId: 'unknown', acsUrl: 'https://unknown.example' })
    const { extract } = await idpOf(keys).parseLoginRequest(sp, 'redirect', { query })
    return {
      id: String(extract.request?.id),
      acsUrl: String(extract.request?.assertionConsumerServiceUrl),
      entityId: String(extract.issuer),
    }
  }

  type Question = Awaited<ReturnType<typeof read>>

  /** The answer as base64. */
  async function answer(
    question: Question,
    person: SamlPerson,
    { now, minutes = 5, ...details }: SamlDetails,
    by: { keys?: KeyPair; algorithm?: string } = {},
  ): Promise<string> {
    const time = (after: number) => new Date(now.getTime() + after * 60_000).toISOString()
    const values: Record<string, string> = {
      ID: `_${randomBytes(12).toString('hex')}`,
      AssertionID: details.assertionId ?? `_${randomBytes(12).toString('hex')}`,
      Now: time(0),
      From: time(-1),
      Until: time(minutes),
      Destination: details.destination ?? question.acsUrl,
      Recipient: details.recipient ?? question.acsUrl,
      Audience: details.audience ?? question.entityId,
      Question: details.inResponseTo ?? question.id,
      Provider: details.issuer ?? entityId,
      Format: details.format ?? (person.subject.includes('@') ? EMAIL : PERSISTENT),
      Name: person.subject,
      Session: details.sessionUntil ? ` SessionNotOnOrAfter="${details.sessionUntil.toISOString()}"` : '',
      Attributes: attributes(person),
    }
    const context = TEMPLATE.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    const response = await idpOf(by.keys ?? keys, by.algorithm).createLoginResponse(
      spOf(question),
      { extract: { request: { id: question.id } } },
      'post',
      {},
      { customTagReplacement: () => ({ id: values.ID ?? '', context }) },
    )
    return response.context
  }

  return {
    entityId,
    ssoUrl,
    read,
    answer,
    /** Of the key that it signs with now. */
    certificate: () => keys.certificate,
    rotate() {
      keys = makeKeyPair()
    },
    metadata: () => idpOf(keys).getMetadata(),
  }
}

export type TestSamlProvider = ReturnType<typeof openSamlProvider>

function attributes({ email, name }: SamlPerson) {
  const one = (key: string, value: string | undefined) =>
    value === undefined
      ? ''
      : `<saml:Attribute Name="${key}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`
  const all = one('email', email) + one('displayName', name)
  return all && `<saml:AttributeStatement>${all}</saml:AttributeStatement>`
}
