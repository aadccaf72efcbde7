import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../test/counterparts/client.ts'
import { openTestServices } from '../../../../test/services.ts'

async function openSpace() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const space: Answer = await as(admin).post(
    `${organization.url}/spaces`,
    { title: 'Guide', emoji: '1f389' },
    201,
  )
  return { ...services, space, url: `/v1/spaces/${space.id}` }
}

describe('spaces', () => {
  it('are created with sensible defaults', async () => {
    const { as, creator, organization } = await openTestServices()
    const response = await as(creator).send('POST', `${organization.url}/spaces`)
    const space = response.json()
    expect(response.statusCode).toBe(201)
    expect(response.headers.location).toBe(`http://quire.test/v1/spaces/${space.id}`)
    expect(space).toMatchObject({
      object: 'space',
      title: 'Untitled',
      visibility: 'private',
      editMode: 'live',
      organization: organization.id,
      defaultLevel: null,
      comments: 0,
      changeRequests: 0,
      mergeRules: { type: 'inherit' },
      permissions: { view: true, edit: true, admin: false },
    })
    expect(space.revision).toBeTruthy()
    // Clients append to it.
    expect(space.urls.app).toMatch(/\/$/)
  })

  it('keep within the limits of their fields', async () => {
    const { as, admin, url } = await openSpace()
    const patch = (changes: object, status: number) => as(admin).patch(url, changes, status)
    await patch({ title: 'x'.repeat(50) }, 200)
    await patch({ title: 'x'.repeat(51) }, 400)
    for (const emoji of ['🦉', '👩‍👩‍👧‍👦', '🇺🇦', '1️⃣', '❤️', '1f468-200d-1f4bb']) {
      expect(await patch({ emoji }, 200)).toMatchObject({ emoji })
    }
    for (const emoji of ['owl', '', '🦉 owl', '1f389-', '7'.repeat(51)]) await patch({ emoji }, 400)
    await patch({ editMode: 'frozen' }, 400)
    expect(await patch({ editMode: 'locked', defaultLevel: 'review', language: 'pt-br' }, 200)).toMatchObject(
      {
        editMode: 'locked',
        defaultLevel: 'review',
        language: 'pt-br',
      },
    )
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] }
    expect(await patch({ mergeRules }, 200)).toMatchObject({ mergeRules })
  })

  it('print the permissions of the effective level', async () => {
    const { as, admin, reader, url } = await openSpace()
    const permissions = async () => (await as(reader).get(url)).permissions
    expect(await permissions()).toMatchObject({ view: true, comment: false, edit: false })
    await as(admin).patch(url, { defaultLevel: 'review' }, 200)
    expect(await permissions()).toMatchObject({
      comment: true,
      edit: true,
      review: true,
      merge: true,
      admin: false,
    })
  })

  it('go to the trash for seven days, and can be taken out of it', async () => {
    const { as, admin, editor, space, url, organization, tick, drain } = await openSpace()
    await as(admin).delete(url, 205)
    await as(admin).delete(url, 204)
    await as(editor).get(url, 404)
    expect((await as(admin).get(url)).deletedAt).toBeTruthy()
    expect((await as(admin).get(`${organization.url}/spaces`)).items).toEqual([])
    tick(6.9)
    await drain()
    const restored = await as(admin).post(`${url}/restore`, undefined, 200)
    expect(restored).not.toHaveProperty('deletedAt')
    await as(admin).post(`${url}/restore`, undefined, 409)
    tick(1)
    await drain()
    expect((await as(editor).get(url)).id).toBe(space.id)
  })

  it('are really gone after seven days', async () => {
    const { as, admin, url, events, tick, drain, sql, space } = await openSpace()
    await as(admin).delete(url, 205)
    tick(7.1)
    await as(admin).post(`${url}/restore`, undefined, 404)
    await drain()
    await as(admin).get(url, 404)
    const { rows } = await sql(`select id from spaces where id = '${space.id}'`)
    expect(rows).toEqual([])
    expect((await events()).map((event) => event.type)).toContain('space.purged')
  })

  it('are created where one may create, and nowhere else', async () => {
    const { as, admin, guest, reader, organization } = await openSpace()
    const shelf = await as(admin).post(`${organization.url}/collections`, { title: 'Shelf' }, 201)
    const create = (person: typeof guest, status: number) =>
      as(person).post(`${organization.url}/spaces`, { title: 'Mine', parent: shelf.id }, status)
    await create(guest, 404)
    await create(reader, 403)
    await as(admin).post(
      `/v1/collections/${shelf.id}/permissions`,
      { users: [guest.id], role: 'create' },
      204,
    )
    const made = await create(guest, 201)
    expect(made).toMatchObject({ parent: shelf.id, permissions: { view: true, edit: true } })
    await as(guest).post(`${organization.url}/spaces`, { title: 'Top' }, 403)
    expect((await as(guest).get(`${organization.url}/spaces`)).items.map((item: Answer) => item.id)).toEqual([
      made.id,
    ])
  })
})

