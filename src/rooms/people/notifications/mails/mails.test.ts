import { describe, expect, it } from 'vitest'
import { openMailServices } from '../../../../../test/mail-services.ts'
import { openReview } from '../../../../../test/notifications.ts'
import { openTestServices } from '../../../../../test/services.ts'
import { makeRounds } from '../../../../poller.ts'
import { runJob } from '../../../../services.ts'
import { suspendUser } from '../../identity/users.ts'
import { notify } from '../jobs.ts'
import { sendMails } from './send-mails.ts'
import { MOST_MAILS } from './write-mail.ts'

const MINUTES = 1 / 24 / 60
const open = async () => {
  const review = await openReview(await openMailServices())
  const { services, stopClock } = review
  stopClock()
  return {
    ...review,
    /** Does all jobs about what happened, and sends nothing yet. */
    async notifyOnly() {
      await services.sequenceEvents()
      const jobs = services.jobs.filter(({ name }) => name === notify.name)
      const handlers = jobs.map(
        (job) => [job.name, (payload: unknown) => runJob(services, job, payload)] as const,
      )
      await services.queue.drain(services.clock.now(), new Map(handlers))
    },
  }
}

const pathOf = (address: string) => address.replace('http://quire.test', '')

describe('a mail about a change request', () => {
  it('comes at once for a mention, belongs to a thread, and leads to the comment', async () => {
    const { reviewer, commenter, request, mention, comment, reply, drain, mailsTo } = await open()
    const posted = await comment(reviewer, `${mention(commenter)}, is this clear?\n\nTell me.`)
    await drain()
    const [mail, ...others] = mailsTo(commenter.email)
    if (!mail) throw new Error('There is no mail')
    expect(others).toEqual([])
    expect(Object.fromEntries(mail.headers)).toMatchObject({
      subject: '[Guide] Shorter sentences (#1)',
      to: `commenter <${commenter.email}>`,
      'message-id': expect.stringMatching(/^<notification\.\w+@quire\.test>$/),
      'in-reply-to': `<change-request.${request.id}@quire.test>`,
      references: `<change-request.${request.id}@quire.test>`,
      'list-unsubscribe': expect.stringMatching(/^<http:\/\/quire\.test\/o\/~unsubscribe\/[\w.-]+>$/),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    })
    expect(mail.text).toContain('reviewer mentioned you.\n> @commenter, is this clear? Tell me.')
    const place = `${request.urls.app}/~review?at=comment-${posted.id}`
    expect(mail.text).toContain(`Open the change request:\n${place}\n`)
    expect(mail.html).toContain(`href="${place}"`)
    expect(mail.html).toContain('prefers-color-scheme: dark')
    const answer = await reply(commenter, posted)
    const further = await reply(reviewer, posted, `${mention(commenter)}, thanks.`)
    await drain()
    const [answered] = mailsTo(reviewer.email)
    expect(answered?.text).toContain(`${request.urls.app}/~review?at=reply-${answer.id}`)
    const second = mailsTo(commenter.email)[1]
    expect(second?.text).toContain(`${request.urls.app}/~review?at=reply-${further.id}`)
    for (const name of ['subject', 'in-reply-to', 'references'])
      expect(second?.headers.get(name)).toBe(mail.headers.get(name))
    expect(second?.headers.get('message-id')).not.toBe(mail.headers.get('message-id'))
  })

  it('leads to what somebody said, also when it tells of a request for a review first', async () => {
    const { as, editor, reviewer, request, space, mention, comment, drain, mailsTo } = await open()
    await as(editor).post(`/v1/spaces/${space.id}/change-requests/1/requested-reviewers`, {
      users: [reviewer.id],
    })
    const posted = await comment(editor, `${mention(reviewer)}, is this clear?`)
    await drain()
    const [mail, ...others] = mailsTo(reviewer.email)
    expect(others).toEqual([])
    expect(mail?.text).toContain(
      `Open the change request:\n${request.urls.app}/~review?at=comment-${posted.id}\n`,
    )
  })

  it('gathers what is not urgent for ten minutes', async () => {
    const { reviewer, editor, comment, drain, tick, mailsTo } = await open()
    await comment(reviewer, 'One.')
    await drain()
    tick(5 * MINUTES)
    await comment(reviewer, 'Two.')
    await drain()
    expect(mailsTo(editor.email)).toEqual([])
    tick(6 * MINUTES)
    await drain()
    const [mail, ...more] = mailsTo(editor.email)
    expect(more).toEqual([])
    expect(mail?.text).toMatch(/> One\..*> Two\./s)
    tick(1)
    await drain()
    expect(mailsTo(editor.email)).toHaveLength(1)
  })

  it('takes along what waits when something urgent comes', async () => {
    const { as, reviewer, editor, request, comment, drain, tick, mailsTo } = await open()
    await comment(reviewer, 'One.')
    await drain()
    await as(reviewer).post(`${request.url}/reviews`, { status: 'approved' }, 201)
    await drain()
    expect(mailsTo(editor.email)[0]?.text).toMatch(/> One\..*reviewer approved/s)
    tick(1)
    await drain()
    expect(mailsTo(editor.email)).toHaveLength(1)
  })

  it('is not sent for own acts, nor to an address that nobody verified', async () => {
    const { editor, reviewer, commenter, mention, comment, drain, tick, received, sql } = await open()
    await comment(editor, `${mention(editor)} note.`)
    await sql(`update users set email_verified_at = null where id = '${commenter.id}'`)
    await comment(reviewer, `${mention(commenter)}, look.`)
    await drain()
    expect(received).toEqual([])
    tick(11 * MINUTES)
    await drain()
    expect(received.map(({ to }) => to)).toEqual([[editor.email]])
  })
})

