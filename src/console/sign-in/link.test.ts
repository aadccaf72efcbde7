import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { openConsoleBrowser } from '../../../test/counterparts/console-browser.ts'
import { linkIn, openMailServices } from '../../../test/mail-services.ts'
import { NOBODY } from '../../kit/domain/context.ts'
import { addTotp } from '../../rooms/people/accounts/factors/factors.ts'
import { startTotp, totpSetUp } from '../../rooms/people/accounts/factors/totp.ts'
import { keepPassword } from '../../rooms/people/accounts/passwords/passwords.ts'
import { issueToken } from '../../rooms/people/identity/tokens.ts'
import { createUser, suspendUser } from '../../rooms/people/identity/users.ts'

/** Where everybody wants to go, down to a comment. */
const TO = '/o/~account?at=comment-1'

const LINK = '/o/~sign-in/link'
const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$HyYsa0miuex2hVYeu2P85Q$+fEaEyH/LjV3pmtmRoYGkIoEwKIHBLHWIn2Xj+0sRgU'
const PASSWORD = 'correct horse battery'
const MINUTE = 1 / 24 / 60

async function openPeople() {
  const mail = await openMailServices()
  const { app, services, drain, mailsTo } = mail
  const browser = (address?: string) => openConsoleBrowser(app, address)
  /** Asks for a link; answers where it leads. */
  async function ask(one: ReturnType<typeof browser>, email: string, next = TO) {
    const answer = await one.post(LINK, { email, next })
    await drain()
    return { answer, link: lastLink(email, '~sign-in/link') }
  }
  function lastLink(email: string, path: string) {
    const mail = mailsTo(email).findLast(({ text }) => text.includes(path))
    return linkIn(mail?.text ?? '')
  }
  const maria = await services.asSystem((ctx) => createUser(ctx, { email: 'maria@example.org' }))
  return { ...mail, browser, ask, lastLink, maria }
}

describe('a link to sign in', () => {
  it('is on the sign-in page, and signs in the browser that asked for it, once', async () => {
    const { browser, ask, maria, sql } = await openPeople()
    const one = browser()
    expect((await one.get('/o/~sign-in')).body).toContain('Send me a link to sign in')
    const { link } = await ask(one, maria.email)
    // What looks into mail for harm opens links, too.
    for (let time = 0; time < 3; time += 1) expect((await one.get(link)).statusCode).toBe(200)
    expect(one.isSignedIn()).toBe(false)
    const entered = await one.post(link)
    expect([entered.statusCode, entered.headers.location]).toEqual([303, TO])
    expect(one.isSignedIn()).toBe(true)
    expect((await browser().post(link)).statusCode).toBe(410)
    const { rows } = await sql<{ methods: string[] }>(
      `select methods from sessions where user_id = '${maria.id}'`,
    )
    expect(rows).toEqual([{ methods: ['link'] }])
  })

  it('does nothing in another browser, and stays good for the right one', async () => {
    const { browser, ask, maria } = await openPeople()
    const [asker, other] = [browser(), browser()]
    const { link } = await ask(asker, maria.email)
    const shown = await other.get(link)
    expect([shown.statusCode, shown.body]).toEqual([403, expect.stringContaining('in the other browser')])
    expect(shown.body).not.toContain(maria.email)
    expect((await other.post(link)).statusCode).toBe(410)
    // Nor in one that asked for a link of its own: whoever sends their link to somebody does not sign them in.
    await ask(other, 'somebody@example.org').catch(() => {})
    expect((await other.post(link)).statusCode).toBe(410)
    expect(other.isSignedIn()).toBe(false)
    expect((await asker.post(link)).statusCode).toBe(303)
  })

  it('is good for 10 minutes, and ends with a newer one', async () => {
    const { browser, ask, maria, tick } = await openPeople()
    const one = browser()
    const first = (await ask(one, maria.email)).link
    const second = (await ask(one, maria.email)).link
    expect((await one.post(first)).statusCode).toBe(410)
    tick(11 * MINUTE)
    expect((await one.get(second)).statusCode).toBe(410)
    expect((await one.post(second)).statusCode).toBe(410)
  })

  it('leads nowhere but into the console', async () => {
    const { browser, ask, maria } = await openPeople()
    for (const next of ['https://evil.example/', '//evil.example', '/o\\..\\..//evil.example', '/v1/user']) {
      const one = browser()
      const { link } = await ask(one, maria.email, next)
      expect((await one.post(link)).headers.location).toBe('/o')
    }
  })

  it('is asked for with the same answer and the same work for every address', async () => {
    const { post, drain, services, maria, editor, received } = await openPeople()
    await services.asSystem((ctx) => suspendUser(ctx, { id: editor.id, isAdministrator: false }))
    const answers = []
    for (const email of [maria.email, 'nobody@example.org', editor.email]) {
      const { statusCode, body, headers } = await post(LINK, { email, next: '/o' })
      answers.push({ statusCode, body: body.replaceAll(email, ''), headers: Object.keys(headers) })
    }
    expect(answers[0]).toMatchObject({
      statusCode: 200,
      body: expect.stringContaining('Look into your mailbox'),
    })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    await drain()
    expect(received.map(({ to }) => to)).toEqual([[maria.email]])
  })

  it('is mailed about five times an hour to an address, and refused to a network that asks for many', async () => {
    const { post, drain, received, maria } = await openPeople()
    for (let time = 0; time < 7; time += 1) await post(LINK, { email: maria.email })
    await drain()
    expect(received).toHaveLength(5)
    const statuses = new Set<number>()
    for (let number = 0; number < 45; number += 1)
      statuses.add((await post(LINK, { email: `p${number}@example.org` })).statusCode)
    expect([...statuses]).toEqual([200, 429])
  })

  it('does not stand for a second factor', async () => {
    const { browser, ask, maria, services } = await openPeople()
    const secret = await services.asSystem(async (ctx) => {
      await startTotp(ctx, maria.id)
      const { secret = '' } = (await totpSetUp(ctx, maria)) ?? {}
      const code = new TOTP({ secret }).generate({ timestamp: ctx.clock.now().getTime() })
      expect(await addTotp(ctx, maria, code)).toBeDefined()
      return secret
    })
    expect(secret).not.toBe('')
    const one = browser()
    const { link } = await ask(one, maria.email)
    expect((await one.post(link)).headers.location).toBe('/o/~sign-in/second-factor')
    expect(one.isSignedIn()).toBe(false)
  })

  it('is in no job, event or line of the log', async () => {
    const { browser, ask, maria, sql, logged } = await openPeople()
    const { link } = await ask(browser(), maria.email)
    const secret = link.split('/').at(-1) ?? ''
    const { rows: jobs } = await sql<object>('select * from jobs')
    const { rows: events } = await sql<object>('select * from events')
    expect(secret).toMatch(/^\w{32}$/)
    expect(JSON.stringify([jobs, events, logged])).not.toContain(secret)
  })
})

