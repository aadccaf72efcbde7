import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../test/counterparts/client.ts'
import { openTalk } from '../../../../test/talk.ts'

const TEXT = '# Install\n\nRun  the *installer*.\n\n\nThen wait a while.\n'

async function openSuggestion() {
  const talk = await openTalk()
  const { as, admin, commenter, url, insertPage, openChangeRequest, say } = talk
  const page = await insertPage('Installing', TEXT)
  const { url: request } = await openChangeRequest()
  const { document }: Answer = await as(admin).get(`${request}/content/page/${page}?format=document`)
  const keys: string[] = document.nodes.map((node: { key: string }) => node.key)
  const text = async () =>
    (await as(admin).get(`${request}/content/page/${page}?format=markdown`)).markdown as string
  const suggest = (markdown: string, at = 1) =>
    say(commenter, 'Like this?', request, { page, node: keys[at], suggestion: { markdown } })
  const write = (markdown: string) =>
    talk.edit([{ operation: 'update_page', page, document: { markdown } }], request)
  const apply = ({ id }: Answer, status = 200) =>
    as(admin).post(`${request}/comments/${id}/apply`, undefined, status)
  return { ...talk, page, request, keys, text, suggest, write, apply, url }
}

describe('a suggested text', () => {
  it('is applied as one edit of its block, and resolves the comment', async () => {
    const { suggest, apply, text, as, admin, request } = await openSuggestion()
    const made = await suggest('Start **it**.')
    expect(made.suggestion).toEqual({
      markdown: 'Start **it**.',
      before: 'Run  the *installer*.',
      status: 'open',
    })
    const before = await as(admin).get(request)
    const applied = await apply(made)
    expect(applied.suggestion).toMatchObject({ status: 'applied', appliedBy: { id: admin.id } })
    expect(applied.status).toBe('resolved')
    expect(await text()).toBe(TEXT.replace('Run  the *installer*.', 'Start **it**.'))
    const after = await as(admin).get(request)
    expect([before.comments, after.comments]).toEqual([1, 0])
    expect(after.revision).not.toBe(before.revision)
    await apply(made, 409)
  })

  it('deletes its block where it is empty', async () => {
    const { suggest, apply, text } = await openSuggestion()
    await apply(await suggest(''))
    expect(await text()).toBe('# Install\n\n\nThen wait a while.\n')
  })

  it('is still applied when other blocks changed or it was moved, not when its own did', async () => {
    const { suggest, apply, text, write, as, admin, request } = await openSuggestion()
    const [first, second] = [await suggest('Start it.'), await suggest('Wait an hour.', 2)]
    await write('Then wait a day.\n\nRun  the *installer*.\n\n# Install\n')
    const { suggestion } = await as(admin).get(`${request}/comments/${second.id}`)
    expect(suggestion.status).toBe('outdated')
    const refused = await apply(second, 409)
    expect(refused.error.message).toContain('has changed since')
    await apply(first)
    expect(await text()).toBe('Then wait a day.\n\nStart it.\n\n# Install\n')
  })

  it('is made in change requests for top-level blocks, and applied by those who may edit', async () => {
    const { as, admin, commenter, url, page, keys, request, suggest, write } = await openSuggestion()
    const post = (at: string, more: object) =>
      as(commenter).post(`${at}/comments`, { body: { markdown: 'x' }, page, ...more }, 400)
    await post(url, { node: keys[1], suggestion: { markdown: 'y' } })
    await post(request, { suggestion: { markdown: 'y' } })
    await write('- one\n- two\n')
    const { document }: Answer = await as(admin).get(`${request}/content/page/${page}?format=document`)
    await post(request, { node: document.nodes[0].nodes[0].key, suggestion: { markdown: 'y' } })
    await write(TEXT)
    const made = await suggest('Start it.')
    expect(made.permissions.apply).toBe(false)
    await as(commenter).post(`${request}/comments/${made.id}/apply`, undefined, 403)
    const plain = await as(commenter).post(`${request}/comments`, { body: { markdown: 'x' } })
    await as(admin).post(`${request}/comments/${plain.id}/apply`, undefined, 409)
    await as(admin).patch(request, { status: 'archived' })
  })
})
