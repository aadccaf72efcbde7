import { describe, expect, it } from 'vitest'
import { ids, openTalk } from '../../../../test/talk.ts'

async function openReplies() {
  const talk = await openTalk()
  const { as, say, commenter, openChangeRequest, url } = talk
  const changeRequest = await openChangeRequest()
  const places = [url, changeRequest.url]
  const threads: string[] = []
  for (const place of places)
    threads.push(`${place}/comments/${(await say(commenter, 'Question', place)).id}`)
  const reply = (person: typeof commenter, thread: string, markdown: string) =>
    as(person).post(`${thread}/replies`, { body: { markdown } }, 200)
  return { ...talk, changeRequest, threads, reply }
}

describe('replies to comments', () => {
  it('are read in the order of the conversation, in every place', async () => {
    const { as, reader, editor, threads, reply } = await openReplies()
    for (const thread of threads) {
      const one = await reply(editor, thread, 'One')
      const two = await reply(editor, thread, 'Two')
      expect(one).toMatchObject({
        object: 'comment-reply',
        postedBy: { id: editor.id },
        body: { markdown: 'One' },
        reactions: [],
        urls: { location: `http://quire.test${thread}/replies/${one.id}` },
        permissions: { view: true, edit: true, reply: true, delete: true },
      })
      const list = await as(reader).get(`${thread}/replies`)
      expect(ids(list)).toEqual([one.id, two.id])
      expect(list.items[0].permissions).toEqual({ view: true, edit: false, reply: false, delete: false })
      const first = await as(reader).get(`${thread}/replies?limit=1`)
      expect(ids(await as(reader).get(`${thread}/replies?limit=1&page=${first.next.page}`))).toEqual([two.id])
      expect((await as(reader).get(thread)).replies).toBe(2)
      const { body } = await as(reader).get(`${thread}/replies/${one.id}?format=document`)
      expect(body.document.object).toBe('document')
    }
  })

  it('answer in the format that was asked for, where that can be asked', async () => {
    const { as, editor, threads } = await openReplies()
    const { body } = await as(editor).post(
      `${threads[1]}/replies?format=document`,
      { body: { markdown: 'Hi' } },
      200,
    )
    expect(Object.keys(body)).toEqual(['document'])
  })

  it('are edited by their author, deleted by them or an admin', async () => {
    const { as, admin, creator, editor, threads, reply } = await openReplies()
    for (const thread of threads) {
      const { id } = await reply(editor, thread, 'One')
      const url = `${thread}/replies/${id}`
      await as(admin).put(url, { body: { markdown: 'Forged' } }, 403)
      const edited = await as(editor).put(url, { body: { markdown: 'Better' } }, 200)
      expect(edited).toMatchObject({ body: { markdown: 'Better' }, editedAt: expect.any(String) })
      await as(editor).put(url, {}, 400)
      await as(editor).put(url, { body: { markdown: ' ' } }, 400)
      await as(creator).delete(url, 403)
      await as(admin).delete(url, 205)
      await as(admin).delete(url, 204)
      await as(admin).get(url, 404)
      expect((await as(admin).get(thread)).replies).toBe(0)
    }
  })

  it('belong to their comment', async () => {
    const { as, admin, editor, threads, reply, say, url } = await openReplies()
    const other = await say(admin, 'Another')
    const { id } = await reply(editor, threads[0] ?? '', 'One')
    await as(admin).get(`${url}/comments/${other.id}/replies/${id}`, 404)
    await as(admin).get(`${threads[1]}/replies/${id}`, 404)
    await as(admin).delete(`${url}/comments/${other.id}/replies/${id}`, 204)
    await as(admin).get(`${threads[0]}/replies/${id}`, 200)
  })

  it('are not settled one by one', async () => {
    const { as, editor, threads, reply } = await openReplies()
    const [onSpace = '', onChangeRequest = ''] = threads
    const one = await reply(editor, onSpace, 'One')
    await as(editor).put(`${onSpace}/replies/${one.id}`, { resolved: true }, 400)
    const two = await reply(editor, onChangeRequest, 'Two')
    expect(await as(editor).put(`${onChangeRequest}/replies/${two.id}`, { resolved: true }, 200)).toEqual(two)
  })

  it('need the right to comment, and a comment', async () => {
    const { as, admin, reader, stranger, threads, url } = await openReplies()
    const body = { body: { markdown: 'x' } }
    for (const thread of threads) {
      await as(reader).post(`${thread}/replies`, body, 403)
      await as(stranger).post(`${thread}/replies`, body, 404)
      await as(admin).post(`${thread}/replies`, { body: {} }, 400)
    }
    await as(admin).post(`${url}/comments/none/replies`, body, 404)
  })

  it('do not count as comments', async () => {
    const { as, admin, editor, threads, reply, url, changeRequest } = await openReplies()
    for (const thread of threads) await reply(editor, thread, 'One')
    expect((await as(admin).get(url)).comments).toBe(1)
    expect((await as(admin).get(changeRequest.url)).comments).toBe(1)
    const { items } = await as(admin).get(`${changeRequest.url}/contributors`)
    expect(items).toContainEqual(expect.objectContaining({ actionType: 'comment', count: 1 }))
  })

  it('answer in words when the comment is deleted at the same time', async () => {
    const { as, admin, editor, threads, reply } = await openReplies()
    const [thread = ''] = threads
    const { id } = await reply(editor, thread, 'One')
    const responses = await Promise.all([
      as(admin).send('DELETE', thread),
      ...Array.from({ length: 4 }, () =>
        as(editor).send('POST', `${thread}/replies`, { body: { markdown: 'x' } }),
      ),
      as(editor).send('PUT', `${thread}/replies/${id}`, { addedReactions: ['🎉'] }),
      as(editor).send('DELETE', `${thread}/replies/${id}`),
    ])
    for (const { statusCode } of responses) expect([200, 204, 205, 404]).toContain(statusCode)
    await as(admin).get(thread, 404)
  })
})
