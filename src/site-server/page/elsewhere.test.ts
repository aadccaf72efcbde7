import { describe, expect, it } from 'vitest'
import { openPublished } from '../../../test/published-site.ts'

const HOST = 'http://quire.test'

async function openReader(visibility = 'public') {
  const opened = await openPublished(visibility)
  const path = opened.base.slice(HOST.length)
  const get = (where: string, headers: Record<string, string> = {}) =>
    opened.app.inject({ url: where.startsWith('/') ? where : path + where, headers })
  return { ...opened, path, get }
}

type Opened = Awaited<ReturnType<typeof openReader>>

/** A site of another organization, whoever may ask for one. */
async function openOther({ client }: Opened) {
  const { id } = await client.post('/v1/orgs', { title: 'Others' }, 201)
  const space = await client.post(`/v1/orgs/${id}/spaces`, { title: 'Theirs' }, 201)
  const changes = [{ operation: 'insert_page', title: 'Evil', document: { markdown: 'Theirs.' } }]
  await client.post(`/v1/spaces/${space.id}/content`, { changes })
  const site = await client.post(`/v1/orgs/${id}/sites`, { title: 'Evil', spaces: [space.id] }, 201)
  const url = `/v1/orgs/${id}/sites/${site.id}`
  await client.post(`${url}/publish`)
  return { url, id: site.id }
}

describe('a host', () => {
  it('that a site has is nobody else’s, and neither is ours', async () => {
    const opened = await openReader()
    const { client, url, site } = opened
    const other = await openOther(opened)
    const hostname = `docs-${site.id}.example.org`
    const proxied = `www-${site.id}.example.org`
    await client.patch(url, { hostname, proxy: `${proxied}/docs` })
    for (const taken of [
      { proxy: `${hostname}/guide` },
      { proxy: `${proxied}/help` },
      { hostname: proxied },
    ]) {
      const { error } = await client.patch(other.url, taken, 409)
      expect(error.message).toContain('Another organization')
    }
    const { error } = await client.patch(other.url, { proxy: `quire.test/sites/${site.basename}/x` }, 409)
    expect(error.message).toContain('the host of Quire itself')
    await client.patch(other.url, { hostname: null, proxy: `free-${site.id}.example.org/docs` })
  })

  it('shows only sites of those whose it is, whatever the database says', async () => {
    const opened = await openReader()
    const { client, url, site, sql, get } = opened
    const other = await openOther(opened)
    const hostname = `docs-${site.id}.example.org`
    await client.patch(url, { hostname })
    await sql(`update sites set proxy = '${hostname}/second' where id = '${other.id}'`)
    expect((await get('/second', { host: hostname })).body).toContain('More openword.')
    expect((await get('/second/evil', { host: hostname })).statusCode).toBe(404)
    await sql(`update sites set proxy = 'quire.test/sites/${site.basename}/second' where id = '${other.id}'`)
    expect((await get('second')).body).toContain('More openword.')
  })
})

describe('an old address', () => {
  it('leads on by a redirect of the site, with all that was asked', async () => {
    const { client, url, get, path, spaces } = await openReader()
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const second = pages.find(({ title }: { title: string }) => title === 'Second')
    const { items } = await client.get(`${url}/site-spaces`)
    const destination = { kind: 'site-page', siteSpaceId: items[0].id, pageId: second.id }
    await client.post(`${url}/redirects`, { source: '/once/gr%C3%B6%C3%9Fe', destination }, 201)
    for (const asked of ['once/gr%C3%B6%C3%9Fe', 'once/gr%C3%B6%C3%9Fe/']) {
      const answer = await get(`${asked}?x=1`)
      expect([answer.statusCode, answer.headers.location]).toEqual([301, `${path}second?x=1`])
    }
  })

  it('leads on below the address by which a reader came, also to Markdown', async () => {
    const { client, url, get, path, spaces, site, drain } = await openReader()
    await client.patch(url, { hostname: `docs-${site.id}.example.org` })
    const { pages } = await client.get(`${spaces.guide}/content/pages`)
    const second = pages.find(({ title }: { title: string }) => title === 'Second')
    const changes = [{ operation: 'update_page', page: second.id, slug: 'renamed' }]
    await client.post(`${spaces.guide}/content`, { changes })
    await drain()
    for (const [asked, to] of [
      ['second?visitor.plan=pro', 'renamed?visitor.plan=pro'],
      ['second.md', 'renamed.md'],
    ])
      expect((await get(String(asked))).headers.location).toBe(path + to)
    expect((await get('renamed.md')).body).toContain('More openword.')
    const there = await get('/second', { host: `docs-${site.id}.example.org` })
    expect([there.statusCode, there.headers.location]).toEqual([301, '/renamed'])
  })
})

