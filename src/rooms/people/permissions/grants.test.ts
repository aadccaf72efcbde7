import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../test/counterparts/client.ts'
import { openTestServices } from '../../../../test/services.ts'

async function openContent() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const client = as(admin)
  const shelf: Answer = await client.post(`${organization.url}/collections`, { title: 'Shelf' }, 201)
  const space: Answer = await client.post(
    `${organization.url}/spaces`,
    { title: 'Guide', parent: shelf.id },
    201,
  )
  return { ...services, client, shelf: `/v1/collections/${shelf.id}`, space: `/v1/spaces/${space.id}` }
}

const levels = (list: Answer) =>
  Object.fromEntries(list.items.map((item: Answer) => [item.user.id, item.permission]))

describe('grants', () => {
  it('open content to guests, and close it again at once', async () => {
    const { as, client, guest, space } = await openContent()
    await as(guest).get(space, 404)
    await client.post(`${space}/permissions`, { users: [guest.email], role: 'comment' }, 204)
    expect((await as(guest).get(space)).permissions).toMatchObject({ comment: true, edit: false })
    await client.patch(`${space}/permissions/users/${guest.id}`, { role: 'edit' }, 204)
    expect((await as(guest).get(space)).permissions.edit).toBe(true)
    await client.delete(`${space}/permissions/users/${guest.id}`, 205)
    await client.delete(`${space}/permissions/users/${guest.id}`, 204)
    await as(guest).get(space, 404)
  })

  it('on a collection reach everything inside', async () => {
    const { as, client, guest, shelf, space } = await openContent()
    await client.post(`${shelf}/permissions`, { users: [guest.id], role: 'read' }, 204)
    await as(guest).get(space, 200)
    await client.patch(`${shelf}/permissions/users/${guest.id}`, { role: null }, 204)
    await as(guest).get(space, 404)
  })

  it('reach people through their teams, and leave with them', async () => {
    const { as, client, guest, reader, space, organization } = await openContent()
    const team = await client.put(
      `${organization.url}/teams`,
      { title: 'T', members: [guest.id, reader.id] },
      201,
    )
    await client.post(`${space}/permissions`, { teams: [team.id], role: 'review' }, 204)
    expect((await as(guest).get(space)).permissions.merge).toBe(true)
    expect((await as(reader).get(space)).permissions.merge).toBe(true)
    expect((await client.get(`${space}/permissions/teams`)).items).toMatchObject([
      { permission: 'review', team: { id: team.id, members: 2, spaces: 1 } },
    ])
    await client.delete(`${organization.url}/teams/${team.id}/members/${guest.id}`, 204)
    await as(guest).get(space, 404)
    await client.patch(`${space}/permissions/teams/${team.id}`, { role: 'comment' }, 204)
    expect((await as(reader).get(space)).permissions).toMatchObject({ comment: true, merge: false })
    await client.delete(`${organization.url}/teams/${team.id}`, 204)
    expect((await as(reader).get(space)).permissions.comment).toBe(false)
  })

  it('end with the membership, and do not come back with it', async () => {
    const { as, client, guest, space, organization } = await openContent()
    await client.post(`${space}/permissions`, { users: [guest.id], role: 'admin' }, 204)
    await client.delete(`${organization.url}/members/${guest.id}`, 204)
    await as(guest).get(space, 404)
    await client.post(`${organization.url}/invites`, { emails: [guest.email], role: null }, 200)
    await as(guest).get(space, 404)
  })

  it('are listed, alone and together with everything else that lets people in', async () => {
    const { client, admin, editor, reader, guest, space, shelf } = await openContent()
    await client.post(`${space}/permissions`, { users: [guest.id], role: 'comment' }, 204)
    await client.post(`${shelf}/permissions`, { users: [reader.id], role: 'review' }, 204)
    expect(levels(await client.get(`${space}/permissions/users`))).toEqual({ [guest.id]: 'comment' })
    const all = levels(await client.get(`${space}/permissions/aggregate`))
    expect(all).toMatchObject({
      [admin.id]: 'admin',
      [editor.id]: 'edit',
      [reader.id]: 'review',
      [guest.id]: 'comment',
    })
    expect(levels(await client.get(`${space}/permissions/aggregate?role=comment`))).toMatchObject({
      [guest.id]: 'comment',
    })
    expect(levels(await client.get(`${shelf}/permissions/aggregate`))).not.toHaveProperty(guest.id)
    await client.patch(space, { defaultLevel: 'create' }, 200)
    expect(levels(await client.get(`${space}/permissions/aggregate`))).toMatchObject({
      [editor.id]: 'create',
      [guest.id]: 'comment',
    })
    const first = await client.get(`${space}/permissions/aggregate?limit=2`)
    const second = await client.get(`${space}/permissions/aggregate?limit=2&page=${first.next.page}`)
    expect(Object.keys({ ...levels(first), ...levels(second) })).toHaveLength(4)
  })

  it('do not show the whole organization to a guest who administrates one space', async () => {
    const { as, client, guest, space } = await openContent()
    await client.post(`${space}/permissions`, { users: [guest.id], role: 'admin' }, 204)
    await as(guest).get(`${space}/permissions/users`, 200)
    await as(guest).get(`${space}/permissions/aggregate`, 403)
  })

  it('lose a race against a removal in words, never with a failure', async () => {
    const { client, space, organization, newMember } = await openContent()
    for (let round = 0; round < 6; round++) {
      const person = await newMember('leaver', 'read')
      const answers = await Promise.all([
        client.send('POST', `${space}/permissions`, { users: [person.id], role: 'edit' }),
        client.send('DELETE', `${organization.url}/members/${person.id}`),
      ])
      for (const { statusCode } of answers) expect([204, 400, 409]).toContain(statusCode)
    }
  })

  it('go to members and teams of the organization only', async () => {
    const { client, stranger, space } = await openContent()
    const { error } = await client.post(`${space}/permissions`, { users: [stranger.id], role: 'read' }, 400)
    expect(error.details).toEqual({ field: 'body.users', unknown: [stranger.id] })
    await client.post(`${space}/permissions`, { teams: ['nowhere'], role: 'read' }, 400)
    await client.post(`${space}/permissions`, { role: 'read' }, 400)
    await client.patch(`${space}/permissions/users/${stranger.id}`, { role: 'read' }, 404)
    await client.patch(`${space}/permissions/teams/nowhere`, { role: 'read' }, 404)
  })
})

