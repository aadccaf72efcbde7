import { describe, expect, it } from 'vitest'
import { linkIn, openMailServices } from '../../../../test/mail-services.ts'
import { openTestServices } from '../../../../test/services.ts'
import { linksFrom } from '../../../kit/domain/links.ts'
import { systemIds } from '../../../world/ids.ts'
import { changePreferences, suspendUser } from '../identity/users.ts'
import type { Delivery } from './letter.ts'
import { messageOf } from './message.ts'
import { queueMail } from './queue-mail.ts'
import type { QueuedMail } from './schema.ts'

type MailServices = Awaited<ReturnType<typeof openMailServices>>

const send = ({ services }: Pick<MailServices, 'services'>, mail: QueuedMail) =>
  services.asSystem((ctx) => queueMail(ctx, mail))

/** Everything that is kept of what was done: rows of jobs, events, lines of the log. */
async function tracesOf({ sql, logged }: MailServices) {
  const { rows: jobs } = await sql<object>('select * from jobs')
  const { rows: events } = await sql<object>('select * from events')
  const { rows: links } = await sql<object>(
    "select encode(hash, 'base64') as hash, details from one_time_links",
  )
  return JSON.stringify({ jobs, events, links, logged })
}

describe('a mail', () => {
  it('has text and HTML, headers of its own, and a link that nobody else can know', async () => {
    const mail = await openMailServices()
    const { editor, drain, mailsTo } = mail
    await send(mail, { kind: 'reset', userId: editor.id })
    const before = await tracesOf(mail)
    expect(before).toContain('"kind":"reset"')
    await drain()
    const [received, ...more] = mailsTo(editor.email)
    expect(more).toEqual([])
    if (!received) throw new Error('There is no mail')
    const secret = linkIn(received.text).split('/').at(-1) ?? ''
    expect(secret).toMatch(/^\w{32}$/)
    expect(received.html).toContain(`href="http://quire.test/o/~reset/${secret}"`)
    expect(received.html).not.toMatch(/<img|url\(/)
    expect(before + (await tracesOf(mail))).not.toContain(secret)
    expect(Object.fromEntries(received.headers)).toMatchObject({
      from: 'Quire <no-reply@quire.test>',
      to: `editor <${editor.email}>`,
      subject: 'Reset your password',
      'message-id': expect.stringMatching(/^<[\w.-]+@quire\.test>$/),
      'auto-submitted': 'auto-generated',
    })
    expect(Number(new Date(received.headers.get('date') ?? ''))).toBeGreaterThan(0)
    for (const absent of ['list-unsubscribe', 'list-unsubscribe-post', 'in-reply-to', 'references'])
      expect(received.headers.has(absent)).toBe(false)
  })

  it('is not written for those who are gone, unknown or suspended', async () => {
    const mail = await openMailServices()
    const { services, editor, reader, drain, received, attempts } = mail
    await services.asSystem((ctx) => suspendUser(ctx, { id: editor.id, isAdministrator: false }))
    await send(mail, { kind: 'reset', userId: editor.id })
    await send(mail, { kind: 'reset', userId: 'nobody' })
    await send(mail, { kind: 'invitation', userId: reader.id, organizationId: 'none' })
    await send(mail, { kind: 'email-changed', userId: reader.id, former: 'former@example.org' })
    await drain()
    expect({ received, attempts: attempts() }).toEqual({ received: [], attempts: 0 })
  })

  it('invites newcomers by a link to make an account, and others to the organization', async () => {
    const mail = await openMailServices()
    const { services, organization, admin, newMember, drain, mailsTo, sql } = mail
    const newcomer = await newMember('newcomer', 'edit')
    const regular = await newMember('regular', 'edit')
    await sql(`update users set last_signed_in_at = now() where id = '${regular.id}'`)
    for (const { id: userId } of [newcomer, regular])
      await send(mail, { kind: 'invitation', userId, organizationId: organization.id, invitedBy: admin.id })
    await drain()
    const [first] = mailsTo(newcomer.email)
    expect(first?.headers.get('subject')).toBe('Join Acme on Quire')
    expect(first?.text).toContain('admin invited you to the documentation of Acme.')
    expect(linkIn(first?.text ?? '')).toMatch(/^\/o\/~invitation\/\w{32}$/)
    expect(linkIn(mailsTo(regular.email)[0]?.text ?? '')).toBe(`/o/${organization.id}`)
    await services.asSystem((ctx) => changePreferences(ctx, regular.id, { language: 'xx', theme: null }))
    await send(mail, { kind: 'invitation', userId: regular.id, organizationId: organization.id })
    await drain()
    expect(mailsTo(regular.email)[1]?.html).toContain('<html lang="en" dir="ltr">')
  })

  it('tells of a new sign-in method', async () => {
    const mail = await openMailServices()
    const { editor, drain, mailsTo } = mail
    const at = '2026-11-18T09:30:00.000Z'
    const what = { what: 'method-added', method: 'passkey' } as const
    await send(mail, { kind: 'security-notice', userId: editor.id, ...what, at })
    await drain()
    const [notice] = mailsTo(editor.email)
    expect(notice?.headers.get('subject')).toBe('New sign-in method for your account')
    expect(notice?.text).toContain(`${editor.email} on November 18, 2026 at 9:30`)
    expect(notice?.text).toContain('UTC: passkey.')
  })

  it('is not queued where there is no mail server', async () => {
    const services = await openTestServices()
    await send(services, { kind: 'reset', userId: services.editor.id })
    const { rows } = await services.sql("select 1 from jobs where name = 'mail.send'")
    expect(rows).toEqual([])
  })
})

describe('a mail server that refuses', () => {
  it('for good is not asked again', async () => {
    const mail = await openMailServices()
    const { editor, drain, treat, attempts, received, logged, sql } = mail
    treat({ refuse: 550, at: 'recipient', says: '5.1.1 No such mailbox' }, { refuse: 554, at: 'data' })
    await send(mail, { kind: 'reset', userId: editor.id })
    await drain()
    await send(mail, { kind: 'reset', userId: editor.id })
    await drain()
    expect({ attempts: attempts(), received }).toEqual({ attempts: 2, received: [] })
    expect((await sql("select 1 from jobs where name = 'mail.send'")).rows).toEqual([])
    const told = logged.filter((line) => line.includes('was refused')).map((line) => JSON.parse(line))
    expect(told).toMatchObject([
      { mail: 'reset', userId: editor.id, reason: expect.stringContaining('550 5.1.1 No such mailbox') },
      { mail: 'reset', reason: 'The mail server answered 554 5.7.1 to DATA' },
    ])
    expect(await tracesOf(mail)).not.toContain('~reset')
  })

  it.each([
    ['for now', { refuse: 451, at: 'data' }],
    ['and hangs up', { hangUp: true }],
  ] as const)('%s is asked again, with a new link', async (_how, treatment) => {
    const mail = await openMailServices()
    const { editor, treat, received, sql, workOnMail, attempts } = mail
    treat(treatment, { after: 100 })
    await workOnMail()
    await send(mail, { kind: 'reset', userId: editor.id })
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1)
    expect(attempts()).toBe(2)
    const jobs = () => sql("select 1 from jobs where name = 'mail.send'").then(({ rows }) => rows.length)
    await expect.poll(jobs, { timeout: 10_000 }).toBe(0)
    const traces = await tracesOf(mail)
    expect(traces).toContain('job failed; it will be tried again')
    expect(traces).not.toContain('~reset')
    expect(traces).not.toContain(
      linkIn(received[0]?.text ?? '')
        .split('/')
        .at(-1),
    )
  })
})

