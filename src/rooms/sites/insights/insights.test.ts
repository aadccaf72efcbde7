import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'
import { buildApp } from '../../../app.ts'
import { MOST_VALUES } from './count-events.ts'
import { forgetInsights } from './jobs.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A published site, a visitor of it, and what is known of it afterwards. */
async function openSite() {
  const house = await openTestServices()
  const { as, admin, organization, services, tick } = house
  // No test begins on one day and ends on the next.
  if (services.clock.now().getUTCHours() > 21) tick(0.25)
  const space = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
  const made = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
  const url = `${organization.url}/sites/${made.id}`
  const { urls } = await as(admin).post(`${url}/publish`)
  const { items } = await as(admin).get(`${url}/site-spaces`)
  // A token is good for an hour, and the clock is moved.
  const visit = async (at = urls.published): Promise<string> =>
    (await as().post('/v1/urls/published', { url: at })).apiToken
  const at = `${url}/insights/events`
  const event = ({ session = {}, location = {}, ...more }: Given = {}) => ({
    type: 'page_view',
    ...more,
    session: {
      visitorId: 'v1',
      sessionId: 'session-one',
      cookies: { secret: 'cookie' },
      ip: '198.51.100.7',
      userAgent: FIREFOX,
      language: 'en-GB',
      referrer: 'https://search.example/?q=secret',
      ...session,
    },
    location: {
      url: `${urls.published}?utm_source=news`,
      siteSection: null,
      siteSpace: items[0].id,
      siteShareKey: null,
      space: space.id,
      revision: null,
      page: 'home',
      ...location,
    },
  })
  return {
    ...house,
    space,
    url,
    at,
    site: made,
    siteSpace: items[0].id as string,
    visit,
    event,
    now: () => services.clock.now(),
    track: async (events: object[], status = 204, token?: string) =>
      as(token ?? (await visit())).post(at, { events }, status),
    ask: (question: object, status = 200) =>
      as(admin).post(`${at}/aggregate`, { range: 'last30Days', ...question }, status),
  }
}
type Given = { session?: object; location?: object } & Record<string, unknown>

/** Rows of an answer, each as a list. */
function rowsOf({ columns }: { columns: { column: string; values: unknown[] }[] }) {
  return (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row]))
}

const by = (column: string, ...counts: string[]) => ({
  groupBy: [{ column }],
  select: [column, ...(counts.length > 0 ? counts : ['eventsCount'])].map((name) => ({ column: name })),
})
const COUNTS = ['eventsCount', 'visitorsCount', 'sessionsCount'].map((column) => ({ column }))