describe('an account under an address that nobody showed to be theirs', () => {
  /** As by an invite link: whoever makes it types any address. */
  async function preRegistered() {
    const people = await openPeople()
    const { services, browser } = people
    const victim = await services.database.inTransaction(async (db) => {
      const ctx = services.inside(db, NOBODY)
      const user = await createUser(ctx, { email: 'victim@example.org', displayName: 'Victim' })
      await keepPassword(ctx, user.id, { hash: HASH })
      const { token } = await issueToken(ctx, user.id, { label: 'stays' })
      return { ...user, token }
    })
    const attacker = browser()
    const signIn = (one: ReturnType<typeof browser>) =>
      one.post('/o/~sign-in', { email: victim.email, password: PASSWORD, next: '/o' })
    await signIn(attacker)
    expect(attacker.isSignedIn()).toBe(true)
    return { ...people, victim, attacker, signIn }
  }

  it('is taken over by whoever reads its mail: what was left in it is gone', async () => {
    const { browser, ask, victim, attacker, signIn, as, sql } = await preRegistered()
    await as(victim.token).get('/v1/user', 200)
    const owner = browser()
    const { link } = await ask(owner, victim.email)
    expect((await owner.post(link)).statusCode).toBe(303)
    expect(owner.isSignedIn()).toBe(true)
    expect((await attacker.get('/o/~account')).statusCode).toBe(303)
    expect((await signIn(browser())).statusCode).toBe(401)
    await as(victim.token).get('/v1/user', 401)
    const { rows } = await sql(
      `select 1 from users where id = '${victim.id}' and email_verified_at is not null`,
    )
    expect(rows).toHaveLength(1)
  })

  it('is so by a link to a new password, too', async () => {
    const { post, drain, lastLink, browser, victim, attacker, as } = await preRegistered()
    await post('/o/~forgot', { email: victim.email })
    await drain()
    const owner = browser()
    await owner.post(lastLink(victim.email, '~reset'), { password: 'mine from now on' })
    expect(owner.isSignedIn()).toBe(true)
    expect((await attacker.get('/o/~account')).statusCode).toBe(303)
    await as(victim.token).get('/v1/user', 401)
  })

  it('keeps everything where the browser signed in to it before', async () => {
    const { ask, victim, attacker: same, as, signIn, browser } = await preRegistered()
    const { link } = await ask(same, victim.email)
    expect((await same.post(link)).statusCode).toBe(303)
    await as(victim.token).get('/v1/user', 200)
    expect((await signIn(browser())).statusCode).toBe(303)
  })
})
