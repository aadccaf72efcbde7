import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { cookieOf, linkIn, openMailServices } from '../../test/mail-services.ts'
import { openTestServices } from '../../test/services.ts'
import { SYSTEM } from '../kit/domain/context.ts'
import { hashPassword, keepPassword } from '../rooms/people/accounts/passwords/passwords.ts'
import { createUser, suspendUser } from '../rooms/people/identity/users.ts'

const OLD = 'the old password of maria'
const NEW = 'another password entirely'

/** Somebody with a password, who is signed in. */
async function openWithMaria() {
  const mail = await openMailServices()
  const { services, post } = mail
  const hashed = await hashPassword(services.outside(SYSTEM), OLD, '')
  const maria = await services.asSystem(async (ctx) => {
    const user = await createUser(ctx, { email: 'Maria@example.org', displayName: 'Maria' })
    await keepPassword(ctx, user.id, hashed)
    return user
  })
  await mail.drain()
  mail.received.length = 0
  const signIn = (email: string, password: string) => post('/o/~sign-in', { email, password })
  return { ...mail, maria, signIn, cookie: cookieOf(await signIn(maria.email, OLD)) }
}

/** What the database is asked, without its values. */
async function statementsDuring(work: () => Promise<unknown>) {
  const texts: string[] = []
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [given] = args
    texts.push(typeof given === 'object' && given && 'text' in given ? String(given.text) : String(given))
    return Reflect.apply(query, this, args)
  })
  await work()
  spy.mockRestore()
  // The connection that listens asks by itself, now and then, whether it is still there.
  return texts.filter((text) => text !== 'select 1')
}

const plain = (page: { body: string }, email: string) => page.body.replaceAll(email, '')

describe('a forgotten password', () => {
  it('is answered the same for every address', async () => {
    const { post, drain, received, maria, editor, services } = await openWithMaria()
    await services.asSystem((ctx) => suspendUser(ctx, { id: editor.id, isAdministrator: false }))
    const jobs = () =>
      services.queue.counts().then((all) => all.find(({ name }) => name === 'mail.send')?.waiting)
    const answers = []
    for (const email of ['maria@example.org', 'nobody@example.org', editor.email]) {
      const answer = await post('/o/~forgot', { email })
      answers.push({
        status: answer.statusCode,
        page: plain(answer, email),
        headers: Object.keys(answer.headers),
      })
    }
    expect(answers[0]).toMatchObject({ status: 200, page: expect.stringContaining('Look into your mailbox') })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await jobs()).toBe(3)
    await drain()
    expect(received.map(({ to }) => to)).toEqual([[maria.email]])
  })

  it('costs the same work for every address', async () => {
    const { post, maria } = await openWithMaria()
    const work = (email: string) => statementsDuring(() => post('/o/~forgot', { email }))
    const known = await work(maria.email)
    expect(known.length).toBeGreaterThan(4)
    expect(await work('nobody@example.org')).toEqual(known)
  })

  it('is replaced by a link that works once, for half an hour, and proves the address', async () => {
    const { show, post, drain, mailsTo, maria, signIn, cookie, sql, tick } = await openWithMaria()
    const ask = async () => {
      await post('/o/~forgot', { email: maria.email })
      await drain()
      return linkIn(mailsTo(maria.email).at(-1)?.text ?? '')
    }
    const late = await ask()
    tick(31 / 24 / 60)
    expect((await show(late)).statusCode).toBe(410)
    const [first, link] = [await ask(), await ask()]
    expect((await show(first)).statusCode).toBe(410)
    expect((await show(link)).statusCode).toBe(200)
    const changed = await post(link, { password: NEW })
    expect(changed.statusCode).toBe(303)
    expect((await post(link, { password: NEW })).statusCode).toBe(410)
    expect((await show('/o/~account', cookieOf(changed))).statusCode).toBe(200)
    expect((await show('/o/~account', cookie)).statusCode).toBe(303)
    expect((await signIn(maria.email, OLD)).statusCode).toBe(401)
    expect((await signIn(maria.email, NEW)).statusCode).toBe(303)
    const { rows } = await sql(
      `select 1 from users where id = '${maria.id}' and email_verified_at is not null`,
    )
    expect(rows).toHaveLength(1)
    await drain()
    expect(mailsTo(maria.email).at(-1)?.headers.get('subject')).toBe('New password for your account')
  })

  it('is mailed about five times an hour', async () => {
    const { post, drain, received, maria, tick } = await openWithMaria()
    const ask = async (times: number) => {
      for (let time = 0; time < times; time += 1)
        expect((await post('/o/~forgot', { email: maria.email })).body).toContain('Look into your mailbox')
      await drain()
    }
    await ask(7)
    expect(received).toHaveLength(5)
    tick(1 / 24)
    await ask(1)
    expect(received).toHaveLength(6)
  })

  it('is refused to a network that asks for one address after the other', async () => {
    const { post } = await openWithMaria()
    const statuses = new Set<number>()
    for (let number = 0; number < 51; number += 1)
      statuses.add((await post('/o/~forgot', { email: `p${number}@example.org` })).statusCode)
    expect([...statuses]).toEqual([200, 429])
  })

  it('needs an address, and mail', async () => {
    const { post, show } = await openWithMaria()
    expect((await show('/o/~forgot')).body).toContain('name="email"')
    expect((await post('/o/~forgot', { email: 'maria' })).statusCode).toBe(400)
    const { app } = await openTestServices()
    const page = await app.inject('/o/~forgot')
    expect(page.body).toContain('cannot send e-mail')
    expect(page.body).not.toContain('<form method="post" action="/o/~forgot"')
  })
})

