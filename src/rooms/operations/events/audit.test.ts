import { expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'

it('tells administrators what happened, in the form of audit events', async () => {
  const { as, admin, reader, stranger, organization, services } = await openTestServices()
  const at = `${organization.url}/audit-events`
  const team = await as(admin).put(`${organization.url}/teams`, { title: 'Writers' }, 201)
  const { items } = await as(admin).get(`${at}?action=team.created`)
  expect(items).toEqual([
    {
      object: 'audit-event',
      id: items[0].id,
      occurredAt: expect.any(String),
      action: 'team.created',
      actor: { type: 'user', id: admin.id },
      source: 'api',
      target: { type: 'team', id: team.id },
      urls: { location: `http://quire.test${at}/${items[0].id}` },
    },
  ])
  expect(await as(admin).get(`${at}/${items[0].id}`)).toMatchObject({
    ...items[0],
    schemaVersion: 1,
    correlationId: expect.any(String),
    payload: { teamId: team.id },
  })
  const found = async (query: string) => (await as(admin).get(`${at}?${query}`)).count
  const now = services.clock.now().getTime()
  const time = (minutes: number) => encodeURIComponent(new Date(now + minutes * 60_000).toISOString())
  expect(await found(`target=${team.id}`)).toBe(1)
  expect(await found(`action=team.created&from=${time(-5)}&to=${time(5)}`)).toBe(1)
  expect(await found(`action=team.created&from=${time(5)}`)).toBe(0)
  expect(await found(`to=${time(-24 * 60)}`)).toBe(0)
  expect(await found('actor=nobody')).toBe(0)
  await as(admin).get(`${at}?action=team.imagined`, 400)
  const actions = (await as(admin).get(`${organization.url}/audit-event-actions`)).items
  expect(actions).toContainEqual({
    object: 'audit-event-action',
    id: 'team.created',
    label: expect.any(String),
  })

  const other = await openTestServices()
  await as(other.admin).get(`${other.organization.url}/audit-events/${items[0].id}`, 404)
  await as(admin).get(`${at}/none`, 404)
  for (const path of [at, `${at}/${items[0].id}`, `${organization.url}/audit-event-actions`]) {
    await as(reader).get(path, 403)
    await as(stranger).get(path, 404)
  }
})
