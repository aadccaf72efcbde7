import { describe, expect, it } from 'vitest'
import { openReview } from '../../../../test/notifications.ts'
import { openTestServices } from '../../../../test/services.ts'
import { suspendUser } from '../identity/users.ts'

const open = async () => openReview(await openTestServices())

describe('who is told', () => {
  it('of a comment: the author of the change request, and never who wrote it', async () => {
    const { reviewer, editor, reader, request, comment, inbox, unread } = await open()
    const posted = await comment(reviewer, 'Is *this* clear?')
    const [told, ...more] = await inbox(editor)
    expect(more).toEqual([])
    expect(told).toMatchObject({
      unread: true,
      activityCount: 1,
      space: { title: 'Guide' },
      changeRequest: { id: request.id, number: 1, subject: 'Shorter sentences' },
      activities: [
        { reason: 'commented', by: { id: reviewer.id }, comment: posted.id, excerpt: 'Is this clear?' },
      ],
      urls: { app: `${request.urls.app}/~review?at=comment-${posted.id}` },
    })
    expect([await unread(reviewer), await unread(reader)]).toEqual([0, 0])
    await comment(editor)
    expect(await unread(editor)).toBe(1)
    expect((await inbox(editor))[0].activityCount).toBe(1)
  })

  it('of a comment on a space, which is read beside its pages', async () => {
    const { as, reviewer, editor, mention, space, organization, inbox } = await open()
    const said = { body: { markdown: `${mention(editor)}, look.` } }
    const posted = await as(reviewer).post(`${space.url}/comments`, said)
    const [told] = await inbox(editor)
    const { pathname, search } = new URL(told.urls.app)
    expect(pathname).toBe(`/o/${organization.id}/s/${space.id}/~/comments`)
    expect(search).toBe(`?at=comment-${posted.id}`)
  })

  it('of a mention, in whichever form it was written', async () => {
    const { reviewer, commenter, reader, mention, comment, reasons, as, request } = await open()
    await comment(reviewer, `${mention(commenter)}, please look.`)
    const document = {
      document: {
        object: 'document',
        data: {},
        nodes: [
          {
            object: 'block',
            type: 'paragraph',
            isVoid: false,
            data: {},
            nodes: [
              {
                object: 'inline',
                type: 'mention',
                isVoid: true,
                data: { ref: { kind: 'user', user: reader.id } },
              },
            ],
          },
        ],
      },
    }
    await as(reviewer).post(`${request.url}/comments`, { body: document })
    expect([await reasons(commenter), await reasons(reader)]).toEqual([['mentioned'], ['mentioned']])
    await comment(reviewer, `\`[@reader](http://quire.test/u/${reader.id})\` is how to write it.`)
    expect(await reasons(reader)).toEqual(['mentioned'])
  })

  it('of a mention that an edit added, once', async () => {
    const { reviewer, commenter, reader, mention, comment, reasons, as, request } = await open()
    const { id } = await comment(reviewer, `${mention(commenter)}, please look.`)
    const at = `${request.url}/comments/${id}`
    const body = { markdown: `${mention(commenter)} and ${mention(reader)}, please look.` }
    await as(reviewer).put(at, { body })
    expect([await reasons(commenter), await reasons(reader)]).toEqual([['mentioned'], ['mentioned']])
    await as(reviewer).put(at, { body })
    await as(commenter).put(at, { addedReactions: ['👍'] })
    expect([await reasons(commenter), await reasons(reader)]).toEqual([['mentioned'], ['mentioned']])
  })

  it('of a reply: all who take part in the conversation', async () => {
    const { reviewer, commenter, creator, editor, comment, reply, reasons } = await open()
    const first = await comment(reviewer)
    await reply(commenter, first)
    await reply(creator, first)
    expect(await reasons(reviewer)).toEqual(['replied', 'replied'])
    expect(await reasons(commenter)).toEqual(['replied'])
    expect(await reasons(creator)).toEqual([])
    expect(await reasons(editor)).toEqual(['commented', 'commented', 'commented'])
  })

  it('of review requests, reviews and merges', async () => {
    const { as, admin, editor, reviewer, request, reasons, inbox } = await open()
    await as(editor).post(`${request.url}/requested-reviewers`, { users: [reviewer.id, editor.id] })
    expect([await reasons(reviewer), await reasons(editor)]).toEqual([['review-requested'], []])
    const review = { status: 'changes-requested', comment: { markdown: 'Too long.' } }
    await as(reviewer).post(`${request.url}/reviews`, review, 201)
    await as(reviewer).post(`${request.url}/reviews`, { status: 'approved' }, 201)
    expect(await reasons(editor)).toEqual(['approved', 'changes-requested'])
    await as(admin).post(`${request.url}/merge`)
    const [told] = await inbox(editor)
    expect(told).toMatchObject({ activityCount: 3, unread: true })
    expect([await reasons(editor), await reasons(reviewer), await reasons(admin)]).toEqual([
      ['merged', 'approved', 'changes-requested'],
      ['merged', 'review-requested'],
      [],
    ])
  })

  it('of conflicts that an update leaves, but not of one that leaves none', async () => {
    const { as, admin, editor, space, request, inbox, reasons } = await open()
    const insert = { operation: 'insert_page', title: 'Home', document: { markdown: 'One.' } }
    const written = await as(admin).post(`${space.url}/content`, { changes: [insert] })
    await as(admin).post(`${request.url}/update`)
    expect(await reasons(editor)).toEqual([])
    const page = written.changes[0].page.id
    const retitle = (title: string) => ({ changes: [{ operation: 'update_page', page, title }] })
    await as(editor).post(`${request.url}/content`, retitle('Mine'))
    await as(admin).post(`${space.url}/content`, retitle('Yours'))
    await as(admin).post(`${request.url}/update`)
    expect([await reasons(editor), await reasons(admin)]).toEqual([['conflict'], []])
    const [told] = await inbox(editor)
    expect(told.urls.app).toBe(`${request.urls.app}/~conflicts`)
  })

  it('who was added to an organization, and admins of a webhook that was disabled', async () => {
    const { services, as, admin, creator, stranger, organization, inbox, reasons } = await open()
    await as(admin).post(`${organization.url}/invites`, { emails: [stranger.email] })
    const [told] = await inbox(stranger)
    expect(told).toMatchObject({
      organization: { id: organization.id },
      activities: [{ reason: 'added' }],
      urls: { app: `http://quire.test/o/${organization.id}` },
    })
    const { id } = await as(admin).post(
      `${organization.url}/webhooks`,
      { url: 'https://hooks.example/quire', events: ['*'] },
      201,
    )
    const fact = { organizationId: organization.id, webhookId: id, reason: 'Gone' }
    await services.asSystem((ctx) => ctx.emit('webhook.disabled', fact))
    expect(await reasons(admin)).toEqual(['webhook-disabled'])
    expect(await reasons(creator)).toEqual([])
  })

  it('who asked for an import from Git that failed', async () => {
    const { as, admin, creator, space, inbox, reasons } = await open()
    const nowhere = { url: 'https://git.example/nowhere.git', ref: 'refs/heads/main', force: true }
    await as(admin).post(`${space.url}/git/import`, nowhere, 204)
    expect(await inbox(admin)).toMatchObject([
      {
        activities: [{ reason: 'sync-failed' }],
        space: { id: space.id },
        urls: { app: expect.stringMatching(/\/~\/git$/) },
      },
    ])
    expect(await reasons(creator)).toEqual([])
  })
})

