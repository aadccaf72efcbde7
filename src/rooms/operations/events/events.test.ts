import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'
import { runJob } from '../../../services.ts'
import { forgetEvents } from './jobs.ts'

async function openLog() {
  const opened = await openTestServices()
  const { as, admin, organization } = opened
  const log = async (query = '') => (await as(admin).get(`${organization.url}/events${query}`)).items
  const types = async (query = '') => (await log(query)).map(({ type }: { type: string }) => type)
  return { ...opened, log, types }
}

describe('the log of an organization', () => {
  it('tells who did what, when and by which request, newest first', async () => {
    const { as, admin, creator, organization, log } = await openLog()
    const made = await as(admin).send(
      'PUT',
      `${organization.url}/teams`,
      { title: 'Writers' },
      {
        'x-request-id': 'asked-by-a-test',
      },
    )
    await as(creator).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
    const [space, team] = await log()
    expect(space).toMatchObject({ type: 'space.created', actor: { kind: 'user', id: creator.id } })
    expect(team).toEqual({
      object: 'event',
      id: expect.any(String),
      type: 'team.created',
      createdAt: expect.any(String),
      actor: { kind: 'user', id: admin.id },
      requestId: 'asked-by-a-test',
      organization: organization.id,
      resource: made.json().id,
      payload: { organizationId: organization.id, teamId: made.json().id },
    })
  })

  it('is filtered by type, family, actor, what was changed, and time', async () => {
    const { as, admin, creator, reader, organization, types, tick } = await openLog()
    const team = await as(admin).put(
      `${organization.url}/teams`,
      { title: 'Writers', members: [reader.id] },
      201,
    )
    tick(1)
    const since = new Date(
      Date.parse((await as(admin).get(`${organization.url}/events?limit=1`)).items[0].createdAt) + 1,
    )
    await as(creator).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
    await as(admin).patch(`${organization.url}/teams/${team.id}`, { title: 'Authors' })
    const all = await types()
    expect(await types('?type=team.changed')).toEqual(['team.changed'])
    const teams = all.filter((type: string) => type.startsWith('team.'))
    expect(teams.length).toBeGreaterThan(1)
    expect(await types('?type=team.*')).toEqual(teams)
    expect(await types('?type=*')).toEqual(all)
    expect(await types(`?actor=${creator.id}`)).toEqual(['space.created'])
    expect(await types(`?resource=${team.id}`)).toEqual(teams)
    expect(await types(`?resource=${reader.id}`)).toContain('member.added')
    expect(await types(`?since=${since.toISOString()}`)).toEqual(['team.changed', 'space.created'])
    await as(admin).get(`${organization.url}/events?type=teem.*`, 400)
    await as(admin).get(`${organization.url}/events?since=2016-12-31T23:59:60Z`, 400)
  })

  it('tells what names an id, be it handed on already or not', async () => {
    const { as, admin, organization, types, services } = await openLog()
    const team = await as(admin).put(`${organization.url}/teams`, { title: 'Writers' }, 201)
    while ((await services.sequenceEvents()) > 0);
    await as(admin).patch(`${organization.url}/teams/${team.id}`, { title: 'Authors' })
    expect(await types(`?resource=${team.id}`)).toEqual(['team.changed', 'team.created'])
    expect(await types(`?resource=${team.id}&type=team.created`)).toEqual(['team.created'])
    expect(await types(`?resource=${organization.id}`)).toEqual(await types())
    expect(await types('?resource=nothing')).toEqual([])
  })

  it('is paged', async () => {
    const { as, admin, organization, types } = await openLog()
    const { items, next } = await as(admin).get(`${organization.url}/events?limit=2`)
    const rest = await types(`?limit=1000&page=${encodeURIComponent(next.page)}`)
    expect([...items.map(({ type }: { type: string }) => type), ...rest]).toEqual(await types())
  })

  it('is for admins of the organization', async () => {
    const { as, creator, stranger, organization } = await openLog()
    await as(creator).get(`${organization.url}/events`, 403)
    await as(stranger).get(`${organization.url}/events`, 404)
  })

  it('ends after a year', async () => {
    const { services, types, drain, tick } = await openLog()
    await drain()
    const forget = () => runJob(services, forgetEvents, {})
    tick(364)
    await forget()
    expect((await types()).length).toBeGreaterThan(0)
    tick(2)
    await forget()
    expect(await types()).toEqual([])
  })
})
