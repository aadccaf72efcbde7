import { describe, expect, it } from 'vitest'
import { page, spaceMaker } from '../../../test/pages.ts'
import { openTestServices } from '../../../test/services.ts'

const HOST = 'http://quire.test'

/** A site that nobody published: a space for all, and one that is private. */
async function openSite() {
  const services = await openTestServices()
  const { as, admin, app, organization } = services
  const client = as(admin)
  const newSpace = spaceMaker(client, organization)
  const guide = await newSpace(
    'Guide',
    page('Home', 'The canaryhome. See [the second](second.md).'),
    page('Second', 'The canarysecond.'),
  )
  const hidden = await newSpace('Hidden', page('Start', 'The canaryhidden.'))
  const secret = await newSpace('Secret', page('Start', 'The canarysecret.'))
  const site = await client.post(
    `${organization.url}/sites`,
    { title: 'Docs', spaces: [guide.id, hidden.id] },
    201,
  )
  const at = `${organization.url}/sites/${site.id}`
  const get = (url: string, cookie = '') =>
    app.inject({ url: url.replace(HOST, ''), headers: cookie ? { cookie } : {} })
  /** Shows the token of an address once; answers where that leads, and what the browser keeps. */
  const enter = async (address: string) => {
    const first = await get(address)
    expect(first.statusCode, first.body).toBe(302)
    const cookie = String(first.headers['set-cookie'])
    return {
      first,
      location: String(first.headers.location),
      header: cookie,
      cookie: cookie.split(';')[0] ?? '',
    }
  }
  const preview = async (query = '') => (await client.get(`${at}/publishing/preview${query}`)).url
  return { ...services, client, guide, hidden, secret, site, at, get, enter, preview }
}

describe('the preview of a site', () => {
  it('takes the token once, and then has a clean address', async () => {
    const { preview, enter, get, site } = await openSite()
    const { location, header, cookie, first } = await enter(await preview())
    const home = `/preview/sites/${site.id}`
    expect(location).toBe(home)
    expect(header).toMatch(new RegExp(`; Path=${home}; HttpOnly; SameSite=Lax; Expires=`))
    expect(first.headers['cache-control']).toBe('private, no-store')
    const read = await get(location, cookie)
    expect(read.statusCode).toBe(200)
    expect(read.body).toContain('canaryhome')
    expect(read.body).toMatch(/<aside class="preview".*Docs.*not published/)
  })

  it('shows the whole site, and its links stay inside', async () => {
    const { preview, enter, get, site, hidden } = await openSite()
    const { location, cookie } = await enter(await preview())
    const home = `/preview/sites/${site.id}`
    const seen = new Set<string>()
    const left = [location]
    let all = ''
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      const answer = await get(path, cookie)
      expect(answer.statusCode, path).toBe(200)
      all += answer.body
      for (const [, href = ''] of answer.body.matchAll(/<a [^>]*?href="([^"#]+)/g)) {
        expect(href.startsWith(`${home}/`) || href === home, href).toBe(true)
        if (!/~|\.md$/.test(href)) left.push(href)
      }
    }
    for (const word of ['canaryhome', 'canarysecond', 'canaryhidden']) expect(all).toContain(word)
    expect(all).toContain(hidden.title)
    expect(all).not.toContain('canarysecret')
  })

  it('is kept by nobody and found by no search engine', async () => {
    const { preview, enter, get, client, at } = await openSite()
    await client.post(`${at}/publish`)
    const { location, cookie } = await enter(await preview())
    for (const path of [
      '',
      '/second',
      '/second.md',
      '/nowhere',
      '/~search?q=canary',
      '/~search.json?q=canary',
    ]) {
      const { headers } = await get(location + path, cookie)
      expect(headers['cache-control'], path).toBe('private, no-store')
    }
    const { headers, body } = await get(`${location}/second`, cookie)
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toContain('rel="canonical"')
    for (const path of ['/sitemap.xml', '/robots.txt', '/llms.txt'])
      expect((await get(location + path, cookie)).statusCode).toBe(404)
  })

  it('begins in the space it was made for, whoever that is meant for', async () => {
    const { preview, enter, get, client, at, hidden } = await openSite()
    const { items } = await client.get(`${at}/site-spaces`)
    const its = items.find((item: { space: { id: string } }) => item.space.id === hidden.id)
    await client.patch(`${at}/site-spaces/${its.id}`, { condition: 'visitor.claims.isBeta' })
    const plain = await enter(await preview())
    expect((await get(plain.location, plain.cookie)).body).not.toContain('Hidden')
    const named = await enter(await preview(`?siteSpace=${its.id}`))
    expect((await get(named.location, named.cookie)).body).toContain('canaryhidden')
  })

  it('finds what is in it', async () => {
    const { preview, enter, get, drain } = await openSite()
    await drain()
    const { location, cookie } = await enter(await preview())
    const found = (await get(`${location}/~search.json?q=canarysecond`, cookie)).json()
    expect(found.pages).toMatchObject([{ title: 'Second', href: `${location}/second` }])
    const nothing = await get(`${location}/~search.json?q=canarysecret`, cookie)
    expect(nothing.json().pages).toEqual([])
  })

  it('is refused with a page that says what to do', async () => {
    const { preview, get, enter, tick, client, organization, hidden } = await openSite()
    const other = await openSite()
    const beside = await client.post(
      `${organization.url}/sites`,
      { title: 'Docs beside', spaces: [hidden.id] },
      201,
    )
    const url = await preview()
    const { location, cookie } = await enter(url)
    const token = new URL(url).searchParams.get('token')
    const refused = [
      await get(location),
      await get(`${location}/second`, 'quire_preview=nonsense'),
      await get(`/preview/sites/${other.site.id}/?token=${token}`),
      await get(`/preview/sites/${beside.id}/?token=${token}`),
      await get(`/preview/sites/${beside.id}/`, cookie),
      await get(`/preview/sites/${other.site.id}/`, cookie),
      await get(`${url.slice(0, -3)}AAA`),
      await get('/preview/sites/none/'),
      await get('/preview/anything'),
    ]
    tick(61 / (24 * 60))
    refused.push(await get(location, cookie), await get(url))
    for (const [index, answer] of refused.entries()) {
      expect(answer.statusCode, String(index)).toBe(403)
      expect(answer.body).toContain('This preview has ended')
      expect(answer.body).not.toMatch(/canary|Docs/)
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
  })

  it('has the rights of whoever made it, at each request', async () => {
    const { as, admin, newMember, organization, at, enter, get } = await openSite()
    const writer = await newMember('writer', 'create')
    const { url } = await as(writer).get(`${at}/publishing/preview`)
    const { location, cookie } = await enter(url)
    expect((await get(location, cookie)).body).toContain('Hidden')
    await as(admin).delete(`${organization.url}/members/${writer.id}`, 204)
    const ended = await get(location, cookie)
    expect([ended.statusCode, ended.body.includes('canary')]).toEqual([403, false])
  })
})