describe('a message', () => {
  const ctx = {
    clock: { now: () => new Date('2026-11-18T09:00:00Z') },
    ids: systemIds(),
    links: linksFrom('https://docs.example.org/quire'),
  }
  const delivery: Delivery = {
    to: { address: 'maria@example.org' },
    language: 'ar',
    letter: { subject: 'Review <asked>', heading: 'Review & more', paragraphs: ['One', 'Two'] },
    thread: 'change-request/7zq',
    id: 'review/8xy',
    unsubscribeUrl: 'https://docs.example.org/quire/o/~unsubscribe/1?a=1&b=2',
  }

  it('belongs to a thread and can be unsubscribed from', () => {
    const message = messageOf(ctx, delivery)
    expect(message).toMatchObject({
      messageId: '<review.8xy@docs.example.org>',
      inReplyTo: '<change-request.7zq@docs.example.org>',
      references: ['<change-request.7zq@docs.example.org>'],
      date: new Date('2026-11-18T09:00:00Z'),
      headers: {
        'List-Unsubscribe': '<https://docs.example.org/quire/o/~unsubscribe/1?a=1&b=2>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
    expect(message.text).toContain(
      'إلغاء الاشتراك:\nhttps://docs.example.org/quire/o/~unsubscribe/1?a=1&b=2\n',
    )
  })

  it('runs as its language does, for light and for dark', () => {
    const { html } = messageOf(ctx, delivery)
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('Review &amp; more')
    expect(html).toContain('<title>Review &lt;asked&gt;</title>')
    expect(html).not.toMatch(/<img|https?:\/\/(?!docs\.example\.org)/)
  })
})
