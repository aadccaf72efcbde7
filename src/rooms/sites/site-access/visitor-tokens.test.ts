import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { installSignIn } from '../../../../test/integrations.ts'
import { openTestServices } from '../../../../test/services.ts'
import { NOBODY } from '../../../kit/domain/context.ts'
import { takePublishingAuth } from './publishing-auth.ts'
import { readVisitorToken, type TokenRefusal, visitorClaims } from './visitor-tokens.ts'

const HOUR = 3600
const YEAR = 366 * 24 * HOUR

async function openSite() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const client = as(admin)
  const newSite = async () => {
    const { id } = await client.post(`${organization.url}/sites`, {}, 201)
    const url = `${organization.url}/sites/${id}`
    return { id, url, auth: `${url}/publishing/auth` }
  }
  const site = await newSite()
  const ctx = () => services.services.outside(NOBODY)
  const read = (token: string, at = site) => readVisitorToken(ctx(), at, token)
  return { ...services, client, site, newSite, ctx, read, now: seconds(ctx().clock.now()) }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const bytes = (key: string) => new TextEncoder().encode(key)

function signed(claims: object, key: string, header: object = {}) {
  const text = `${part({ alg: 'HS256', typ: 'JWT', ...header })}.${part(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

describe('how visitors are signed in', () => {
  it('begins with a key of the site, which stays until another one is made', async () => {
    const { client, site, newSite, events } = await openSite()
    const first = await client.get(site.auth)
    expect(first).toEqual({ object: 'publishing-auth', privateKey: first.privateKey, backend: 'custom' })
    expect(first.privateKey).toMatch(/^[A-Za-z0-9]{64}$/)
    expect(await client.get(site.auth)).toEqual(first)
    expect((await client.get((await newSite()).auth)).privateKey).not.toBe(first.privateKey)
    const second = await client.post(`${site.auth}/regenerate`)
    expect(second.privateKey).toMatch(/^[A-Za-z0-9]{64}$/)
    expect(second.privateKey).not.toBe(first.privateKey)
    expect(await client.get(site.auth)).toEqual(second)
    expect(await events()).toContainEqual(
      expect.objectContaining({
        type: 'site.changed',
        payload: expect.objectContaining({ siteId: site.id, fields: ['publishingAuth'] }),
      }),
    )
  })

  it('has one key for all who ask at the same moment', async () => {
    const { services, client, site, organization, sql } = await openSite()
    const key = { organizationId: organization.id, id: site.id }
    const waiting = async () =>
      (
        await sql(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length
    // Both found no key; the one who is first has not committed when the other comes.
    const [first, second] = await services.asSystem(async (ctx) => {
      const made = await takePublishingAuth(ctx, key)
      const asked = client.get(site.auth)
      await expect.poll(waiting).toBe(1)
      return [ctx.vault.open(made.sealedKey), { asked }] as const
    })
    expect((await second.asked).privateKey).toBe(first)
  })

  it('sends visitors to an address of the web, or nowhere', async () => {
    const { client, site } = await openSite()
    const backend = 'custom'
    const fallbackURL = 'https://example.org/login?from=docs'
    const { privateKey } = await client.patch(site.auth, { backend, fallbackURL })
    expect(await client.patch(site.auth, { backend })).toMatchObject({ fallbackURL, privateKey })
    for (const wrong of [
      'javascript:alert(1)',
      'data:text/html,hi',
      'ftp://example.org/',
      '//example.org/',
      '/login',
      'https://user:secret@example.org/',
      '',
    ]) {
      const refused = await client.send('PATCH', site.auth, { backend, fallbackURL: wrong })
      expect([wrong, refused.statusCode]).toEqual([wrong, 400])
      expect(refused.json().error.details).toEqual({ field: 'body.fallbackURL' })
    }
    await client.patch(site.auth, { fallbackURL }, 400)
    await client.patch(site.auth, { backend: 'magic' }, 400)
    expect((await client.get(site.auth)).fallbackURL).toBe(fallbackURL)
    expect(await client.patch(site.auth, { backend, fallbackURL: null })).not.toHaveProperty('fallbackURL')
  })

  it('may be by an integration, with a key that nobody had before', async () => {
    const { client, site, read, now, organization } = await openSite()
    const name = await installSignIn(client, organization.id)
    const byIntegration = { backend: 'integration', integration: name }
    const { privateKey: earlier } = await client.get(site.auth)
    const { privateKey } = await client.patch(site.auth, byIntegration)
    expect(await client.get(site.auth)).toMatchObject({ ...byIntegration, privateKey })
    expect(await read(signed({ exp: now + HOUR }, earlier))).toEqual({ kind: 'refused', reason: 'signature' })
    const token = signed({ exp: now + HOUR }, privateKey)
    expect(await read(token)).toMatchObject({ kind: 'visitor' })
    const custom = await client.patch(site.auth, { backend: 'custom' })
    expect(custom).not.toHaveProperty('integration')
    expect(await read(token)).toEqual({ kind: 'refused', reason: 'signature' })
  })

  it('is by no integration that the organization has not installed', async () => {
    const { client, site } = await openSite()
    const other = await openSite()
    const foreign = await installSignIn(other.client, other.organization.id)
    for (const integration of [foreign, 'okta']) {
      const refused = await client.patch(site.auth, { backend: 'integration', integration }, 400)
      expect(refused.error).toMatchObject({
        message: `"${integration}" is not installed in this organization`,
        details: { field: 'body.integration' },
      })
    }
    expect(await client.get(site.auth)).toMatchObject({ backend: 'custom' })
  })

  it('is for those who decide who reads the site', async () => {
    const { as, stranger, creator, site, sql, client } = await openSite()
    await as(stranger).get(site.auth, 404)
    await as(creator).get(site.auth, 403)
    await as(creator).post(`${site.auth}/regenerate`, undefined, 403)
    await as(creator).patch(site.auth, { backend: 'custom' }, 403)
    const { privateKey } = await client.get(site.auth)
    const { rows } = await sql(
      `select to_json(a)::text as row from site_publishing_auth a where site_id = '${site.id}'`,
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(privateKey)
  })
})

describe('the token of a visitor', () => {
  it('is good when a library signs it with the key of the site', async () => {
    const { client, site, read, now } = await openSite()
    const { privateKey } = await client.get(site.auth)
    const token = await new SignJWT({ plan: 'pro', site: site.id, groups: ['a'] })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('https://example.org')
      .setAudience('anybody')
      .setSubject('maria')
      .setIssuedAt(now)
      .setExpirationTime(now + HOUR)
      .sign(bytes(privateKey))
    expect(await read(token)).toEqual({
      kind: 'visitor',
      claims: { plan: 'pro', site: site.id, groups: ['a'], unsigned: {} },
      expiresAt: new Date((now + HOUR) * 1000),
      key: expect.any(String),
    })
  })

  it('tells conditions what the visitor schema declares, and nothing else', async () => {
    const { client, site, read, ctx, now } = await openSite()
    const { privateKey } = await client.get(site.auth)
    const text = { type: 'string', description: '' }
    const properties = {
      sub: text,
      plan: { ...text, enum: ['free', 'pro'] },
      age: { type: 'number', description: '' },
      unsigned: { type: 'object', description: '', properties: { lang: text }, additionalProperties: false },
    }
    const jsonSchema = { type: 'object', properties, additionalProperties: false }
    await client.put(`${site.url}/adaptive-schema`, { jsonSchema })
    const claims = { sub: 'maria', plan: 'pro', age: 'old', secret: 1, exp: now + HOUR }
    const proof = await read(signed(claims, privateKey))
    expect(proof).toMatchObject({ claims: { sub: 'maria', plan: 'pro', unsigned: {} } })
    if (proof.kind !== 'visitor') throw new Error(proof.reason)
    expect(Object.keys(proof.claims).sort()).toEqual(['plan', 'sub', 'unsigned'])
    const unsigned = { lang: 'de', plan: 'free' }
    expect(await visitorClaims(ctx(), site.id, { signed: proof.claims, unsigned })).toEqual({
      sub: 'maria',
      plan: 'pro',
      unsigned: { lang: 'de' },
    })
  })

  it('keeps unsigned claims that nobody declared from conditions', async () => {
    const { site, ctx } = await openSite()
    const unsigned = { plan: 'pro' }
    expect(await visitorClaims(ctx(), site.id, { unsigned })).toEqual({ unsigned: {} })
    expect(await visitorClaims(ctx(), site.id, { signed: { unsigned: 'x', plan: 1 }, unsigned })).toEqual({
      plan: 1,
      unsigned: {},
    })
  })

  it('ends with the key that signed it, and with its time', async () => {
    const { client, site, read, tick, now } = await openSite()
    const { privateKey } = await client.get(site.auth)
    const days = 24 * HOUR
    const [short, long] = [
      signed({ exp: now + 2 * days }, privateKey),
      signed({ exp: now + 9 * days }, privateKey),
    ]
    expect(await read(short)).toMatchObject({ kind: 'visitor' })
    tick(3)
    expect(await read(short)).toEqual({ kind: 'refused', reason: 'expired' })
    expect(await read(long)).toMatchObject({ kind: 'visitor' })
    await client.post(`${site.auth}/regenerate`)
    expect(await read(long)).toEqual({ kind: 'refused', reason: 'signature' })
  })

  it('may be a little early: clocks differ', async () => {
    const { client, site, read, now } = await openSite()
    const { privateKey } = await client.get(site.auth)
    const early = { iat: now + 50, nbf: now + 50, exp: now + HOUR }
    expect(await read(signed(early, privateKey))).toMatchObject({ kind: 'visitor' })
  })

  it('is nothing while nobody asked for the key', async () => {
    const { site, read, now } = await openSite()
    expect(await read(signed({ exp: now + HOUR }, ''))).toEqual({ kind: 'refused', reason: 'no-key' })
    expect(await read(signed({ exp: now + HOUR }, site.id))).toEqual({ kind: 'refused', reason: 'no-key' })
  })

  it('is refused with a reason, whatever is wrong with it', async () => {
    const { client, site, newSite, read, now } = await openSite()
    const { privateKey: key } = await client.get(site.auth)
    const other = await newSite()
    const { privateKey: otherKey } = await client.get(other.auth)
    const claims = { plan: 'free', exp: now + HOUR }
    const good = signed(claims, key)
    const [header = '', payload = '', signature = ''] = good.split('.')
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const rs256Text = `${part({ alg: 'RS256' })}.${payload}`
    const rs256 = `${rs256Text}.${sign('sha256', Buffer.from(rs256Text), rsa.privateKey).toString('base64url')}`
    const strong = (alg: string, hash: string) => {
      const text = `${part({ alg })}.${payload}`
      return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
    }
    const jwk = { kty: 'oct', k: Buffer.from('mine').toString('base64url') }
    const plain = (text: string) => {
      const body = `${header}.${Buffer.from(text).toString('base64url')}`
      return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
    }
    const wrong: [what: string, token: string, reason: TokenRefusal][] = [
      ['nothing', '', 'malformed'],
      ['a word', 'visitor', 'malformed'],
      ['two parts', `${header}.${payload}`, 'malformed'],
      ['five parts', `${good}.a.b`, 'malformed'],
      ['a header that is no JSON', `e30x.${payload}.${signature}`, 'malformed'],
      ['no algorithm', `${part({})}.${payload}.${signature}`, 'malformed'],
      ['none', `${part({ alg: 'none' })}.${payload}.`, 'algorithm'],
      ['none, in another case', `${part({ alg: 'NoNe' })}.${payload}.`, 'algorithm'],
      ['none, with a signature', `${part({ alg: 'none' })}.${payload}.${signature}`, 'algorithm'],
      ['no signature', `${header}.${payload}.`, 'signature'],
      ['a stronger algorithm', strong('HS512', 'sha512'), 'algorithm'],
      ['a key pair', rs256, 'algorithm'],
      ['a public key taken for a secret', signed(claims, publicPem), 'signature'],
      ['an empty key', signed(claims, ''), 'signature'],
      ['the key of another site', signed(claims, otherKey), 'signature'],
      ['a key that kid names', signed(claims, 'mine', { kid: '/dev/null' }), 'signature'],
      ['an empty key that kid names', signed(claims, '', { kid: "' or 1=1 --" }), 'signature'],
      ['a key that jku names', signed(claims, 'mine', { jku: 'http://127.0.0.1:9/keys' }), 'signature'],
      ['a key that x5u names', signed(claims, 'mine', { x5u: 'http://127.0.0.1:9/key' }), 'signature'],
      ['a key that comes along', signed(claims, 'mine', { jwk }), 'signature'],
      ['something critical', signed(claims, key, { crit: ['exp2'], exp2: 1 }), 'malformed'],
      ['an unencoded payload', signed(claims, key, { crit: ['b64'], b64: false }), 'malformed'],
      ['other claims', `${header}.${part({ ...claims, plan: 'pro' })}.${signature}`, 'signature'],
      ['another header', `${part({ alg: 'HS256', x: 1 })}.${payload}.${signature}`, 'signature'],
      ['another signature', `${header}.${payload}.A${signature.slice(1)}B`, 'signature'],
      ['no end', signed({ plan: 'free' }, key), 'no-expiry'],
      ['an end that is no number', signed({ exp: `${now + HOUR}` }, key), 'malformed'],
      ['an end that is null', signed({ exp: null }, key), 'malformed'],
      ['an end long ago', signed({ exp: now - HOUR }, key), 'expired'],
      ['an end just now', signed({ exp: now - 1 }, key), 'expired'],
      ['an end in milliseconds', signed({ exp: (now + HOUR) * 1000 }, key), 'expires-too-late'],
      ['an end in eleven years', signed({ exp: now + 11 * YEAR }, key), 'expires-too-late'],
      ['an end beyond numbers', plain('{"exp":1e999}'), 'expires-too-late'],
      ['a beginning ahead', signed({ ...claims, nbf: now + 2 * HOUR }, key), 'not-yet-valid'],
      ['made in the future', signed({ ...claims, iat: now + 600 }, key), 'not-yet-valid'],
      ['another site', signed({ ...claims, site: other.id }, key), 'other-site'],
      ['no site', signed({ ...claims, site: null }, key), 'other-site'],
      ['several sites', signed({ ...claims, site: [site.id] }, key), 'other-site'],
      ['a list for claims', plain('[1]'), 'malformed'],
      ['null for claims', plain('null'), 'malformed'],
      ['a text for claims', plain('"visitor"'), 'malformed'],
      ['no JSON for claims', plain('{'), 'malformed'],
      ['more than 8 KB', signed({ ...claims, more: 'x'.repeat(8 * 1024) }, key), 'too-long'],
    ]
    const answers = []
    for (const [what, token] of wrong) {
      const proof = await read(token)
      answers.push([what, proof.kind === 'refused' ? proof.reason : 'let in'])
    }
    expect(answers).toEqual(wrong.map(([what, , reason]) => [what, reason]))
    expect(await read(good)).toMatchObject({ kind: 'visitor' })
    expect(await read(good, other)).toEqual({ kind: 'refused', reason: 'signature' })
  })

  it('is judged by its signature, whatever its header says of keys', async () => {
    const { client, site, read, now } = await openSite()
    const { privateKey } = await client.get(site.auth)
    const header = { kid: 'mine', jku: 'http://127.0.0.1:9/keys' }
    expect(await read(signed({ exp: now + HOUR }, privateKey, header))).toMatchObject({ kind: 'visitor' })
  })
})
