import { describe, expect, it } from 'vitest'
import { type ConsoleBrowser, openConsoleBrowser } from '../../../../test/counterparts/console-browser.ts'
import {
  type IdpPerson,
  openIdentityProviderOfFile,
} from '../../../../test/counterparts/identity-provider.ts'
import { sharedByTests } from '../../../../test/file-scope.ts'
import { buildTestServices, furnish } from '../../../../test/services.ts'
import { systemFetcher } from '../../../world/network/fetcher.ts'

/** Where everybody wants to go, down to a comment. */
const TO = '/o/~account?at=comment-1'

const SIGN_IN = '/o/~sign-in'
const path = (url: unknown) => String(url).replace('http://quire.test', '')
const shared = sharedByTests(() => buildTestServices())

async function open({ allowPrivateNetwork = true } = {}) {
  const built = await shared()
  const opened = await furnish(built)
  const { app, as, admin, organization } = opened
  built.services.fetcher.fetch = systemFetcher({ allowPrivateNetwork }).fetch
  let redirectUri = ''
  const idp = await openIdentityProviderOfFile({ redirectUri: () => redirectUri })
  const made = await as(admin).post(
    `${organization.url}/oidc`,
    { label: 'Example ID', issuer: idp.issuer, clientID: 'quire', clientSecret: 'a secret of quire' },
    201,
  )
  redirectUri = made.service.redirectURL
  const domain = `${organization.id}.example`
  await as(admin).patch(organization.url, { emailDomains: [domain] }, 200)
  const start = `${SIGN_IN}/sso/${made.id}`
  async function lead(one: ConsoleBrowser) {
    const led = await one.post(start, { next: TO })
    return { status: led.statusCode, to: String(led.headers.refresh).replace('0;url=', '') }
  }
  async function pass(one: ConsoleBrowser, person: IdpPerson | undefined) {
    idp.be(person)
    return one.get(path(await idp.visit((await lead(one)).to)))
  }
  const provider = `${organization.url}/oidc/${made.id}`
  return { ...opened, idp, made, provider, domain, lead, pass, browser: () => openConsoleBrowser(app) }
}

describe('an OpenID Connect provider of an organization', () => {
  it('brings newcomers of its domains with an address that it verified, and opens that organization', async () => {
    const { browser, pass, domain, ask } = withAsk(await open())
    const one = browser()
    const back = await pass(one, { sub: 'n-1', email: `new@${domain}`, email_verified: true })
    expect([back.statusCode, back.headers.location]).toEqual([303, TO])
    expect((await ask(one)).statusCode).toBe(200)
    for (const person of [
      { sub: 'n-2', email: `two@${domain}`, email_verified: false },
      { sub: 'n-3', email: 'three@elsewhere.example', email_verified: true },
    ]) {
      const other = browser()
      expect((await pass(other, person)).statusCode).toBe(403)
      expect(other.isSignedIn()).toBe(false)
    }
  })

  it('answers the browser that asked, once', async () => {
    const { browser, lead, idp, domain } = await open()
    const one = browser()
    idp.be({ sub: 'n-4', email: `four@${domain}`, email_verified: true })
    const answer = path(await idp.visit((await lead(one)).to))
    const other = browser()
    await lead(other)
    expect([(await other.get(answer)).statusCode, other.isSignedIn()]).toEqual([401, false])
    expect((await one.get(answer)).statusCode).toBe(303)
    expect((await one.get(answer)).statusCode).toBe(401)
    expect((await pass404(other)).statusCode).toBe(404)
  })

  it('keeps its secret sealed, and tells what is wrong with it', async () => {
    const { as, admin, editor, provider, services, made } = await open()
    expect(JSON.stringify(await as(admin).get(provider))).not.toContain('a secret')
    const row = await services.database.db
      .selectFrom('ssoProviders')
      .select('clientSecret')
      .where('id', '=', made.id)
      .executeTakeFirst()
    expect(row?.clientSecret).toBeTruthy()
    expect(row?.clientSecret).not.toContain('a secret')
    expect(await as(admin).post(`${provider}/check`, {}, 200)).toEqual({ isReachable: true })
    await as(editor).post(`${provider}/check`, {}, 404)
    await as(admin).patch(provider, { issuer: 'http://127.0.0.1:9' }, 200)
    expect(await as(admin).post(`${provider}/check`, {}, 200)).toMatchObject({
      isReachable: false,
      problem: expect.any(String),
    })
    await as(admin).patch(provider, { issuer: 'http://accounts.example.org' }, 400)
  })

  it('is reached by the guarded way out alone', async () => {
    const { as, admin, provider, browser, lead } = await open({ allowPrivateNetwork: false })
    expect(await as(admin).post(`${provider}/check`, {}, 200)).toMatchObject({ isReachable: false })
    expect((await lead(browser())).status).toBe(503)
  })
})

function pass404(one: ConsoleBrowser) {
  return one.post(`${SIGN_IN}/sso/unknown`, { next: '/o' })
}

function withAsk(opened: Awaited<ReturnType<typeof open>>) {
  const { app, organization } = opened
  const ask = (one: ConsoleBrowser) =>
    app.inject({
      url: `/o${organization.url}`,
      headers: {
        'x-quire-console': '1',
        'sec-fetch-site': 'same-origin',
        cookie: [...one.jar].map((pair) => pair.join('=')).join('; '),
      },
    })
  return { ...opened, ask }
}
