import { describe, expect, it } from 'vitest'
import { type ConsoleBrowser, openConsoleBrowser } from '../../../../test/counterparts/console-browser.ts'
import {
  openSamlProvider,
  type SamlDetails,
  type SamlPerson,
} from '../../../../test/counterparts/saml-provider.ts'
import { sharedByTests } from '../../../../test/file-scope.ts'
import { readXml } from '../../../../test/measures/xml.ts'
import { buildTestServices, furnish, type Person } from '../../../../test/services.ts'
import { keepPassword } from '../../../rooms/people/accounts/passwords/passwords.ts'
import { issueToken } from '../../../rooms/people/identity/tokens.ts'

/** Where everybody wants to go, down to a comment. */
const TO = '/o/~account?at=comment-1'

const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$HyYsa0miuex2hVYeu2P85Q$+fEaEyH/LjV3pmtmRoYGkIoEwKIHBLHWIn2Xj+0sRgU'
const PASSWORD = 'correct horse battery'
const SIGN_IN = '/o/~sign-in'
const DAY = 24 * 60 * 60_000
const idp = openSamlProvider()
const shared = sharedByTests(() => buildTestServices())
const path = (url: unknown) => String(url).replace('http://quire.test', '')

async function open() {
  const built = await shared()
  const opened = await furnish(built)
  const { clock } = built
  const { app, as, admin, organization, services } = opened
  const { id } = await as(admin).post(
    `${organization.url}/saml`,
    { label: 'Okta', entityID: idp.entityId, certificate: idp.certificate(), ssoURL: idp.ssoUrl },
    201,
  )
  const domain = `${organization.id}.example`
  await as(admin).patch(organization.url, { emailDomains: [domain] }, 200)
  const start = `${SIGN_IN}/sso/${id}`
  const givePassword = (person: { id: string }) =>
    services.asSystem((ctx) => keepPassword(ctx, person.id, { hash: HASH }))

  async function question(one: ConsoleBrowser, next = TO) {
    const led = await one.post(start, { next })
    expect(led.statusCode, led.body).toBe(200)
    return idp.read(String(led.headers.refresh).replace('0;url=', ''))
  }
  async function answerFor(one: ConsoleBrowser, who: SamlPerson, details: Partial<SamlDetails> = {}) {
    return idp.answer(await question(one), who, { now: clock.now(), ...details })
  }
  /** As the form of the provider does: from elsewhere, without cookies. */
  const bring = (SAMLResponse: string, form: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `${start}/saml`,
      headers: { origin: 'https://idp.example.org', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ SAMLResponse, ...form }).toString(),
    })
  /** The whole way, until the last page leads on. */
  async function pass(one: ConsoleBrowser, who: SamlPerson, details: Partial<SamlDetails> = {}) {
    const brought = await bring(await answerFor(one, who, details))
    return brought.statusCode === 303 ? one.get(path(brought.headers.location)) : brought
  }
  /** Somebody's account is linked, and they are signed in with both. */
  async function link(person: Person, subject = person.id) {
    await givePassword(person)
    const one = openConsoleBrowser(app)
    const asks = await pass(one, { subject, email: person.email })
    const page = path(asks.headers.location)
    await one.post(SIGN_IN, { email: person.email, password: PASSWORD, next: page })
    const linked = await one.post(page)
    expect([linked.statusCode, linked.headers.location], linked.body).toEqual([303, TO])
    return one
  }
  const ask = async (one: ConsoleBrowser, url: string) =>
    app.inject({
      url: `/o${url}`,
      headers: {
        'x-quire-console': '1',
        'sec-fetch-site': 'same-origin',
        cookie: [...one.jar].map((pair) => pair.join('=')).join('; '),
      },
    })
  const sees = async (one: ConsoleBrowser) => (await ask(one, organization.url)).statusCode
  const withPassword = async (person: { email: string }) => {
    const one = openConsoleBrowser(app)
    await one.post(SIGN_IN, { email: person.email, password: PASSWORD, next: '/o' })
    expect(one.isSignedIn()).toBe(true)
    return one
  }
  /** `sso` is set by the admin, in the browser in which they came in by the provider. */
  async function close() {
    const one = await link(admin)
    const closed = await app.inject({
      method: 'PATCH',
      url: `/o${organization.url}`,
      payload: { sso: true },
      headers: {
        origin: 'http://quire.test',
        'x-quire-console': '1',
        cookie: [...one.jar].map((pair) => pair.join('=')).join('; '),
      },
    })
    expect(closed.statusCode, closed.body).toBe(200)
    return one
  }
  const browser = () => openConsoleBrowser(app)
  return {
    ...opened,
    ...{ browser, question, answerFor, bring, pass, link, ask, sees, withPassword, close, givePassword },
    ...{ clock, start, domain, provider: `${organization.url}/saml/${id}` },
  }
}

