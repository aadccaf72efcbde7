import { describe, expect, it } from 'vitest'
import { makeKeyPair } from '../../../test/counterparts/certificates.ts'
import { openSamlProvider, type SamlDetails } from '../../../test/counterparts/saml-provider.ts'
import { WRAPPINGS } from '../../../test/counterparts/saml-wrappings.ts'
import { requireBounded } from './bounded-xml.ts'
import { readCertificates } from './certificates.ts'
import { readSamlMetadata, serviceMetadata } from './metadata.ts'
import { samlRequestUrl } from './request.ts'
import { questionOf, readSamlResponse } from './response.ts'

const now = new Date('2026-11-18T10:00:00Z')
const service = { entityId: 'https://docs.example.org/metadata', acsUrl: 'https://docs.example.org/acs' }
const idp = openSamlProvider()
const certificates = [idp.certificate()]
const ada = { subject: 'ada-1', email: 'ada@example.org', name: 'Ada Lovelace' }
const encode = (xml: string) => Buffer.from(xml).toString('base64')
const decode = (text: string) => Buffer.from(text, 'base64').toString()

function settings(some: readonly string[] = certificates) {
  return { issuer: idp.entityId, ssoUrl: idp.ssoUrl, certificates: some }
}

/** As a browser brings it: the question goes there by its address. */
async function ask(details: Partial<SamlDetails> = {}, person = ada, by = {}) {
  const url = samlRequestUrl(settings(), service, { id: '_question1', now, isFresh: false })
  return idp.answer(await idp.read(url), person, { now, ...details }, by)
}

function read(response: string, { at = now, keys = certificates, isFresh = false } = {}) {
  return readSamlResponse(response, {
    provider: settings(keys),
    service,
    requestId: '_question1',
    now: at,
    isFresh,
  })
}

