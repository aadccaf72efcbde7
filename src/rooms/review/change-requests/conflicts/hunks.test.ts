import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

const lines = (...all: string[]) => `${all.join('\n\n')}\n`

/** A page that both sides changed in two places, and each side in one that is its own. */
async function openTorn() {
  const h = await openSpace()
  const [{ page: made }] = await h.write(page('P', lines('a', 'b', 'c', 'd', 'e', 'f')))
  const p: string = made.id
  const says = (markdown: string) => ({ operation: 'update_page', page: p, document: { markdown } })
  await h.open()
  await h.edit(1, says(lines('a ours', 'b', 'c ours', 'd', 'e', 'f mine')))
  await h.write(says(lines('a theirs', 'b their own', 'c theirs', 'd', 'e', 'f')))
  expect((await h.pull(1)).result).toBe('conflicts')
  const at = `${h.url}/change-requests/1`
  const conflicts = async () => (await h.as(h.admin).get(`${at}/conflicts`)).items
  const resolve = (choice: object, status = 204) =>
    h.as(h.admin).post(`${at}/conflicts/resolve`, { kind: 'page', id: p, ...choice }, status)
  return { ...h, p, at, says, conflicts, resolve, now: () => h.text(p, `${at}/content`) }
}

describe('lines that both sides changed', () => {
  it('are listed with all sides, before and after they are pulled', async () => {
    const { conflicts } = await openTorn()
    const [torn, ...more] = await conflicts()
    expect(more).toEqual([])
    expect(torn.hunks).toMatchObject([
      { line: 1, base: 'a\n', ours: 'a ours\n', theirs: 'a theirs\n' },
      { line: 5, base: 'c\n', ours: 'c ours\n', theirs: 'c theirs\n' },
    ])
  })

  it('are chosen one by one, and all that merged stays from both sides', async () => {
    const { conflicts, resolve, now, merge, text, p } = await openTorn()
    const [{ hunks }] = await conflicts()
    await resolve({ choose: 'ours', hunks: [{ id: hunks[1].id, choose: 'theirs' }] })
    const chosen = lines('a ours', 'b their own', 'c theirs', 'd', 'e', 'f mine')
    expect(await now()).toBe(chosen)
    expect(await conflicts()).toEqual([])
    expect((await merge(1)).result).toBe('merge')
    expect(await text(p)).toBe(chosen)
  })

  it.each(['\n', '\r\n'])('may be written anew, and every other byte stays (%j)', async (eol) => {
    const h = await openSpace()
    const text = (...all: string[]) => all.join(eol)
    const odd = ['*odd*   spaces  ', '', '', '* one', '+ two', '', 'Tab\there']
    const [{ page: made }] = await h.write(page('P', text('first', '', ...odd, '', 'last')))
    const says = (markdown: string) => ({ operation: 'update_page', page: made.id, document: { markdown } })
    await h.open()
    await h.edit(1, says(text('first ours', '', ...odd, '', 'last ours')))
    await h.write(says(text('first theirs', '', ...odd, '', 'last theirs')))
    await h.pull(1)
    const at = `${h.url}/change-requests/1`
    const [{ hunks }] = (await h.as(h.admin).get(`${at}/conflicts`)).items
    const before = await h.text(made.id, `${at}/content`)
    const resolve = (list: object[], status = 204) =>
      h
        .as(h.admin)
        .post(`${at}/conflicts/resolve`, { kind: 'page', id: made.id, choose: 'ours', hunks: list }, status)
    const [one, two] = hunks
    await resolve([{ id: one.id }], 400)
    await resolve([{ id: one.id, choose: 'ours', markdown: 'x' }], 400)
    expect(await h.text(made.id, `${at}/content`)).toBe(before)
    await resolve([
      { id: one.id, markdown: 'My **own**\n\nwords.' },
      { id: two.id, choose: 'theirs' },
    ])
    expect(await h.text(made.id, `${at}/content`)).toBe(
      text('My **own**', '', 'words.', '', ...odd, '', 'last theirs'),
    )
    expect((await h.as(h.admin).get(`${at}/conflicts`)).items).toEqual([])
  })

  it('take the side of the page where nothing else is said', async () => {
    const { resolve, now } = await openTorn()
    await resolve({ choose: 'theirs' })
    expect(await now()).toBe(lines('a theirs', 'b their own', 'c theirs', 'd', 'e', 'f mine'))
  })

  it('are refused where they are others by now', async () => {
    const { conflicts, resolve, now } = await openTorn()
    const before = await now()
    const refused = await resolve({ choose: 'theirs', hunks: [{ id: 'gone', choose: 'ours' }] }, 409)
    expect(refused.error.message).toContain('body.hunks.0.id: these lines are not in conflict')
    expect(await conflicts()).toHaveLength(1)
    expect(await now()).toBe(before)
  })

  it('keep what came with a later update that merged cleanly', async () => {
    const { write, pull, says, resolve, now } = await openTorn()
    await write(says(lines('a theirs', 'b their own', 'c theirs', 'd', 'e later', 'f')))
    await pull(1)
    await resolve({ choose: 'theirs' })
    expect(await now()).toBe(lines('a theirs', 'b their own', 'c theirs', 'd', 'e later', 'f mine'))
  })

  it('are resolved by an edit of the page', async () => {
    const { edit, says, conflicts, merge } = await openTorn()
    await edit(1, says('All new.\n'))
    expect(await conflicts()).toEqual([])
    expect((await merge(1)).result).toBe('merge')
  })

  it('have links that lead where they led on the side they came from', async () => {
    const h = await openSpace()
    const [{ page: p }, { page: folder }] = await h.write(page('P', 'a\n'), page('Folder'), page('Q'))
    const says = (markdown: string) => ({ operation: 'update_page', page: p.id, document: { markdown } })
    await h.open()
    await h.edit(1, says('ours [q](q.md)\n'), { operation: 'update_page', page: p.id, into: folder.id })
    await h.write(says('theirs [q](q.md)\n'))
    await h.pull(1)
    const at = `${h.url}/change-requests/1`
    await h.as(h.admin).post(`${at}/conflicts/resolve`, { kind: 'page', id: p.id, choose: 'theirs' }, 204)
    expect(await h.text(p.id, `${at}/content`)).toBe('theirs [q](../q.md)\n')
  })
})
