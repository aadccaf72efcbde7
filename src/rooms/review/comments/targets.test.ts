import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../test/client.ts'
import { openTalk } from '../../../../test/talk.ts'

const TEXT = '# Install\n\nRun the installer.\n\nThen wait a while.\n'

async function openPage() {
  const talk = await openTalk()
  const { as, admin, url, insertPage } = talk
  const page = await insertPage('Installing', TEXT)
  const { document }: Answer = await as(admin).get(`${url}/content/page/${page}?format=document`)
  const keys: string[] = document.nodes.map((node: { key: string }) => node.key)
  return { ...talk, page, keys }
}

describe('targets of comments', () => {
  it('are a page, or a block of it with the beginning of its text', async () => {
    const { as, admin, commenter, url, say, page, keys } = await openPage()
    const node = keys[1]
    const tableCell = { record: 'r1', definition: 'c1' }
    const comment = await say(commenter, 'Which one?', url, { page, node, tableCell })
    const { pages } = await as(admin).get(`${url}/content/pages`)
    expect(comment.target).toEqual({
      space: expect.any(String),
      revision: (await as(admin).get(url)).revision,
      page: {
        id: page,
        title: 'Installing',
        path: 'installing',
        createdAt: pages[0].createdAt,
        updatedAt: pages[0].updatedAt,
        outdated: false,
      },
      node: { id: node, preview: 'Run the installer.' },
      tableCell,
    })
    expect((await as(admin).get(`${url}/comments`)).items[0].target).toEqual(comment.target)
  })

  it('must be there', async () => {
    const { as, commenter, url, page, keys } = await openPage()
    const post = (target: object) =>
      as(commenter).post(`${url}/comments`, { body: { markdown: 'x' }, ...target }, 400)
    const fieldOf = async (target: object) => (await post(target)).error.details.field
    expect(await fieldOf({ page: 'none' })).toBe('body.page')
    expect(await fieldOf({ node: keys[0] })).toBe('body.page')
    expect(await fieldOf({ page, node: 'none' })).toBe('body.node')
    expect(await fieldOf({ page, tableCell: { record: 'r', definition: 'd' } })).toBe('body.node')
    await post({ page: 7 })
    await post({ page, node: keys[0], tableCell: { record: 'r' } })
    expect((await as(commenter).get(url)).comments).toBe(0)
  })

  it('are outdated when the text changes, a block only when it is gone', async () => {
    const { as, admin, url, say, page, keys, edit } = await openPage()
    const [onPage, onFirst, onLast] = [
      await say(admin, 'page', url, { page }),
      await say(admin, 'first', url, { page, node: keys[1] }),
      await say(admin, 'last', url, { page, node: keys[2] }),
    ]
    const outdated = async () => {
      const { items }: { items: Answer[] } = await as(admin).get(`${url}/comments?order=asc`)
      const flags = items.map((item) => item.target.page.outdated)
      for (const [at, { id }] of [onPage, onFirst, onLast].entries())
        expect((await as(admin).get(`${url}/comments/${id}`)).target.page.outdated).toBe(flags[at])
      return flags
    }
    expect(await outdated()).toEqual([false, false, false])
    const change = (fields: object) => edit([{ operation: 'update_page', page, ...fields }])
    await change({ title: 'Setting up' })
    expect(await outdated()).toEqual([false, false, false])
    await change({ document: { markdown: TEXT.replace('a while', 'for an hour') } })
    expect(await outdated()).toEqual([true, false, true])
    const { target } = await as(admin).get(`${url}/comments/${onLast.id}`)
    expect(target.node.preview).toBe('Then wait a while.')
    expect(target.page.title).toBe('Setting up')
    await change({ document: { markdown: TEXT } })
    expect(await outdated()).toEqual([false, false, false])
  })

  it('that are gone are told as they were', async () => {
    const { as, admin, url, say, page, keys, edit } = await openPage()
    const comment = await say(admin, 'Soon gone', url, { page, node: keys[1] })
    await edit([{ operation: 'delete_page', page }])
    const { target } = await as(admin).get(`${url}/comments/${comment.id}`)
    expect(target).toEqual({ ...comment.target, page: { ...comment.target.page, outdated: true } })
    expect((await as(admin).get(`${url}/comments?targetPage=${page}`)).count).toBe(1)
  })

  it('of a change request are pages as it proposes them', async () => {
    const { as, admin, url, say, insertPage, edit, openChangeRequest, page } = await openPage()
    const changeRequest = await openChangeRequest()
    const added = await insertPage('Added', 'New', changeRequest.url)
    const onAdded = await say(admin, 'Good', changeRequest.url, { page: added })
    await as(admin).post(`${url}/comments`, { body: { markdown: 'x' }, page: added }, 400)
    const onOld = await say(admin, 'Old', changeRequest.url, { page })
    expect(onAdded.target).toMatchObject({ changeRequest: changeRequest.id, page: { path: 'added' } })
    const { revision } = await as(admin).get(changeRequest.url)
    expect(onAdded.target.revision).toBe(revision)
    await edit([{ operation: 'update_page', page, document: { markdown: 'Live edit' } }])
    const read = async ({ id }: Answer) =>
      (await as(admin).get(`${changeRequest.url}/comments/${id}`)).target.page.outdated
    expect(await read(onOld)).toBe(false)
    const update = { operation: 'update_page', page: added, document: { markdown: 'Newer' } }
    await edit([update], changeRequest.url)
    expect(await read(onAdded)).toBe(true)
  })
})
