import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { makeAuthenticator } from '../../../test/counterparts/authenticator.ts'
import { HOST, openBrowser, type Visit } from '../../../test/counterparts/console.ts'
import { buildTestServices, furnish, openTestServices, type Person } from '../../../test/services.ts'
import { SYSTEM } from '../../kit/domain/context.ts'
import { hashPassword, keepPassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { signIn } from '../../rooms/people/accounts/sign-in.ts'

const PASSWORD = 'correct horse battery'
const SECURITY = '/o/~account/security'
const REQUIRED = `${SECURITY}/required`

type Opened = Awaited<ReturnType<typeof openTestServices>>

function withPeople(opened: Opened) {
  const { app, services } = opened
  async function enter(person: Person) {
    const hashed = await hashPassword(services.outside(SYSTEM), PASSWORD, person.email)
    await services.asSystem((ctx) => keepPassword(ctx, person.id, hashed))
    const browser = openBrowser(app, { address: `198.19.${people >> 8}.${people++ & 255}` })
    return { browser, page: await browser.signIn(person.email, PASSWORD) }
  }
  /** Sets up an app in a browser. */
  async function setUp(browser: ReturnType<typeof openBrowser>) {
    const page = await browser.post('/o/~account/security/app/start', {})
    const secret = /class="secret">([^<]+)</.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
    const code = new TOTP({ secret }).generate({ timestamp: services.clock.now().getTime() })
    return browser.post('/o/~account/security/app', { code })
  }
  return { ...opened, enter, setUp }
}
let people = 1

describe('an organization that requires a second factor', () => {
  const open = async () => withPeople(await openTestServices())

  it('leads members without one to set it up, at once, and lets them on afterwards', async () => {
    const { as, admin, editor, organization, enter, setUp } = await open()
    const { browser, page } = await enter(editor)
    expect(page.url).toBe('/o')
    const rule = `${organization.url}/second-factor`
    await as(admin).put(rule, { isRequired: true })
    const led = await browser.get(`/o/${organization.id}`)
    expect(led.url).toBe(`${REQUIRED}?next=${encodeURIComponent(`/o/${organization.id}`)}`)
    expect(led.body).toContain('Members need a second step at sign-in')
    expect((await browser.get('/o/~account/tokens')).url).toContain(REQUIRED)
    expect((await browser.get('/o/~inbox')).url).toContain(REQUIRED)
    const refused = await browser.ask('GET', '/v1/user')
    expect([refused.statusCode, refused.json().error.details.reason]).toEqual([403, 'second_factor_required'])
    expect((await setUp(browser)).body).toContain('class="codes"')
    expect((await browser.get(`/o/${organization.id}`)).url).toBe(`/o/${organization.id}`)
    expect((await browser.ask('GET', '/v1/user')).statusCode).toBe(200)
    expect((await browser.get(led.url)).url).toBe(`/o/${organization.id}`)
  })

  it('asks no one else, and nobody once it asks no longer', async () => {
    const { as, admin, editor, newPerson, organization, enter } = await open()
    const rule = `${organization.url}/second-factor`
    expect((await as(admin).put(rule, { isRequired: true })).membersWithout).toBeGreaterThan(3)
    const stranger = await enter(await newPerson('Stranger'))
    expect(stranger.page.url).toBe('/o')
    const member = await enter(editor)
    expect(member.page.url).toContain(REQUIRED)
    await as(admin).put(rule, { isRequired: false })
    expect((await member.browser.get('/o')).url).toBe('/o')
  })

  it('is led by its admins alone, who signed in within the hour', async () => {
    const { as, admin, editor, reader, organization, enter, setUp, tick } = await open()
    const rule = `${organization.url}/second-factor`
    await as(editor).put(rule, { isRequired: true }, 403)
    await as(reader).get(rule, 403)
    await as().get(rule, 401)
    const { browser } = await enter(admin)
    const page = await browser.get(`/o/${organization.id}/~people`)
    expect(page.body).toContain('Two-step sign-in for all members')
    tick(2 / 24)
    const late = await browser.post(`/o/${organization.id}/~people/second-factor`, { required: 'yes' })
    expect(late.url).toContain('~sign-in?again')
    await browser.signIn(admin.email, PASSWORD)
    await browser.post(`/o/${organization.id}/~people/second-factor`, { required: 'yes' })
    expect((await as(admin).get(rule)).isRequired).toBe(true)
    // Who asked for it is asked too.
    expect((await browser.get('/o')).url).toContain(REQUIRED)
    await setUp(browser)
    expect((await browser.get(`/o/${organization.id}/~people`)).body).toContain('No longer require it')
  })

  it('leaves API tokens as they are, and takes the second factor of an identity provider', async () => {
    const { as, admin, editor, organization, services } = await open()
    await as(admin).put(`${organization.url}/second-factor`, { isRequired: true })
    await as(editor).get('/v1/user', 200)
    const enter = (isTwoFactor: boolean) =>
      services.asSystem(async (ctx) => {
        const arrival = { browser: { userAgent: '', address: '' }, next: '/o' }
        const outcome = await signIn(ctx, { userId: editor.id, methods: ['oidc'], isTwoFactor }, arrival)
        return outcome.kind === 'signed-in' ? outcome.session.value : ''
      })
    const { app } = await open()
    const statusOf = async (session: string) => {
      const browser = openBrowser(app)
      browser.cookies.set('quire-session', session)
      return (await browser.ask('GET', '/v1/user')).statusCode
    }
    expect(await statusOf(await enter(false))).toBe(403)
    expect(await statusOf(await enter(true))).toBe(200)
  })
})

/** The form of a page that is sent there, with what it holds already. */
function formOf({ body }: Visit, path: string) {
  const forms = body.matchAll(/<form method="post" action="([^"]+)".*?<\/form>/gs)
  const [form = '', action = ''] = [...forms].find(([, to]) => to?.split('?')[0] === path) ?? []
  const held = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  const values = Object.fromEntries([...held].map(([, name, value]) => [name, plain(value)]))
  return { action: plain(action), values }
}
const plain = (text = '') => text.replaceAll('&amp;', '&')

