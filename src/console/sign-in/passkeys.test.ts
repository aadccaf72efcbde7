import { describe, expect, it } from 'vitest'
import { makeAuthenticator } from '../../../test/counterparts/authenticator.ts'
import {
  type ConsoleBrowser,
  ORIGIN,
  openConsoleBrowser,
} from '../../../test/counterparts/console-browser.ts'
import { openTestServices } from '../../../test/services.ts'
import { keepPassword } from '../../rooms/people/accounts/passwords/passwords.ts'

/** Where everybody wants to go, down to a comment. */
const TO = '/o/~account?at=comment-1'

const PASSWORD = 'correct horse battery'
const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$HyYsa0miuex2hVYeu2P85Q$+fEaEyH/LjV3pmtmRoYGkIoEwKIHBLHWIn2Xj+0sRgU'
const SECURITY = '/o/~account/security'
const SECOND = '/o/~sign-in/second-factor'

async function openDevices() {
  const services = await openTestServices()
  const { app, services: kit, newPerson } = services
  const newUser = async (name: string) => {
    const person = await newPerson(name)
    await kit.asSystem((ctx) => keepPassword(ctx, person.id, { hash: HASH }))
    return person
  }
  const person = await newUser('passkey')
  const network = `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250)).join('.')}`
  const browser = () => openConsoleBrowser(app, network)
  const withPassword = (one: ConsoleBrowser, email = person.email) =>
    one.post('/o/~sign-in', { email, password: PASSWORD, next: TO })
  const challenge = async (one: ConsoleBrowser, path = '/o/~sign-in/passkey') => {
    const answer = await one.ask(path)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  /** Adds a passkey to whoever is signed in there. */
  async function add(one: ConsoleBrowser, label = 'Laptop') {
    const device = makeAuthenticator('quire.test', ORIGIN)
    const options = await challenge(one, `${SECURITY}/passkeys/new`)
    const done = await one.post(`${SECURITY}/passkeys`, { label, passkey: device.create(options) })
    return { device, options, done }
  }
  return { ...services, person, newUser, browser, withPassword, challenge, add }
}

describe('a passkey', () => {
  it('is added with a name, renamed, and removed', async () => {
    const { browser, withPassword, add, as, person } = await openDevices()
    const one = browser()
    await withPassword(one)
    const { device, options, done } = await add(one)
    expect(options).toMatchObject({
      rp: { id: 'quire.test' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(done.body).toContain('Save your recovery codes')
    const { done: second } = await add(one, 'Key ring')
    expect(second.headers.location).toBe(`${SECURITY}?passkey=added`)
    await one.post(`${SECURITY}/passkeys/rename`, { id: device.id, label: '  Old laptop ' })
    const { passkeys } = await as(person).get('/v1/user/factors')
    expect(passkeys).toMatchObject([{ id: device.id, label: 'Old laptop' }, { label: 'Key ring' }])
    await one.post(`${SECURITY}/passkeys/remove`, { id: device.id })
    expect((await as(person).get('/v1/user/factors')).passkeys).toMatchObject([{ label: 'Key ring' }])
  })

  it('lets its owner in alone, where the device was unlocked', async () => {
    const { browser, withPassword, add, challenge, person, as } = await openDevices()
    const owner = browser()
    await withPassword(owner)
    const { device } = await add(owner)
    const one = browser()
    const options = await challenge(one)
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [] })
    const entered = await one.post('/o/~sign-in', { passkey: device.get(options), next: TO })
    expect(entered.headers.location).toBe(TO)
    expect((await one.get('/o/~account')).body).toContain(person.email)
    const sessions = await as(person).get('/v1/user/sessions')
    expect(sessions.items[0].methods).toEqual(['passkey'])

    const other = browser()
    const locked = device.get(await challenge(other), { isVerified: false })
    expect((await other.post('/o/~sign-in', { passkey: locked })).statusCode).toBe(401)
    expect(other.isSignedIn()).toBe(false)
  })

  it('is needed after the password: no way down to the password alone', async () => {
    const { browser, withPassword, add, challenge, as, person } = await openDevices()
    const owner = browser()
    await withPassword(owner)
    const { device } = await add(owner)
    const one = browser()
    expect((await withPassword(one)).headers.location).toBe(SECOND)
    const page = await one.get(SECOND)
    expect(page.body).not.toContain('name="code"')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    const others: Record<string, string>[] = [{ code: '000000' }, { recoveryCode: '' }, { passkey: '{}' }]
    for (const form of others) expect((await one.post(SECOND, form)).statusCode).toBe(401)
    const options = await challenge(one, `${SECOND}/passkey`)
    expect(options.allowCredentials).toMatchObject([{ id: device.id }])
    // After a password the touch of a key is enough.
    const entered = await one.post(SECOND, { passkey: device.get(options, { isVerified: false }) })
    expect(entered.statusCode).toBe(303)
    expect(one.isSignedIn()).toBe(true)
    const sessions = await as(person).get('/v1/user/sessions')
    expect(sessions.items[0].methods).toEqual(['password', 'passkey'])
  })

  it('confirms a session of long ago', async () => {
    const { browser, withPassword, add, challenge, tick } = await openDevices()
    const one = browser()
    await withPassword(one)
    const { device } = await add(one)
    tick(2 / 24)
    expect((await one.ask(`${SECURITY}/passkeys/new`)).statusCode).toBe(403)
    const form = { passkey: device.get(await challenge(one)), next: SECURITY }
    const session = one.jar.get('quire-session')
    expect((await one.post('/o/~sign-in?again', form)).headers.location).toBe(SECURITY)
    expect(one.jar.get('quire-session')).not.toBe(session)
    expect((await one.ask(`${SECURITY}/passkeys/new`)).statusCode).toBe(200)
  })
})

describe('a passkey is refused', () => {
  it('with a challenge that was used, is too old, is for something else or is made up', async () => {
    const { browser, withPassword, add, challenge, tick } = await openDevices()
    const owner = browser()
    await withPassword(owner)
    const { device } = await add(owner)
    const post = (passkey: string) => browser().post('/o/~sign-in', { passkey })
    const options = await challenge(browser())
    expect((await post(device.get(options))).statusCode).toBe(303)
    expect((await post(device.get(options))).statusCode).toBe(401)
    const late = await challenge(browser())
    tick(6 / 24 / 60)
    expect((await post(device.get(late))).statusCode).toBe(401)
    const half = browser()
    await withPassword(half)
    expect((await post(device.get(await challenge(half, `${SECOND}/passkey`)))).statusCode).toBe(401)
    expect((await post(device.get({ challenge: 'bm9uZQ' }))).statusCode).toBe(401)
    for (const junk of ['', '[]', '{"id":1}', '{"response":{"clientDataJSON":"e30"}}'])
      expect((await post(junk)).statusCode).toBe(401)
  })

  it('from another origin, with a counter that went back, or once it is removed', async () => {
    const { browser, withPassword, add, challenge } = await openDevices()
    const owner = browser()
    await withPassword(owner)
    const { device } = await add(owner)
    const post = async (details?: Parameters<typeof device.get>[1]) =>
      (await browser().post('/o/~sign-in', { passkey: device.get(await challenge(browser()), details) }))
        .statusCode
    expect(await post({ origin: 'https://evil.test' })).toBe(401)
    expect(await post({ counter: 10 })).toBe(303)
    expect(await post({ counter: 10 })).toBe(401)
    expect(await post({ counter: 9 })).toBe(401)
    expect(await post({ counter: 11 })).toBe(303)
    await owner.post(`${SECURITY}/passkeys/remove`, { id: device.id })
    expect(await post()).toBe(401)
  })

  it('as the second factor of somebody else', async () => {
    const { browser, newUser, withPassword, add, challenge } = await openDevices()
    const [owner, other] = [browser(), browser()]
    await withPassword(owner)
    const { device } = await add(owner)
    const victim = await newUser('victim')
    await withPassword(other, victim.email)
    await add(other)
    const thief = browser()
    await withPassword(thief, victim.email)
    const options = await challenge(thief, `${SECOND}/passkey`)
    expect((await thief.post(SECOND, { passkey: device.get(options) })).statusCode).toBe(401)
    const own = browser()
    await withPassword(own)
    const mine = await challenge(own, `${SECOND}/passkey`)
    expect((await thief.post(SECOND, { passkey: device.get(mine) })).statusCode).toBe(401)
    expect(thief.isSignedIn()).toBe(false)
  })

  it('and challenges are for pages of ours, and for those who may', async () => {
    const { browser } = await openDevices()
    const one = browser()
    expect((await one.ask('/o/~sign-in/passkey', {})).statusCode).toBe(403)
    expect(
      (await one.ask('/o/~sign-in/passkey', { origin: 'https://evil.test', 'x-quire-console': '1' }))
        .statusCode,
    ).toBe(403)
    expect((await one.ask(`${SECOND}/passkey`)).statusCode).toBe(401)
    expect((await one.ask(`${SECURITY}/passkeys/new`)).statusCode).toBe(401)
  })
})