describe('what visitors do', () => {
  it('is counted, with how many they were', async () => {
    const { track, event, ask } = await openSite()
    const second = event({ session: { visitorId: 'v2', sessionId: 's2' } })
    await track([event(), event(), event({ session: { sessionId: 's3' } })])
    await track([second, event({ type: 'search_open' })])
    const all = await ask({ select: COUNTS })
    expect(all).toEqual({
      columns: [
        { column: 'eventsCount', values: [5] },
        { column: 'visitorsCount', values: [2] },
        { column: 'sessionsCount', values: [3] },
      ],
    })
    const where = [{ column: 'eventType', values: ['search_open'] }]
    expect(rowsOf(await ask({ select: COUNTS, where }))).toEqual([[1, 1, 1]])
    expect(rowsOf(await ask(by('eventType')))).toEqual([
      ['page_view', 4],
      ['search_open', 1],
    ])
  })

  it.each([
    ['visitorBrowser', 'firefox'],
    ['visitorOS', 'linux'],
    ['visitorDevice', 'desktop'],
    ['visitorBot', ''],
    ['visitorLanguage', 'en-gb'],
    ['referrerDomain', 'search.example'],
    ['utmSource', 'news'],
    ['utmMedium', ''],
    ['displayContext', 'site'],
    ['siteSection', null],
    ['siteShareKey', null],
  ])('is told by %s', async (column, value) => {
    const { track, event, ask } = await openSite()
    await track([event()])
    expect(rowsOf(await ask(by(column)))).toEqual([[value, 1]])
  })

  it('is counted without a token where everybody may read the site, and nowhere else', async () => {
    const { as, admin, at, url, event, ask, organization } = await openSite()
    await as().post(at, { events: [event()] }, 204)
    const other = await openSite()
    expect(rowsOf(await ask({}))).toEqual([[1]])
    await as().post(at.replace(organization.id, other.organization.id), { events: [event()] }, 404)
    await as(admin).patch(url, { visibility: 'share-link' })
    await as().post(at, { events: [event()] }, 404)
    await as(admin).post(`${url}/unpublish`)
    await as().post(at, { events: [event()] }, 404)
  })

  it('is counted for signed-in users who are not members just as for callers without a token', async () => {
    const { as, admin, stranger, guest, at, url, event, ask } = await openSite()
    await as(stranger).post(at, { events: [event()] }, 204)
    await as(guest).post(at, { events: [event()] }, 204)
    await as(admin).patch(url, { visibility: 'unlisted' })
    await as(stranger).post(at, { events: [event()] }, 204)
    expect(rowsOf(await ask({}))).toEqual([[3]])
    for (const visibility of ['share-link', 'visitor-auth']) {
      await as(admin).patch(url, { visibility })
      await as(stranger).post(at, { events: [event()] }, 404)
      await as(guest).post(at, { events: [event()] }, 404)
    }
    await as(admin).patch(url, { visibility: 'public' })
    await as(admin).post(`${url}/unpublish`)
    await as(stranger).post(at, { events: [event()] }, 404)
  })

  it('without a token is limited by address', async () => {
    const { at, event, services } = await openSite()
    const app = await buildApp(services, { rateLimit: 2, trustProxy: false })
    const send = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: at, payload: { events: [event()] }, remoteAddress })
    const first = [await send('198.51.100.1'), await send('198.51.100.1'), await send('198.51.100.1')]
    expect(first.map(({ statusCode }) => statusCode)).toEqual([204, 204, 429])
    expect((await send('198.51.100.2')).statusCode).toBe(204)
    await app.close()
  })

  it('is told by page and by site space', async () => {
    const { track, event, ask, space, siteSpace } = await openSite()
    await track([event(), event({ location: { page: null } }), event()])
    expect(rowsOf(await ask(by('page')))).toEqual([
      [{ space: space.id, page: 'home' }, 2],
      [{ space: space.id, page: null }, 1],
    ])
    expect(rowsOf(await ask(by('siteSpace')))).toEqual([[siteSpace, 3]])
    const where = [{ column: 'page', values: [{ space: space.id, page: 'home' }] }]
    expect(rowsOf(await ask({ select: COUNTS, where }))).toEqual([[2, 1, 1]])
    expect(rowsOf(await ask({ where: [{ ...where[0], operator: 'notIn' }] }))).toEqual([[1]])
  })

  it('is told by what only some events have', async () => {
    const { track, event, ask } = await openSite()
    await track([
      event({ type: 'search_type_query', query: '  How to\n INSTALL ' }),
      event({ type: 'page_post_feedback', feedback: { rating: 'good' } }),
      event({ type: 'page_post_feedback_comment', feedback: { rating: 'bad', comment: 'Sigh' } }),
      event({ type: 'ask_rate_response', query: 'why', rating: -1, responseId: 'r' }),
      event({
        type: 'link_click',
        link: { target: { kind: 'url', url: 'https://example.org/a?key=1' }, position: 'footer' },
      }),
      event({ type: 'link_click', link: { target: { kind: 'page', page: 'p' }, position: 'content' } }),
      event({ type: 'api_client_open', operation: { path: '/pets', method: 'get' } }),
      event({ type: 'trademark_click', placement: 'footer' }),
      event({ type: 'trademark_click' }),
      event({ type: 'ask_rate_response' }),
      event({ type: 'link_click', link: { target: { kind: 'odd' }, position: 'content' } }),
    ])
    expect(rowsOf(await ask(by('eventSearchQuery')))).toEqual([['how to install', 1]])
    expect(rowsOf(await ask(by('eventPageFeedbackRating')))).toEqual([
      ['bad', 1],
      ['good', 1],
    ])
    expect(rowsOf(await ask(by('eventAskResponseRating')))).toEqual([[-1, 1]])
    expect(rowsOf(await ask(by('eventLinkTargetDomain')))).toEqual([
      [null, 2],
      ['example.org', 1],
    ])
    expect(rowsOf(await ask(by('eventLinkTargetKind')))).toEqual([
      ['page', 1],
      ['url', 1],
    ])
    expect(rowsOf(await ask(by('eventLinkPosition')))).toHaveLength(2)
    expect(rowsOf(await ask(by('eventAPIOperationMethod')))).toEqual([['GET', 1]])
    expect(rowsOf(await ask(by('eventTrademarkPlacement')))).toEqual([['footer', 1]])
  })

  it('is told by share link, whose key is not kept', async () => {
    const { as, admin, url, event, ask, services, site, track, visit } = await openSite()
    await as(admin).patch(url, { visibility: 'share-link' })
    const link = await as(admin).post(`${url}/share-links`, { name: 'Partners' }, 201)
    const key = new URL(link.urls.published).pathname.split('/').at(-2) ?? ''
    const token = await visit(link.urls.published)
    await track([event({ location: { siteShareKey: key } })], 204, token)
    expect(rowsOf(await ask(by('siteShareKey')))).toEqual([[link.id, 1]])
    expect(await kept(services, site.id)).not.toContain(key)
  })

  it('leaves nothing behind that says who it was', async () => {
    const { track, event, services, site } = await openSite()
    await track([event({ session: { visitorId: 'maria-secret', visitorAuthClaims: { name: 'secret' } } })])
    const text = await kept(services, site.id)
    expect(text).toContain('firefox')
    for (const secret of ['secret', '198.51', 'cookie', 'Mozilla', 'session-one'])
      expect(text).not.toContain(secret)
  })

  it('is estimated where many did it', async () => {
    const { track, event, ask } = await openSite()
    for (let batch = 0; batch < 10; batch++)
      await track(
        Array.from({ length: 100 }, (_, at) =>
          event({ session: { visitorId: `v${batch}-${at}`, sessionId: `s${batch}` } }),
        ),
      )
    const [[events, visitors, sessions] = []] = rowsOf(await ask({ select: COUNTS }))
    expect([events, sessions]).toEqual([1000, 10])
    expect(Math.abs(Number(visitors) - 1000)).toBeLessThan(60)
  })
})