describe('another e-mail address', () => {
  const wanted = { email: 'lopez@example.org', currentPassword: OLD }

  async function changed() {
    const mail = await openWithMaria()
    await mail.post('/o/~account/email', wanted, mail.cookie)
    await mail.drain()
    const link = linkIn(mail.mailsTo(wanted.email)[0]?.text ?? '')
    await mail.show(link)
    expect(await emailOf(mail)).toBe('Maria@example.org')
    await agree(mail, wanted.email, 'Maria@example.org')
    await mail.drain()
    return { ...mail, link, undo: linkIn(mail.mailsTo('Maria@example.org').at(-1)?.text ?? '') }
  }

  async function emailOf({ sql, maria }: Pick<Awaited<ReturnType<typeof openWithMaria>>, 'sql' | 'maria'>) {
    const { rows } = await sql<{ email: string }>(`select email from users where id = '${maria.id}'`)
    return rows[0]?.email
  }

  it('is confirmed by a link to it alone, where the present one was never shown to be theirs', async () => {
    const mail = await openWithMaria()
    await mail.sql(`update users set email_verified_at = null where id = '${mail.maria.id}'`)
    await mail.post('/o/~account/email', wanted, mail.cookie)
    await mail.drain()
    expect(mail.mailsTo('Maria@example.org')).toEqual([])
    const link = linkIn(mail.mailsTo(wanted.email)[0]?.text ?? '')
    expect((await mail.post(link, {})).body).toContain('is confirmed')
    expect(await emailOf(mail)).toBe(wanted.email)
  })

  it('is told to the former one', async () => {
    const mail = await changed()
    expect(await emailOf(mail)).toBe(wanted.email)
    expect((await mail.post(mail.link, {})).statusCode).toBe(410)
    expect((await mail.signIn(wanted.email, OLD)).statusCode).toBe(303)
    expect(mail.mailsTo('Maria@example.org').at(-1)?.headers.get('subject')).toBe(
      'Your e-mail address was changed',
    )
  })

  it('is undone from the former one, which chooses a new password', async () => {
    const mail = await changed()
    const { show, post, undo, signIn, cookie } = mail
    expect((await show(undo)).body).toContain('Maria@example.org')
    const undone = await post(undo, {})
    expect(undone.headers.location).toMatch(/^\/o\/~reset\//)
    expect(await emailOf(mail)).toBe('Maria@example.org')
    expect((await post(undo, {})).statusCode).toBe(410)
    expect((await show('/o/~account', cookie)).statusCode).toBe(303)
    await post(String(undone.headers.location), { password: NEW })
    expect((await signIn('maria@example.org', NEW)).statusCode).toBe(303)
  })

  it('is undone after a further change, which does not undo the first', async () => {
    const mail = await changed()
    const { show, post, undo, drain, mailsTo, cookie } = mail
    await post('/o/~account/email', { email: 'third@example.org', currentPassword: OLD }, cookie)
    await drain()
    await agree(mail, 'third@example.org', wanted.email)
    expect(await emailOf(mail)).toBe('third@example.org')
    await drain()
    const second = linkIn(mailsTo(wanted.email).at(-1)?.text ?? '')
    await post(second, {})
    expect(await emailOf(mail)).toBe(wanted.email)
    expect((await show(undo)).statusCode).toBe(200)
    await post(undo, {})
    expect(await emailOf(mail)).toBe('Maria@example.org')
    expect((await post(second, {})).statusCode).toBe(410)
  })

  it('is not given back to whoever changed it by a later link', async () => {
    const mail = await changed()
    const { post, undo, drain, mailsTo, cookie } = mail
    const changeTo = async (email: string, from: string) => {
      await post('/o/~account/email', { email, currentPassword: OLD }, cookie)
      await drain()
      await agree(mail, email, from)
    }
    await changeTo('third@example.org', wanted.email)
    await drain()
    const second = linkIn(mailsTo(wanted.email).at(-1)?.text ?? '')
    await changeTo('fourth@example.org', 'third@example.org')
    await post(undo, {})
    // The mail to the third address waited until now.
    await drain()
    expect((await post(second, {})).statusCode).toBe(410)
    expect(mailsTo('third@example.org')).toHaveLength(2)
    expect(await emailOf(mail)).toBe('Maria@example.org')
  })

  /** Both addresses agree to what was asked for last. */
  async function agree(mail: Awaited<ReturnType<typeof openWithMaria>>, email: string, from: string) {
    const { post, mailsTo } = mail
    await post(linkIn(mailsTo(email).at(-1)?.text ?? ''), {})
    const approved = await post(linkIn(mailsTo(from).at(-1)?.text ?? ''), { answer: 'approve' })
    expect(approved.body).toContain('is confirmed')
  }

  /** Of somebody whose present address is known to be theirs. */
  async function asked(email = wanted.email) {
    const mail = await openWithMaria()
    const ask = async (email: string) => {
      const page = await mail.post('/o/~account/email', { ...wanted, email }, mail.cookie)
      expect(page.body).toContain('and to your present address')
      await mail.drain()
      return {
        confirm: linkIn(mail.mailsTo(email).at(-1)?.text ?? ''),
        approve: linkIn(mail.mailsTo('Maria@example.org').at(-1)?.text ?? ''),
      }
    }
    return { ...mail, ask, ...(await ask(email)) }
  }

  it('waits until it and the present address are confirmed, in whichever order', async () => {
    const mail = await asked()
    expect((await mail.post(mail.confirm, {})).body).toContain('One step is left')
    expect(await emailOf(mail)).toBe('Maria@example.org')
    expect((await mail.show(mail.approve)).body).toContain(wanted.email)
    expect(await emailOf(mail)).toBe('Maria@example.org')
    expect((await mail.post(mail.approve, { answer: 'approve' })).body).toContain('is confirmed')
    expect(await emailOf(mail)).toBe(wanted.email)
    const other = await asked('other@example.org')
    expect((await other.post(other.approve, { answer: 'approve' })).body).toContain('One step is left')
    expect(await emailOf(other)).toBe('Maria@example.org')
    expect((await other.post(other.confirm, {})).body).toContain('is confirmed')
    expect(await emailOf(other)).toBe('other@example.org')
  })

  it('is refused from the present one, and nothing of it stays', async () => {
    const mail = await asked()
    await mail.post(mail.confirm, {})
    const refused = await mail.post(mail.approve, { answer: 'refuse' })
    expect(refused.body).toContain('Your address stays')
    expect((await mail.post(mail.approve, { answer: 'approve' })).statusCode).toBe(410)
    expect((await mail.post(mail.confirm, {})).statusCode).toBe(410)
    expect(await emailOf(mail)).toBe('Maria@example.org')
  })

  it('is not agreed to by what was agreed to before', async () => {
    const mail = await asked()
    await mail.post(mail.approve, { answer: 'approve' })
    const next = await mail.ask('next@example.org')
    expect((await mail.post(next.confirm, {})).body).toContain('One step is left')
    expect((await mail.post(mail.confirm, {})).statusCode).toBe(410)
    expect(await emailOf(mail)).toBe('Maria@example.org')
  })

  it('is over after a day', async () => {
    const mail = await asked()
    await mail.post(mail.confirm, {})
    mail.tick(1.01)
    expect((await mail.post(mail.approve, { answer: 'approve' })).statusCode).toBe(410)
    expect(await emailOf(mail)).toBe('Maria@example.org')
  })

  it('can not be undone after a day', async () => {
    const { show, undo, tick } = await changed()
    tick(1.01)
    expect((await show(undo)).statusCode).toBe(410)
  })

  it('needs the password, a recent sign-in, and an address that nobody has', async () => {
    const mail = await openWithMaria()
    const { post, drain, received, cookie, editor, tick, show } = mail
    const wrong = await post('/o/~account/email', { ...wanted, currentPassword: NEW }, cookie)
    expect({ status: wrong.statusCode, isTold: wrong.body.includes('not your password') }).toEqual({
      status: 400,
      isTold: true,
    })
    expect(
      (await post('/o/~account/email', { ...wanted, email: 'maria@example.org' }, cookie)).statusCode,
    ).toBe(400)
    const taken = await post('/o/~account/email', { ...wanted, email: editor.email }, cookie)
    expect(taken.body).toContain('Look into your new mailbox')
    await drain()
    // Nothing tells that somebody has the address.
    expect(received.map(({ to }) => to)).toEqual([['Maria@example.org']])
    expect((await show('/o/~account', cookie)).body).toContain('href="/o/~account/email"')
    tick(2 / 24)
    const late = await post('/o/~account/email', wanted, cookie)
    expect(late.headers.location).toMatch(/^\/o\/~sign-in\?again/)
    expect((await post('/o/~account/email', wanted)).headers.location).toMatch(/^\/o\/~sign-in\?next/)
  })
})
