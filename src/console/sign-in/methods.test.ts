import { describe, expect, it } from 'vitest'
import { makeAuthenticator } from '../../../test/counterparts/authenticator.ts'
import { openConsoleBrowser } from '../../../test/counterparts/console-browser.ts'
import { openMailServices } from '../../../test/mail-services.ts'
import { buildTestServices, furnish, makeAdministrator } from '../../../test/services.ts'
import { requireWayIn } from '../../command/people/way-in.ts'
import { SIGN_IN_METHODS, type SignInMethod } from '../../kit/domain/sign-in-methods.ts'
import { createResetLink } from '../../rooms/people/accounts/links/recovery.ts'
import { keepPassword, removePassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { startSession } from '../../rooms/people/accounts/sessions/sessions.ts'

const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$HyYsa0miuex2hVYeu2P85Q$+fEaEyH/LjV3pmtmRoYGkIoEwKIHBLHWIn2Xj+0sRgU'
const PASSWORD = 'correct horse battery'
const PAGE = '/o/~sign-in'

async function openWithout(...off: SignInMethod[]) {
  const signInMethods = SIGN_IN_METHODS.filter((method) => !off.includes(method))
  const furnished = await furnish(await buildTestServices({ signInMethods }))
  const { app, newPerson, services } = furnished
  const person = await newPerson('person')
  await services.asSystem((ctx) => keepPassword(ctx, person.id, { hash: HASH }))
  const browser = () => openConsoleBrowser(app)
  const signIn = (one = browser()) => one.post(PAGE, { email: person.email, password: PASSWORD, next: '/o' })
  return { ...furnished, person, browser, signIn, signInMethods }
}

describe('a method that is switched off', () => {
  it('password: is not offered, not taken, and not set by a link', async () => {
    const { browser, signIn, person, services, as, sql } = await openWithout('password')
    const page = await browser().get(PAGE)
    expect(page.body).not.toContain('name="password"')
    expect(page.body).not.toContain('~forgot')
    expect(page.body).toContain('Sign in with a passkey')
    const refused = await signIn()
    expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('switched off')])
    expect((await browser().get('/o/~forgot')).body).toContain('Passwords are switched off here')
    await expect(services.asSystem((ctx) => createResetLink(ctx, person.id))).rejects.toThrow('switched off')
    const body = { currentPassword: PASSWORD, password: 'another one entirely' }
    await as(person).put('/v1/user/password', body, 412)
    const { rows } = await sql(`select 1 from sessions where user_id = '${person.id}'`)
    expect(rows).toEqual([])
  })

  it('token: is not offered and not taken', async () => {
    const { browser, person } = await openWithout('token')
    const page = await browser().get(`${PAGE}?token`)
    expect(page.body).not.toContain('API token')
    const one = browser()
    expect((await one.post(PAGE, { token: person.token })).statusCode).toBe(403)
    expect(one.isSignedIn()).toBe(false)
  })

  it('passkey: is not offered and not taken', async () => {
    const { browser } = await openWithout('passkey')
    expect((await browser().get(PAGE)).body).not.toContain('passkey')
    expect((await browser().post(PAGE, { passkey: '{}' })).statusCode).toBe(403)
  })

  it('ends the sessions that began with it', async () => {
    const { browser, person, services } = await openWithout('password')
    const start = (method: 'password' | 'passkey') =>
      services.asSystem((ctx) => startSession(ctx, person.id, [method], { userAgent: '', address: '::1' }))
    for (const [method, status] of [
      ['password', 303],
      ['passkey', 200],
    ] as const) {
      const one = browser()
      one.jar.set('quire-session', (await start(method)).value)
      expect((await one.get('/o/~account')).statusCode).toBe(status)
    }
  })

  it('leaves a page that says so where nothing is left', async () => {
    const { browser } = await openWithout('password', 'passkey', 'token', 'saml', 'oidc')
    expect((await browser().get(PAGE)).body).toContain('No way to sign in is switched on here')
  })

  it('does not keep the service from starting as long as an administrator gets in', async () => {
    const { services, person, signInMethods } = await openWithout('password', 'token', 'link')
    const refusal = expect.stringContaining('leaves no administrator a way to sign in: none has passkey')
    await services.asSystem((ctx) => removePassword(ctx, person.id))
    const administrator = await makeAdministrator(services)
    await services.asSystem((ctx) => keepPassword(ctx, administrator.id, { hash: HASH }))
    const start = (methods: readonly string[] = signInMethods) => requireWayIn(services, methods)
    await expect(start()).rejects.toMatchObject({ message: refusal })
    await services.database.db
      .insertInto('passkeys')
      .values({
        id: Buffer.from('key'),
        userId: administrator.id,
        publicKey: Buffer.from('key'),
        counter: 0,
        transports: [],
        label: 'Key',
        isBackedUp: false,
        createdAt: new Date(),
        lastUsedAt: null,
      })
      .execute()
    await start()
    await services.database.db
      .updateTable('users')
      .set({ suspendedAt: new Date() })
      .where('id', '=', administrator.id)
      .execute()
    await expect(start()).rejects.toMatchObject({ message: refusal })
  })
})

describe('the last way in', () => {
  async function openWithPasskeys(count: number) {
    const mail = await openMailServices()
    const { app, newPerson, services } = mail
    const person = await newPerson('keyless')
    await services.asSystem((ctx) => keepPassword(ctx, person.id, { hash: HASH }))
    const one = openConsoleBrowser(app)
    await one.post(PAGE, { email: person.email, password: PASSWORD, next: '/o' })
    const passkeys = '/o/~account/security/passkeys'
    const keys = []
    for (let at = 0; at < count; at += 1) {
      const key = makeAuthenticator('quire.test', 'http://quire.test')
      const options = (await one.ask(`${passkeys}/new`)).json()
      await one.post(passkeys, { passkey: key.create(options), label: `Key ${at}` })
      keys.push(key)
    }
    const remove = (id = '') => one.post(`${passkeys}/remove`, { id })
    return { ...mail, person, one, keys, remove }
  }

  it('is not removed: not the last passkey of an account without password', async () => {
    const { one, keys, remove, person, services, sql } = await openWithPasskeys(2)
    await services.asSystem((ctx) => removePassword(ctx, person.id))
    await remove(keys[0]?.id)
    const page = await one.get('/o/~account/security')
    expect(page.body).toContain('The only way to sign in to this account')
    const refused = await remove(keys[1]?.id)
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('only way to sign in')])
    const { rows } = await sql(`select 1 from passkeys where user_id = '${person.id}'`)
    expect(rows).toHaveLength(1)
  })

  it('is kept of two that are removed at once', async () => {
    const { keys, remove, person, services, sql } = await openWithPasskeys(2)
    await services.asSystem((ctx) => removePassword(ctx, person.id))
    const statuses = (await Promise.all(keys.map(({ id }) => remove(id)))).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([303, 409])
    const { rows } = await sql(`select 1 from passkeys where user_id = '${person.id}'`)
    expect(rows).toHaveLength(1)
  })

  it('may be a password; and the owner hears of what was added and removed', async () => {
    const { keys, remove, person, drain, mailsTo } = await openWithPasskeys(1)
    expect((await remove(keys[0]?.id)).statusCode).toBe(303)
    await drain()
    const subjects = mailsTo(person.email).map(({ headers }) => headers.get('subject'))
    expect(subjects).toContain('New sign-in method for your account')
    expect(subjects).toContain('A sign-in method was removed from your account')
    expect(mailsTo(person.email).at(-1)?.text).toContain('UTC: passkey.')
  })
})
