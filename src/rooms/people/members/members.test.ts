import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'

const ids = (list: { items: { id: string }[] }) => list.items.map((item) => item.id)

describe('members', () => {
  it('are listed newest first, or oldest first when asked', async () => {
    const { as, reader, admin, organization, newMember } = await openTestServices()
    const late = await newMember('late', 'read')
    const list = await as(reader).get(`${organization.url}/members`)
    expect(list.count).toBe(8)
    expect(ids(list)[0]).toBe(late.id)
    const oldest = await as(reader).get(`${organization.url}/members?order=asc&limit=1`)
    expect(ids(oldest)).toEqual([admin.id])
  })

  it('can be searched by name and e-mail in any case, and filtered by role', async () => {
    const { as, admin, guest, organization, newMember } = await openTestServices()
    const odd = await newMember('Ünal 100%_sure', 'edit')
    const search = async (query: string) => ids(await as(admin).get(`${organization.url}/members?${query}`))
    expect(await search(`search=${encodeURIComponent('ÜNAL')}`)).toEqual([odd.id])
    expect(await search(`search=${encodeURIComponent('100%_')}`)).toEqual([odd.id])
    expect(await search('search=%25')).toEqual([odd.id])
    expect(await search(`search=${guest.email.toUpperCase()}`)).toEqual([guest.id])
    expect(await search('role=guest')).toEqual([guest.id])
    expect(await search('role=admin')).toEqual([admin.id])
    await as(admin).get(`${organization.url}/members?role=owner`, 400)
  })

  it('are listed by when they were seen, without those who never were', async () => {
    const { as, admin, reader, editor, organization, tick } = await openTestServices()
    expect(await as(reader).post(`${organization.url}/ping`, undefined, 200)).toEqual({})
    tick(0.01)
    await as(editor).post(`${organization.url}/ping`, undefined, 200)
    const url = `${organization.url}/members?sort=lastSeenAt`
    expect(ids(await as(admin).get(url))).toEqual([editor.id, reader.id])
    expect(ids(await as(admin).get(`${url}&order=asc`))).toEqual([reader.id, editor.id])
    const first = await as(admin).get(`${url}&limit=1`)
    expect(ids(await as(admin).get(`${url}&limit=1&page=${first.next.page}`))).toEqual([reader.id])
    const member = await as(admin).get(`${organization.url}/members/${admin.id}`)
    expect(member).not.toHaveProperty('lastSeenAt')
  })

  it('change their role, null making them a guest', async () => {
    const { as, admin, reader, organization, events } = await openTestServices()
    const url = `${organization.url}/members/${reader.id}`
    expect(await as(admin).patch(url, { role: 'review' }, 200)).toMatchObject({
      id: reader.id,
      role: 'review',
    })
    expect(await as(admin).patch(url, { role: null }, 200)).toMatchObject({ role: null })
    await as(reader).get(`${organization.url}/members`, 403)
    await as(admin).patch(url, { role: 'owner' }, 400)
    await as(admin).patch(url, {}, 400)
    expect(await events()).toContainEqual(
      expect.objectContaining({
        type: 'member.changed',
        payload: expect.objectContaining({ role: 'review' }),
      }),
    )
  })

  it('see themselves even as guests', async () => {
    const { as, guest, reader, organization } = await openTestServices()
    await as(guest).get(`${organization.url}/members/${guest.id}`, 200)
    await as(guest).get(`${organization.url}/members/${reader.id}`, 404)
  })

  it('lose all access at once when they are removed, and may leave by themselves', async () => {
    const { as, admin, reader, editor, organization } = await openTestServices()
    const team = await as(admin).put(`${organization.url}/teams`, { title: 'T', members: [reader.id] }, 201)
    await as(admin).delete(`${organization.url}/members/${reader.id}`, 204)
    await as(reader).get(organization.url, 404)
    await as(reader).get(`${organization.url}/teams/${team.id}`, 404)
    expect((await as(reader).get('/v1/orgs')).items).toEqual([])
    expect((await as(admin).get(`${organization.url}/teams/${team.id}`)).members).toBe(0)
    await as(admin).delete(`${organization.url}/members/${reader.id}`, 204)
    await as(editor).delete(`${organization.url}/members/${editor.id}`, 204)
    await as(editor).get(organization.url, 404)
  })

  it('include at least one admin at any time', async () => {
    const { as, admin, editor, organization } = await openTestServices()
    const { error } = await as(admin).patch(`${organization.url}/members/${admin.id}`, { role: 'edit' }, 409)
    expect(error.message).toContain('last admin')
    await as(admin).delete(`${organization.url}/members/${admin.id}`, 409)
    await as(admin).patch(`${organization.url}/members/${editor.id}`, { role: 'admin' }, 200)
    await as(admin).delete(`${organization.url}/members/${admin.id}`, 204)
    await as(editor).patch(`${organization.url}/members/${editor.id}`, { role: null }, 409)
  })

  it('keep one admin when two of them demote each other at the same moment', async () => {
    const { as, admin, organization, newMember } = await openTestServices()
    const second = await newMember('second', 'admin')
    const demote = (by: typeof admin, whom: typeof admin) =>
      as(by).send('PATCH', `${organization.url}/members/${whom.id}`, { role: 'read' })
    const answers = await Promise.all([demote(admin, second), demote(second, admin)])
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
    const admins = await Promise.all(
      [admin, second].map(async (person) => (await as(person).get(organization.url)).permissions.admin),
    )
    expect(admins.filter(Boolean)).toHaveLength(1)
  })

  it('can be made SSO members', async () => {
    const { as, admin, reader, organization } = await openTestServices()
    const url = `${organization.url}/members/${reader.id}`
    expect(await as(admin).post(`${url}/sso`, undefined, 200)).toMatchObject({ sso: true })
    expect(await as(admin).get(url)).toMatchObject({ sso: true })
    await as(admin).post(`${organization.url}/members/nobody/sso`, undefined, 404)
  })
})
