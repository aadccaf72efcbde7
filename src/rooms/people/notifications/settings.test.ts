import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedByTests } from '../../../../test/file-scope.ts'
import { openReview } from '../../../../test/notifications.ts'
import { buildTestServices, furnish, openTestServices } from '../../../../test/services.ts'
import { runJob } from '../../../services.ts'
import { notify } from './jobs.ts'
import { MOST_MENTIONED } from './matters/mentions.ts'
import { MOST_ACTS } from './notify.ts'

const open = async () => {
  const review = await openReview(await openTestServices())
  // Nobody is told later of what happened before they chose.
  await review.drain()
  return review
}
const GENERAL = '/v1/user/notification-settings'

describe('what somebody wants to be told', () => {
  it('is what concerns them, unless they chose', async () => {
    const { as, reader, space, stranger } = await open()
    const chosen = `${space.url}/notification-settings`
    expect(await as(reader).get(GENERAL)).toMatchObject({
      level: 'concerning-me',
      delivery: 'immediately',
      administrationMail: true,
    })
    await as(reader).put(GENERAL, { level: 'everything', delivery: 'daily' })
    expect(await as(reader).put(chosen, { level: null, delivery: 'hourly' })).toMatchObject({
      level: null,
      delivery: 'hourly',
      effective: { level: 'everything', delivery: 'hourly' },
    })
    await as(reader).put(chosen, { level: null, delivery: null })
    expect((await as(reader).get(chosen)).effective).toEqual({ level: 'everything', delivery: 'daily' })
    await as(reader).put(GENERAL, { level: 'all', delivery: 'daily' }, 400)
    await as(reader).put(chosen, { level: 'everything' }, 400)
    await as(stranger).get(chosen, 404)
    await as(stranger).put(chosen, { level: 'everything', delivery: null }, 404)
  })

  it('everything: of one space, or of all that they can read', async () => {
    const {
      as,
      admin,
      editor,
      reader,
      commenter,
      guest,
      stranger,
      reviewer,
      organization,
      space,
      comment,
      reasons,
    } = await open()
    for (const person of [reader, guest, stranger])
      await as(person).put(GENERAL, { level: 'everything', delivery: 'inbox' })
    await as(commenter).put(`${space.url}/notification-settings`, { level: 'everything', delivery: null })
    await comment(reviewer)
    await as(editor).post(`${space.url}/change-requests`, { subject: 'Another' }, 201)
    expect([await reasons(reader), await reasons(commenter)]).toEqual([
      ['opened', 'commented'],
      ['opened', 'commented'],
    ])
    const other = await as(admin).post(`${organization.url}/spaces`, { title: 'Other' }, 201)
    await as(editor).post(`/v1/spaces/${other.id}/change-requests`, {}, 201)
    expect(await reasons(reader)).toEqual(['opened', 'opened', 'commented'])
    expect(await reasons(commenter)).toEqual(['opened', 'commented'])
    expect([await reasons(guest), await reasons(stranger)]).toEqual([[], []])
  })

  it('nothing: not even mentions, of one space or of all', async () => {
    const { as, reviewer, reader, commenter, space, mention, comment, reasons } = await open()
    await as(commenter).put(`${space.url}/notification-settings`, { level: 'nothing', delivery: null })
    await as(reader).put(GENERAL, { level: 'nothing', delivery: 'inbox' })
    await comment(reviewer, `${mention(reader)} and ${mention(commenter)}`)
    expect([await reasons(reader), await reasons(commenter)]).toEqual([[], []])
    await as(reader).put(`${space.url}/notification-settings`, { level: 'concerning-me', delivery: null })
    await comment(reviewer, `${mention(reader)} and ${mention(commenter)}`)
    expect([await reasons(reader), await reasons(commenter)]).toEqual([['mentioned'], []])
  })
})

