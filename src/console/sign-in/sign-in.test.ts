import { describe, expect, it } from 'vitest'
import { HOST, openBrowser } from '../../../test/counterparts/console.ts'
import { makeAdministrator, openTestServices, type Person } from '../../../test/services.ts'
import { SYSTEM } from '../../kit/domain/context.ts'
import { createResetLink } from '../../rooms/people/accounts/links/recovery.ts'
import { hashPassword, keepPassword } from '../../rooms/people/accounts/passwords/passwords.ts'

const PASSWORD = 'correct horse battery'

async function openSignIn() {
  const opened = await openTestServices()
  const { services, app, admin } = opened
  const setPassword = async ({ id, email }: Person, password = PASSWORD) => {
    const hashed = await hashPassword(services.outside(SYSTEM), password, email)
    await services.asSystem((ctx) => keepPassword(ctx, id, hashed))
  }
  await setPassword(admin)
  const browser = (address?: string) => openBrowser(app, { address })
  const isIn = async (one: ReturnType<typeof openBrowser>) =>
    (await one.get('/o/~account')).url === '/o/~account'
  return { ...opened, browser, setPassword, isIn }
}

/** Addresses that no other test uses. */
let networks = 0
const freshAddress = () => `198.18.${Math.floor(networks / 250)}.${(networks++ % 250) + 1}`

