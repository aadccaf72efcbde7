import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { type ConsoleBrowser, openConsoleBrowser } from '../../../test/counterparts/console-browser.ts'
import { makeAdministrator, openTestServices, type Person } from '../../../test/services.ts'
import { createResetLink } from '../../rooms/people/accounts/links/recovery.ts'
import { keepPassword } from '../../rooms/people/accounts/passwords/passwords.ts'

/** Where everybody wants to go, down to a comment. */
const TO = '/o/~account?at=comment-1'

const PASSWORD = 'correct horse battery'
const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$HyYsa0miuex2hVYeu2P85Q$+fEaEyH/LjV3pmtmRoYGkIoEwKIHBLHWIn2Xj+0sRgU'
const SECURITY = '/o/~account/security'
const SECOND = '/o/~sign-in/second-factor'
const MINUTE = 1 / 24 / 60

async function openPeople() {
  const services = await openTestServices()
  const { app, services: kit, newPerson, tick, stopClock } = services
  stopClock()
  const person = await newPerson('two-step')
  await kit.asSystem((ctx) => keepPassword(ctx, person.id, { hash: HASH }))
  const network = `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250)).join('.')}`
  const browser = (address = network) => openConsoleBrowser(app, address)
  const signIn = (one: ConsoleBrowser, who: Person = person) =>
    one.post('/o/~sign-in', { email: who.email, password: PASSWORD, next: TO })
  const seconds = (count: number) => tick(count / 86_400)
  const codeOf = (secret: string, ahead = 0) =>
    new TOTP({ secret }).generate({ timestamp: kit.clock.now().getTime() + ahead * 30_000 })
  /** Signs in and sets up an app; answers its secret and the recovery codes. */
  async function setUp(one: ConsoleBrowser) {
    await signIn(one)
    await one.post(`${SECURITY}/app/start`)
    const page = await one.get(`${SECURITY}/app`)
    const secret = /class="secret">([^<]+)</.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
    const done = await one.post(`${SECURITY}/app`, { code: codeOf(secret) })
    expect(done.statusCode, done.body).toBe(200)
    const codes = [...done.body.matchAll(/<li><code>([^<]+)</g)].map(([, code = '']) => code)
    seconds(30)
    return { secret, codes, page, done }
  }
  return { ...services, kit, person, browser, signIn, seconds, codeOf, setUp }
}

