import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { type ConsoleBrowser, openConsoleBrowser } from '../../../test/counterparts/console-browser.ts'
import { openHostileProvider } from '../../../test/counterparts/hostile-provider.ts'
import { type IdpPerson, openIdentityProviderOfFile } from '../../../test/counterparts/identity-provider.ts'
import { linkIn, openMailServices } from '../../../test/mail-services.ts'
import { makeAdministrator } from '../../../test/services.ts'
import { NOBODY } from '../../kit/domain/context.ts'
import { addTotp } from '../../rooms/people/accounts/factors/factors.ts'
import { startTotp, totpSetUp } from '../../rooms/people/accounts/factors/totp.ts'
import { keepPassword, removePassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { issueToken } from '../../rooms/people/identity/tokens.ts'
import { createUser, suspendUser } from '../../rooms/people/identity/users.ts'
import { systemFetcher } from '../../world/network/fetcher.ts'
import type { OidcProvider } from '../../world/oidc/provider.ts'

/** Where everybody wants to go, down to a comment. */
const TO = '/o/~account?at=comment-1'

const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$HyYsa0miuex2hVYeu2P85Q$+fEaEyH/LjV3pmtmRoYGkIoEwKIHBLHWIn2Xj+0sRgU'
const PASSWORD = 'correct horse battery'
const PAGE = '/o/~sign-in'
const SECURITY = '/o/~account/security'

async function openWith(...oidcProviders: OidcProvider[]) {
  const mail = await openMailServices({ oidcProviders })
  const { app, services, drain, mailsTo, sql } = mail
  // The way out as it is, where nothing but what a provider is allowed may be private.
  services.fetcher.fetch = systemFetcher({ allowPrivateNetwork: false }).fetch
  const browser = () => openConsoleBrowser(app)
  const start = async (one: ConsoleBrowser, id = 'idp', form: Record<string, string> = {}) => {
    const led = await one.post(`${PAGE}/with/${id}`, { next: TO, ...form })
    expect(led.statusCode, led.body).toBe(200)
    return String(led.headers.refresh).replace('0;url=', '')
  }
  const signIn = (one: ConsoleBrowser, email: string) =>
    one.post(PAGE, { email, password: PASSWORD, next: '/o' })
  const newUser = (email: string) =>
    services.asSystem(async (ctx) => {
      const user = await createUser(ctx, { email })
      await keepPassword(ctx, user.id, { hash: HASH })
      return user
    })
  async function mailedLink(email: string, path: string) {
    await drain()
    return linkIn(mailsTo(email).findLast(({ text }) => text.includes(path))?.text ?? '')
  }
  const identities = (userId: string) =>
    sql<{ id: string; issuer: string; subject: string }>(
      `select id, issuer, subject from identities where user_id = '${userId}'`,
    ).then(({ rows }) => rows)
  return { ...mail, oidcProviders, browser, start, signIn, newUser, mailedLink, identities }
}

type Opened = Awaited<ReturnType<typeof openWith>>
const path = (url: string) => url.replace('http://quire.test', '')

async function openIdp(more: Partial<OidcProvider> = {}) {
  const idp = await openIdentityProviderOfFile()
  const opened = await openWith(idp.settings(more))
  /** From the button to where the answer leads. */
  async function pass(one: ConsoleBrowser, person: IdpPerson | undefined, form: Record<string, string> = {}) {
    idp.be(person)
    return one.get(path(await idp.visit(await opened.start(one, 'idp', form))))
  }
  return { ...opened, idp, pass }
}

const ada: IdpPerson = { sub: 'ada-1', email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' }

async function link({ browser, pass }: Awaited<ReturnType<typeof openIdp>>, person = ada) {
  const one = browser()
  const asks = await pass(one, person)
  const page = String(asks.headers.location)
  await one.post(PAGE, { email: person.email ?? '', password: PASSWORD, next: page })
  const linked = await one.post(page)
  expect([linked.statusCode, linked.headers.location]).toEqual([303, TO])
  return one
}

describe('an identity provider', () => {
  it('signs in whoever is linked, by issuer and subject, whatever address they have there', async () => {
    const opened = await openIdp()
    const { browser, newUser, pass, identities, idp, sql } = opened
    const user = await newUser('ada@example.org')
    expect((await browser().get(PAGE)).body).toContain('Continue with Example ID')
    await link(opened)
    expect(await identities(user.id)).toMatchObject([{ issuer: idp.issuer, subject: 'ada-1' }])
    const other = browser()
    const back = await pass(other, { ...ada, email: 'renamed@example.org' })
    expect([back.statusCode, back.headers.location]).toEqual([303, TO])
    expect(other.isSignedIn()).toBe(true)
    const { rows } = await sql(`select 1 from sessions where user_id = '${user.id}' and methods = '{oidc}'`)
    expect(rows).toHaveLength(1)
    // Nobody else who was given the address gets in by it.
    const heir = browser()
    const asked = await pass(heir, { ...ada, sub: 'ada-2' })
    expect(asked.headers.location).toMatch(/~sign-in\/identity\//)
    expect(heir.isSignedIn()).toBe(false)
  })

  it('makes accounts only where it may, for addresses that it vouches for, of its domains', async () => {
    const { browser, pass } = await openIdp()
    const refused = await pass(browser(), ada)
    expect([refused.statusCode, refused.body]).toEqual([
      403,
      expect.stringContaining('There is no account here'),
    ])
    const open = await openIdp({ createsAccounts: true, emailDomains: ['example.org'] })
    for (const person of [
      { ...ada, email_verified: false },
      { sub: 'ada-1' },
      { ...ada, email: 'ada@elsewhere.example' },
    ]) {
      const one = open.browser()
      const answer = await open.pass(one, person)
      expect([answer.statusCode, one.isSignedIn()]).toEqual([403, false])
      expect(answer.body).toContain('does not vouch for an e-mail address')
    }
    const one = open.browser()
    expect((await open.pass(one, ada)).statusCode).toBe(303)
    expect((await one.get('/o/~account')).body).toContain('Ada Lovelace')
    const { rows } = await open.sql(
      `select 1 from users where email = 'ada@example.org' and email_verified_at is not null`,
    )
    expect(rows).toHaveLength(1)
  })

  it('lets newcomers join its organization, if that has the domain of their address', async () => {
    const idp = await openIdentityProviderOfFile()
    const settings = idp.settings({ createsAccounts: true })
    const opened = await openWith(settings)
    const { as, admin, organization, browser, start } = opened
    settings.organizationId = organization.id
    await as(admin).patch(organization.url, { emailDomains: ['acme.example'], defaultRole: 'edit' }, 200)
    for (const [sub, email] of [
      ['1', 'new@acme.example'],
      ['2', 'new@elsewhere.example'],
    ] as const) {
      const one = browser()
      idp.be({ sub, email, email_verified: true })
      await one.get(path(await idp.visit(await start(one))))
      expect(one.isSignedIn()).toBe(true)
    }
    const { items } = await as(admin).get(`${organization.url}/members?search=new@`)
    const joined = items.map(({ user, role }: { user: { email: string }; role: string }) => [
      user.email,
      role,
    ])
    expect(joined).toEqual([['new@acme.example', 'edit']])
  })

  it('is unlinked by administrators, also where it is the last way in', async () => {
    const opened = await openIdp()
    const user = await opened.newUser('ada@example.org')
    const one = await link(opened)
    await opened.services.asSystem((ctx) => removePassword(ctx, user.id))
    const { as, services } = opened
    const administrator = await makeAdministrator(services)
    const { items } = await as(administrator).get(`/v1/users/${user.id}/identities`)
    expect(items).toMatchObject([{ provider: 'Example ID', subject: 'ada-1', email: 'ada@example.org' }])
    await as(opened.editor).delete(`/v1/users/${user.id}/identities/${items[0].id}`, 404)
    await as(administrator).delete(`/v1/users/${user.id}/identities/${items[0].id}`, 205)
    expect(await opened.identities(user.id)).toEqual([])
    expect((await one.get('/o/~account')).statusCode).toBe(303)
  })

  it('leads back without anything where nobody signs in there', async () => {
    const { browser, pass } = await openIdp()
    const one = browser()
    const back = await pass(one, undefined)
    expect([back.statusCode, back.body]).toEqual([401, expect.stringContaining('did not work')])
  })

  it('does not let suspended people in', async () => {
    const opened = await openIdp()
    const user = await opened.newUser('ada@example.org')
    await link(opened)
    await opened.services.asSystem((ctx) => suspendUser(ctx, { id: user.id, isAdministrator: false }))
    const one = opened.browser()
    await opened.pass(one, ada)
    expect(one.isSignedIn()).toBe(false)
  })

  it('takes the sessions with it that it began, and no others, when it is taken away', async () => {
    const opened = await openIdp()
    await opened.newUser('ada@example.org')
    const byPassword = await link(opened)
    const byProvider = opened.browser()
    await opened.pass(byProvider, ada)
    const isIn = async (one: ConsoleBrowser) => (await one.get('/o/~account')).statusCode === 200
    expect([await isIn(byPassword), await isIn(byProvider)]).toEqual([true, true])
    opened.oidcProviders.length = 0
    expect([await isIn(byPassword), await isIn(byProvider)]).toEqual([true, false])
  })

  it('takes the sessions with it that ended in a second factor', async () => {
    const opened = await openIdp()
    const user = await opened.newUser('ada@example.org')
    await link(opened)
    const code = await addApp(opened, user)
    const one = opened.browser()
    await opened.pass(one, ada)
    await one.post('/o/~sign-in/second-factor', { code })
    expect((await one.get('/o/~account')).statusCode).toBe(200)
    opened.oidcProviders.length = 0
    expect((await one.get('/o/~account')).statusCode).toBe(303)
  })

  it('is left out where it is switched off', async () => {
    const idp = await openIdentityProviderOfFile()
    const mail = await openMailServices({ oidcProviders: [idp.settings()], signInMethods: ['password'] })
    const one = openConsoleBrowser(mail.app)
    expect((await one.get(PAGE)).body).not.toContain('Example ID')
    expect((await one.post(`${PAGE}/with/idp`)).statusCode).toBe(403)
    expect((await one.get(`${PAGE}/with/idp/answer?state=1&code=2`)).statusCode).toBe(403)
  })
})

describe('an account whose address a provider brings', () => {
  it('is linked once its owner signed in to it, in the same browser, and hears of it', async () => {
    const opened = await openIdp()
    const { browser, newUser, pass, signIn, identities, drain, mailsTo } = opened
    const user = await newUser('ada@example.org')
    const one = browser()
    const asks = await pass(one, ada)
    const page = String(asks.headers.location)
    expect(one.isSignedIn()).toBe(false)
    expect((await one.get(page)).body).toContain('There is an account for ada@example.org')
    await one.post(page)
    expect(await identities(user.id)).toEqual([])
    const other = browser()
    await signIn(other, user.email)
    expect((await other.post(page)).statusCode).toBe(410)
    expect(await identities(user.id)).toEqual([])
    await one.post(PAGE, { email: user.email, password: PASSWORD, next: page })
    expect((await one.get(page)).body).toContain('From now on you sign in to ada@example.org')
    expect((await one.post(page)).statusCode).toBe(303)
    expect(await identities(user.id)).toHaveLength(1)
    expect((await one.post(page)).statusCode).toBe(410)
    await drain()
    expect(mailsTo(user.email).at(-1)?.text).toContain('Example ID')
  })

  it('is not linked by somebody who is signed in as somebody else, or by a pasted token', async () => {
    const { browser, newUser, pass, signIn, identities, services } = await openIdp()
    const user = await newUser('ada@example.org')
    const mallory = await newUser('mallory@example.org')
    const one = browser()
    const page = String((await pass(one, ada)).headers.location)
    await signIn(one, mallory.email)
    const refused = await one.post(page)
    expect(refused.body).toContain('You are signed in as mallory@example.org')
    expect([await identities(user.id), await identities(mallory.id)]).toEqual([[], []])
    const two = browser()
    const again = String((await pass(two, ada)).headers.location)
    const { token } = await services.asSystem((ctx) => issueToken(ctx, user.id, { label: 'pasted' }))
    await two.post(PAGE, { token, next: again })
    await two.post(again)
    expect(await identities(user.id)).toEqual([])
  })

  it('made beforehand by somebody else is not linked to them: the mail decides, and nothing of theirs stays', async () => {
    const { browser, pass, services, signIn, identities, mailedLink, as, idp } = await openIdp()
    const made = await services.database.inTransaction(async (db) => {
      const ctx = services.inside(db, NOBODY)
      const user = await createUser(ctx, { email: 'ada@example.org', displayName: 'Not Ada' })
      await keepPassword(ctx, user.id, { hash: HASH })
      return { ...user, token: (await issueToken(ctx, user.id, { label: 'stays' })).token }
    })
    const mallory = browser()
    await signIn(mallory, made.email)
    // They even linked an account of their own.
    await pass(mallory, { sub: 'mallory', email: 'mallory@example.org', email_verified: true }, { link: '1' })
    expect(await identities(made.id)).toMatchObject([{ subject: 'mallory' }])
    const one = browser()
    const page = String((await pass(one, ada)).headers.location)
    expect(one.isSignedIn()).toBe(false)
    await one.post(`${PAGE}/link`, { email: made.email, next: page })
    const entered = await one.post(await mailedLink(made.email, '~sign-in/link'))
    expect(entered.headers.location).toBe(page)
    expect((await one.post(page)).statusCode).toBe(303)
    expect(await identities(made.id)).toMatchObject([{ issuer: idp.issuer, subject: 'ada-1' }])
    expect((await mallory.get('/o/~account')).statusCode).toBe(303)
    expect((await signIn(browser(), made.email)).statusCode).toBe(401)
    await as(made.token).get('/v1/user', 401)
    const again = browser()
    await pass(again, { sub: 'mallory', email: 'mallory@example.org', email_verified: true })
    expect(again.isSignedIn()).toBe(false)
  })

  it('is asked for its second factor, unless the provider is believed to have asked', async () => {
    const second = '/o/~sign-in/second-factor'
    const cases: [OidcProvider['secondFactor'], IdpPerson, string][] = [
      [{ amr: [], acr: [] }, { ...ada, amr: ['mfa'] }, second],
      [{ amr: ['mfa'], acr: [] }, ada, second],
      [{ amr: ['mfa'], acr: [] }, { ...ada, amr: ['pwd', 'mfa'] }, TO],
      [{ amr: [], acr: ['urn:two'] }, { ...ada, acr: 'urn:two' }, TO],
    ]
    for (const [secondFactor, person, expected] of cases) {
      const opened = await openIdp({ secondFactor })
      const user = await opened.newUser('ada@example.org')
      await link(opened)
      await addApp(opened, user)
      const one = opened.browser()
      const back = await opened.pass(one, person)
      expect(back.headers.location).toBe(expected)
      expect(one.isSignedIn()).toBe(expected === TO)
    }
  })

  it('lists what is linked, and unlinks it unless it is the last way in', async () => {
    const opened = await openIdp()
    const user = await opened.newUser('ada@example.org')
    const one = await link(opened)
    expect((await one.get(SECURITY)).body).toContain('Linked accounts')
    const [identity] = await opened.identities(user.id)
    const unlink = () => one.post(`${SECURITY}/identities/unlink`, { id: identity?.id ?? '' })
    await opened.services.asSystem((ctx) => removePassword(ctx, user.id))
    expect((await unlink()).statusCode).toBe(409)
    expect((await one.get(SECURITY)).body).toContain('The only way to sign in to this account')
    await opened.services.asSystem((ctx) => keepPassword(ctx, user.id, { hash: HASH }))
    expect((await unlink()).headers.location).toBe(`${SECURITY}?identity=unlinked`)
    expect(await opened.identities(user.id)).toEqual([])
    const other = opened.browser()
    await opened.pass(other, ada)
    expect(other.isSignedIn()).toBe(false)
  })

  it('cannot take an identity from another account', async () => {
    const opened = await openIdp()
    await opened.newUser('ada@example.org')
    await link(opened)
    const mallory = await opened.newUser('mallory@example.org')
    const one = opened.browser()
    await opened.signIn(one, mallory.email)
    const back = await opened.pass(one, ada, { link: '1' })
    expect(back.headers.location).toContain('identity=taken')
    expect(await opened.identities(mallory.id)).toEqual([])
  })
})

/** Its next code. */
async function addApp({ services }: Opened, user: { id: string; email: string }) {
  return services.asSystem(async (ctx) => {
    await startTotp(ctx, user.id)
    const { secret = '' } = (await totpSetUp(ctx, user)) ?? {}
    const code = (ahead: number) =>
      new TOTP({ secret }).generate({ timestamp: ctx.clock.now().getTime() + ahead * 30_000 })
    await addTotp(ctx, user, code(0))
    return code(1)
  })
}

describe('an answer', () => {
  it('is for the browser that asked, once: not for one that somebody else leads to it', async () => {
    const opened = await openIdp({ createsAccounts: true })
    const { browser, start, idp } = opened
    const mallory = browser()
    idp.be({ sub: 'mallory', email: 'mallory@example.org', email_verified: true })
    const answer = path(await idp.visit(await start(mallory)))
    const victim = browser()
    expect((await victim.get(answer)).statusCode).toBe(401)
    // Nor where the victim began a sign-in of their own.
    await start(victim)
    expect((await victim.get(answer)).statusCode).toBe(401)
    expect(victim.isSignedIn()).toBe(false)
    expect((await mallory.get(answer)).statusCode).toBe(303)
    expect((await mallory.get(answer)).statusCode).toBe(401)
  })

  it('leads nowhere but into the console, and to a new session', async () => {
    const { browser, pass } = await openIdp({ createsAccounts: true })
    for (const next of ['https://evil.example', '//evil.example', '/o/..//evil.example']) {
      const one = browser()
      one.jar.set('quire-session', 'a session that somebody planted')
      expect((await pass(one, ada, { next })).headers.location).toBe('/o')
      expect(one.jar.get('quire-session')).not.toContain('planted')
    }
  })

  it('is asked for by forms of ours alone', async () => {
    const { app } = await openIdp()
    const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: `${PAGE}/with/idp`, headers, payload: 'next=/o' })
    expect(answer.statusCode).toBe(403)
  })

  it('without what was asked is good for nothing: state, code and time', async () => {
    const { browser, start, idp, tick } = await openIdp({ createsAccounts: true })
    idp.be(ada)
    const one = browser()
    const answer = new URL(await idp.visit(await start(one)))
    for (const name of ['state', 'code', 'iss']) {
      const other = new URL(answer)
      other.searchParams.set(name, 'another')
      // A code of somebody else, or a state of another sign-in.
      if (name !== 'code') expect((await one.get(path(other.href))).statusCode).toBe(401)
    }
    const late = browser()
    const aged = path(await idp.visit(await start(late)))
    tick(16 / 24 / 60)
    expect((await late.get(aged)).statusCode).toBe(401)
    expect([one.isSignedIn(), late.isSignedIn()]).toEqual([false, false])
  })

  it('with a code that was made for another browser is refused: PKCE', async () => {
    const { browser, start, idp } = await openIdp({ createsAccounts: true })
    const [mallory, victim] = [browser(), browser()]
    idp.be(ada)
    const stolen = new URL(await idp.visit(await start(victim)))
    idp.be({ sub: 'mallory', email: 'mallory@example.org', email_verified: true })
    const own = new URL(await idp.visit(await start(mallory)))
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect((await mallory.get(path(own.href))).statusCode).toBe(401)
    expect(mallory.isSignedIn()).toBe(false)
  })
})

describe('a provider that lies', () => {
  async function openHostile() {
    const hostile = await openHostileProvider()
    const idp = await openIdentityProviderOfFile()
    const opened = await openWith(hostile.settings(), idp.settings())
    const said = { sub: 'x', email: 'x@example.org', email_verified: true }
    /** Begins, and answers as the provider would. */
    async function answer(
      one: ConsoleBrowser,
      claims: Record<string, unknown> = {},
      more: Record<string, string> = {},
    ) {
      const asked = new URL(await opened.start(one, 'hostile'))
      const nonce = asked.searchParams.get('nonce')
      hostile.say({ ...said, nonce, ...claims })
      const state = asked.searchParams.get('state') ?? ''
      const query = new URLSearchParams({ code: 'code', state, iss: hostile.issuer, ...more })
      return one.get(`${PAGE}/with/hostile/answer?${query}`)
    }
    return { ...opened, hostile, idp, answer }
  }

  it('is believed when it does not', async () => {
    const { browser, answer, hostile } = await openHostile()
    const one = browser()
    expect((await answer(one)).statusCode).toBe(303)
    expect(one.isSignedIn()).toBe(true)
    expect(hostile.asked.find(({ path }) => path === '/token')?.body).toContain('code_verifier=')
  })

  it.each([
    ['issuer', { iss: 'https://accounts.example' }],
    ['audience', { aud: 'somebody-else' }],
    ['nonce of another sign-in', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
    ['a time that is over', { exp: Math.floor(Date.now() / 1000) - 3_600 }],
    ['no time', { exp: undefined }],
    ['another party', { aud: ['quire', 'other'], azp: 'other' }],
  ])('is not, with a wrong %s', async (_what, claims) => {
    const { browser, answer } = await openHostile()
    const one = browser()
    expect((await answer(one, claims)).statusCode).toBe(401)
    expect(one.isSignedIn()).toBe(false)
  })

  it('is not, with a key of somebody else, or none', async () => {
    const { browser, answer, hostile } = await openHostile()
    for (const lie of [hostile.signWithAnotherKey, hostile.sendUnsigned]) {
      hostile.behave()
      lie()
      const one = browser()
      expect((await answer(one)).statusCode).toBe(401)
      expect(one.isSignedIn()).toBe(false)
    }
  })

  it('is believed after it has new keys, and with a clock that is a little wrong', async () => {
    const { browser, answer, hostile } = await openHostile()
    await answer(browser())
    await hostile.rotate()
    const one = browser()
    expect((await answer(one, { iat: Math.floor(Date.now() / 1000) + 30 })).statusCode).toBe(303)
    expect(one.isSignedIn()).toBe(true)
  })

  it('cannot answer for another provider (mix-up)', async () => {
    const { browser, answer, start, idp, hostile } = await openHostile()
    const one = browser()
    expect((await answer(one, {}, { iss: idp.issuer })).statusCode).toBe(401)
    // An answer of an honest provider, brought to the address of the other one.
    idp.be(ada)
    const honest = new URL(await idp.visit(await start(one, 'idp')))
    hostile.claim({ authorization_response_iss_parameter_supported: false })
    honest.searchParams.delete('iss')
    expect((await one.get(`${PAGE}/with/hostile/answer${honest.search}`)).statusCode).toBe(401)
    // It is not even shown the code.
    expect(hostile.asked.filter(({ path }) => path === '/token')).toEqual([])
    expect(one.isSignedIn()).toBe(false)
  })

  it('cannot lead our requests to where they must not go', async () => {
    const { browser, hostile } = await openHostile()
    for (const endpoint of ['javascript:alert(1)', 'data:text/html,hello']) {
      hostile.claim({ authorization_endpoint: endpoint })
      expect((await browser().post(`${PAGE}/with/hostile`)).statusCode).toBe(503)
    }
    hostile.claim({ issuer: 'https://accounts.example' })
    const refused = await browser().post(`${PAGE}/with/hostile`)
    expect([refused.statusCode, refused.body]).toEqual([503, expect.stringContaining('does not answer')])
    const guarded = await openWith(hostile.settings({ allowsPrivateNetwork: false }))
    hostile.behave()
    const before = hostile.asked.length
    expect((await guarded.browser().post(`${PAGE}/with/hostile`)).statusCode).toBe(503)
    expect(hostile.asked.length).toBe(before)
  })

  it('signs nobody in as somebody by their address alone', async () => {
    const { browser, answer, newUser, identities } = await openHostile()
    const user = await newUser('x@example.org')
    const one = browser()
    expect((await answer(one)).headers.location).toMatch(/~sign-in\/identity\//)
    expect(one.isSignedIn()).toBe(false)
    expect(await identities(user.id)).toEqual([])
  })
})
