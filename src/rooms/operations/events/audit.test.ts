import { expect, it } from 'vitest'
import { askedDuring } from '../../../../test/measures/statements.ts'
import { openSpace } from '../../../../test/pages.ts'
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
      target: { type: 'team', id: team.id, name: 'Writers' },
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

/** One of each kind that has a name, in an organization of its own. */
async function openNamed() {
  const opened = await openSpace()
  const { as, admin, organization, url } = opened
  const client = as(admin)
  const at = organization.url
  const request = await opened.open('Explain moorings')
  const comment = await client.post(`${url}/comments`, { body: { markdown: 'Why?' } })
  const collection = await client.post(`${at}/collections`, { title: 'Handbooks' }, 201)
  const site = await client.post(`${at}/sites`, { title: 'Harbour' }, 201)
  const link = await client.post(`${at}/sites/${site.id}/share-links`, { name: 'For pilots' }, 201)
  const translation = await client.post(`${at}/translations`, { title: 'Into French' }, 201)
  const hook = { url: 'https://hooks.example.org/secret-path', events: ['space.*'] }
  const webhook = await client.post(`${at}/webhooks`, hook, 201)
  const target = async (type: string) =>
    (await client.get(`${at}/audit-events?action=${type}&limit=1`)).items[0].target
  return { ...opened, client, at, request, comment, collection, site, link, translation, webhook, target }
}

it('names what was affected', async () => {
  const { target, admin, reader, client, at, url, ...made } = await openNamed()
  const { space, request, comment, collection, site, link, translation, webhook } = made
  expect(await target('space.created')).toEqual({ type: 'space', id: space.id, name: 'Guide' })
  expect(await target('change_request.opened')).toEqual({
    type: 'change_request',
    id: request.id,
    name: 'Explain moorings',
    space: space.id,
  })
  // It has no name of its own.
  expect(await target('comment.posted')).toEqual({
    type: 'comment',
    id: comment.id,
    name: 'Guide',
    space: space.id,
  })
  expect(await target('collection.created')).toEqual({
    type: 'collection',
    id: collection.id,
    name: 'Handbooks',
  })
  expect(await target('site.created')).toEqual({ type: 'site', id: site.id, name: 'Harbour' })
  expect(await target('share_link.created')).toEqual({
    type: 'share_link',
    id: link.id,
    name: 'For pilots',
    site: site.id,
  })
  expect(await target('translation.created')).toMatchObject({ id: translation.id, name: 'Into French' })
  expect(await target('webhook.created')).toEqual({
    type: 'webhook',
    id: webhook.id,
    name: 'hooks.example.org',
  })
  await client.patch(`${at}/members/${reader.id}`, { role: 'edit' })
  expect(await target('member.changed')).toEqual({ type: 'member', id: reader.id, name: 'reader' })
  await client.patch(`${url}/change-requests/${request.number}`, { subject: 'Explain anchors' })
  expect(await target('change_request.opened')).toMatchObject({ name: 'Explain anchors' })
})

it('names nothing that is gone, and says what is in the trash', async () => {
  const { target, client, at, reader, space, site, collection } = await openNamed()
  await client.delete(`${at}/sites/${site.id}`, 205)
  await client.delete(`/v1/collections/${collection.id}`, 205)
  await client.delete(`${at}/members/${reader.id}`, 204)
  await client.delete(`/v1/spaces/${space.id}`, 205)
  expect(await target('site.removed')).toEqual({ type: 'site', id: site.id })
  expect(await target('share_link.created')).toEqual({
    type: 'share_link',
    id: expect.any(String),
    site: site.id,
  })
  expect(await target('collection.created')).toEqual({ type: 'collection', id: collection.id })
  expect(await target('member.removed')).toEqual({ type: 'member', id: reader.id })
  const trashed = { name: 'Guide', inTrash: true }
  expect(await target('space.created')).toEqual({ type: 'space', id: space.id, ...trashed })
  expect(await target('change_request.opened')).toMatchObject({ name: 'Explain moorings', inTrash: true })
})

it('names nothing of another organization', async () => {
  const other = await openNamed()
  const { client, at, organization, services } = await openNamed()
  const { request, comment, site, stranger } = other
  const team = await other.client.put(`${other.at}/teams`, { title: 'Writers' }, 201)
  const ours = { organizationId: organization.id }
  const space = { ...ours, spaceId: other.space.id }
  const before = (await client.get(`${at}/audit-events`)).items[0].id
  await services.asSystem(async (ctx) => {
    const changeRequestId = request.id
    await ctx.emit('team.changed', { ...ours, teamId: team.id })
    await ctx.emit('space.moved', space)
    await ctx.emit('change_request.changed', { ...space, changeRequestId })
    await ctx.emit('comment.resolved', { ...space, changeRequestId, commentId: comment.id })
    await ctx.emit('collection.moved', { ...ours, collectionId: other.collection.id })
    await ctx.emit('site.published', { ...ours, siteId: site.id })
    await ctx.emit('share_link.changed', { ...ours, siteId: site.id, shareLinkId: other.link.id })
    await ctx.emit('translation.changed', { ...ours, translationId: other.translation.id })
    await ctx.emit('webhook.tested', { ...ours, webhookId: other.webhook.id })
    await ctx.emit('token.refused', { ...ours, userId: stranger.id, tokenId: stranger.tokenId })
    await ctx.emit('member.suspended', { ...ours, userId: stranger.id })
  })
  const { items } = await client.get(`${at}/audit-events?limit=12`)
  expect(items[11].id).toBe(before)
  for (const { target, action } of items.slice(0, 11))
    expect([action, target.name, target.inTrash]).toEqual([action, undefined, undefined])
  expect(items[0].target).toEqual({ type: 'member', id: stranger.id })
  expect((await client.get(`${at}/audit-events/${items[0].id}`)).target).toEqual(items[0].target)
})

it('asks the database as often for many events as for one', async () => {
  const { client, at } = await openNamed()
  for (let number = 0; number < 60; number += 1)
    await client.put(`${at}/teams`, { title: `Team ${number}` }, 201)
  const read = (limit: number) => client.get(`${at}/audit-events?limit=${limit}`)
  const statements = async (limit: number) => (await askedDuring(() => read(limit))).statements
  // What is kept in memory is there for both.
  expect((await read(50)).items).toHaveLength(50)
  expect((await read(1)).items[0].target.name).toBe('Team 59')
  expect(await statements(50)).toBe(await statements(1))
})