describe('a site that is not for everybody', () => {
  it('is not for agents where it says so', async () => {
    const { client, url, get, app, path } = await openReader()
    const ask = () =>
      app.inject({
        method: 'POST',
        url: `${path}~mcp`,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
      })
    expect([(await ask()).statusCode, (await get('llms.txt')).statusCode]).toEqual([200, 200])
    await client.patch(url, { agentsContext: 'excluded' })
    expect((await ask()).statusCode).toBe(404)
    for (const file of ['llms.txt', 'llms-full.txt']) expect((await get(file)).statusCode, file).toBe(404)
    expect((await get('second')).body).not.toContain('~mcp')
  })

  it('is not indexed in any form', async () => {
    const { client, url, get } = await openReader()
    const files = ['second', 'second.md', 'llms.txt', 'rss.xml', 'sitemap.xml']
    for (const file of files) expect((await get(file)).headers['x-robots-tag'], file).toBeUndefined()
    await client.patch(url, { visibility: 'unlisted' })
    for (const file of files) expect((await get(file)).headers['x-robots-tag'], file).toBe('noindex')
  })

  it('tells nobody of links that are not for them', async () => {
    const { client, url, as, resolve, get, site, organization, signIn } = await openReader()
    const link = { title: 'Canarylink', to: { kind: 'url', url: 'https://example.org/canary' }, links: [] }
    const nowhere = { title: 'Deadlink', to: { kind: 'space', space: 'none' }, links: [] }
    const look = await client.get(`${url}/customization`)
    const links = [{ ...link, condition: 'visitor.claims.isBeta' }, nowhere]
    await client.put(`${url}/customization`, { ...look, header: { ...look.header, links } })
    const published = async (visitor: object) => {
      const { apiToken } = await resolve('', visitor)
      return JSON.stringify(await as(apiToken).get(`${organization.url}/sites/${site.id}/published`))
    }
    expect(await published({})).not.toMatch(/Canarylink|isBeta/)
    const beta = await published({ jwtToken: await signIn({ isBeta: true }) })
    expect(beta).toContain('Canarylink')
    expect((await get('second')).body).not.toMatch(/Canarylink|Deadlink/)
  })
})

describe('a visitor with a long token', () => {
  it('is remembered, by as many cookies as it takes', async () => {
    const { get, path, signIn, client, url } = await openReader('visitor-auth')
    await client.patch(url, { adaptiveContent: { enabled: true } })
    const token = await signIn({
      isBeta: true,
      groups: Array.from({ length: 400 }, (_, at) => `group-${at}`),
    })
    expect(token.length).toBeGreaterThan(5_000)
    const { headers } = await get(`second?jwt_token=${token}`)
    const set = [headers['set-cookie']].flat().map(String)
    for (const text of set) expect(text.length).toBeLessThan(4_096)
    const cookie = set.map((text) => text.split(';')[0]).join('; ')
    expect(headers.location).toBe(`${path}second`)
    expect((await get('beta', { cookie })).body).toContain('The canaryspace.')
    expect((await get('beta', { cookie: String(cookie.split(';')[0]) })).statusCode).toBe(401)
  })
})