describe('between the act and its mail', () => {
  type Review = Awaited<ReturnType<typeof open>>
  const ways: Record<string, (review: Review) => Promise<unknown>> = {
    'the space became private to them': async ({ as, admin, organization, editor, space }) => {
      await as(admin).patch(`${organization.url}/members/${editor.id}`, { role: null })
      await as(admin).get(space.url)
    },
    'they were removed from the organization': ({ as, admin, organization, editor }) =>
      as(admin).delete(`${organization.url}/members/${editor.id}`, 204),
    'they were suspended': ({ services, editor }) =>
      services.asSystem((ctx) => suspendUser(ctx, { id: editor.id, isAdministrator: false })),
    'they are gone': ({ sql, editor }) => sql(`delete from users where id = '${editor.id}'`),
    'the space is in the trash': ({ as, admin, space }) => as(admin).delete(space.url, 205),
    'they chose to be told nothing': ({ as, editor, space }) =>
      as(editor).put(`${space.url}/notification-settings`, { level: 'nothing', delivery: null }),
    'they chose the inbox alone': ({ as, editor }) =>
      as(editor).put('/v1/user/notification-settings', { level: 'everything', delivery: 'inbox' }),
  }
  it.each(Object.entries(ways))('%s: nothing is sent', async (_, change) => {
    const review = await open()
    await review.comment(review.reviewer, 'Secret.')
    await review.drain()
    await change(review)
    review.tick(1)
    await review.drain()
    expect(review.received).toEqual([])
    expect((await review.sql('select 1 from notification_mails')).rows).toEqual([])
  })

  it('a comment was deleted: the others are sent', async () => {
    const { as, reviewer, editor, request, comment, drain, tick, mailsTo } = await open()
    const { id } = await comment(reviewer, 'Secret.')
    await comment(reviewer, 'Public.')
    await drain()
    await as(reviewer).delete(`${request.url}/comments/${id}`, 205)
    tick(1)
    await drain()
    expect(mailsTo(editor.email)[0]?.text).toContain('> Public.')
    expect(mailsTo(editor.email)[0]?.source).not.toContain('Secret')
  })
})

