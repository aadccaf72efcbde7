import { expect, it } from 'vitest'
import { openIntegration } from '../../../../test/integrations.ts'
import { forgetDeliveriesBeyond } from '../../integrations/installations/delivery/call-script.ts'

const HEARS = `export default {
  async fetch(request) {
    const { type } = JSON.parse((await request.formData()).get('event'))
    const isHeard = type === 'site_view' || type === 'page_feedback'
    return new Response('OK', { status: isHeard ? 200 : 406 })
  }
}`

const BREAKS = `export default {
  async fetch(request) {
    const { type } = JSON.parse((await request.formData()).get('event'))
    if (type === 'site_view') throw new Error('broken')
    return new Response('', { status: 406 })
  }
}`

type Event = { status: string; payload: Record<string, unknown> & { visitor: Record<string, unknown> } }

/** A published site with an integration on it, and what that was told. */
async function openVisited(scopes: string[], script = HEARS) {
  const opened = await openIntegration({ script, scopes })
  const { as, admin, app, space, write, page, organization, install, integration, drain, told } = opened
  await write(page('Home', 'Welcome.'))
  const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
  const { urls } = await as(admin).post(`${organization.url}/sites/${site.id}/publish`, undefined, 200)
  const { id } = await install()
  await as(admin).post(`${integration}/installations/${id}/sites`, { siteId: site.id }, 201)
  const home = new URL(urls.published).pathname
  const headers = {
    host: 'quire.test',
    'user-agent': 'Lamp/1',
    cookie: 'theme=dark',
    referer: 'https://search.example/',
  }
  const read = () => app.inject({ url: home, headers, remoteAddress: '203.0.113.77' })
  const feedback = async (proof: string) =>
    app.inject({
      method: 'POST',
      url: '/~events',
      headers: { ...headers, referer: urls.published },
      remoteAddress: '203.0.113.77',
      payload: { proof, type: 'page_post_feedback', rating: 'good' },
    })
  const visits = async (): Promise<Event[]> => {
    await drain()
    return told()
  }
  const views = async () => {
    const { columns } = await as(admin).post(
      `${organization.url}/sites/${site.id}/insights/events/aggregate`,
      { range: 'last30Days', select: [{ column: 'eventsCount' }] },
    )
    return columns[0].values[0] ?? 0
  }
  const send = (...ats: number[]) =>
    as(admin).post(`${organization.url}/sites/${site.id}/insights/events`, { events: ats.map(viewOf) }, 204)
  return {
    ...opened,
    send,
    site,
    installation: id,
    home,
    read,
    feedback,
    visits,
    views,
    published: urls.published,
  }
}

it('views and feedback are told to integrations that may know, without who it was', async () => {
  const { read, feedback, visits, site, space, installation, published } = await openVisited([
    'site:views:read',
    'page:feedback:read',
  ])
  // The same again is told once.
  const [{ body }] = await Promise.all([read(), read()])
  expect((await feedback(/data-proof="([^"]+)"/.exec(body)?.[1] ?? '')).statusCode).toBe(204)
  await expect.poll(async () => (await visits()).length).toBe(2)
  const [view, said] = (await visits()).sort((a) => (a.payload.type === 'site_view' ? -1 : 1))
  const visitor = {
    anonymousId: expect.stringMatching(/^[\w-]{20,}$/),
    cookies: {},
    userAgent: 'Lamp/1',
    ip: '203.0.113.0',
  }
  const where = { siteId: site.id, installationId: installation, spaceId: space.id, visitor }
  expect(view).toMatchObject({
    status: 'success',
    payload: { ...where, type: 'site_view', url: published, referrer: 'https://search.example/' },
  })
  expect(Object.keys(view?.payload ?? {})).toEqual(
    expect.arrayContaining(['siteSpaceId', 'pageId', 'eventId']),
  )
  expect(said).toMatchObject({
    status: 'success',
    payload: { ...where, type: 'page_feedback', feedback: { rating: 'good' }, url: published },
  })
  expect(said?.payload.visitor).toMatchObject({ anonymousId: view?.payload.visitor.anonymousId })
})

it('who may not know of visits hears nothing of them', async () => {
  const { read, feedback, visits, views } = await openVisited(['page:feedback:read'])
  const { body } = await read()
  await feedback(/data-proof="([^"]+)"/.exec(body)?.[1] ?? '')
  await expect.poll(views).toBe(2)
  expect((await visits()).map(({ payload }) => payload.type)).toEqual(['page_feedback'])
})

/** As an outside renderer sends it. */
function viewOf(at: number) {
  return {
    type: 'page_view',
    session: {
      visitorId: `visitor ${at}`,
      sessionId: 'visit',
      userAgent: 'Lamp/1',
      language: 'de',
      referrer: null,
      ip: '2001:db8:1:2::3',
      cookies: { secret: 'not told' },
    },
    location: { url: `https://docs.example.org/${at}`, siteSpace: 'none of this site', page: 'home' },
  }
}

it('a batch is told that an outside renderer sends, as much as a script keeps up with', async () => {
  const { send, visits, services, name } = await openVisited(['site:views:read'])
  await send(1, 2)
  // A batch waits already.
  await send(3)
  const told = await visits()
  expect(told.map(({ payload }) => payload.url).sort()).toEqual([
    'https://docs.example.org/1',
    'https://docs.example.org/2',
  ])
  expect(told[0]?.payload.visitor).toMatchObject({ ip: '2001:db8:1::', language: 'de', cookies: {} })
  expect(told[0]?.payload).not.toHaveProperty('siteSpaceId')
  await send(4)
  expect(await visits()).toHaveLength(3)
  await services.asSystem((ctx) => forgetDeliveriesBeyond(ctx, name, 1))
  expect((await visits()).map(({ payload }) => payload.url)).toEqual(['https://docs.example.org/4'])
})

it('a script that breaks is told of one, and not of the rest', async () => {
  const { send, visits } = await openVisited(['site:views:read'], BREAKS)
  await send(1, 2, 3)
  expect((await visits()).map(({ status }) => status)).toEqual(['failed'])
})
