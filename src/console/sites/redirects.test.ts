// Redirects and insights of a site, in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace, page } from '../../../test/pages.ts'
import type { Person } from '../../../test/services.ts'

async function openSite() {
  const services = await openSpace()
  const { app, organization, as, admin, space, write } = services
  await write(page('Home'), page('Lamp', 'The canarylamp.'))
  const signedIn = async ({ token }: Person) => {
    const browser = openBrowser(app)
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const made = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
  const api = `${organization.url}/sites/${made.id}`
  const { urls } = await as(admin).post(`${api}/publish`)
  const home = `/o/${organization.id}/~sites/${made.id}`
  const at = async (path: string) =>
    (await app.inject(new URL(urls.published).pathname + path)).headers.location
  return { ...services, api, browser: await signedIn(admin), signedIn, home, at, client: as(admin) }
}

describe('redirects of a site', () => {
  it('lead to a page wherever it goes, or elsewhere', async () => {
    const { browser, home, at, client, api } = await openSite()
    const redirects = `${home}/redirects`
    await browser.post(redirects, { action: 'add', source: '/old/lamp', target: '/lamp' })
    const added = await browser.post(redirects, {
      action: 'add',
      source: '/forum',
      target: 'https://example.org/f',
    })
    expect(added.body).toMatch(/\/forum<.*https:\/\/example.org\/f.*\/old\/lamp<.*\/lamp/s)
    expect(await at('old/lamp')).toMatch(/\/lamp$/)
    expect(await at('forum')).toBe('https://example.org/f')
    const nowhere = await browser.post(redirects, { action: 'add', source: '/x', target: '/none' })
    expect(nowhere.body).toContain('There is no page at /none')
    const { items } = await client.get(`${api}/redirects`)
    await browser.post(redirects, { action: 'delete', redirect: items[0].id })
    expect(await client.get(`${api}/redirects`)).toMatchObject({ count: 1 })
  })

  it('come from a CSV file, with a word about each line', async () => {
    const { browser, home, client, api } = await openSite()
    const csv = 'from,to\n/a,/lamp\n"/b, c",/lamp\n/d,https://example.org\n/e,/none\n/ü,/\njavascript,/lamp\n'
    const form = new FormData()
    form.set('action', 'import')
    form.set('file', new File([csv], 'redirects.csv', { type: 'text/csv' }))
    const sent = await browser.send(`${home}/redirects`, form)
    const rows = [
      ...sent.body.matchAll(/<tr><td>(\d)<\/td><td><code>([^<]+)<\/code><\/td><td><span[^>]*>([^<]+)/g),
    ]
    expect(rows.map(([, line, source, result]) => `${line} ${source} ${result}`)).toEqual([
      '1 /a Added',
      '2 /b, c Not taken',
      '3 /d Added',
      '4 /e Not taken',
      '5 /%C3%BC Added',
      '6 javascript Not taken',
    ])
    expect(await client.get(`${api}/redirects`)).toMatchObject({ count: 3 })
  })

  it('are not offered to readers', async () => {
    const { signedIn, reader, home } = await openSite()
    const browser = await signedIn(reader)
    expect((await browser.get(`${home}/redirects`)).body).not.toContain('name="action"')
    const form = { action: 'add', source: '/x', target: '/lamp' }
    expect((await browser.post(`${home}/redirects`, form)).status).toBe(403)
  })
})

describe('insights of a site', () => {
  it('say what is read and searched, as a picture, in tables and as files', async () => {
    const { browser, home, client, api, space, url } = await openSite()
    const { pages } = await client.get(`${url}/content/pages`)
    const session = {
      visitorId: 'a',
      sessionId: 'b',
      userAgent: 'Firefox',
      language: 'de',
      referrer: 'https://example.net/x',
    }
    const location = { url: 'http://quire.test/sites/docs/lamp', space: space.id, page: pages[1].id }
    const event = (type: string, more = {}) => ({ type, session, location, ...more })
    const events = [
      ...[event('page_view'), event('page_view')],
      ...[event('search_type_query', { query: '=lost' }), event('search_type_query', { query: 'lamp' })],
      event('search_open_result', { query: 'lamp', result: { spaceId: space.id, pageId: pages[1].id } }),
      event('page_post_feedback', { feedback: { rating: 'good' } }),
    ]
    await client.post(`${api}/insights/events`, { events }, 204)
    const insights = `${home}/insights`
    const { body } = await browser.get(insights)
    expect(body).toMatch(/<svg class="chart".*<title>[^<]+: 2<\/title>/s)
    expect(body).toMatch(/<td>Lamp<svg.*example\.net.*de/s)
    const csv = async (name: string) => (await browser.get(`${insights}?csv=${name}`)).body
    expect(await csv('pages')).toBe('Pages,\r\nLamp,2\r\n')
    expect(await csv('unopened')).toMatch(/,\r\n'=lost,1\r\n$/)
    expect(await csv('feedback')).toContain('Good,1')
    expect(await csv('segments')).toMatch(/^"?Who visits.*\r\nNot signed in,1\r\n$/)
    expect(await csv('days')).toMatch(
      /^Day,Page views,Visitors,Visits\r\n(?:[\d-]+,0,0,0\r\n)*[\d-]+,2,\d,\d\r\n$/,
    )
    expect((await browser.get(`${insights}?csv=none`)).status).toBe(404)
    expect((await browser.get(`${insights}?range=last7Days`)).body).toContain('example.net')
  })
})

describe('addresses that visitors did not find', () => {
  it('are told with the links to them, and lead to a new redirect', async () => {
    const { app, browser, home, client, api } = await openSite()
    const { urls } = await client.get(api)
    const path = new URL(urls.published).pathname
    const empty = await browser.get(`${home}/insights`)
    expect(empty.body).toContain('Visitors found every page they asked for')
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const headers = { host: 'quire.test', 'user-agent': userAgent, referer: `${urls.published}lamp` }
    await app.inject({ url: `${path}lamps/<b>`, headers })
    const shown = async () => (await browser.get(`${home}/insights`)).body
    await expect.poll(shown).toContain('/lamps/&lt;b&gt;')
    expect(await shown()).toContain(`Linked from ${path}lamp`)
    const [, link = ''] = /href="([^"]+redirects\?source=[^"]+)"/.exec(await shown()) ?? []
    const form = await browser.get(link)
    expect(form.body).toMatch(
      /<details class="fold menu start" open>.*name="source"[^>]*value="\/lamps\/&lt;b&gt;"/s,
    )
    const csv = await browser.get(`${home}/insights?csv=missing`)
    expect(csv.body).toContain('/lamps/<b>,1')
  })
})