const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describe('an answer of a SAML provider', () => {
  it('says who signed in there', async () => {
    const response = await ask()
    expect(questionOf(response)).toBe('_question1')
    expect(await read(response)).toMatchObject({
      subject: 'ada-1',
      email: 'ada@example.org',
      name: 'Ada Lovelace',
    })
    expect(await read(await ask({}, { subject: 'ada@example.org', email: '', name: '' }))).toMatchObject({
      subject: 'ada@example.org',
      email: 'ada@example.org',
    })
  })

  it('is good with either key while the provider changes it, and with no other', async () => {
    const next = makeKeyPair()
    const both = [...certificates, next.certificate]
    expect(await read(await ask({}, ada, { keys: next }), { keys: both })).toMatchObject({ subject: 'ada-1' })
    expect(await read(await ask(), { keys: both })).toMatchObject({ subject: 'ada-1' })
    await expect(read(await ask({}, ada, { keys: next }))).rejects.toThrow('Invalid signature')
    await expect(read(await ask(), { keys: [next.certificate] })).rejects.toThrow('Invalid signature')
  })

  const refused: [string, Partial<SamlDetails>, string][] = [
    ['another audience', { audience: 'https://elsewhere.example' }, 'for another service'],
    ['another recipient', { recipient: 'https://docs.example.org/other' }, 'for another address'],
    ['another destination', { destination: 'https://docs.example.org/other' }, 'for another address'],
    ['another provider', { issuer: 'https://evil.example' }, 'from another provider'],
    ['another question', { inResponseTo: '_question2' }, 'answers another question'],
    ['no question', { inResponseTo: '' }, 'answers another question'],
    ['no time left', { minutes: -2 }, 'is over'],
    ['a session that is over', { sessionUntil: later(-1) }, 'session at the provider is over'],
    [
      'a name that changes',
      { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      'changes every time',
    ],
  ]
  it.each(refused)('is refused with %s', async (_name, details, reason) => {
    await expect(read(await ask(details))).rejects.toThrow(reason)
  })

  it('is refused when it is too early or too late', async () => {
    const response = await ask()
    await expect(read(response, { at: later(7) })).rejects.toThrow('is over')
    await expect(read(response, { at: later(-3) })).rejects.toThrow('not good yet')
    expect(await read(response, { at: later(5.5) })).toMatchObject({ subject: 'ada-1' })
  })

  it('is refused where nobody signed in anew, though they were asked to', async () => {
    const response = await ask({ minutes: 60 })
    await expect(read(response, { at: later(30), isFresh: true })).rejects.toThrow('anew')
    expect(await read(response, { at: later(1), isFresh: true })).toMatchObject({ subject: 'ada-1' })
  })

  it('is refused without a signature, with a broken one, or with a weak one', async () => {
    const xml = decode(await ask())
    const unsigned = xml.replace(/<(\w+:)?Signature\b[\s\S]*<\/(\w+:)?Signature>/, '')
    expect(unsigned).not.toBe(xml)
    await expect(read(encode(unsigned))).rejects.toThrow('Invalid signature')
    await expect(read(encode(xml.replace('ada-1', 'eve-1')))).rejects.toThrow('Invalid signature')
    const sha1 = { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }
    await expect(read(await ask({}, ada, sha1))).rejects.toThrow('too weak')
  })

  it('is read whole: a comment cannot cut a name', async () => {
    const xml = decode(await ask({}, { subject: 'ada@example.org.evil.example', email: '', name: '' }))
    const cut = xml.replace('ada@example.org.evil', 'ada@example.org<!---->.evil')
    expect(cut).not.toBe(xml)
    await expect(read(encode(cut))).rejects.toThrow('more than elements')
  })

  it.each(Object.entries(WRAPPINGS))('is refused where it is wrapped: %s', async (_name, wrap) => {
    const wrapped = wrap(decode(await ask()), 'eve-1')
    expect(wrapped).toContain('eve-1')
    await expect(read(encode(wrapped))).rejects.toThrow(/.+/)
  })

  it('is refused with several assertions, also where each is signed', async () => {
    const [one, other] = [decode(await ask()), decode(await ask())]
    const second = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(other)?.[0] ?? ''
    const both = one.replace('</samlp:Response>', `${second}</samlp:Response>`)
    await expect(read(encode(both))).rejects.toThrow('one assertion')
  })

  it('is refused where the provider refused', async () => {
    const xml = decode(await ask()).replace('status:Success', 'status:AuthnFailed')
    await expect(read(encode(xml))).rejects.toThrow('AuthnFailed')
  })
})

describe('XML of strangers', () => {
  const wrapped = (inside: string) => `<a xmlns="urn:a">${inside}</a>`
  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an entity', wrapped('&x;')],
    ['a section', wrapped('<![CDATA[x]]>')],
    ['an instruction', wrapped('<?php x ?>')],
    ['a comment', wrapped('<!-- x -->')],
    ['too much depth', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`],
    ['too many elements', wrapped('<b/>'.repeat(5_000))],
    ['too many letters', wrapped('x'.repeat(300_000))],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['elements that do not nest', '<a><b></a></b>'],
    ['an end that is missing', '<a><b></b>'],
    ['an open tag', `<a ${'b="1" '.repeat(60)}`],
  ])('is refused with %s', (_name, xml) => {
    expect(() => requireBounded(xml)).toThrow(/.+/)
  })

  it('is refused in time that grows with its length', () => {
    for (const part of ['<a ', '<a b="', "<a b='1' ", '&', '<'])
      expect(() => requireBounded(`<a>${part.repeat(60_000 / part.length)}`)).toThrow(/.+/)
  })
})

describe('metadata', () => {
  it('of a provider is read, with its certificate', () => {
    const read = readSamlMetadata(String(idp.metadata()))
    expect([read.entityId, read.ssoUrl]).toEqual([idp.entityId, idp.ssoUrl])
    expect(readCertificates(read.certificate)?.[0]?.fingerprint).toBe(
      readCertificates(idp.certificate())?.[0]?.fingerprint,
    )
  })

  it('of something else is refused', () => {
    expect(() => readSamlMetadata(serviceMetadata(service))).toThrow('one identity provider')
    expect(() => readSamlMetadata('<html></html>')).toThrow('one identity provider')
  })

  it('has a key that is strong enough', () => {
    expect(readCertificates(makeKeyPair({ bits: 1_024 }).certificate)).toBeUndefined()
    expect(readCertificates('no certificate')).toBeUndefined()
    expect(readCertificates(`${idp.certificate()}\n${makeKeyPair().certificate}`)).toHaveLength(2)
  })
})