describe('the spaces of a member', () => {
  it('come with their level, and are counted', async () => {
    const { as, admin, editor, guest, space, organization } = await openSpace()
    const other = await as(admin).post(`${organization.url}/spaces`, { title: 'Other' }, 201)
    await as(admin).post(
      `/v1/spaces/${other.id}/permissions`,
      { users: [guest.id, editor.id], role: 'review' },
      204,
    )
    const list = async (person: typeof guest, query = '') =>
      (await as(person).get(`${organization.url}/members/${person.id}/spaces${query}`)).items.map(
        (item: Answer) => [item.space.id, item.permission],
      )
    expect(await list(editor)).toEqual([
      [other.id, 'review'],
      [space.id, 'edit'],
    ])
    expect(await list(editor, '?order=asc&limit=1')).toEqual([[space.id, 'edit']])
    expect(await list(guest)).toEqual([[other.id, 'review']])
    const count = async (person: typeof guest) =>
      (await as(admin).get(`${organization.url}/members/${person.id}`)).spaces
    expect(await count(editor)).toBe(2)
    expect(await count(guest)).toBe(1)
  })

  it('are seen by those who can open their collection, as long as they lie in one', async () => {
    const { as, admin, organization } = await openTestServices()
    const shelf = await as(admin).post(`${organization.url}/collections`, { title: 'Shelf' }, 201)
    const inside = await as(admin).post(`${organization.url}/spaces`, { title: 'In', parent: shelf.id }, 201)
    expect(inside.visibility).toBe('in-collection')
    const moved = await as(admin).post(`/v1/spaces/${inside.id}/move`, { parent: null })
    expect(moved.visibility).toBe('private')
    await as(admin).patch(`/v1/spaces/${inside.id}`, { visibility: 'in-collection' }, 400)
    expect(await as(admin).patch(`/v1/spaces/${inside.id}`, { visibility: 'unlisted' })).toMatchObject({
      visibility: 'unlisted',
    })
  })

  it('are copied beside the original, with what readers see and nothing else', async () => {
    const { as, admin, creator, reader, organization } = await openTestServices()
    const { id } = await as(admin).post(
      `${organization.url}/spaces`,
      { title: 'G'.repeat(50), emoji: '🎉' },
      201,
    )
    const url = `/v1/spaces/${id}`
    const changes = [{ operation: 'insert_page', title: 'Home', document: { markdown: 'Hello' } }]
    await as(admin).post(`${url}/content`, { changes })
    await as(admin).post(`${url}/change-requests`, {}, 201)
    const copy = await as(creator).post(`${url}/duplicate`, undefined, 201)
    expect(copy).toMatchObject({ title: `${'G'.repeat(43)} (copy)`, emoji: '🎉', changeRequests: 0 })
    const { pages } = await as(admin).get(`/v1/spaces/${copy.id}/content/pages`)
    expect(pages).toMatchObject([{ title: 'Home' }])
    await as(admin).post(`/v1/spaces/${copy.id}/content`, {
      changes: [{ operation: 'update_page', page: pages[0].id, title: 'Changed' }],
    })
    expect((await as(admin).get(`${url}/content/pages`)).pages).toMatchObject([{ title: 'Home' }])
    await as(reader).post(`${url}/duplicate`, undefined, 403)
  })
})
