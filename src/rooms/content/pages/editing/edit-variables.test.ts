// Variables of a space: set, changed and removed in changes, and found where texts name them.
import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'
import { isNamedIn } from '../reading/variable-uses.ts'

async function openVariables() {
  const space = await openSpace()
  const me = space.as(space.admin)
  const set = (variables: object, status = 200, at = space.url) =>
    me.post(`${at}/content?compat=false`, { changes: [{ operation: 'update_variables', variables }] }, status)
  const all = async (at = space.url) => (await me.get(`${at}/content`)).variables
  return { ...space, me, set, all }
}

describe('variables', () => {
  it('are set, changed and removed, and the others stay', async () => {
    const { set, all, me, url } = await openVariables()
    const { changes } = await set({ version: '2.1', years: 3, isNew: true })
    expect(changes).toEqual([{ object: 'updated_variables' }])
    await set({ version: '2.2', years: null })
    expect(await all()).toEqual({ version: '2.2', isNew: true })
    for (const variables of [{ none: null }, { 'a b': 'c' }, { '1a': 'c' }, { a: 'x'.repeat(257) }, {}])
      await set(variables, 400)
    await me.post(`${url}/content`, {
      changes: [{ operation: 'update_variables', variables: { constructor: 'x' } }],
    })
    expect(await all()).toEqual({ version: '2.2', isNew: true, constructor: 'x' })
  })

  it('of two change requests come together, name by name', async () => {
    const { set, all, open, url, me } = await openVariables()
    await set({ version: '1', name: 'A' })
    const [{ number: one }, { number: other }] = [await open(), await open()]
    const at = (number: number) => `${url}/change-requests/${number}`
    await set({ version: '2' }, 200, at(one))
    await set({ name: 'B' }, 200, at(other))
    expect(await all()).toEqual({ version: '1', name: 'A' })
    await me.post(`${at(one)}/merge`)
    await me.post(`${at(other)}/merge`)
    expect(await all()).toEqual({ version: '2', name: 'B' })
  })

  it('in conflict are settled by whoever sets them', async () => {
    const { set, all, open, url, me } = await openVariables()
    await set({ version: '1' })
    const { number } = await open()
    const request = `${url}/change-requests/${number}`
    await set({ version: '2' }, 200, request)
    await set({ version: '3' })
    expect((await me.post(`${request}/update`)).result).toBe('conflicts')
    await set({ version: '4' }, 200, request)
    await me.post(`${request}/merge`)
    expect(await all()).toEqual({ version: '4' })
  })

  it('of one page are set, changed and removed, and only its texts show them', async () => {
    const { me, write, edit, open, merge, url, set, all } = await openVariables()
    await set({ plan: 'Everybody' })
    const [{ page: mine }] = await write(
      page('Mine', 'Plan <code class="expression">page.vars.plan</code>.\n'),
      page('Other'),
    )
    const change = (variables: object) => ({ operation: 'update_page', page: mine.id, variables })
    const own = async (at = `${url}/content`) => (await me.get(`${at}/page/${mine.id}`)).variables
    await open()
    await edit(1, change({ plan: 'Pro', seats: 5 }), change({ seats: null, isNew: true }))
    expect([await own(), await own(`${url}/change-requests/1/content`)]).toEqual([
      undefined,
      { plan: 'Pro', isNew: true },
    ])
    for (const variables of [{ none: null }, { 'a b': 'c' }, { a: 'x'.repeat(257) }, {}])
      await me.post(`${url}/content`, { changes: [change(variables)] }, 400)
    const many = Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`v${at}`, at]))
    await me.post(`${url}/change-requests/1/content`, { changes: [change({ ...many, last: 1 })] }, 400)
    await merge(1)
    expect([await own(), await all()]).toEqual([{ plan: 'Pro', isNew: true }, { plan: 'Everybody' }])
    await write(change({ plan: null, isNew: null }))
    expect(await own()).toBeUndefined()
  })

  it('are found where texts name them', async () => {
    const { set, me, url, write, open, as, stranger } = await openVariables()
    await set({ version: '1', unused: 'x' })
    const [named] = await write(
      page('Named', 'Version <code class="expression">space.vars.version</code>\n'),
      page('Other', 'space.vars.versions and space.vars.version-2\n'),
    )
    const { revision } = await open()
    const uses = `${url}/revisions/${revision}/variables`
    const { items } = await me.get(`${uses}/version/uses`)
    expect(items).toEqual([{ kind: 'page', id: named.page.id, title: 'Named' }])
    expect((await me.get(`${uses}/unused/uses`)).items).toEqual([])
    await me.get(`${uses}/none/uses`, 404)
    await as(stranger).get(`${uses}/version/uses`, 404)
  })

  it('are named with a dot or in brackets, and by no longer name', () => {
    const isNamed = isNamedIn('a-b')
    expect(['space.vars.a-b', "space.vars['a-b']", 'x && space.vars.a-b.c'].map(isNamed)).toEqual([
      true,
      true,
      true,
    ])
    expect(['space.vars.a-bc', 'space.vars.a', 'page.vars.a-b', 'myspace.vars.a-b'].map(isNamed)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
