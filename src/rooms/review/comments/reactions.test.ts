import { describe, expect, it } from 'vitest'
import { openTalk } from '../../../../test/talk.ts'

async function openReactions() {
  const talk = await openTalk()
  const { as, say, commenter, url } = talk
  const { id } = await say(commenter, 'Done!')
  const comment = `${url}/comments/${id}`
  const { id: replyId } = await as(commenter).post(`${comment}/replies`, { body: { markdown: 'Yes' } }, 200)
  const react = (person: typeof commenter, changes: object, at = comment) => as(person).put(at, changes, 200)
  return { ...talk, comment, reply: `${comment}/replies/${replyId}`, react }
}

describe('reactions', () => {
  it('are listed by emoji, with who and when, oldest first', async () => {
    const { as, reader, commenter, editor, comment, react, tick } = await openReactions()
    await react(editor, { addedReactions: ['🎉', '👍'] })
    tick(1)
    const { reactions } = await react(commenter, { addedReactions: ['👍', '1f680'] })
    expect(reactions).toMatchObject([
      { emoji: '🎉', count: 1, users: [{ user: { id: editor.id } }] },
      { emoji: '👍', count: 2, users: [{ user: { id: editor.id } }, { user: { id: commenter.id } }] },
      { emoji: '1f680', count: 1, users: [{ user: { id: commenter.id } }] },
    ])
    const [first, second] = reactions[1].users
    expect(Date.parse(second.reactedAt)).toBeGreaterThan(Date.parse(first.reactedAt))
    expect(first.reactedAt).toMatch(/Z$/)
    expect((await as(reader).get(comment)).reactions).toEqual(reactions)
  })

  it('are one a person and emoji, however the emoji is written', async () => {
    const { commenter, editor, react } = await openReactions()
    await react(commenter, { addedReactions: ['🎉', '🎉'] })
    await react(commenter, { addedReactions: ['1F389', '❤️'] })
    const { reactions } = await react(editor, { addedReactions: ['1f389', '2764'] })
    expect(reactions).toMatchObject([
      { emoji: '🎉', count: 2 },
      { emoji: '❤️', count: 2 },
    ])
  })

  it('are taken back by those who gave them; what is named twice ends taken back', async () => {
    const { commenter, editor, react } = await openReactions()
    await react(commenter, { addedReactions: ['🎉'] })
    await react(editor, { addedReactions: ['🎉', '👍'] })
    const { reactions } = await react(commenter, {
      addedReactions: ['🎉', '👀'],
      removedReactions: ['1f389', '👍', '🚀'],
    })
    expect(reactions).toMatchObject([
      { emoji: '🎉', count: 1, users: [{ user: { id: editor.id } }] },
      { emoji: '👍', count: 1 },
      { emoji: '👀', count: 1, users: [{ user: { id: commenter.id } }] },
    ])
  })

  it('to a reply are not to its comment', async () => {
    const { as, editor, comment, reply, react } = await openReactions()
    expect((await react(editor, { addedReactions: ['🎉'] }, reply)).reactions).toMatchObject([
      { emoji: '🎉', count: 1 },
    ])
    expect((await as(editor).get(comment)).reactions).toEqual([])
    expect((await as(editor).get(`${comment}/replies`)).items[0].reactions).toHaveLength(1)
    expect((await react(editor, { removedReactions: ['🎉'] }, reply)).reactions).toEqual([])
  })

  it('are emojis, at most 20 at once and 50 different ones', async () => {
    const { as, editor, commenter, comment, react } = await openReactions()
    const put = (addedReactions: unknown, status = 400) => as(editor).put(comment, { addedReactions }, status)
    for (const bad of ['🎉', ['party'], [''], [7], ['🎉 '], Array(21).fill('🎉')]) await put(bad)
    const codes = Array.from({ length: 60 }, (_, at) => (0x1f400 + at).toString(16))
    await put(codes.slice(0, 20), 200)
    await react(commenter, { addedReactions: codes.slice(20, 40) })
    await put(codes.slice(40, 60))
    const { reactions } = await put(codes.slice(40, 50), 200)
    expect(reactions).toHaveLength(50)
  })

  it('survive being given by many at once', async () => {
    const { as, editor, commenter, admin, comment } = await openReactions()
    await Promise.all(
      [editor, commenter, admin, editor, commenter, admin].map((person) =>
        as(person).put(comment, { addedReactions: ['🎉'] }, 200),
      ),
    )
    expect((await as(admin).get(comment)).reactions).toMatchObject([{ emoji: '🎉', count: 3 }])
  })
})
