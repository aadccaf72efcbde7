// What caches in front of the service may answer by themselves, over all audiences.
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { page, spaceMaker } from '../../../test/pages.ts'
import { buildTestServices, furnish } from '../../../test/services.ts'

const FOR_CACHES = ['cdn-cache-control', 'surrogate-control', 'x-accel-expires', 'surrogate-key', 'cache-tag']

async function openSites(sharedCacheSeconds?: number) {
  const setting = await furnish(await buildTestServices({ sharedCacheSeconds }))
  const { as, admin, organization, app, drain, services } = setting
  const client = as(admin)
  const newSpace = spaceMaker(client, organization)

  async function newSite(visibility: string, more: object = {}) {
    const guide = await newSpace('Guide', page('Home', 'Openword.'), page('Second', 'More.'))
    const wanted = { title: 'Docs', visibility, spaces: [guide.id] }
    const site = await client.post(`${organization.url}/sites`, wanted, 201)
    const url = `${organization.url}/sites/${site.id}`
    const host = `docs-${site.id.toLowerCase()}.example.org`
    await client.patch(url, { hostname: host, ...more })
    await client.post(`${url}/publish`)
    await drain()
    const get = (path: string, headers: Record<string, string> = {}) =>
      app.inject({ url: path, headers: { host, ...headers } })
    const onOurHost = (headers: Record<string, string> = {}) =>
      app.inject({ url: `/sites/${site.basename}/second`, headers })
    const token = async () => {
      const { privateKey } = await client.get(`${url}/publishing/auth`)
      const until = new Date(services.clock.now().getTime() + 60 * 60 * 1000)
      const jwt = new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(until)
      return jwt.sign(new TextEncoder().encode(privateKey))
    }
    return { site, url, guide, get, onOurHost, token }
  }
  return { ...setting, client, newSite }
}

type Answer = Awaited<
  ReturnType<Awaited<ReturnType<Awaited<ReturnType<typeof openSites>>['newSite']>>['get']>
>

const told = ({ headers }: Answer) => FOR_CACHES.filter((name) => headers[name] !== undefined)

describe('a public page at a host name of its own', () => {
  it('may be answered by a cache for some time, which knows what it follows from', async () => {
    const { newSite, organization } = await openSites(600)
    for (const visibility of ['public', 'unlisted']) {
      const { get, site, guide } = await newSite(visibility)
      const answer = await get('/second', { cookie: '_ga=1' })
      expect(answer.body).toContain('More.')
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, no-cache',
        'cdn-cache-control': 'public, max-age=600',
        'surrogate-control': 'max-age=600',
        'x-accel-expires': '600',
        vary: 'accept-encoding',
      })
      expect(answer.headers['set-cookie']).toBeUndefined()
      const tags = String(answer.headers['surrogate-key']).split(' ')
      expect(tags).toEqual(expect.arrayContaining([site.id, guide.id, organization.id]))
      expect(answer.headers['cache-tag']).toBe(tags.join(','))
      const again = await get('/second', { 'if-none-match': String(answer.headers.etag) })
      expect([again.statusCode, told(again)]).toEqual([304, FOR_CACHES])
    }
  })

  it('has the tags that webhooks tell of, whatever changes it', async () => {
    const { newSite, client, organization, drain, sql } = await openSites(600)
    const { get, url, guide } = await newSite('public')
    const answer = await get('/second')
    const tags = String(answer.headers['surrogate-key']).split(' ')
    const change = { operation: 'insert_page', title: 'Third', document: { markdown: 'New.' } }
    const changes: [string, () => Promise<unknown>][] = [
      ['space.content_changed', () => client.post(`/v1/spaces/${guide.id}/content`, { changes: [change] })],
      ['site.changed', () => client.patch(url, { title: 'Handbook' })],
      ['organization.changed', () => client.patch(organization.url, { title: 'Renamed' })],
    ]
    for (const [type, act] of changes) {
      await act()
      await drain()
      const { rows } = await sql<{ payload: Record<string, string> }>(
        `select payload from events where type = '${type}' order by position desc limit 1`,
      )
      const { spaceId, siteId, organizationId } = rows[0]?.payload ?? {}
      expect(tags, type).toContain(spaceId ?? siteId ?? organizationId)
    }
  })
})

describe('no cache answers by itself', () => {
  it('unless somebody wants it', async () => {
    const { newSite } = await openSites()
    const { get } = await newSite('public')
    const answer = await get('/second')
    expect([answer.statusCode, told(answer)]).toEqual([200, []])
    expect(answer.headers.vary).toContain('cookie')
  })

  it('what is adaptive, behind a share link, or for visitors who are known', async () => {
    const { newSite, client } = await openSites(600)
    const adaptive = await newSite('public', { adaptiveContent: { enabled: true } })
    const shared = await newSite('share-link')
    const known = await newSite('visitor-auth')
    const link = await client.post(`${shared.url}/share-links`, { name: 'Partners' }, 201)
    const key = new URL(link.urls.published).pathname.split('/').at(-2)
    const entered = await shared.get(`/${key}/`)
    const signedIn = await known.get(`/?jwt_token=${await known.token()}`)
    const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? ''
    const answers = [
      await adaptive.get('/second'),
      await adaptive.get(`/second?jwt_token=${await adaptive.token()}`),
      await shared.get('/second'),
      entered,
      await shared.get('/second', { cookie: cookieOf(entered) }),
      await known.get('/second'),
      signedIn,
      await known.get('/second', { cookie: cookieOf(signedIn) }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 302, 403, 302, 200, 401, 302, 200])
    for (const answer of answers) {
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(told(answer)).toEqual([])
    }
  })

  it('who has a cookie or a token of ours, what is not there, and what is on our own host', async () => {
    const { newSite, admin, client } = await openSites(600)
    const { get, onOurHost, ...site } = await newSite('public')
    const answers = [
      await get('/second', { cookie: 'theme=dark; quire_share=1' }),
      await get('/second', { cookie: 'quire_session=1' }),
      await get('/second', { authorization: `Bearer ${admin.token}` }),
      await get('/no-such-page'),
      await get('/~search?q=more'),
      await onOurHost(),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 404, 200, 200])
    for (const answer of answers) expect(told(answer)).toEqual([])
    // From the moment on that it is not public any more.
    expect(told(await get('/second'))).toEqual(FOR_CACHES)
    await client.patch(site.url, { visibility: 'share-link' })
    const closed = await get('/second')
    expect([closed.statusCode, told(closed)]).toEqual([403, []])
  })
})