describe('invite links to content', () => {
  it('make guests who see that content and nothing else', async () => {
    const { as, client, stranger, editor, space, shelf, organization } = await openContent()
    const spaceId = space.split('/').at(-1)
    const url = `${organization.url}/link-invites`
    const link = await client.post(url, { level: 'comment', space: spaceId }, 201)
    expect(link).toMatchObject({ level: 'comment', space: { id: spaceId } })
    expect(link).not.toHaveProperty('role')
    await as(stranger).post(`${organization.url}/invites/${link.id}`, undefined, 200)
    expect((await as(stranger).get(space)).permissions).toMatchObject({ comment: true, edit: false })
    await as(stranger).get(shelf, 404)
    await as(stranger).get(`${organization.url}/members`, 403)
    await as(editor).post(`${organization.url}/invites/${link.id}`, undefined, 200)
    expect((await as(editor).get(space)).permissions.edit).toBe(true)
    expect(levels(await client.get(`${space}/permissions/users`))).toEqual({ [stranger.id]: 'comment' })
    expect((await client.get(url)).items).toEqual([])
    expect(await client.patch(`${url}/${link.id}`, { level: 'edit' }, 200)).toMatchObject({ level: 'edit' })
    await client.patch(`${url}/${link.id}`, { role: 'edit' }, 400)
  })

  it('let many in at once', async () => {
    const { as, client, space, organization, newPerson } = await openContent()
    const link = await client.post(
      `${organization.url}/link-invites`,
      { level: 'read', space: space.split('/').at(-1) },
      201,
    )
    const people = await Promise.all(Array.from({ length: 8 }, (_, at) => newPerson(`visitor${at}`)))
    const answers = await Promise.all(
      people.map((person) => as(person).send('POST', `${organization.url}/invites/${link.id}`)),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual(people.map(() => 200))
  })

  it('open nothing that lies in the trash', async () => {
    const { as, client, stranger, space, organization } = await openContent()
    const link = await client.post(
      `${organization.url}/link-invites`,
      { level: 'admin', space: space.split('/').at(-1) },
      201,
    )
    await client.delete(space, 205)
    await as(stranger).post(`${organization.url}/invites/${link.id}`, undefined, 404)
  })

  it('lead only to content of the organization', async () => {
    const { client, as, stranger, organization } = await openContent()
    const theirs = (await as(stranger).get('/v1/orgs')).items[0].id
    const foreign = await as(stranger).post(`/v1/orgs/${theirs}/spaces`, { title: 'Theirs' }, 201)
    await client.post(`${organization.url}/link-invites`, { level: 'read', space: foreign.id }, 404)
    await client.post(`${organization.url}/link-invites`, { level: 'read', collection: 'nowhere' }, 404)
    await client.post(`${organization.url}/link-invites`, { level: 'read' }, 400)
  })
})
