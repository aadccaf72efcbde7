import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'

async function openWork() {
  const opened = await openSpace()
  const { write, drain } = opened
  const [{ page: first }, { page: second }] = await write(
    page('Lighthouse', 'Lamp.'),
    page('Harbour', 'Boats.'),
  )
  await drain()
  return { ...opened, first: first.id as string, second: second.id as string }
}

describe('finding by name', () => {
  it('finds spaces, pages, change requests, sites and people, each where it is', async () => {
    const { as, admin, url, organization, drain } = await openWork()
    await as(admin).post(`${url}/change-requests`, { subject: 'Paint the lighthouse' }, 201)
    await as(admin).post(`${organization.url}/sites`, { title: 'Lighthouse docs' }, 201)
    await drain()
    const { items } = await as(admin).get('/v1/user/find?query=lighthouse')
    expect(items.map(({ type, title }: { type: string; title: string }) => [type, title])).toEqual([
      ['page', 'Lighthouse'],
      ['change-request', '#1 Paint the lighthouse'],
      ['site', 'Lighthouse docs'],
    ])
    const numbered = await as(admin).get('/v1/user/find?query=%231')
    expect(numbered.items).toMatchObject([{ type: 'change-request' }])
    expect(numbered.items[0].urls.app).toMatch(/\/~\/changes\/1\/~review$/)
    const person = await as(admin).get(`/v1/user/find?query=${encodeURIComponent(admin.email)}`)
    expect(person.items).toMatchObject([{ type: 'user', id: admin.id }])
  })

  it('finds nothing that one may not read, and takes no pattern', async () => {
    const { as, stranger, guest, admin } = await openWork()
    for (const person of [stranger, guest])
      expect((await as(person).get('/v1/user/find?query=lighthouse')).items).toEqual([])
    expect((await as(guest).get(`/v1/user/find?query=${admin.email}`)).items).toEqual([])
    expect((await as(admin).get('/v1/user/find?query=%25')).items).toEqual([])
    await as(admin).get('/v1/user/find?query=', 400)
  })
})

describe('pages opened lately', () => {
  it('are listed as they are now, the latest first, and no more than thirty', async () => {
    const { as, admin, space, first, second, write, tick } = await openWork()
    const opens = (page: string) => as(admin).post('/v1/user/recent-pages', { space: space.id, page }, 204)
    await opens(first)
    tick(0.01)
    await opens(second)
    tick(0.01)
    await opens(first)
    const titles = async () =>
      (await as(admin).get('/v1/user/recent-pages')).items.map(({ title }: { title: string }) => title)
    expect(await titles()).toEqual(['Lighthouse', 'Harbour'])
    await write(
      { operation: 'update_page', page: first, title: 'Tower' },
      { operation: 'delete_page', page: second },
    )
    expect(await titles()).toEqual(['Tower'])
    for (let more = 0; more < 31; more += 1) {
      tick(0.001)
      await opens(`other-${more}`)
    }
    expect(await titles()).toEqual([])
  })

  it('are of spaces that one may read', async () => {
    const { as, admin, stranger, space, first } = await openWork()
    await as(stranger).post('/v1/user/recent-pages', { space: space.id, page: first }, 404)
    await as(admin).post('/v1/user/recent-pages', { space: space.id, page: first }, 204)
    expect((await as(stranger).get('/v1/user/recent-pages')).items).toEqual([])
    await as(admin).delete(`/v1/spaces/${space.id}`, 205)
    expect((await as(admin).get('/v1/user/recent-pages')).items).toEqual([])
  })
})

describe('the stream of what goes on', () => {
  it('tells the count of notifications, and who is there', async () => {
    const { app, admin, space, first } = await openWork()
    const read = async (query: string, status = 200) => {
      const headers = { authorization: `Bearer ${admin.token}` }
      const answer = await app.inject({ url: `/v1/user/activity/stream?follow=false${query}`, headers })
      expect(answer.statusCode).toBe(status)
      return answer.body
    }
    expect(await read('')).toContain(
      'event: notification-count\ndata: {"object":"notification-count","unread":0}',
    )
    const there = await read(`&space=${space.id}&page=${first}`)
    expect(there).toContain('event: presence\ndata: {"object":"presence","people":[]}')
    await read('&space=nowhere', 404)
  })
})