describe('a SAML provider of an organization', () => {
  it('brings newcomers of its domains, and opens that organization alone', async () => {
    const { browser, pass, sees, ask, domain, as, admin, organization, sql } = await withSql()
    const one = browser()
    const back = await pass(one, { subject: 'new-1', email: `new@${domain}`, name: 'New Comer' })
    expect([back.statusCode, back.headers.location]).toEqual([303, TO])
    expect(await sees(one)).toBe(200)
    const { items } = await as(admin).get(`${organization.url}/members?search=new@`)
    expect(items).toMatchObject([{ sso: true, user: { displayName: 'New Comer' } }])
    // Nobody showed here that mail reaches them.
    const [user] = await sql(`select email_verified_at from users where email = 'new@${domain}'`)
    expect(user).toEqual({ email_verified_at: null })
    // What is sensitive about the account wants a sign-in of its own.
    const { headers } = await one.post('/o/~account/email', { email: 'other@example.org' })
    expect(headers.location).toContain('~sign-in?again')
    // A second organization of theirs, which the provider does not speak for, is as if it were not there.
    const other = await as(admin).post('/v1/orgs', { title: 'Elsewhere' }, 201)
    await as(admin).post(`/v1/orgs/${other.id}/invites`, { emails: [`new@${domain}`], role: 'read' }, 200)
    expect((await ask(one, `/v1/orgs/${other.id}`)).statusCode).toBe(404)
    expect(JSON.parse((await ask(one, '/v1/orgs')).body).items.map((row: { id: string }) => row.id)).toEqual([
      organization.id,
    ])
  })

  it('brings nobody from elsewhere', async () => {
    const { browser, pass } = await open()
    for (const email of ['new@elsewhere.example', 'no address', '']) {
      const one = browser()
      const back = await pass(one, { subject: 'new-2', email })
      expect([back.statusCode, one.isSignedIn()], email).toEqual([403, false])
    }
  })

  it('is linked to an account only by its owner, in the same browser', async () => {
    const { browser, pass, editor, link, withPassword, givePassword, domain } = await open()
    await givePassword(editor)
    const one = browser()
    const asks = await pass(one, { subject: 'e-1', email: editor.email })
    const page = path(asks.headers.location)
    expect([page, one.isSignedIn()]).toEqual([expect.stringContaining('/sso/link/'), false])
    expect((await one.post(page)).body).toContain('There is an account for')
    expect((await (await withPassword(editor)).post(page)).statusCode).toBe(410)
    await link(editor, 'e-1')
    // From now on they come in by it, whatever address they have there.
    const other = browser()
    await pass(other, { subject: 'e-1', email: `renamed@${domain}` })
    expect(other.isSignedIn()).toBe(true)
  })

  it('is not believed twice, in another browser, or where nobody asked', async () => {
    const { browser, bring, answerFor, domain, start, sql } = await withSql()
    const who = { subject: 'new-3', email: `three@${domain}` }
    const one = browser()
    const response = await answerFor(one, who)
    const brought = await bring(response, { RelayState: 'https://evil.example/' })
    const shown = path(brought.headers.location)
    expect([brought.statusCode, shown]).toEqual([
      303,
      expect.stringMatching(/^\/o\/~sign-in\/sso\/\w+\/shown\//),
    ])
    // Replayed, it is refused.
    expect((await bring(response)).statusCode).toBe(401)
    // In another browser it is good for nothing, and not used up.
    const other = browser()
    await other.post(start, { next: '/o' })
    expect([(await other.get(shown)).statusCode, other.isSignedIn()]).toEqual([401, false])
    expect((await one.get(shown)).headers.location).toBe(TO)
    expect((await one.get(shown)).statusCode).toBe(401)
    // An assertion is good for one answer, also where another question is open.
    const assertionId = '_the-same-again'
    const first = await answerFor(browser(), who, { assertionId })
    const second = await answerFor(browser(), who, { assertionId })
    expect([(await bring(first)).statusCode, (await bring(second)).statusCode]).toEqual([303, 401])
    expect(await sql('select 1 from saml_assertions')).not.toHaveLength(0)
    // What nobody asked for, as providers send it from their own pages.
    const unasked = await answerFor(browser(), who, { inResponseTo: '_unknown' })
    expect((await bring(unasked)).statusCode).toBe(401)
    expect((await bring('')).statusCode).toBe(401)
  })

  it('does not speak for the provider of another organization', async () => {
    const mine = await open()
    const other = await open()
    const who = { subject: 'new-4', email: `four@${mine.domain}` }
    const response = await mine.answerFor(mine.browser(), who)
    expect((await other.bring(response)).statusCode).toBe(401)
    await mine.link(mine.editor, 'shared-name')
    const one = other.browser()
    const back = await other.pass(one, { subject: 'shared-name', email: 'eve@elsewhere.example' })
    expect([back.statusCode, one.isSignedIn()]).toEqual([403, false])
  })

  it('publishes what is entered there, and is set up by admins alone', async () => {
    const { app, as, admin, creator, organization, provider, start } = await open()
    const { service } = await as(admin).get(provider)
    const { body } = await app.inject({ url: `${start}/metadata` })
    expect(readXml(body).attributes('md:EntityDescriptor', 'entityID')).toEqual([service.entityID])
    expect(readXml(body).attributes('md:AssertionConsumerService', 'Location')).toEqual([service.acsURL])
    await as(creator).get(provider, 404)
    await as(creator).get(`${organization.url}/saml`, 403)
    const { items } = await as(creator).get(`${organization.url}/sso`)
    expect(items).toEqual([{ id: expect.any(String), label: 'Okta', startURL: service.startURL }])
    await as(admin).patch(provider, { certificate: 'nothing' }, 400)
    await as(admin).patch(provider, { ssoURL: 'http://idp.example.org' }, 400)
    const read = await as(admin).post(
      `${organization.url}/saml-metadata`,
      { xml: String(idp.metadata()) },
      200,
    )
    expect(read).toMatchObject({ entityID: idp.entityId, ssoURL: idp.ssoUrl })
    const pending = await as(admin).post(`${organization.url}/saml`, { label: 'Later' }, 201)
    expect(pending).toMatchObject({ status: 'pending', entityID: '', certificate: '' })
    expect((await app.inject({ url: `${SIGN_IN}/sso/${pending.id}` })).statusCode).toBe(404)
  })
})

describe('an organization with sso', () => {
  it('is closed only by an admin who came in by its provider', async () => {
    const { as, admin, organization, close } = await open()
    await as(admin).patch(organization.url, { sso: true }, 412)
    await close()
    await as(admin).get(organization.url, 404)
  })

  it('is there for those who came in by it, and for nobody else', async () => {
    const opened = await open()
    const { close, sees, withPassword, link, reader, editor, as, organization, ask, provider } = opened
    const { givePassword, admin } = opened
    const space = await as(editor).get(`${organization.url}/spaces`)
    expect(space.items).toBeDefined()
    const closer = await close()
    expect(await sees(closer)).toBe(200)
    await givePassword(reader)
    const one = await withPassword(reader)
    expect(await sees(one)).toBe(404)
    const pages = [organization.url, `${organization.url}/spaces`, `${organization.url}/members`]
    for (const url of [...pages, `${organization.url}/search?query=a`, provider])
      expect([url, (await ask(one, url)).statusCode]).toEqual([url, 404])
    expect(JSON.parse((await ask(one, '/v1/orgs')).body).items).toEqual([])
    expect((await ask(one, `/v1/users/${admin.id}`)).statusCode).toBe(404)
    expect((await one.get(`/o/${organization.id}`)).statusCode).toBe(404)
    // Its door is there for members, so that they know where to go.
    expect((await ask(one, `${organization.url}/sso`)).statusCode).toBe(200)
    expect(await sees(await link(reader))).toBe(200)
    await as(reader).get(organization.url, 404)
  })

  it('is there for tokens that were made in such a browser, as long as their owner comes back', async () => {
    const { close, link, reader, as, organization, app, clock, pass, browser } = await open()
    await close()
    const one = await link(reader, 'r-1')
    const made = await app.inject({
      method: 'POST',
      url: '/o/v1/user/tokens',
      payload: { label: 'Mine' },
      headers: {
        origin: 'http://quire.test',
        'x-quire-console': '1',
        cookie: [...one.jar].map((pair) => pair.join('=')).join('; '),
      },
    })
    const { token } = made.json()
    await as(token).get(organization.url, 200)
    const child = await as(token).post('/v1/user/tokens', { label: 'Child' }, 201)
    await as(child.token).get(organization.url, 200)
    await as(reader).get(organization.url, 404)
    clock.advance(31 * DAY)
    await as(token).get(organization.url, 404)
    await pass(browser(), { subject: 'r-1', email: reader.email })
    await as(token).get(organization.url, 200)
  })

  it('ends with the session at the provider, with its provider, and with a sign-in that is too old', async () => {
    const { close, link, editor, pass, browser, sees, clock, as, admin, organization, services } =
      await open()
    const closer = await close()
    await link(editor, 'e-2')
    const short = browser()
    const sessionUntil = new Date(clock.now().getTime() + 3_600_000)
    await pass(short, { subject: 'e-2', email: editor.email }, { sessionUntil })
    expect(await sees(short)).toBe(200)
    clock.advance(3_700_000)
    expect([await sees(short), await sees(closer)]).toEqual([404, 200])
    // A token made without it stays outside, and a pasted one too.
    const { token } = await services.asSystem((ctx) => issueToken(ctx, admin.id, { label: 'Old' }))
    await as(token).get(organization.url, 404)
  })

  it('is not left by a token that was made in a limited browser', async () => {
    const { browser, pass, domain, app, as, admin, organization } = await open()
    const one = browser()
    await pass(one, { subject: 'new-5', email: `five@${domain}` })
    const made = await app.inject({
      method: 'POST',
      url: '/o/v1/user/tokens',
      payload: { label: 'Limited' },
      headers: {
        origin: 'http://quire.test',
        'x-quire-console': '1',
        cookie: [...one.jar].map((pair) => pair.join('=')).join('; '),
      },
    })
    const { token } = made.json()
    await as(token).get(organization.url, 200)
    const other = await as(admin).post('/v1/orgs', { title: 'Elsewhere' }, 201)
    const { id } = await as(token).get('/v1/user')
    await as(token).get(`/v1/orgs/${other.id}`, 404)
    expect(id).toBeDefined()
    const pasted = browser()
    await pasted.post(SIGN_IN, { token, next: '/o' })
    expect(pasted.isSignedIn()).toBe(false)
  })
})

async function withSql() {
  const opened = await open()
  const { sql } = await import('kysely')
  return {
    ...opened,
    sql: async (text: string) => {
      const { rows } = await sql.raw<Record<string, unknown>>(text).execute(opened.services.database.db)
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [
            key.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
            value,
          ]),
        ),
      )
    },
  }
}