describe('an inbox', () => {
  it('has one notification for a change request, which grows and is unread again', async () => {
    const { as, reviewer, editor, comment, inbox, unread } = await open()
    for (const text of ['One.', 'Two.', 'Three.']) await comment(reviewer, text)
    const [told] = await inbox(editor)
    expect(told.activities.map(({ excerpt }: { excerpt: string }) => excerpt)).toEqual([
      'Three.',
      undefined,
      undefined,
    ])
    const at = new URL(told.urls.location).pathname
    expect(await as(editor).patch(at, { unread: false })).toMatchObject({ unread: false })
    expect(await unread(editor)).toBe(0)
    expect(await inbox(editor, '?status=unread')).toEqual([])
    expect(await as(editor).patch(at, { archived: true })).toMatchObject({ archived: true })
    expect(await inbox(editor)).toEqual([])
    expect(await inbox(editor, '?status=archived')).toHaveLength(1)
    await comment(reviewer, 'Four.')
    expect(await inbox(editor)).toMatchObject([{ unread: true, archived: false, activityCount: 4 }])
    await as(editor).patch(at, {}, 400)
  })

  it('is read page by page, newest first', async () => {
    const { as, admin, editor, reviewer, organization, inbox } = await open()
    for (const number of [1, 2, 3]) {
      const { id } = await as(admin).post(`${organization.url}/spaces`, { title: `Space ${number}` }, 201)
      const request = await as(editor).post(`/v1/spaces/${id}/change-requests`, {}, 201)
      await as(reviewer).post(`/v1/spaces/${id}/change-requests/${request.id}/comments`, {
        body: { markdown: 'Here.' },
      })
    }
    expect(await inbox(editor)).toHaveLength(3)
    const titles: string[] = []
    let page = ''
    do {
      const answer = await as(editor).get(`/v1/user/notifications?limit=1${page}`)
      titles.push(...answer.items.map((item: { space: { title: string } }) => item.space.title))
      page = answer.next ? `&page=${encodeURIComponent(answer.next.page)}` : ''
    } while (page)
    expect(titles).toEqual(['Space 3', 'Space 2', 'Space 1'])
  })

  it('is marked as read at once, up to what was seen', async () => {
    const { as, reviewer, editor, space, comment, inbox, unread } = await open()
    await comment(reviewer)
    const [{ updatedAt }] = await inbox(editor)
    await comment(reviewer)
    await inbox(editor)
    expect(await as(editor).post('/v1/user/notifications/read', { until: updatedAt })).toMatchObject({
      unread: 1,
    })
    await as(editor).post('/v1/user/notifications/read', { space: 'another' })
    expect(await unread(editor)).toBe(1)
    await as(editor).post('/v1/user/notifications/read', { space: space.id })
    expect(await unread(editor)).toBe(0)
    await comment(reviewer)
    expect(await unread(editor)).toBe(1)
    expect((await as(editor).post('/v1/user/notifications/read')).unread).toBe(0)
    await as(editor).post('/v1/user/notifications/read', { until: 'yesterday' }, 400)
  })

  it('is nobody else’s', async () => {
    const { as, reviewer, editor, comment, inbox } = await open()
    await comment(reviewer)
    const [{ urls }] = await inbox(editor)
    const at = new URL(urls.location).pathname
    await as(reviewer).get(at, 404)
    await as(reviewer).patch(at, { unread: false }, 404)
    await as(reviewer).post('/v1/user/notifications/read')
    expect((await inbox(editor))[0].unread).toBe(true)
  })

  it('has nothing of comments that were deleted', async () => {
    const { as, reviewer, editor, request, comment, inbox, unread } = await open()
    const { id } = await comment(reviewer)
    expect(await unread(editor)).toBe(1)
    await as(reviewer).delete(`${request.url}/comments/${id}`, 205)
    expect([await inbox(editor), await unread(editor)]).toEqual([[], 0])
  })

  it('forgets after 90 days', async () => {
    const { reviewer, editor, comment, unread, services, sql, stopClock } = await open()
    stopClock()
    await comment(reviewer)
    expect(await unread(editor)).toBe(1)
    const age = (days: number) =>
      sql(`update notifications set updated_at = updated_at - interval '${days} days'`)
    const forget = () => services.asSystem((ctx) => services.queue.send(ctx.db, 'notifications.forget', {}))
    await age(89)
    await forget()
    expect(await unread(editor)).toBe(1)
    await age(2)
    await forget()
    expect(await unread(editor)).toBe(0)
    const { rows } = await sql('select 1 from notifications')
    expect(rows).toEqual([])
  })
})