describe('signing in with a password', () => {
  it('starts a session, and leads where the person wanted to go', async () => {
    const { browser, admin } = await openSignIn()
    const mine = browser(freshAddress())
    const to = '/o/~account/security?at=comment-1'
    const asked = await mine.get(to)
    expect(asked.url).toBe(`/o/~sign-in?${new URLSearchParams({ next: to })}`)
    const inside = await mine.signIn(admin.email.toUpperCase(), PASSWORD, to)
    expect(inside.url).toBe(to)
    expect(inside.body).toContain('Firefox on Windows')
    expect(inside.headers['referrer-policy']).toBe('same-origin')
    expect(String(inside.headers['content-security-policy'])).toContain("default-src 'none'")
  })

  it('gives a session that nobody could plant before', async () => {
    const { browser, admin } = await openSignIn()
    const mine = browser(freshAddress())
    mine.cookies.set('quire-session', 'planted00000000000000000000000000')
    await mine.signIn(admin.email, PASSWORD)
    const first = mine.cookies.get('quire-session')
    expect(first).not.toContain('planted')
    // Signing in once more ends the one before.
    const copied = browser(freshAddress())
    copied.cookies.set('quire-session', first ?? '')
    const other = browser(freshAddress())
    other.cookies.set('quire-session', first ?? '')
    await other.post('/o/~sign-out', {})
    expect((await copied.get('/o/~account')).url).toContain('~sign-in')
  })

  it('says the same of a wrong password, of an unknown address and of somebody suspended', async () => {
    const { browser, admin, newPerson, setPassword, services } = await openSignIn()
    const suspended = await newPerson('Gone')
    await setPassword(suspended)
    await services.asSystem((ctx) =>
      ctx.db
        .updateTable('users')
        .set({ suspendedAt: ctx.clock.now() })
        .where('id', '=', suspended.id)
        .execute(),
    )
    const told = []
    for (const [email, password] of [
      [admin.email, 'wrong horse battery'],
      ['nobody-at-all@example.org', PASSWORD],
      [suspended.email, PASSWORD],
    ] as const) {
      const { status, body } = await browser(freshAddress()).signIn(email, password)
      told.push([status, body.replaceAll(email, 'EMAIL')])
    }
    expect(told[0]?.[0]).toBe(401)
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
  })

  it('takes as long for an unknown address as for a known one', async () => {
    const { browser, admin, interceptTasks } = await openSignIn()
    const compared: string[] = []
    interceptTasks(async (work, go) => {
      compared.push(work.name)
      return go()
    })
    await browser(freshAddress()).signIn(admin.email, 'wrong horse battery')
    await browser(freshAddress()).signIn('nobody-at-all@example.org', 'wrong horse battery')
    expect(compared).toEqual(['accounts.verify-password', 'accounts.verify-password'])
  })

  it('is possible from pages of ours alone', async () => {
    const { app, admin } = await openSignIn()
    const form = new URLSearchParams({ email: admin.email, password: PASSWORD }).toString()
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'https://evil.test' },
      { origin: HOST, 'sec-fetch-site': 'cross-site' },
      { origin: HOST, 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await app.inject({
        method: 'POST',
        url: '/o/~sign-in',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: form,
      })
      expect(answer.statusCode, JSON.stringify(headers)).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  it('leads nowhere else', async () => {
    const { browser, admin } = await openSignIn()
    for (const next of [
      '//evil.test/o',
      'https://evil.test/o',
      '/o/..//evil.test',
      '/\\evil.test',
      '/v1',
      'javascript:1',
    ])
      expect((await browser(freshAddress()).signIn(admin.email, PASSWORD, next)).url, next).toBe('/o')
  })

  it('hashes anew what was hashed with less', async () => {
    const { browser, admin, services } = await openSignIn()
    const { hashSync } = await import('@node-rs/argon2')
    const hash = hashSync(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await services.asSystem((ctx) => keepPassword(ctx, admin.id, { hash }))
    expect((await browser(freshAddress()).signIn(admin.email, PASSWORD)).status).toBe(200)
    const stored = await services.database.db
      .selectFrom('passwords')
      .select('hash')
      .where('userId', '=', admin.id)
      .executeTakeFirstOrThrow()
    expect(stored.hash).toContain('m=19456,t=2,p=1')
    expect((await browser(freshAddress()).signIn(admin.email, PASSWORD)).status).toBe(200)
  })
})

describe('guessing', () => {
  it('gets slower for an account, from wherever it comes, and tells nothing', async () => {
    const { browser, admin, stopClock, tick } = await openSignIn()
    stopClock()
    for (const email of [admin.email, `unknown-${freshAddress()}@example.org`]) {
      for (let guess = 0; guess < 5; guess++)
        expect((await browser(freshAddress()).signIn(email, `guess number ${guess}`)).status).toBe(401)
      const held = await browser(freshAddress()).signIn(email, PASSWORD)
      expect([held.status, /Try again in 1 second\./.test(held.body)]).toEqual([429, true])
      tick(1.1 / 86_400)
      expect((await browser(freshAddress()).signIn(email, 'guess number 5')).status).toBe(401)
      expect((await browser(freshAddress()).signIn(email, PASSWORD)).body).toContain(
        'Try again in 2 seconds.',
      )
    }
    // After a rest the owner is let in.
    tick(1 / 24)
    expect((await browser(freshAddress()).signIn(admin.email, PASSWORD)).status).toBe(200)
  })

  it('is counted before anything is compared: a thousand at once are no way around it', async () => {
    const { browser, admin, interceptTasks, stopClock } = await openSignIn()
    stopClock()
    let compared = 0
    interceptTasks(async (_work, go) => {
      compared++
      return go()
    })
    const guesses = Array.from({ length: 60 }, (_, at) =>
      browser(freshAddress()).signIn(admin.email, `guess number ${at}`),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(compared).toBeLessThanOrEqual(6)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(54)
  })

  it('from one network is counted for all accounts together', async () => {
    const { browser, admin, stopClock } = await openSignIn()
    stopClock()
    const one = browser(freshAddress())
    // Those who sign in well are no reason to wait.
    for (let count = 0; count < 3; count++) expect((await one.signIn(admin.email, PASSWORD)).status).toBe(200)
    one.cookies.clear()
    for (let guess = 0; guess < 100; guess++)
      await one.signIn(`somebody-${guess}-${networks}@example.org`, 'password')
    expect((await one.signIn(`another-${networks}@example.org`, 'password')).status).toBe(429)
    expect((await browser(freshAddress()).signIn(`another-${networks}@example.org`, 'password')).status).toBe(
      401,
    )
  })

  it('by strangers does not keep the owner out of a browser that was signed in before', async () => {
    const { browser, admin, stopClock } = await openSignIn()
    stopClock()
    const mine = browser(freshAddress())
    await mine.signIn(admin.email, PASSWORD)
    await mine.post('/o/~sign-out', {})
    for (let guess = 0; guess < 8; guess++) await browser(freshAddress()).signIn(admin.email, 'guess')
    expect((await browser(freshAddress()).signIn(admin.email, PASSWORD)).status).toBe(429)
    expect((await mine.signIn(admin.email, PASSWORD)).status).toBe(200)
    // What that browser keeps is good for one account only.
    const thief = browser(freshAddress())
    thief.cookies.set('quire-device', mine.cookies.get('quire-device') ?? '')
    for (let guess = 0; guess < 5; guess++) await thief.signIn(admin.email, 'guess')
    expect((await thief.signIn(admin.email, PASSWORD)).status).toBe(429)
  })
})

describe('a session', () => {
  it('ends after two weeks of rest, and after ninety days in any case', async () => {
    const { browser, admin, tick, isIn } = await openSignIn()
    const idle = browser(freshAddress())
    await idle.signIn(admin.email, PASSWORD)
    tick(13.9)
    expect(await isIn(idle)).toBe(true)
    tick(14.1)
    expect(await isIn(idle)).toBe(false)
    const busy = browser(freshAddress())
    await busy.signIn(admin.email, PASSWORD)
    for (let week = 0; week < 12; week++) {
      tick(7)
      expect(await isIn(busy), `week ${week}`).toBe(true)
    }
    tick(6.1)
    expect(await isIn(busy)).toBe(false)
  })

  it('is listed with its device, and ended from another one', async () => {
    const { browser, app, admin, isIn } = await openSignIn()
    const [here, there] = [
      browser(freshAddress()),
      openBrowser(app, { userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1' }),
    ]
    await here.signIn(admin.email, PASSWORD)
    await there.signIn(admin.email, PASSWORD)
    const { items } = (await here.ask('GET', '/v1/user/sessions')).json()
    expect(
      items.map((item: { device: string; isCurrent: boolean }) => [item.device, item.isCurrent]),
    ).toEqual(
      expect.arrayContaining([
        ['Firefox on Windows', true],
        ['Safari on iPhone', false],
      ]),
    )
    const other = items.find((item: { isCurrent: boolean }) => !item.isCurrent)
    await here.post('/o/~account/security/sessions', { session: other.id })
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  })

  it('of somebody else can not be ended', async () => {
    const { browser, admin, editor, setPassword, isIn, as } = await openSignIn()
    await setPassword(editor)
    const [mine, theirs] = [browser(freshAddress()), browser(freshAddress())]
    await mine.signIn(admin.email, PASSWORD)
    await theirs.signIn(editor.email, PASSWORD)
    const { items } = await as(editor).get('/v1/user/sessions')
    await mine.post('/o/~account/security/sessions', { session: items[0].id })
    expect(await isIn(theirs)).toBe(true)
  })

  it('ends everywhere else with a new password', async () => {
    const { browser, admin, isIn } = await openSignIn()
    const [here, there] = [browser(freshAddress()), browser(freshAddress())]
    await here.signIn(admin.email, PASSWORD)
    await there.signIn(admin.email, PASSWORD)
    const url = '/o/~account/security/password'
    const wrong = await here.post(url, { currentPassword: 'not it', password: 'another horse battery' })
    expect([wrong.status, wrong.body.includes('This is not your password.')]).toEqual([400, true])
    const weak = await here.post(url, { currentPassword: PASSWORD, password: 'qwertyuiop' })
    expect(weak.body).toContain('known from data breaches')
    expect(await isIn(there)).toBe(true)
    await here.post(url, { currentPassword: PASSWORD, password: 'another horse battery' })
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect((await browser(freshAddress()).signIn(admin.email, PASSWORD)).status).toBe(401)
    expect((await browser(freshAddress()).signIn(admin.email, 'another horse battery')).status).toBe(200)
  })

  it('ends at once with suspension and removal, with all tokens', async () => {
    const { browser, editor, setPassword, services, as, isIn } = await openSignIn()
    const administrator = await makeAdministrator(services)
    await setPassword(editor)
    const theirs = browser(freshAddress())
    await theirs.signIn(editor.email, PASSWORD)
    await as(administrator).post(`/v1/users/${editor.id}/suspend`, undefined, 205)
    expect(await isIn(theirs)).toBe(false)
    await as(editor).get('/v1/user', 401)
    expect((await theirs.signIn(editor.email, PASSWORD)).status).toBe(401)
    await as(administrator).post(`/v1/users/${editor.id}/reinstate`, undefined, 205)
    await as(editor).get('/v1/user', 200)
    expect((await theirs.signIn(editor.email, PASSWORD)).status).toBe(200)
    await as(administrator).delete(`/v1/users/${editor.id}`, 205)
    expect(await isIn(theirs)).toBe(false)
  })
})

describe('the door of the console', () => {
  it('takes the session where the API takes tokens', async () => {
    const { browser, admin, app } = await openSignIn()
    const mine = browser(freshAddress())
    await mine.signIn(admin.email, PASSWORD)
    expect((await mine.ask('GET', '/v1/user')).json()).toMatchObject({ id: admin.id })
    const cookie = `quire-session=${mine.cookies.get('quire-session')}`
    expect((await app.inject({ url: '/v1/user', headers: { cookie } })).statusCode).toBe(401)
    const bearer = { authorization: `Bearer ${mine.cookies.get('quire-session')}` }
    expect((await app.inject({ url: '/v1/user', headers: bearer })).statusCode).toBe(401)
    const withToken = { authorization: `Bearer ${admin.token}`, 'x-quire-console': '1' }
    expect((await app.inject({ url: '/o/v1/user', headers: withToken })).statusCode).toBe(401)
  })

  it('is shut to pages of others, and to forms', async () => {
    const { browser, admin, app, organization } = await openSignIn()
    const mine = browser(freshAddress())
    await mine.signIn(admin.email, PASSWORD)
    const cookie = `quire-session=${mine.cookies.get('quire-session')}`
    const good = { cookie, origin: HOST, 'sec-fetch-site': 'same-origin', 'x-quire-console': '1' }
    const url = `/o${organization.url}/teams`
    const send = (headers: Record<string, string | undefined>) => {
      const sent = Object.entries(headers).filter(([, value]) => value !== undefined)
      return app.inject({ method: 'PUT', url, headers: Object.fromEntries(sent), payload: { title: 'Team' } })
    }
    for (const bad of [
      { ...good, origin: 'https://evil.test' },
      { ...good, origin: undefined },
      { ...good, 'sec-fetch-site': 'cross-site' },
      { ...good, 'sec-fetch-site': 'same-site' },
      { ...good, 'x-quire-console': undefined },
    ])
      expect((await send(bad)).statusCode, JSON.stringify(bad)).toBe(403)
    const answer = await send(good)
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('asks for a fresh sign-in before what is sensitive', async () => {
    const { browser, services, editor, setPassword, tick } = await openSignIn()
    const administrator = await makeAdministrator(services)
    await setPassword(administrator)
    const mine = browser(freshAddress())
    await mine.signIn(administrator.email, PASSWORD)
    const suspend = () => mine.ask('POST', `/v1/users/${editor.id}/suspend`)
    tick(1.1 / 24)
    const refused = await suspend()
    expect([refused.statusCode, refused.json().error.details.reason]).toEqual([403, 'sign_in_again'])
    const asked = await mine.post('/o/~account/tokens', { label: 'mine' })
    expect(asked.body).toContain('Confirm that it is you')
    await mine.signIn(administrator.email, PASSWORD)
    expect((await suspend()).statusCode).toBe(205)
  })
})

describe('a link for a new password', () => {
  it('works once, for half an hour, and signs out everywhere else', async () => {
    const { browser, admin, services, isIn, tick } = await openSignIn()
    const old = browser(freshAddress())
    await old.signIn(admin.email, PASSWORD)
    const { url } = await services.asSystem((ctx) => createResetLink(ctx, admin.id))
    const mine = browser(freshAddress())
    expect((await mine.get(url)).body).toContain(admin.email)
    const weak = await mine.post(url, { password: 'short' })
    expect([weak.status, weak.body.includes('Use at least 10 characters.')]).toEqual([400, true])
    await mine.post(url, { password: 'another horse battery' })
    expect([await isIn(mine), await isIn(old)]).toEqual([true, false])
    expect((await browser(freshAddress()).get(url)).status).toBe(410)
    expect((await browser(freshAddress()).post(url, { password: 'yet another battery' })).status).toBe(410)
    const later = await services.asSystem((ctx) => createResetLink(ctx, admin.id))
    const replaced = await services.asSystem((ctx) => createResetLink(ctx, admin.id))
    expect((await browser(freshAddress()).get(later.url)).status).toBe(410)
    tick(31 / (24 * 60))
    expect((await browser(freshAddress()).get(replaced.url)).status).toBe(410)
  })

  it('is used by one of two who open it at the same time', async () => {
    const { browser, admin, services } = await openSignIn()
    const { url } = await services.asSystem((ctx) => createResetLink(ctx, admin.id))
    const both = [browser(freshAddress()), browser(freshAddress())]
    const visits = await Promise.all(
      both.map((one, at) => one.post(url, { password: `password of number ${at}` })),
    )
    expect(visits.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })
})