describe('an authenticator app', () => {
  it('is set up with a picture and a key, and confirmed by a code', async () => {
    const { browser, setUp, person, sql, as } = await openPeople()
    const [one, other] = [browser(), browser()]
    const { secret, codes, page } = await setUp(one)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(page.body).toMatch(/<svg class="qr-code" role="img"/)
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    // Neither the secret nor a code is kept as it is, and the secret is not shown again.
    const { rows } = await sql<{ secret: string }>(
      `select secret from totp_secrets where user_id = '${person.id}'`,
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect((await one.get(`${SECURITY}/app`)).headers.location).toBe(SECURITY)
    expect(await as(person).get('/v1/user/factors')).toMatchObject({
      isRequired: true,
      totp: { isOn: true },
      recoveryCodes: 10,
      passkeys: [],
    })
    expect(other.isSignedIn()).toBe(false)
  })

  it('is off until a code was right', async () => {
    const { browser, signIn } = await openPeople()
    const one = browser()
    await signIn(one)
    await one.post(`${SECURITY}/app/start`)
    const wrong = await one.post(`${SECURITY}/app`, { code: '000000' })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.body).toContain('This code is wrong')
    const other = browser()
    expect((await signIn(other)).headers.location).toBe(TO)
    expect(other.isSignedIn()).toBe(true)
  })

  it('is asked for after the password, and a code works once', async () => {
    const { browser, setUp, signIn, codeOf, seconds } = await openPeople()
    const { secret } = await setUp(browser())
    const one = browser()
    const half = await signIn(one)
    expect(half.headers.location).toBe(SECOND)
    expect(String(half.headers['set-cookie'])).toMatch(
      /^quire-second-factor=\w+; Path=\/; HttpOnly; SameSite=Lax/,
    )
    expect(one.isSignedIn()).toBe(false)
    expect((await one.get('/o/~account')).statusCode).toBe(303)
    const page = await one.get(SECOND)
    expect(page.body).toContain('autocomplete="one-time-code"')
    expect(page.headers['content-security-policy']).not.toContain('script-src')
    const whole = await one.post(SECOND, {
      code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`,
    })
    expect(whole.headers.location).toBe(TO)
    expect(one.isSignedIn()).toBe(true)
    expect(one.jar.has('quire-second-factor')).toBe(false)

    const other = browser()
    await signIn(other)
    expect((await other.post(SECOND, { code: codeOf(secret) })).statusCode).toBe(401)
    // Neither does one from before the last one.
    expect((await other.post(SECOND, { code: codeOf(secret, -1) })).statusCode).toBe(401)
    seconds(30)
    expect((await other.post(SECOND, { code: codeOf(secret) })).statusCode).toBe(303)
  })

  it('may be one step early or late, and no more', async () => {
    const { browser, setUp, signIn, codeOf, seconds } = await openPeople()
    const { secret } = await setUp(browser())
    seconds(600)
    for (const [ahead, status] of [
      [-2, 401],
      [2, 401],
      [-1, 303],
      [1, 303],
    ] as const) {
      const one = browser()
      await signIn(one)
      expect((await one.post(SECOND, { code: codeOf(secret, ahead) })).statusCode, String(ahead)).toBe(status)
    }
  })

  it('waits ten minutes, and ends with the sign-in that it belongs to', async () => {
    const { browser, setUp, signIn, codeOf, tick } = await openPeople()
    const { secret } = await setUp(browser())
    const one = browser()
    await signIn(one)
    const kept = one.jar.get('quire-second-factor') ?? ''
    expect((await one.post(SECOND, { code: codeOf(secret) })).statusCode).toBe(303)
    const thief = browser()
    thief.jar.set('quire-second-factor', kept)
    tick(MINUTE)
    expect((await thief.post(SECOND, { code: codeOf(secret) })).headers.location).toBe('/o/~sign-in')
    expect(thief.isSignedIn()).toBe(false)
    const late = browser()
    await signIn(late)
    tick(10 * MINUTE)
    expect((await late.post(SECOND, { code: codeOf(secret) })).headers.location).toBe('/o/~sign-in')
    expect(late.isSignedIn()).toBe(false)
  })

  it('is guessed ever more slowly, while recovery codes go on working', async () => {
    const { browser, setUp, signIn, codeOf, seconds } = await openPeople()
    const { secret, codes } = await setUp(browser())
    const one = browser()
    await signIn(one)
    for (let count = 0; count < 5; count++)
      expect((await one.post(SECOND, { code: '000000' })).statusCode).toBe(401)
    const waits: number[] = []
    for (let count = 0; count < 5; count++) {
      const early = await one.post(SECOND, { code: codeOf(secret) })
      expect(early.statusCode).toBe(429)
      const wait = Number(/Try again in (\d+) second/.exec(early.body)?.[1])
      waits.push(wait)
      seconds(wait)
      expect((await one.post(SECOND, { code: '000000' })).statusCode).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16])
    // A new sign-in from elsewhere is no way around it.
    const elsewhere = browser('203.0.113.9')
    await signIn(elsewhere)
    expect((await elsewhere.post(SECOND, { code: codeOf(secret) })).statusCode).toBe(429)
    expect((await elsewhere.post(SECOND, { recoveryCode: codes[0] ?? '' })).statusCode).toBe(303)
    expect(elsewhere.isSignedIn()).toBe(true)
  })

  it('is turned off again, which ends other sessions and needs a recent sign-in', async () => {
    const { browser, setUp, signIn, codeOf, seconds, tick, person, sql } = await openPeople()
    const one = browser()
    const { secret } = await setUp(one)
    const other = browser()
    await signIn(other)
    await other.post(SECOND, { code: codeOf(secret) })
    tick(2 / 24)
    const refused = await one.post(`${SECURITY}/app/remove`)
    expect(refused.headers.location).toMatch(/^\/o\/~sign-in\?again/)
    // The password alone does not confirm it.
    const half = await one.post('/o/~sign-in?again', {
      email: person.email,
      password: PASSWORD,
      next: SECURITY,
    })
    expect(half.headers.location).toBe(SECOND)
    expect((await one.post(`${SECURITY}/app/remove`)).headers.location).toMatch(/again/)
    const session = one.jar.get('quire-session')
    expect((await one.post(SECOND, { code: codeOf(secret) })).headers.location).toBe(SECURITY)
    expect(one.jar.get('quire-session')).not.toBe(session)
    expect((await one.post(`${SECURITY}/app/remove`)).headers.location).toBe(`${SECURITY}?saved`)
    expect((await other.get('/o/~account')).statusCode).toBe(303)
    expect((await one.get('/o/~account')).statusCode).toBe(200)
    seconds(30)
    const third = browser()
    expect((await signIn(third)).headers.location).toBe(TO)
    const { rows } = await sql<{ type: string }>(
      `select type from events where type like 'user.%factor%' and payload ->> 'userId' = '${person.id}' order by id`,
    )
    expect(rows.map(({ type }) => type)).toEqual(['user.second_factor_added', 'user.second_factor_removed'])
    const { rows: left } = await sql(`select 1 from recovery_codes where user_id = '${person.id}'`)
    expect(left).toEqual([])
  })
})

describe('recovery codes', () => {
  it('work once each, however they are typed, and new ones replace them', async () => {
    const { browser, setUp, signIn } = await openPeople()
    const owner = browser()
    const { codes } = await setUp(owner)
    const [first = '', second = '', third = ''] = codes
    const one = browser()
    await signIn(one)
    expect((await one.post(SECOND, { recoveryCode: 'aaaa-bbbb-cccc-dddd' })).statusCode).toBe(401)
    const typed = first.toUpperCase().replaceAll('-', ' ')
    expect((await one.post(SECOND, { recoveryCode: typed })).statusCode).toBe(303)
    const other = browser()
    await signIn(other)
    expect((await other.post(SECOND, { recoveryCode: first })).statusCode).toBe(401)
    expect((await other.post(SECOND, { recoveryCode: second })).statusCode).toBe(303)

    const renewed = await one.post(`${SECURITY}/recovery-codes`)
    const [fresh = ''] = [...renewed.body.matchAll(/<li><code>([^<]+)</g)].map(([, code = '']) => code)
    expect(renewed.body).toContain('download="quire-recovery-codes.txt"')
    const last = browser()
    await signIn(last)
    expect((await last.post(SECOND, { recoveryCode: third })).statusCode).toBe(401)
    expect((await last.post(SECOND, { recoveryCode: fresh })).statusCode).toBe(303)
  })

  it('belong to one account', async () => {
    const { browser, setUp } = await openPeople()
    const { codes } = await setUp(browser())
    const others = await openPeople()
    await others.setUp(others.browser())
    const one = others.browser()
    await others.signIn(one)
    expect((await one.post(SECOND, { recoveryCode: codes[0] ?? '' })).statusCode).toBe(401)
  })
})

describe('no other method passes by the second factor', () => {
  it('an API token does not, and its session still ends with it', async () => {
    const { browser, setUp, codeOf, person, as } = await openPeople()
    const { secret } = await setUp(browser())
    const one = browser()
    const half = await one.post('/o/~sign-in', { token: person.token })
    expect(half.headers.location).toBe(SECOND)
    expect(one.isSignedIn()).toBe(false)
    const revoked = browser()
    const { id, token } = await as(person).post('/v1/user/tokens', { label: 'short' }, 201)
    await revoked.post('/o/~sign-in', { token })
    await one.post(SECOND, { code: codeOf(secret, -1) })
    await as(person).delete(`/v1/user/tokens/${id}`, 205)
    expect((await revoked.post(SECOND, { code: codeOf(secret) })).headers.location).toBe('/o/~sign-in')
    expect(revoked.isSignedIn()).toBe(false)
  })

  it('a link for a new password does not', async () => {
    const { browser, setUp, codeOf, kit, person } = await openPeople()
    const { secret } = await setUp(browser())
    const { url } = await kit.asSystem((ctx) => createResetLink(ctx, person.id, { isMailed: true }))
    const one = browser()
    const half = await one.post(new URL(url).pathname, { password: 'a longer one that I like' })
    expect(half.headers.location).toBe(SECOND)
    expect(one.isSignedIn()).toBe(false)
    expect((await one.post(SECOND, { code: codeOf(secret) })).statusCode).toBe(303)
    expect(one.isSignedIn()).toBe(true)
  })

  it('nor does a suspended account get in by it', async () => {
    const { browser, setUp, signIn, codeOf, person, sql } = await openPeople()
    const { secret } = await setUp(browser())
    const one = browser()
    await signIn(one)
    await sql(`update users set suspended_at = now() where id = '${person.id}'`)
    await one.post(SECOND, { code: codeOf(secret) })
    expect(one.isSignedIn()).toBe(false)
  })

  it('administrators reset a lost device', async () => {
    const { browser, setUp, signIn, person, as, sql, services } = await openPeople()
    const one = browser()
    await setUp(one)
    const administrator = await makeAdministrator(services)
    await as(person).delete(`/v1/users/${person.id}/factors`, 403)
    await as(administrator).delete(`/v1/users/${person.id}/factors`, 205)
    expect((await one.get('/o/~account')).statusCode).toBe(303)
    const other = browser()
    expect((await signIn(other)).headers.location).toBe(TO)
    const { rows } = await sql<{ payload: object }>(
      `select payload from events where type = 'user.second_factor_removed' and payload ->> 'userId' = '${person.id}'`,
    )
    expect(rows).toEqual([{ payload: { userId: person.id, factor: 'all' } }])
  })
})