describe('whoever came for a comment and has to set up a second factor on the way', () => {
  async function open() {
    const opened = withPeople(await openTestServices())
    const { as, admin, editor, app, services, organization, tick } = opened
    const space = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
    const said = await as(admin).post(`/v1/spaces/${space.id}/comments`, {
      body: { markdown: 'Is this clear?' },
    })
    const comments = `/o/${organization.id}/s/${space.id}/~/comments`
    await as(admin).put(`${organization.url}/second-factor`, { isRequired: true })
    const hashed = await hashPassword(services.outside(SYSTEM), PASSWORD, editor.email)
    await services.asSystem((ctx) => keepPassword(ctx, editor.id, hashed))
    const browser = openBrowser(app, { address: `198.19.${people >> 8}.${people++ & 255}` })
    async function send(page: Visit, path: string, more: Record<string, string> = {}) {
      const { action, values } = formOf(page, path)
      expect(action, page.body).toContain(path)
      return browser.post(action, { ...values, ...more })
    }
    const signIn = (page: Visit) => send(page, '/o/~sign-in', { email: editor.email, password: PASSWORD })
    const codeIn = ({ body }: Visit) => {
      const secret = /class="secret">([^<]+)</.exec(body)?.[1]?.replaceAll(' ', '') ?? ''
      return new TOTP({ secret }).generate({ timestamp: services.clock.now().getTime() })
    }
    /** Where somebody goes on who has saved the codes. */
    const goOn = (page: Visit) => {
      expect(page.body).toContain('class="codes"')
      return browser.get(plain(/<a class="button" href="([^"]+)"/.exec(page.body)?.[1]))
    }
    const hours = (count: number) => tick(count / 24)
    const link = `${comments}?at=comment-${said.id}`
    const comment = `${comments}?linked=comment-${said.id}#comment-${said.id}`
    return { browser, send, signIn, codeIn, goOn, hours, link, comment }
  }

  it('is there after an app, a wrong code and signing in once more', async () => {
    const { browser, send, signIn, codeIn, goOn, hours, link, comment } = await open()
    const led = await signIn(await browser.get(link))
    expect(led.url).toBe(`${REQUIRED}?${new URLSearchParams({ next: link })}`)
    hours(2)
    const again = await send(led, `${SECURITY}/app/start`)
    expect(again.url).toContain('~sign-in?again')
    const back = await signIn(again)
    expect(back.url).toBe(led.url)
    const app = await send(back, `${SECURITY}/app/start`)
    const wrong = await send(app, `${SECURITY}/app`, { code: '000000' })
    expect(wrong.status).toBe(400)
    hours(2)
    const asked = await send(wrong, `${SECURITY}/app`, { code: codeIn(wrong) })
    expect(asked.url).toContain('~sign-in?again')
    const shown = await signIn(asked)
    const there = await goOn(await send(shown, `${SECURITY}/app`, { code: codeIn(shown) }))
    expect([there.status, there.url]).toEqual([200, comment])
    expect(there.body).toContain('Is this clear?')
  })

  it('is there after a passkey, also one that did not work at once', async () => {
    const { browser, send, signIn, goOn, link, comment } = await open()
    const led = await signIn(await browser.get(link))
    const failed = await send(led, `${SECURITY}/passkeys`, { passkey: '{}', label: 'Laptop' })
    expect(failed.body).toContain('This passkey did not work')
    const options = await browser.ask('POST', '/~account/security/passkeys/new')
    const passkey = makeAuthenticator('quire.test', HOST).create(options.json())
    const added = await send(failed, `${SECURITY}/passkeys`, { passkey, label: 'Laptop' })
    expect((await goOn(added)).url).toBe(comment)
  })

  it('comes back to the choice of a factor from what they do not go on with', async () => {
    const { browser, send, signIn, link } = await open()
    const led = await signIn(await browser.get(link))
    const app = await send(led, `${SECURITY}/app/start`)
    const cancel = plain(/<a class="button plain" href="([^"]+)"/.exec(app.body)?.[1])
    expect(cancel).toBe(led.url)
    expect((await browser.get(formOf(led, `${SECURITY}/app/start`).action)).url).toBe(led.url)
  })

  it('is led to no other host', async () => {
    const { browser, send, signIn, codeIn, goOn, link } = await open()
    await signIn(await browser.get(link))
    for (const next of ['//elsewhere.example', 'https://elsewhere.example/o', '/\\elsewhere.example/o']) {
      const led = await browser.get(`${REQUIRED}?${new URLSearchParams({ next })}`)
      expect(led.body).not.toContain('elsewhere')
    }
    const led = await browser.get(`${REQUIRED}?next=//elsewhere.example/o`)
    const app = await send(led, `${SECURITY}/app/start`)
    const made = await browser.post(`${SECURITY}/app?next=//elsewhere.example`, { code: codeIn(app) })
    expect(made.body).not.toContain('elsewhere')
    expect((await goOn(made)).url).toBe('/o')
  })
})

describe('an installation that requires a second factor', () => {
  it('asks everybody', async () => {
    const signInRules = { isSecondFactorRequired: true }
    const { newPerson, enter, setUp, organization, as, admin } = withPeople(
      await furnish(await buildTestServices({ signInRules })),
    )
    const { browser, page } = await enter(await newPerson('Anybody'))
    expect(page.url).toContain(REQUIRED)
    expect(page.body).toContain('Everybody on this installation')
    expect((await as(admin).get(`${organization.url}/second-factor`)).isRequiredByInstallation).toBe(true)
    await setUp(browser)
    expect((await browser.get('/o')).url).toBe('/o')
  })
})
