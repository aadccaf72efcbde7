import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { ids, openTalk } from '../../../../test/talk.ts'

async function openReviews() {
  const talk = await openTalk()
  const { as, openChangeRequest, insertPage } = talk
  const changeRequest = await openChangeRequest()
  await insertPage('New', 'Text', changeRequest.url)
  const reviews = `${changeRequest.url}/reviews`
  const review = (person: typeof talk.admin, body: object, status = 201) =>
    as(person).post(reviews, body, status)
  return { ...talk, changeRequest, reviews, review }
}

describe('reviews', () => {
  it('say what somebody thinks of the content as it is now', async () => {
    const { as, admin, reader, reviewer, changeRequest, reviews, review, events } = await openReviews()
    const { revision } = await as(admin).get(changeRequest.url)
    const response = await as(reviewer).send('POST', reviews, { status: 'approved' })
    const made = response.json()
    expect(response.statusCode).toBe(201)
    expect(response.headers.location).toBe(`http://quire.test${reviews}/${made.id}`)
    expect(made).toEqual({
      object: 'change-request-review',
      id: expect.any(String),
      revision,
      reviewer: expect.objectContaining({ id: reviewer.id }),
      status: 'approved',
      outdated: false,
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    })
    const later = await review(admin, { status: 'changes-requested' })
    const list = await as(reader).get(reviews)
    expect(list.items).toEqual([later, made])
    expect(await events()).toContainEqual(
      expect.objectContaining({
        type: 'review.submitted',
        payload: expect.objectContaining({ reviewId: made.id, status: 'approved' }),
      }),
    )
  })

  it('bring a comment along, which is a comment of the change request', async () => {
    const { as, admin, reviewer, changeRequest, reviews, review } = await openReviews()
    const made = await review(reviewer, { status: 'changes-requested', comment: { markdown: 'Too *short*' } })
    expect(made.comment).toMatchObject({
      object: 'comment',
      body: { markdown: 'Too *short*' },
      target: { changeRequest: changeRequest.id, review: made.id, revision: made.revision },
      status: 'open',
    })
    await review(admin, { status: 'approved' })
    expect(await as(reviewer).get(`${changeRequest.url}/comments/${made.comment.id}`)).toEqual(made.comment)
    expect((await as(admin).get(changeRequest.url)).comments).toBe(1)
    const { items } = await as(admin).get(`${reviews}?format=document`)
    expect(items[0]).not.toHaveProperty('comment')
    expect(items[1].comment.body.document.object).toBe('document')
    await as(reviewer).delete(`${changeRequest.url}/comments/${made.comment.id}`, 205)
    expect((await as(admin).get(reviews)).items[1]).not.toHaveProperty('comment')
  })

  it('are read one by one, where they belong', async () => {
    const { as, reader, reviewer, stranger, reviews, review, openChangeRequest } = await openReviews()
    const body = { status: 'approved', comment: { markdown: 'Ready.' } }
    const made = await review(reviewer, body)
    expect(await as(reviewer).get(`${reviews}/${made.id}?format=markdown`)).toEqual(made)
    expect(await as(reader).get(`${reviews}/${made.id}`)).toMatchObject({ id: made.id, status: 'approved' })
    const other = await openChangeRequest()
    await as(reader).get(`${other.url}/reviews/${made.id}`, 404)
    await as(reader).get(`${reviews}/none`, 404)
    await as(stranger).get(`${reviews}/${made.id}`, 404)
  })

  it('are outdated as soon as the content changes', async () => {
    const { as, admin, reviewer, changeRequest, reviews, review, insertPage } = await openReviews()
    const early = await review(reviewer, { status: 'approved' })
    await insertPage('More', 'Text', changeRequest.url)
    const late = await review(admin, { status: 'approved' })
    const { items } = await as(admin).get(reviews)
    expect(items.map(({ outdated }: { outdated: boolean }) => outdated)).toEqual([false, true])
    expect(ids(await as(admin).get(`${reviews}?outdated=true`))).toEqual([early.id])
    expect(ids(await as(admin).get(`${reviews}?outdated=false`))).toEqual([late.id])
    const first = await as(admin).get(`${reviews}?limit=1`)
    expect(ids(await as(admin).get(`${reviews}?limit=1&page=${first.next.page}`))).toEqual([early.id])
    await as(admin).get(`${reviews}?outdated=perhaps`, 400)
  })

  it('tell who asked for them, and leave those who were asked listed', async () => {
    const { as, admin, reviewer, creator, changeRequest, review } = await openReviews()
    const requested = `${changeRequest.url}/requested-reviewers`
    await as(creator).post(requested, { users: [reviewer.id] }, 200)
    expect(await review(reviewer, { status: 'approved' })).toMatchObject({ requestedBy: { id: creator.id } })
    expect(await review(admin, { status: 'approved' })).not.toHaveProperty('requestedBy')
    expect((await as(admin).get(requested)).count).toBe(1)
  })

  it('decide whether a merge rule is met', async () => {
    const { as, admin, url, changeRequest, review } = await openReviews()
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] }
    await as(admin).patch(url, { mergeRules }, 200)
    await as(admin).post(`${changeRequest.url}/merge`, undefined, 409)
    await review(admin, { status: 'approved' })
    await as(admin).post(`${changeRequest.url}/merge`, undefined, 200)
  })

  it('are for those who may review, and over when it is merged', async () => {
    const { as, admin, stranger, editor, reader, changeRequest, reviews, review } = await openReviews()
    await review(stranger, { status: 'approved' }, 404)
    await as(stranger).get(reviews, 404)
    await review(reader, { status: 'approved' }, 403)
    await review(editor, { status: 'approved' }, 403)
    await review(admin, { status: 'fine' }, 400)
    await review(admin, { comment: { markdown: 'x' } }, 400)
    const { error } = await review(admin, { status: 'approved', comment: {} }, 400)
    expect(error.details.field).toBe('body.comment')
    expect((await as(admin).get(reviews)).count).toBe(0)
    await as(admin).post(`${changeRequest.url}/merge`, undefined, 200)
    await review(admin, { status: 'approved' }, 409)
  })

  it('go with their space, comments, replies and reactions included', async () => {
    const { as, admin, url, space, changeRequest, review, tick, drain, sql, events } = await openReviews()
    const { comment } = await review(admin, { status: 'approved', comment: { markdown: 'x' } })
    const thread = `${changeRequest.url}/comments/${comment.id}`
    const reply = await as(admin).post(`${thread}/replies`, { body: { markdown: 'y' } }, 200)
    await as(admin).put(`${thread}/replies/${reply.id}`, { addedReactions: ['🎉'] }, 200)
    await as(admin).put(thread, { addedReactions: ['🎉'] }, 200)
    await as(admin).delete(url, 205)
    tick(8)
    await drain()
    expect(await events()).toContainEqual(expect.objectContaining({ type: 'space.purged' }))
    for (const table of ['comments', 'comment_replies', 'comment_reactions', 'change_request_reviews'])
      expect((await sql(`select 1 from ${table} where space_id = '${space.id}'`)).rows).toEqual([])
  })

  it('of one change request are not those of another', async () => {
    const { as, admin, review, openChangeRequest } = await openReviews()
    await review(admin, { status: 'approved', comment: { markdown: 'x' } })
    const other = await openChangeRequest('Other')
    expect((await as(admin).get(`${other.url}/reviews`)).items).toEqual([])
  })

  it('is about what the reviewer has read, as a merge is', async () => {
    const { as, admin, open, edit, url } = await openSpace()
    await open('Quiet hours')
    const at = `${url}/change-requests/1`
    const { revision } = await as(admin).get(at)
    await edit(1, page('Added meanwhile'))
    const review = { status: 'approved', revision }
    const { error } = await as(admin).post(`${at}/reviews`, review, 409)
    expect(error.message).toContain('has changed since you read it')
    await as(admin).post(`${at}/merge`, { revision }, 409)
    expect((await as(admin).get(`${at}/reviews`)).items).toEqual([])
    const { revision: now } = await as(admin).get(at)
    await as(admin).post(`${at}/reviews`, { ...review, revision: now }, 201)
    expect(await as(admin).post(`${at}/merge`, { revision: now })).toMatchObject({ result: 'merge' })
  })

  it('is asked for by rules, which say what is missing before anybody tries to merge', async () => {
    const { as, admin, editor, newMember, open, url } = await openSpace()
    const reviewer = await newMember('Rita', 'review')
    const rules = [
      { rule: 'require_specific_reviewers', users: [reviewer.id] },
      { rule: 'require_change_request_subject' },
      { rule: 'allow_bypass', users: [admin.id] },
    ]
    await as(admin).patch(url, { mergeRules: { type: 'rules', rules } })
    await open('Quiet hours')
    const at = `${url}/change-requests/1`
    const asked = await as(editor).get(`${at}/merge-checks`)
    expect(asked).toEqual({
      rules: [
        {
          rule: 'require_specific_reviewers',
          isMet: false,
          message: `these people must approve the current content: ${reviewer.displayName}`,
          people: [reviewer.displayName],
        },
        { rule: 'require_change_request_subject', isMet: true, message: 'it needs a subject' },
      ],
      canBypass: false,
    })
    expect(await as(admin).get(`${at}/merge-checks`)).toMatchObject({ canBypass: true })
    await as(reviewer).post(`${at}/reviews`, { status: 'approved' }, 201)
    expect((await as(editor).get(`${at}/merge-checks`)).rules[0].isMet).toBe(true)
  })
})