type Services = Awaited<ReturnType<typeof openTestServices>>['services']

/** Everything that is kept of what was done on a site, as text. */
async function kept(services: Services, siteId: string) {
  const rows = await services.database.db
    .selectFrom('siteEventCounts')
    .selectAll()
    .where('siteId', '=', siteId)
    .execute()
  return JSON.stringify(rows)
}

describe('days', () => {
  it('are told one by one, also those on which nothing happened', async () => {
    const { track, event, ask, tick, now } = await openSite()
    const [first] = now().toISOString().split('T')
    await track([event(), event()])
    tick(2)
    await track([event()])
    const days = rowsOf(await ask({ ...by('datetime', 'eventsCount', 'visitorsCount'), range: 'last7Days' }))
    expect(days).toHaveLength(7)
    expect(days.slice(4)).toEqual([
      [`${first}T00:00:00.000Z`, 2, 1],
      [expect.any(String), 0, 0],
      [`${now().toISOString().split('T')[0]}T00:00:00.000Z`, 1, 1],
    ])
    expect(days.slice(0, 4).map((day) => day[1])).toEqual([0, 0, 0, 0])
    // Somebody who comes again on another day is counted again: days know nothing of each other.
    expect(rowsOf(await ask({ select: COUNTS }))).toEqual([[3, 2, 2]])
    const from = `${first}T00:00:00Z`
    expect(rowsOf(await ask({ select: COUNTS, range: { from, to: from } }))).toEqual([[2, 1, 1]])
  })

  it('are put together by week and month', async () => {
    const { track, event, ask, tick } = await openSite()
    await track([event()])
    tick(40)
    await track([event()])
    for (const [interval, least] of [
      ['week', 6],
      ['month', 2],
    ] as const) {
      const months = await ask({ groupBy: [{ column: 'datetime', interval }], range: 'last3Months' })
      const rows = rowsOf(months)
      expect(rows.length).toBeGreaterThanOrEqual(least)
      expect(rows.map(([, count]) => Number(count)).reduce((a, b) => a + b)).toBe(2)
      expect(rows.map(([day]) => day)).toEqual(rows.map(([day]) => day).sort())
    }
  })

  it('are told with another column where something happened', async () => {
    const { track, event, ask } = await openSite()
    await track([event(), event({ location: { displayContext: 'embed' } }), event()])
    const groupBy = [{ column: 'datetime' }, { column: 'displayContext' }, { column: 'eventType' }]
    expect(rowsOf(await ask({ groupBy })).map((row) => row.slice(1))).toEqual([
      ['embed', 'page_view', 1],
      ['site', 'page_view', 2],
    ])
  })

  it('are forgotten after a while', async () => {
    const { track, event, ask, tick, services, site, drain } = await openSite()
    await track([event()])
    tick(399)
    await track([event()])
    await services.asSystem((ctx) => ctx.enqueue(forgetInsights, {}))
    await drain()
    expect(await daysKept(services, site.id)).toBe(2)
    tick(2)
    await services.asSystem((ctx) => ctx.enqueue(forgetInsights, {}))
    await drain()
    expect(await daysKept(services, site.id)).toBe(1)
    expect(rowsOf(await ask({}))).toEqual([[1]])
  })
})

