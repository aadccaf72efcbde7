import { expect, it } from 'vitest'
import { openIntegration } from '../../../../../test/integrations.ts'

it('puts its script into the pages of a site, under its own policy', async () => {
  const opened = await openIntegration({
    contentSecurityPolicy: {
      'script-src': "https://counter.example.org 'unsafe-inline' *",
      'connect-src': 'counter.example.org',
      'default-src': '*',
    },
  })
  const { as, admin, app, space, write, page, organization, install, integration, drain, tick } = opened
  await write(page('Home', 'Welcome.'))
  const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
  const url = `${organization.url}/sites/${site.id}`
  const { urls } = await as(admin).post(`${url}/publish`, undefined, 200)
  const home = new URL(urls.published).pathname
  const read = async (headers = {}) => {
    const { body, headers: answered } = await app.inject({ url: home, headers })
    return { body, policy: String(answered['content-security-policy']) }
  }
  const before = await read()
  expect(before.body).not.toContain('/integrations/')
  const { id } = await install()
  await as(admin).post(`${integration}/installations/${id}/sites`, { siteId: site.id }, 201)

  const { body, policy } = await read()
  const [, src = ''] = /<script async src="([^"]+)">/.exec(body) ?? []
  expect(src).toContain(`/scripts/${id}/${site.id}.js`)
  expect(policy).toMatch(/script-src [^;]*https:\/\/counter\.example\.org/)
  expect(policy).toMatch(/connect-src [^;]*https:\/\/counter\.example\.org/)
  expect(policy).not.toMatch(/unsafe-inline| \*[ ;]/)
  expect(policy).toContain("default-src 'none'")
  const script = await app.inject(new URL(src).pathname)
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(script.body).toBe('window.recorded = {}')
  const { scripts } = await as(admin).get(`${url}/published`)
  expect(scripts).toEqual([
    { script: src, cookies: false, contentSecurityPolicy: expect.stringContaining('counter') },
  ])
  expect(await as(admin).get(`${url}/integration-scripts`)).toEqual(scripts)

  // Browsers may have kept it: another configuration is at another address.
  tick(0.0001)
  const placed = `${integration}/installations/${id}/sites/${site.id}`
  await as(admin).patch(placed, { configuration: {} }, 200)
  const [, changed = ''] = /<script async src="([^"]+)">/.exec((await read()).body) ?? []
  expect([new URL(changed).pathname, changed === src]).toEqual([new URL(src).pathname, false])

  // Who is signed in here reads without them.
  const member = await read({ cookie: 'quire-session=anything' })
  expect(member.policy).toMatch(/script-src [^;]*http:\/\/quire\.test\/sites\//)
  expect(member.policy).not.toMatch(/script-src[^;]*('self'|counter|\/integrations\/)/)

  // Nor does it run where it could read of another site what only this browser may.
  const other = await as(admin).post(
    `${organization.url}/sites`,
    { title: 'Plans', spaces: [space.id], visibility: 'share-link' },
    201,
  )
  const others = `${organization.url}/sites/${other.id}`
  await as(admin).post(`${others}/publish`, undefined, 200)
  const link = await as(admin).post(`${others}/share-links`, { name: 'Partners' }, 201)
  const admitted = await app.inject(new URL(link.urls.published).pathname)
  const seen = await app.inject({
    url: String(admitted.headers.location),
    headers: { cookie: cookieOf(admitted) },
  })
  expect(seen.statusCode).toBe(200)
  const cookie = cookieOf(seen)
  expect(cookie).toMatch(/^quire_visits=/)
  expect((await read({ cookie })).policy).toBe(member.policy)
  const here = new URL(urls.published).pathname.split('/')[2]
  expect((await read({ cookie: `quire_visits=${here}; ${cookie}` })).policy).toBe(member.policy)
  expect((await read({ cookie: `quire_visits=${here}` })).policy).toBe((await read()).policy)

  await as(admin).delete(placed, 205)
  expect((await read()).body).not.toContain('/integrations/')
  expect((await app.inject(new URL(src).pathname)).statusCode).toBe(404)
  await drain()
})

function cookieOf({ headers }: { headers: Record<string, unknown> }) {
  return String(headers['set-cookie']).split(';', 1)[0]
}

const SIGNS_IN = `
const encode = (value) => btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
export default {
  async fetch(request) {
    const form = await request.formData()
    const event = JSON.parse(await form.get('event'))
    const { signingSecrets, secrets } = JSON.parse(await form.get('environment'))
    if (event.type !== 'fetch_visitor_authentication') return new Response('', { status: 406 })
    const text = encode({ alg: 'HS256', typ: 'JWT' }) + '.' + encode({ exp: Math.floor(Date.now() / 1000) + 3600 })
    const bytes = (words) => new TextEncoder().encode(words)
    const key = await crypto.subtle.importKey('raw', bytes(signingSecrets.siteInstallation), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const signed = String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text))))
    const token = text + '.' + btoa(signed).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
    return Response.redirect(secrets.SITE + event.location + '?jwt_token=' + token, 302)
  }
}`

it('signs visitors in, where a site leaves that to it', async () => {
  const opened = await openIntegration({ script: SIGNS_IN, scopes: ['site:visitor:auth'] })
  const { as, admin, app, space, write, page, organization, publish, install, integration, name } = opened
  await write(page('Home', 'For those who are known.'))
  const site = await as(admin).post(
    `${organization.url}/sites`,
    { title: 'Docs', spaces: [space.id], visibility: 'visitor-auth' },
    201,
  )
  const url = `${organization.url}/sites/${site.id}`
  const { urls } = await as(admin).post(`${url}/publish`, undefined, 200)
  await publish({ secrets: { SITE: urls.published } })
  const home = new URL(urls.published).pathname
  const { id } = await install()
  await as(admin).patch(`${url}/publishing/auth`, { backend: 'integration', integration: name }, 200)
  const follow = async (address: string) => {
    const { pathname, search } = new URL(address, 'http://quire.test')
    return app.inject(pathname + search)
  }
  const refused = await follow(`${home}home`)
  expect(refused.statusCode).toBe(302)
  // Not before it is put on the site.
  expect((await follow(String(refused.headers.location))).statusCode).toBe(404)
  await as(admin).post(`${integration}/installations/${id}/sites`, { siteId: site.id }, 201)
  const asked = await follow(String(refused.headers.location))
  const admitted = await follow(String(asked.headers.location))
  expect(admitted.headers.location).toBe(`${home}home`)
  const { body } = await app.inject({ url: home, headers: { cookie: cookieOf(admitted) } })
  expect(body).toContain('For those who are known.')
})