describe('limits', () => {
  it(`tell the first ${MOST_MENTIONED} people of a comment`, async () => {
    const { reviewer, organization, request, comment, drain, sql } = await open()
    const name = (number: number) => `crowd-${request.id}-${number}`
    await sql(`insert into users (id, email, display_name, created_at)
      select 'crowd-${request.id}-' || n, 'crowd-${request.id}-' || n || '@example.org', 'Crowd', now()
      from generate_series(1, 200) n`)
    await sql(`insert into members (organization_id, user_id, role, joined_at)
      select '${organization.id}', 'crowd-${request.id}-' || n, 'read', now() from generate_series(1, 200) n`)
    const crowd = Array.from({ length: 200 }, (_, at) => `[@](http://quire.test/u/${name(at + 1)})`)
    await comment(reviewer, crowd.join(' '))
    await drain()
    const { rows } = await sql<{ n: number }>(
      `select count(*)::int as n from notifications where user_id like 'crowd-${request.id}-%'`,
    )
    expect(rows).toEqual([{ n: MOST_MENTIONED }])
  })

  it(`tell nobody what somebody does beyond ${MOST_ACTS} acts in an hour`, async () => {
    const { reviewer, editor, commenter, comment, inbox, tick, sql } = await open()
    await sql(
      `insert into notification_counts (user_id, what, began_at, count) values ('${reviewer.id}', 'acts', now(), ${MOST_ACTS - 1})`,
    )
    await comment(reviewer, 'The last.')
    await comment(reviewer, 'One too many.')
    expect((await inbox(editor))[0].activityCount).toBe(1)
    await comment(commenter, 'Of somebody else.')
    expect((await inbox(editor))[0].activityCount).toBe(2)
    tick(1.1 / 24)
    await comment(reviewer, 'Later.')
    expect((await inbox(editor))[0].activityCount).toBe(3)
  })

  it('keep the last activities of a notification', async () => {
    const { reviewer, editor, comment, drain, inbox, sql, request } = await open()
    const { id } = await comment(reviewer)
    await drain()
    const own = `select n.id from notifications n where n.user_id = '${editor.id}' and thread = 'change-request/${request.id}'`
    await sql(`insert into notification_activities (notification_id, event_id, reason, created_at)
      select (${own}), 'event-' || n, 'commented', now() - n * interval '1 minute' from generate_series(1, 100) n`)
    await sql(`update notifications set activities = 119 where id = (${own})`)
    expect(id).toBeDefined()
    await comment(reviewer)
    expect((await inbox(editor))[0]).toMatchObject({ activityCount: 120 })
    const { rows } = await sql(`select 1 from notification_activities where notification_id = (${own})`)
    expect(rows).toHaveLength(50)
  })

  it('hold for thousands who want to know of everything: one notification each, and each once', async () => {
    const { services, editor, organization, request, comment, drain, sql } = await open()
    const like = `flock-${request.id}-`
    await sql(`insert into users (id, email, display_name, created_at)
      select '${like}' || n, '${like}' || n || '@example.org', 'Flock', now() from generate_series(1, 5000) n`)
    await sql(`insert into members (organization_id, user_id, role, joined_at)
      select '${organization.id}', '${like}' || n, 'read', now() from generate_series(1, 5000) n`)
    await sql(`insert into notification_settings (user_id, level, delivery, mail_administration)
      select '${like}' || n, 'everything', 'immediately', true from generate_series(1, 5000) n`)
    // The database would notice soon that there are so many.
    await sql('analyze users, members, notification_settings')
    await comment(editor)
    await comment(editor)
    await drain()
    const told = () =>
      sql<{ n: number; most: number }>(
        `select count(*)::int as n, max(activities) as most from notifications where user_id like '${like}%'
         and thread = 'change-request/${request.id}'`,
      ).then(({ rows }) => rows[0])
    expect(await told()).toEqual({ n: 5000, most: 2 })
    const { rows } = await sql<{ id: string; payload: object; createdAt: Date; actorId: string }>(
      `select id, payload, created_at, actor_id from events where type = 'comment.posted'
       and organization_id = '${organization.id}' order by id desc limit 1`,
    )
    const [event] = rows
    if (!event) throw new Error('There is no event')
    const job = services.jobs.find(({ name }) => name === notify.name)
    if (!job) throw new Error('There is no job')
    const { id: eventId, payload, createdAt, actorId } = event
    const notified = {
      ...payload,
      eventId,
      type: 'comment.posted',
      createdAt: createdAt.toISOString(),
      actorId,
    }
    await runJob(services, job, notified)
    expect(await told()).toEqual({ n: 5000, most: 2 })
  })
})

const listening = sharedByTests(async () => {
  const built = await buildTestServices()
  return { built, address: await built.app.listen({ port: 0 }) }
})

describe('the stream of an inbox', () => {
  it('tells how many are unread, at once and whenever that changes', async () => {
    const { built, address } = await listening()
    const { as, reviewer, editor, comment, drain } = await openReview(await furnish(built))
    const abort = new AbortController()
    onTestFinished(() => abort.abort())
    const answer = await fetch(`${address}/v1/user/notifications/stream`, {
      headers: { authorization: `Bearer ${editor.token}` },
      signal: abort.signal,
    })
    let text = ''
    const reading = (async () => {
      for await (const chunk of answer.body ?? []) text += new TextDecoder().decode(chunk as Uint8Array)
    })().catch(() => {})
    const counts = () => [...text.matchAll(/^data: .*"unread":(\d+)/gm)].map(([, count]) => Number(count))
    await expect.poll(counts).toEqual([0])
    await comment(reviewer)
    await drain()
    await expect.poll(counts).toEqual([0, 1])
    await comment(reviewer)
    await drain()
    await expect.poll(counts).toEqual([0, 1, 1])
    await as(editor).post('/v1/user/notifications/read')
    await expect.poll(counts).toEqual([0, 1, 1, 0])
    expect(text).toMatch(/^id: \w+\nevent: notification-count\ndata: /)
    abort.abort()
    await reading
  })
})