describe('a digest', () => {
  it.each([
    ['hourly', '2026-11-18T09:20:00Z', '2026-11-18T09:59:00Z', '2026-11-18T10:00:00Z', 'in the last hour'],
    ['daily', '2026-11-18T09:20:00Z', '2026-11-19T06:59:00Z', '2026-11-19T07:00:00Z', 'since yesterday'],
  ])('%s has everything since the last, by change request', async (delivery, acted, before, due, words) => {
    const { as, services, admin, editor, reviewer, organization, comment, mention, tick, drain, mailsTo } =
      await open()
    const at = (time: string) => tick((Date.parse(time) - services.clock.now().getTime()) / 86_400_000)
    await as(editor).put('/v1/user/notification-settings', { level: 'concerning-me', delivery })
    at(acted)
    await comment(reviewer, `${mention(editor)}, one.`)
    const { id } = await as(admin).post(`${organization.url}/spaces`, { title: 'Other' }, 201)
    await as(editor).post(`/v1/spaces/${id}/change-requests`, { subject: 'Second' }, 201)
    await as(reviewer).post(`/v1/spaces/${id}/change-requests/1/comments`, { body: { markdown: 'Two.' } })
    await drain()
    at(before)
    await drain()
    expect(mailsTo(editor.email)).toEqual([])
    at(due)
    await drain()
    const [mail, ...more] = mailsTo(editor.email)
    expect(more).toEqual([])
    expect(mail?.headers.get('subject')).toBe('2 updates in your documentation')
    expect(mail?.headers.has('references')).toBe(false)
    expect(mail?.text).toContain(words)
    expect(mail?.text).toMatch(
      /\[Guide\] Shorter sentences \(#1\)\nhttp.*, one\..*\[Other\] Second \(#1\)\nhttp.*> Two\./s,
    )
    tick(2)
    await drain()
    expect(mailsTo(editor.email)).toHaveLength(1)
  })
})

describe('unsubscribing', () => {
  it('needs no sign-in, changes nothing at a look, and ends the mails of one space', async () => {
    const review = await open()
    const { as, app, admin, editor, reviewer, organization, comment, mention, drain, mailsTo, show } = review
    await comment(reviewer, `${mention(editor)}, look.`)
    await drain()
    const [, link = ''] = /<(.*)>/.exec(mailsTo(editor.email)[0]?.headers.get('list-unsubscribe') ?? '') ?? []
    const page = await show(pathOf(link))
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('You get no more e-mail about Guide.')
    await comment(reviewer, `${mention(editor)}, again.`)
    await drain()
    expect(mailsTo(editor.email)).toHaveLength(2)
    const posted = await app.inject({
      method: 'POST',
      url: pathOf(link),
      headers: { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://mail.example' },
      payload: '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    })
    expect([posted.statusCode, posted.body.includes('You are unsubscribed')]).toEqual([200, true])
    expect(posted.headers['set-cookie']).toBeUndefined()
    await comment(reviewer, `${mention(editor)}, once more.`)
    await drain()
    expect(mailsTo(editor.email)).toHaveLength(2)
    expect(await review.unread(editor)).toBe(1)
    const settings = await as(editor).get(`${review.space.url}/notification-settings`)
    expect(settings).toMatchObject({ level: null, delivery: 'inbox' })
    const { id } = await as(admin).post(`${organization.url}/spaces`, { title: 'Other' }, 201)
    await as(reviewer).post(`/v1/spaces/${id}/comments`, { body: { markdown: `${mention(editor)}, here.` } })
    await drain()
    expect(mailsTo(editor.email)).toHaveLength(3)
  })

  it('ends digests, and mails about administration, each for itself', async () => {
    const { as, services, app, admin, organization, comment, editor, reviewer, tick, drain, mailsTo } =
      await open()
    const linkOf = (email: string) =>
      pathOf(/<(.*)>/.exec(mailsTo(email).at(-1)?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '')
    await as(editor).put('/v1/user/notification-settings', { level: 'everything', delivery: 'daily' })
    await comment(reviewer)
    await drain()
    tick(1)
    await drain()
    await app.inject({ method: 'POST', url: linkOf(editor.email) })
    expect(await as(editor).get('/v1/user/notification-settings')).toMatchObject({
      level: 'everything',
      delivery: 'inbox',
    })
    const fact = { organizationId: organization.id, webhookId: 'w', reason: 'Gone' }
    await services.asSystem((ctx) => ctx.emit('webhook.disabled', fact))
    await drain()
    expect(mailsTo(admin.email)[0]?.headers.get('subject')).toBe('[Acme] Administration')
    await app.inject({ method: 'POST', url: linkOf(admin.email) })
    expect(await as(admin).get('/v1/user/notification-settings')).toMatchObject({
      delivery: 'immediately',
      administrationMail: false,
    })
  })

  it('takes no other link', async () => {
    const { app, editor, space, services } = await open()
    const sign = (text: string) =>
      services.outside({ kind: 'nobody', id: '', isAdministrator: false }).signer.sign('unsubscribe', text)
    const spaceId = space.id
    for (const link of [
      `${editor.id}.${spaceId}.`,
      `${editor.id}.${spaceId}.${sign(`${editor.id}.digest`)}`,
      `nobody.digest.${sign('nobody.digest')}`,
      'x',
    ]) {
      const posted = await app.inject({ method: 'POST', url: `/o/~unsubscribe/${link}` })
      expect(posted.statusCode, link).toBe(404)
    }
  })
})

describe('sending', () => {
  it('is done once, however many processes look for mails', async () => {
    const { reviewer, editor, commenter, mention, comment, notifyOnly, services, received } = await open()
    await comment(reviewer, `${mention(editor)} and ${mention(commenter)}, look.`)
    await notifyOnly()
    expect(received).toEqual([])
    await Promise.all(Array.from({ length: 6 }, () => makeRounds(services)))
    expect(received.map(({ to }) => to[0]).toSorted()).toEqual([editor.email, commenter.email].toSorted())
    await makeRounds(services)
    expect(received).toHaveLength(2)
  })

  it('is tried again with the same id, and what came meanwhile is another mail', async () => {
    const { reviewer, editor, mention, comment, drain, tick, treat, mailsTo, attempts } = await open()
    treat({ refuse: 451, at: 'data' }, { hangUp: true })
    await comment(reviewer, `${mention(editor)}, one.`)
    await drain()
    await comment(reviewer, `${mention(editor)}, two.`)
    await drain()
    for (const minutes of [1, 2, 2]) {
      tick(minutes * MINUTES)
      await drain()
    }
    expect(attempts()).toBe(4)
    const texts = mailsTo(editor.email).map(({ text }) => /, (one|two)\./.exec(text)?.[1])
    expect(texts).toEqual(['one', 'two'])
  })

  it('is given up after an hour, and not tried where the server refuses for good', async () => {
    const { reviewer, editor, mention, comment, drain, tick, treat, attempts, sql } = await open()
    treat(...Array.from({ length: 6 }, () => ({ refuse: 451, at: 'data' }) as const))
    await comment(reviewer, `${mention(editor)}, one.`)
    for (let hour = 0; hour < 12; hour += 1) {
      await drain()
      tick(31 * MINUTES)
    }
    expect(attempts()).toBe(6)
    expect((await sql('select 1 from notification_mails')).rows).toEqual([])
    treat({ refuse: 550, at: 'recipient' })
    await comment(reviewer, `${mention(editor)}, two.`)
    await drain()
    tick(1)
    await drain()
    expect(attempts()).toBe(7)
  })

  it('by a process that died is done by another one', async () => {
    const { services, reviewer, editor, mention, comment, notifyOnly, tick, drain, mailsTo } = await open()
    await comment(reviewer, `${mention(editor)}, one.`)
    await notifyOnly()
    expect(await services.asSystem((ctx) => sendMails.claim(ctx, 10, []))).toHaveLength(1)
    tick(4 * MINUTES)
    await drain()
    expect(mailsTo(editor.email)).toEqual([])
    tick(2 * MINUTES)
    await drain()
    expect(mailsTo(editor.email)).toHaveLength(1)
  })

  it('is bounded by the hour; the rest comes together', async () => {
    const { as, services, admin, editor, reviewer, organization, mention, drain, tick, mailsTo } =
      await open()
    const { id } = await as(admin).post(`${organization.url}/spaces`, { title: 'Busy' }, 201)
    const hour = 3_600_000
    tick((hour - (services.clock.now().getTime() % hour)) / (24 * hour))
    for (let number = 0; number < MOST_MAILS + 3; number += 1) {
      const markdown = `${mention(editor)}, ${number}.`
      await as(reviewer).post(`/v1/spaces/${id}/comments`, { body: { markdown } })
    }
    await drain()
    expect(mailsTo(editor.email)).toHaveLength(MOST_MAILS)
    tick(1 / 24)
    await drain()
    const mails = mailsTo(editor.email)
    expect(mails).toHaveLength(MOST_MAILS + 1)
    expect(mails.at(-1)?.headers.get('subject')).toBe('3 updates in your documentation')
  })

  it('does not begin where there is no mail server', async () => {
    const { reviewer, editor, mention, comment, unread, sql } = await openReview(await openTestServices())
    await comment(reviewer, `${mention(editor)}, look.`)
    expect(await unread(editor)).toBe(1)
    expect((await sql('select 1 from notification_mails')).rows).toEqual([])
  })
})
