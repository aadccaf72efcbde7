// What a signed assertion says, and whether it says it to us, now, about this question.
import { attributeOf, childrenOf, textOf } from './bounded-xml.ts'
import {
  ASSERTION,
  BEARER,
  EMAIL_ATTRIBUTES,
  EMAIL_FORMAT,
  NAME_ATTRIBUTES,
  TRANSIENT_FORMAT,
} from './names.ts'
import { SamlFailure, type SamlProvider, type SamlService } from './provider.ts'

/** Clocks go wrong. */
const TOLERANCE = 60_000
/** Whoever is asked to sign in anew has just done so. */
const FRESH = 300_000
const LONGEST_SUBJECT = 256

export type SamlClaims = {
  /** Of the assertion, which is good for one sign-in. */
  id: string
  /** After which it is refused for its age. */
  until: Date
  subject: string
  email?: string
  name?: string
  /** When the provider wants them to sign in again. */
  sessionUntil?: Date
}

type Expected = {
  provider: SamlProvider
  service: SamlService
  requestId: string
  now: Date
  isFresh: boolean
}

export function readAssertion(assertion: Element, expected: Expected): SamlClaims {
  const id = need(attributeOf(assertion, 'ID'), 'It has no id')
  need(assertion.namespaceURI === ASSERTION && assertion.localName === 'Assertion', 'It is no assertion')
  need(attributeOf(assertion, 'Version') === '2.0', 'It is not SAML 2.0')
  need(textOf(inside(assertion, 'Issuer')) === expected.provider.issuer, 'It is from another provider')
  const subject = need(inside(assertion, 'Subject'), 'There is no subject')
  const conditions = need(inside(assertion, 'Conditions'), 'There are no conditions')
  requireConditions(conditions, expected)
  const until = confirmedUntil(subject, expected)
  const nameId = inside(subject, 'NameID')
  const name = need(textOf(nameId), 'There is no name of the subject')
  need(attributeOf(nameId, 'Format') !== TRANSIENT_FORMAT, 'The name of the subject changes every time')
  need(name.length <= LONGEST_SUBJECT, 'The name of the subject is too long')
  const attributes = attributesOf(assertion)
  const email = firstOf(attributes, EMAIL_ATTRIBUTES)
  return {
    id,
    until,
    subject: name,
    email: email ?? (attributeOf(nameId, 'Format') === EMAIL_FORMAT || name.includes('@') ? name : undefined),
    name: firstOf(attributes, NAME_ATTRIBUTES),
    sessionUntil: sessionUntil(assertion, expected),
  }
}

function requireConditions(conditions: Element, { service, now }: Expected) {
  requireTimes(conditions, now)
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction')
  need(restrictions.length > 0, 'It is for nobody in particular')
  for (const restriction of restrictions) {
    const audiences = childrenOf(restriction, ASSERTION, 'Audience').map(textOf)
    need(audiences.includes(service.entityId), 'It is for another service')
  }
}

/** By a confirmation that names this question and this address. */
function confirmedUntil(subject: Element, { service, requestId, now }: Expected) {
  const confirmations = childrenOf(subject, ASSERTION, 'SubjectConfirmation')
  need(confirmations.length === 1, 'It must be confirmed in one way')
  const [confirmation] = confirmations
  const data = need(confirmation && inside(confirmation, 'SubjectConfirmationData'), 'It is not confirmed')
  need(attributeOf(confirmation, 'Method') === BEARER, 'It is not confirmed by bearer')
  need(attributeOf(data, 'Recipient') === service.acsUrl, 'It is for another address')
  need(attributeOf(data, 'InResponseTo') === requestId, 'It answers another question')
  need(attributeOf(data, 'NotOnOrAfter'), 'It does not say until when it is good')
  return new Date(requireTimes(data, now) + TOLERANCE)
}

/** When it ends. */
function requireTimes(element: Element, now: Date) {
  const [from, until] = ['NotBefore', 'NotOnOrAfter'].map((name) => timeIn(element, name))
  need(from === undefined || now.getTime() + TOLERANCE >= from, 'It is not good yet')
  need(until === undefined || now.getTime() - TOLERANCE < until, 'It is over')
  return until ?? Number.POSITIVE_INFINITY
}

function sessionUntil(assertion: Element, { now, isFresh }: Expected) {
  const statement = need(inside(assertion, 'AuthnStatement'), 'It does not say that somebody signed in')
  const signedInAt = need(timeIn(statement, 'AuthnInstant'), 'It does not say when somebody signed in')
  need(!isFresh || now.getTime() - signedInAt < FRESH + TOLERANCE, 'Nobody signed in anew')
  const until = timeIn(statement, 'SessionNotOnOrAfter')
  need(until === undefined || until > now.getTime(), 'The session at the provider is over')
  return until === undefined ? undefined : new Date(until)
}

function timeIn(element: Element, name: string) {
  const text = attributeOf(element, name)
  if (text === undefined) return
  const time = /^\d{4}-\d\d-\d\dT[\d:.]{8,30}(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  need(!Number.isNaN(time), `${name} is no time`)
  return time
}

type Attributes = ReadonlyMap<string, string>

function attributesOf(assertion: Element): Attributes {
  const attributes = new Map<string, string>()
  const statements = childrenOf(assertion, ASSERTION, 'AttributeStatement')
  for (const attribute of statements.flatMap((one) => childrenOf(one, ASSERTION, 'Attribute'))) {
    const name = attributeOf(attribute, 'Name')?.toLowerCase()
    const value = textOf(childrenOf(attribute, ASSERTION, 'AttributeValue')[0])
    if (name && value && !attributes.has(name)) attributes.set(name, value)
  }
  return attributes
}

function firstOf(attributes: Attributes, names: readonly string[]) {
  return names.map((name) => attributes.get(name)).find((value) => value !== undefined)
}

/** The one of its name. */
function inside(element: Element, name: string) {
  const found = childrenOf(element, ASSERTION, name)
  need(found.length < 2, `There are several of ${name}`)
  return found[0]
}

function need<T>(value: T, otherwise: string): NonNullable<T> {
  if (value === undefined || value === null || value === false || value === '')
    throw new SamlFailure(otherwise)
  return value
}
