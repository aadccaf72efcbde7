import { describe, expect, it } from 'vitest'
import { ids, openTalk } from '../../../../test/talk.ts'

describe('comments', () => {
  it('are posted on a space and read by everyone who reads it', async () => {
    const { as, commenter, reader, space, url, say, events } = await openTalk()
    const comment = await say(commenter, 'Is *this* right?')
    expect(comment).toMatchObject({
      object: 'comment',
      postedBy: { object: 'user', id: commenter.id },
      body: { markdown: 'Is *this* right?' },
      status: 'open',
      replies: 0,
      reactions: [],
      target: { space: space.id, revision: space.revision },
      urls: { location: `http://quire.test${url}/comments/${comment.id}` },
      permissions: { view: true, edit: true, reply: true, delete: true },
    })
    for (const absent of ['editedAt', 'resolvedAt', 'resolvedBy']) expect(comment).not.toHaveProperty(absent)
    expect(Object.keys(comment.target).sort()).toEqual(['revision', 'space'])
    const seen = await as(reader).get(`${url}/comments/${comment.id}`)
    expect(seen).toEqual({
      ...comment,
      permissions: { ...comment.permissions, edit: false, reply: false, delete: false, resolve: false },
    })
    expect((await as(reader).get(`${url}/comments`)).items).toEqual([seen])
    expect(await events()).toContainEqual(
      expect.objectContaining({
        type: 'comment.posted',
        payload: expect.objectContaining({ spaceId: space.id, commentId: comment.id }),
      }),
    )
  })

  it('are posted on a change request, by its id or number, and by their people', async () => {
    const { as, commenter, admin, url, say, openChangeRequest } = await openTalk()
    const changeRequest = await openChangeRequest()
    const comment = await say(commenter, 'Why?', `${url}/change-requests/${changeRequest.number}`)
    expect(comment.target).toEqual({
      space: changeRequest.space,
      revision: changeRequest.revision,
      changeRequest: changeRequest.id,
    })
    expect(comment.urls.location).toBe(`http://quire.test${changeRequest.url}/comments/${comment.id}`)
    expect(await as(commenter).get(`${changeRequest.url}/comments/${comment.id}`)).toEqual(comment)
    expect((await as(admin).get(`${changeRequest.url}/contributors`)).items).toMatchObject([
      { user: { id: commenter.id }, actionType: 'comment', count: 1 },
    ])
  })

  it('belong to one place and are not found in another', async () => {
    const { as, admin, url, say, openChangeRequest } = await openTalk()
    const [one, other] = [await openChangeRequest('One'), await openChangeRequest('Other')]
    const onSpace = await say(admin, 'On the space')
    const onOne = await say(admin, 'On the first', one.url)
    await as(admin).get(`${url}/comments/${onOne.id}`, 404)
    await as(admin).get(`${one.url}/comments/${onSpace.id}`, 404)
    await as(admin).get(`${other.url}/comments/${onOne.id}`, 404)
    await as(admin).put(`${other.url}/comments/${onOne.id}`, { resolved: true }, 404)
    await as(admin).delete(`${other.url}/comments/${onOne.id}`, 204)
    expect(ids(await as(admin).get(`${url}/comments`))).toEqual([onSpace.id])
    expect(ids(await as(admin).get(`${one.url}/comments`))).toEqual([onOne.id])
    expect(ids(await as(admin).get(`${other.url}/comments`))).toEqual([])
  })

  it('come and go as Markdown or as a document', async () => {
    const { as, admin, url, say, insertPage, commenter } = await openTalk()
    const page = await insertPage('Start', 'Text')
    const comment = await say(admin, 'See **this**')
    const { body } = await as(admin).get(`${url}/comments/${comment.id}?format=document`)
    expect(Object.keys(body)).toEqual(['document'])
    expect(body.document).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] })
    const again = await as(admin).post(`${url}/comments`, { body }, 200)
    expect(again.body.markdown.trim()).toBe('See **this**')
    expect((await as(admin).get(`${url}/comments?format=markdown`)).items[1].body).toEqual(comment.body)

    const nodes = [
      {
        object: 'block',
        type: 'paragraph',
        nodes: [
          {
            object: 'inline',
            type: 'mention',
            data: { ref: { kind: 'user', user: commenter.id } },
            isVoid: true,
          },
          { object: 'text', leaves: [{ object: 'leaf', text: ' see ', marks: [] }] },
          {
            object: 'inline',
            type: 'link',
            data: { ref: { kind: 'page', page } },
            nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'the start', marks: [] }] }],
          },
        ],
      },
    ]
    const document = { object: 'document', data: {}, nodes }
    const { id } = await as(admin).post(`${url}/comments`, { body: { document } }, 200)
    const read = await as(admin).get(`${url}/comments/${id}?format=document`)
    const refs = JSON.stringify(read.body.document)
    expect(refs).toContain(JSON.stringify({ kind: 'user', user: commenter.id }))
    expect(refs).toContain(`"page":"${page}"`)
  })

  it('need something to say, and not too much of it', async () => {
    const { as, commenter, url } = await openTalk()
    const post = (body: unknown, status: number) => as(commenter).post(`${url}/comments`, { body }, status)
    for (const body of [undefined, null, 'text', {}, { markdown: '' }, { markdown: ' \n ' }, { markdown: 7 }])
      await post(body, 400)
    await post({ document: { object: 'document', data: {}, nodes: [] } }, 400)
    await post({ markdown: 'x'.repeat(20_000) }, 200)
    const { error } = await post({ markdown: 'x'.repeat(20_001) }, 400)
    expect(error).toMatchObject({ details: { field: 'body.body' } })
    expect(error.message).toContain('20000')
  })

  it('do not exist for strangers, and are not posted by readers', async () => {
    const { as, admin, stranger, guest, reader, url, say, openChangeRequest } = await openTalk()
    const canary = 'canary-7f3a'
    const changeRequest = await openChangeRequest()
    for (const at of [url, changeRequest.url]) {
      const { id } = await say(admin, canary, at)
      const reply = await as(admin).post(`${at}/comments/${id}/replies`, { body: { markdown: canary } }, 200)
      const paths = [
        `${at}/comments`,
        `${at}/comments/${id}`,
        `${at}/comments/${id}/replies`,
        `${at}/comments/${id}/replies/${reply.id}`,
        `${at}/commenters`,
      ]
      for (const person of [stranger, guest])
        for (const path of paths)
          for (const method of ['GET', 'PUT', 'POST', 'DELETE'] as const) {
            const response = await as(person).send(method, path, { body: { markdown: 'x' } })
            expect(response.body + JSON.stringify(response.headers)).not.toContain(canary)
            expect([404, 405, 204]).toContain(response.statusCode)
          }
      await as(reader).post(`${at}/comments`, { body: { markdown: 'x' } }, 403)
      await as(reader).put(`${at}/comments/${id}`, { addedReactions: ['🎉'] }, 403)
      await as(reader).delete(`${at}/comments/${id}`, 403)
      expect((await as(admin).get(`${at}/comments/${id}`)).body.markdown).toBe(canary)
    }
  })

  it('are edited by their author alone', async () => {
    const { as, admin, commenter, url, say, tick } = await openTalk()
    const { id } = await say(commenter, 'First')
    const { error } = await as(admin).put(`${url}/comments/${id}`, { body: { markdown: 'Forged' } }, 403)
    expect(error.details).toEqual({ on: 'comment', needs: 'edit' })
    tick(1)
    const edited = await as(commenter).put(`${url}/comments/${id}`, { body: { markdown: 'Second' } }, 200)
    expect(edited.body.markdown).toBe('Second')
    expect(Date.parse(edited.editedAt)).toBeGreaterThan(Date.parse(edited.postedAt))
    await as(commenter).put(`${url}/comments/${id}`, { body: {} }, 400)
    await as(commenter).put(`${url}/comments/${id}`, {}, 400)
    await as(commenter).put(`${url}/comments/${id}`, { colour: 'red' }, 400)
    await as(commenter).put(`${url}/comments/${id}`, undefined, 400)
    await as(commenter).put(`${url}/comments/${id}`, { resolved: 'yes' }, 400)
  })

  it('are no longer edited by an author who may not comment any more', async () => {
    const { as, admin, guest, url, say } = await openTalk()
    const give = (role: string) => as(admin).post(`${url}/permissions`, { users: [guest.id], role }, 204)
    await give('comment')
    const { id } = await say(guest, 'While I may')
    await give('read')
    const { permissions } = await as(guest).get(`${url}/comments/${id}`)
    expect(permissions).toMatchObject({ view: true, edit: false, reply: false, delete: true, apply: false })
    await as(guest).put(`${url}/comments/${id}`, { body: { markdown: 'x' } }, 403)
    await as(guest).delete(`${url}/comments/${id}`, 205)
  })

  it('are resolved and reopened by their author or an editor; the first to resolve is kept', async () => {
    const { as, commenter, editor, admin, newMember, url, say, tick, events } = await openTalk()
    const other = await newMember('other', 'comment')
    const { id } = await say(commenter, 'To do')
    const put = (person: typeof admin, resolved: boolean, status = 200) =>
      as(person).put(`${url}/comments/${id}`, { resolved }, status)
    await put(other, true, 403)
    const resolved = await put(editor, true)
    expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: { id: editor.id } })
    expect(resolved).not.toHaveProperty('editedAt')
    tick(1)
    expect(await put(commenter, true)).toMatchObject({
      resolvedAt: resolved.resolvedAt,
      resolvedBy: { id: editor.id },
    })
    const reopened = await put(commenter, false)
    expect(reopened.status).toBe('open')
    expect(reopened).not.toHaveProperty('resolvedAt')
    expect(reopened).not.toHaveProperty('resolvedBy')
    const types = (await events()).map(({ type }) => type).filter((type) => type.startsWith('comment.'))
    expect(types).toEqual(['comment.posted', 'comment.resolved', 'comment.reopened'])
  })

  it('are deleted by their author or an admin, with their replies, and only once', async () => {
    const { as, admin, creator, commenter, url, say } = await openTalk()
    const [one, two] = [await say(commenter, 'One'), await say(commenter, 'Two')]
    await as(creator).post(`${url}/comments/${one.id}/replies`, { body: { markdown: 'Reply' } }, 200)
    await as(creator).delete(`${url}/comments/${one.id}`, 403)
    await as(commenter).delete(`${url}/comments/${one.id}`, 205)
    await as(commenter).delete(`${url}/comments/${one.id}`, 204)
    await as(admin).delete(`${url}/comments/${two.id}`, 205)
    expect((await as(admin).get(`${url}/comments`)).items).toEqual([])
  })

  it('stay open for discussion on a locked space and a merged change request', async () => {
    const { as, admin, commenter, url, say, insertPage, openChangeRequest } = await openTalk()
    const changeRequest = await openChangeRequest()
    await insertPage('New', 'Text', changeRequest.url)
    await as(admin).post(`${changeRequest.url}/merge`, undefined, 200)
    await say(commenter, 'After the fact', changeRequest.url)
    expect((await as(admin).get(changeRequest.url)).comments).toBe(1)
    await as(admin).patch(url, { editMode: 'locked' }, 200)
    await say(commenter, 'Locked, but not silent')
  })

  it('take no words in a space that is in the trash', async () => {
    const { as, admin, url, openChangeRequest, say } = await openTalk()
    const changeRequest = await openChangeRequest()
    const { id } = await say(admin, 'Before')
    await as(admin).delete(url, 205)
    for (const at of [url, changeRequest.url])
      await as(admin).post(`${at}/comments`, { body: { markdown: 'x' } }, 404)
    await as(admin).get(`${url}/comments/${id}`, 200)
  })
})