async function daysKept(services: Services, siteId: string) {
  const rows = await services.database.db
    .selectFrom('siteEventCounts')
    .select('day')
    .distinct()
    .where('siteId', '=', siteId)
    .execute()
  return rows.length
}

describe('answers', () => {
  it('are ordered and cut', async () => {
    const { track, event, ask } = await openSite()
    const search = (query: string) => event({ type: 'search_type_query', query })
    await track(['b', 'a', 'c', 'a', 'c', 'a'].map(search))
    const asked = by('eventSearchQuery')
    expect(rowsOf(await ask({ ...asked, limit: 2 }))).toEqual([
      ['a', 3],
      ['c', 2],
    ])
    const order = { by: { column: 'eventSearchQuery' }, direction: 'desc' }
    expect(rowsOf(await ask({ ...asked, order })).map(([query]) => query)).toEqual(['c', 'b', 'a'])
    const least = { by: { column: 'eventsCount' }, direction: 'asc' }
    expect(rowsOf(await ask({ ...asked, order: least })).map(([, count]) => count)).toEqual([1, 2, 3])
  })

  it('say nothing of what was not counted', async () => {
    const { ask } = await openSite()
    expect(rowsOf(await ask({ select: COUNTS }))).toEqual([[0, 0, 0]])
    expect(rowsOf(await ask(by('page')))).toEqual([])
    const where = [{ column: 'eventSearchQuery', values: ["'; drop table sites; --", '%'] }]
    expect(rowsOf(await ask({ where }))).toEqual([[0]])
  })

  it.each([
    [{ groupBy: [{ column: 'page' }, { column: 'visitorOS' }] }, 'combined with page'],
    [
      { groupBy: [{ column: 'page' }], where: [{ column: 'visitorOS', values: ['linux'] }] },
      'one further column',
    ],
    [{ groupBy: [{ column: 'visitorGeoCountry' }] }, 'not counted here'],
    [{ groupBy: [{ column: 'datetime', interval: 'hour' }] }, 'day, week or month'],
    [{ groupBy: [{ column: 'eventsCount' }] }, 'move it to body.select'],
    [{ select: [{ column: 'page' }] }, 'a column of body.groupBy'],
    [{ where: [{ column: 'datetime', values: ['2026-01-01T00:00:00Z'] }] }, 'body.range'],
    [{ where: [{ column: 'eventType', values: ['page_view'], operator: 'lessThan' }] }, 'in or notIn'],
    [{ where: [{ column: 'page', values: [{ no: 'page' }] }] }, 'pages as'],
    [{ order: { by: { column: 'page' }, direction: 'asc' } }, 'that is selected'],
    [{ range: { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' } }, 'must not be after'],
    [{ range: { from: '1990-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' } }, 'at most 1000 days'],
    [{ range: 'ever' }, 'body.range'],
    [{ groupBy: [{ column: 'constructor' }] }, 'body.groupBy'],
    [{ limit: 0 }, 'body.limit'],
  ])('are refused to %j, with what would work', async (question, words) => {
    const { ask } = await openSite()
    const { error } = await ask(question, 400)
    expect(error.message).toContain(words)
  })

  it('are for members', async () => {
    const { as, at, visit, reader, guest, stranger, url } = await openSite()
    const visitor = await visit()
    const question = { range: 'last7Days' }
    await as(reader).post(`${at}/aggregate`, question)
    await as(guest).post(`${at}/aggregate`, question, 404)
    await as(stranger).post(`${at}/aggregate`, question, 404)
    await as(visitor).post(`${at}/aggregate`, question, 401)
    await as(visitor).get(`${url}/insights/visitor-segments`, 401)
  })
})

describe('hostile events', () => {
  it('count for their own site only', async () => {
    const [one, other] = [await openSite(), await openSite()]
    await one.track([one.event()])
    // A token of one site is nothing at another, whatever the event says.
    await other.track([one.event()], 404, await one.visit())
    await one.track([one.event({ location: { siteSpace: other.siteSpace, space: other.space.id } })])
    expect(rowsOf(await other.ask({}))).toEqual([[0]])
    expect(rowsOf(await one.ask(by('siteSpace')))).toEqual([
      [null, 1],
      [one.siteSpace, 1],
    ])
    expect(rowsOf(await one.ask(by('page')))).toContainEqual([null, 1])
    // Who has no token is a visitor of whom nothing is known.
    await one.as().post(one.at, { events: [] }, 204)
  })

  it('are counted together where they would be too many to tell apart', async () => {
    const { track, event, ask } = await openSite()
    const search = (query: string) => event({ type: 'search_type_query', query })
    for (let at = 0; at < MOST_VALUES + 50; at += 50)
      await track(Array.from({ length: 50 }, (_, more) => search(`word ${at + more}`)))
    await track([search('word 0'), search('word none'), search(' other'), search('other')])
    const rows = rowsOf(await ask(by('eventSearchQuery')))
    expect(rows).toHaveLength(MOST_VALUES + 1)
    expect(rows[0]).toEqual(['other', 53])
    expect(rows[1]).toEqual(['word 0', 2])
    expect(rowsOf(await ask({}))).toEqual([[MOST_VALUES + 54]])
    expect(rowsOf(await ask({ where: [{ column: 'eventSearchQuery', values: ['other'] }] }))).toEqual([[53]])
  })

  it('are cut to what can be asked', async () => {
    const { track, event, ask } = await openSite()
    await track([
      event({
        session: {
          language: "'; drop table sites",
          referrer: 'javascript:alert(1)',
          userAgent: 'x'.repeat(2048),
        },
        location: { url: 'not an address', page: '../../etc' },
      }),
    ])
    expect(rowsOf(await ask(by('visitorLanguage')))).toEqual([[null, 1]])
    expect(rowsOf(await ask(by('referrerDomain')))).toEqual([['', 1]])
    expect(rowsOf(await ask(by('visitorBrowser')))).toEqual([['unknown', 1]])
    expect(rowsOf(await ask(by('page')))).toMatchObject([[{ page: null }, 1]])
  })

  it('are refused in bulk, in another form, or from another time', async () => {
    const { track, event, now, ask } = await openSite()
    await track(Array(101).fill(event()), 400)
    await track([event({ type: 'anything' })], 400)
    await track([{ type: 'page_view' }], 400)
    await track([event({ session: { userAgent: 'x'.repeat(300 * 1024) } })], 413)
    const at = (minutes: number) => new Date(now().getTime() + minutes * 60_000).toISOString()
    await track([event(), event({ timestamp: at(-6) })], 400)
    await track([event({ timestamp: at(6) })], 400)
    expect(rowsOf(await ask({ range: 'last24Hours' }))).toEqual([[0]])
    await track([event({ timestamp: at(-4) })])
    expect(rowsOf(await ask({ range: 'last24Hours' }))).toEqual([[1]])
  })

  it('have nowhere to go once the site is no longer published', async () => {
    const { as, admin, url, at, event, track, visit } = await openSite()
    const visitor = await visit()
    await track([event()])
    await as(admin).post(`${url}/unpublish`)
    await as(visitor).post(at, { events: [event()] }, 401)
    await as(admin).post(at, { events: [event()] }, 404)
  })

  it('of many at once are all counted', async () => {
    const { track, event, ask } = await openSite()
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => track([event({ session: { visitorId: `v${at}` } })])),
    )
    expect(rowsOf(await ask({ select: COUNTS }))[0]?.slice(0, 1)).toEqual([12])
  })
})

describe('segments of visitors', () => {
  it('are those who are signed in, and the others', async () => {
    const { as, admin, url, track, event } = await openSite()
    const known = event({ session: { visitorId: 'v2', visitorAuthClaims: { plan: 'pro' } } })
    await track([event(), event(), known, event({ session: { visitorAuthClaims: { unsigned: { a: 1 } } } })])
    expect(await as(admin).get(`${url}/insights/visitor-segments`)).toEqual({
      count: 2,
      items: [
        { title: 'Not signed in', claims: {}, events: 3, visitors: 1, sessions: 1 },
        { title: 'Signed in', claims: {}, events: 1, visitors: 1, sessions: 1 },
      ],
    })
  })
})
