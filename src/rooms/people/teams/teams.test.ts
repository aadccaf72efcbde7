import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'

type TeamMember = { organization: { id: string }; team: { role: string } }

async function openTeam() {
  const services = await openTestServices()
  const { as, admin, reader, editor, organization } = services
  const team = await as(admin).put(
    `${organization.url}/teams`,
    { title: 'Writers', members: [reader.id, editor.id] },
    201,
  )
  const url = `${organization.url}/teams/${team.id}`
  const roster = async () =>
    Object.fromEntries(
      (await as(admin).get(`${url}/members`)).items.map((item: TeamMember) => [
        item.organization.id,
        item.team.role,
      ]),
    )
  return { ...services, team, url, roster }
}

describe('teams', () => {
  it('are created with members of the organization, and nobody else', async () => {
    const { as, admin, team, url, roster, reader, editor, stranger, organization } = await openTeam()
    expect(team).toMatchObject({ object: 'team', title: 'Writers', members: 2, permissions: { admin: true } })
    expect(await as(admin).get(url)).toEqual(team)
    expect(await roster()).toEqual({ [reader.id]: 'member', [editor.id]: 'member' })
    const { error } = await as(admin).put(
      `${organization.url}/teams`,
      { title: 'X', members: [reader.id, stranger.id] },
      400,
    )
    expect(error.details).toEqual({ field: 'body.members', unknown: [stranger.id] })
  })

  it('have titles of 1 to 64 characters', async () => {
    const { as, admin, url, organization } = await openTeam()
    const create = (title: unknown, status: number) =>
      as(admin).put(`${organization.url}/teams`, { title }, status)
    await create('T', 201)
    await create('x'.repeat(64), 201)
    await create('', 400)
    await create('x'.repeat(65), 400)
    await create(undefined, 400)
    expect(await as(admin).patch(url, { title: 'Authors' }, 200)).toMatchObject({
      title: 'Authors',
      members: 2,
    })
    await as(admin).patch(url, {}, 400)
  })

  it('are found by a part of the title in any case, and by who can manage them', async () => {
    const { as, admin, reader, team, url, organization } = await openTeam()
    const other = await as(admin).put(`${organization.url}/teams`, { title: 'Ops_100%' }, 201)
    const find = async (query: string) =>
      (await as(admin).get(`${organization.url}/teams?${query}`)).items.map((item: { id: string }) => item.id)
    expect(await find('title=WRIT')).toEqual([team.id])
    expect(await find('title=_1')).toEqual([other.id])
    expect(await find(`owner=${reader.id}`)).toEqual([])
    await as(admin).put(`${url}/members/${reader.id}`, { role: 'owner' }, 204)
    expect(await find(`owner=${reader.id}`)).toEqual([team.id])
    expect(await find(`owner=${admin.id}`)).toEqual([team.id, other.id])
  })

  it('are managed by their owners too', async () => {
    const { as, admin, reader, commenter, url, organization } = await openTeam()
    await as(reader).put(`${url}/members/${commenter.id}`, {}, 403)
    await as(admin).put(`${url}/members/${reader.id}`, { role: 'owner' }, 204)
    await as(reader).put(`${url}/members/${commenter.id}`, undefined, 204)
    expect((await as(reader).get(url)).permissions).toEqual({ admin: true, view: true })
    expect((await as(reader).get(organization.url)).permissions.ownTeam).toBe(true)
    await as(reader).delete(url, 403)
  })

  it('change several members at once; whoever is added and removed ends removed', async () => {
    const { as, admin, reader, editor, commenter, reviewer, url, roster } = await openTeam()
    await as(admin).put(
      `${url}/members`,
      {
        add: [commenter.email.toUpperCase(), reviewer.id, admin.id],
        remove: [reviewer.email, editor.id, 'nobody@example.org'],
        memberships: { [reader.id]: { role: 'owner' } },
      },
      204,
    )
    expect(await roster()).toEqual({ [reader.id]: 'owner', [commenter.id]: 'member', [admin.id]: 'member' })
    await as(admin).put(`${url}/members`, { add: [reader.id] }, 204)
    expect(await roster()).toMatchObject({ [reader.id]: 'owner' })
  })

  it('know that an id and an e-mail may be the same person', async () => {
    const { as, admin, commenter, url, roster } = await openTeam()
    const add = [commenter.id, commenter.email, commenter.email.toUpperCase()]
    await as(admin).put(`${url}/members`, { add }, 204)
    expect(await roster()).toMatchObject({ [commenter.id]: 'member' })
  })

  it('take all changes or none', async () => {
    const { as, admin, commenter, stranger, url, roster } = await openTeam()
    const before = await roster()
    const { error } = await as(admin).put(`${url}/members`, { add: [commenter.id, stranger.email] }, 400)
    expect(error.details.unknown).toEqual([stranger.email])
    await as(admin).put(`${url}/members`, { memberships: { [commenter.id]: { role: 'boss' } } }, 400)
    expect(await roster()).toEqual(before)
  })

  it('keep the role of those who are added again without one', async () => {
    const { as, admin, reader, stranger, url, roster } = await openTeam()
    await as(admin).put(`${url}/members/${reader.id}`, { role: 'owner' }, 204)
    await as(admin).put(`${url}/members/${reader.id}`, undefined, 204)
    expect(await roster()).toMatchObject({ [reader.id]: 'owner' })
    await as(admin).put(`${url}/members/${stranger.id}`, undefined, 404)
  })

  it('lose members and end without complaint when there is nothing left to do', async () => {
    const { as, admin, reader, url, organization } = await openTeam()
    await as(admin).delete(`${url}/members/${reader.id}`, 204)
    await as(admin).delete(`${url}/members/${reader.id}`, 204)
    expect((await as(admin).get(url)).members).toBe(1)
    await as(admin).delete(url, 204)
    await as(admin).delete(url, 204)
    await as(admin).get(url, 404)
    expect((await as(admin).get(`${organization.url}/teams`)).items).toEqual([])
  })

  it('are seen by guests only from inside', async () => {
    const { as, admin, guest, url } = await openTeam()
    await as(guest).get(url, 404)
    await as(admin).put(`${url}/members/${guest.id}`, undefined, 204)
    await as(guest).get(url, 200)
  })

  it('are listed for a member, with their role', async () => {
    const { as, admin, editor, team, organization } = await openTeam()
    await as(admin).put(`${organization.url}/teams`, { title: 'Second', members: [editor.id] }, 201)
    const url = `${organization.url}/members/${editor.id}/teams`
    expect((await as(editor).get(url)).count).toBe(2)
    expect((await as(editor).get(`${url}?title=wri`)).items).toMatchObject([
      { team: { id: team.id, permissions: { admin: false } }, member: { role: 'member' } },
    ])
    expect((await as(admin).get(`${organization.url}/members/${editor.id}`)).teams).toBe(2)
  })

  it('of one organization are not there for another', async () => {
    const { as, admin, stranger, team, url } = await openTeam()
    const { items } = await as(stranger).get('/v1/orgs')
    await as(stranger).get(`/v1/orgs/${items[0].id}/teams/${team.id}`, 404)
    await as(stranger).delete(`/v1/orgs/${items[0].id}/teams/${team.id}`, 204)
    await as(admin).get(url, 200)
  })
})
