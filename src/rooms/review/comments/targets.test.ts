import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../test/counterparts/client.ts'
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
      node: { id: node, preview: 'Run the installer.', top: node, isEdited: false },
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
    expect(await outdated()).toEqual([true, false, false])
    const { target } = await as(admin).get(`${url}/comments/${onLast.id}`)
    expect(target.node).toMatchObject({ preview: 'Then wait a while.', isEdited: true })
    expect(target.node.id).not.toBe(keys[2])
    expect(target.page.title).toBe('Setting up')
    await change({ document: { markdown: TEXT.replace('Then wait a while.\n', '') } })
    expect(await outdated()).toEqual([true, false, true])
    await change({ document: { markdown: TEXT } })
    expect(await outdated()).toEqual([false, false, false])
  })

  it('stay with their block when it is edited, moved and merged with the space, and when a block goes', async () => {
    const { as, admin, url, say, edit, page, openChangeRequest } = await openPage()
    const { url: request } = await openChangeRequest()
    const write = (markdown: string, at = request) =>
      edit([{ operation: 'update_page', page, document: { markdown } }], at)
    const { document }: Answer = await as(admin).get(`${request}/content/page/${page}?format=document`)
    const { id } = await say(admin, 'How long?', request, { page, node: document.nodes[2].key })
    const block = async () => {
      const { target } = await as(admin).get(`${request}/comments/${id}`)
      const now: Answer = await as(admin).get(`${request}/content/page/${page}?format=document`)
      const at = now.document.nodes.findIndex((one: { key: string }) => one.key === target.node.id)
      return target.page.outdated ? 'gone' : at
    }
    await write('# Install\n\nThen wait an hour.\n\nRun the installer.\n')
    expect(await block()).toBe(1)
    await write(`First read this.\n\n${TEXT}`, url)
    await as(admin).post(`${request}/update`)
    expect(await block()).toBe(2)
    await write('# Install\n\nRun the installer.\n\n- Before:\n\n  Then wait a while.\n')
    expect((await as(admin).get(`${request}/comments/${id}`)).target.page.outdated).toBe(false)
    await write('# Install\n\nRun the installer.\n')
    expect(await block()).toBe('gone')
  })

  it('may be what a change request takes away: a block, a page', async () => {
    const { as, admin, say, edit, page, openChangeRequest, keys } = await openPage()
    const { url: request } = await openChangeRequest()
    await edit([{ operation: 'update_page', page, document: { markdown: '# Install\n' } }], request)
    const onBlock = await say(admin, 'Why?', request, { page, node: keys[1] })
    expect(onBlock.target).toMatchObject({
      page: { outdated: true },
      node: { preview: 'Run the installer.' },
    })
    await edit([{ operation: 'delete_page', page }], request)
    expect((await say(admin, 'All of it?', request, { page })).target.page.outdated).toBe(true)
    await as(admin).post(`${request}/comments`, { body: { markdown: 'x' }, page: 'none' }, 400)
  })

  it('may be words of a block', async () => {
    const { say, admin, url, page, keys, as } = await openPage()
    const comment = await say(admin, 'Which?', url, { page, node: keys[1], quote: 'the installer' })
    expect(comment.target.quote).toBe('the installer')
    await as(admin).post(`${url}/comments`, { body: { markdown: 'x' }, page, quote: 'the' }, 400)
  })

  it('that are gone are told as they were', async () => {
    const { as, admin, url, say, page, keys, edit } = await openPage()
    const comment = await say(admin, 'Soon gone', url, { page, node: keys[1] })
    await edit([{ operation: 'delete_page', page }])
    const { target } = await as(admin).get(`${url}/comments/${comment.id}`)
    const { top: _, ...node } = comment.target.node
    expect(target).toEqual({ ...comment.target, node, page: { ...comment.target.page, outdated: true } })
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