describe('access', () => {
  it('is asked when somebody is told: not who cannot read the space', async () => {
    const { reviewer, stranger, guest, mention, comment, as, sql } = await open()
    await comment(reviewer, `${mention(stranger)} and ${mention(guest)}, look.`)
    const { rows } = await sql(
      `select 1 from notifications where user_id in ('${stranger.id}', '${guest.id}') and audience = 'readers'`,
    )
    expect(rows).toEqual([])
    expect((await as(stranger).get('/v1/user/notifications/count')).unread).toBe(0)
  })

  it('is asked again when it is shown, counted and paged', async () => {
    const { as, admin, guest, reviewer, organization, space, mention, comment, inbox, unread } = await open()
    await as(admin).patch(`${space.url}/permissions/users/${guest.id}`, { role: 'read' }, 204)
    await comment(reviewer, `${mention(guest)}, look.`)
    const inSpace = async () =>
      (await inbox(guest)).filter((told: { space?: object }) => told.space !== undefined)
    const [told] = await inSpace()
    const before = await unread(guest)
    const at = new URL(told.urls.location).pathname
    await as(admin).delete(`${space.url}/permissions/users/${guest.id}`, 205)
    expect([await inSpace(), await unread(guest)]).toEqual([[], before - 1])
    await as(guest).get(at, 404)
    await as(admin).patch(`${space.url}/permissions/users/${guest.id}`, { role: 'read' }, 204)
    expect(await inSpace()).toHaveLength(1)
    await as(admin).delete(`${organization.url}/members/${guest.id}`, 204)
    expect(await inbox(guest)).toEqual([])
  })

  it('ends with the space in the trash, and with the role of an admin', async () => {
    const { services, as, admin, creator, editor, reviewer, organization, space, comment, unread, reasons } =
      await open()
    await comment(reviewer)
    expect(await unread(editor)).toBe(1)
    await as(admin).delete(space.url, 205)
    expect(await unread(editor)).toBe(0)
    await as(admin).patch(`${organization.url}/members/${creator.id}`, { role: 'admin' })
    const { id: webhookId } = await as(admin).post(
      `${organization.url}/webhooks`,
      { url: 'https://hooks.example/quire', events: ['*'] },
      201,
    )
    await services.asSystem((ctx) =>
      ctx.emit('webhook.disabled', { organizationId: organization.id, webhookId, reason: 'Gone' }),
    )
    expect(await reasons(creator)).toContain('webhook-disabled')
    await as(admin).patch(`${organization.url}/members/${creator.id}`, { role: 'create' })
    expect(await reasons(creator)).not.toContain('webhook-disabled')
  })

  it('is nobody’s who is suspended', async () => {
    const { services, editor, reviewer, comment, drain, sql } = await open()
    await services.asSystem((ctx) => suspendUser(ctx, { id: editor.id, isAdministrator: false }))
    await comment(reviewer)
    await drain()
    const { rows } = await sql(
      `select 1 from notifications where user_id = '${editor.id}' and audience = 'readers'`,
    )
    expect(rows).toEqual([])
  })
})
