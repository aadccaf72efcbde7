import { describe, expect, it } from 'vitest'
import { openIntegration } from '../../../../test/integrations.ts'

/** Keeps a secret of the browser between the way there and the way back, as OpenID Connect with PKCE does. */
const PKCE = `export default {
  async fetch(request) {
    const form = await request.formData()
    const event = JSON.parse(form.get('event'))
    const { secrets, siteInstallation } = JSON.parse(form.get('environment'))
    if (event.type === 'fetch_visitor_authentication') {
      const headers = new Headers({ location: 'https://login.example.org/authorize' })
      for (const cookie of JSON.parse(secrets.COOKIES)) headers.append('set-cookie', cookie)
      return new Response(null, { status: 302, headers })
    }
    if (event.type === 'fetch')
      return Response.json({ cookie: event.request.headers.cookie ?? null }, {
        headers: { 'set-cookie': 'verifier=; Max-Age=0; Path=' + new URL(event.request.url).pathname },
      })
    return new Response('', { status: 406 })
  }
}`

async function openSignIn(cookies: string[], scopes = ['site:visitor:auth']) {
  const opened = await openIntegration({
    script: PKCE,
    scopes,
    secrets: { COOKIES: JSON.stringify(cookies) },
  })
  const { as, admin, app, integration, install, organization, space, name } = opened
  const site = await as(admin).post(
    `${organization.url}/sites`,
    { title: 'Docs', spaces: [space.id], visibility: 'visitor-auth' },
    201,
  )
  const { id } = await install()
  const at = `${integration}/installations/${id}`
  const { urls } = await as(admin).post(`${at}/sites`, { siteId: site.id }, 201)
  const auth = `${organization.url}/sites/${site.id}/publishing/auth`
  const hand = (integration: string) => as(admin).patch(auth, { backend: 'integration', integration }, 200)
  await hand(name)
  const endpoint = new URL(urls.publicEndpoint).pathname
  const signIn = () => app.inject(`/integrations/${name}/sign-in/${site.id}`)
  const back = (cookie?: string) =>
    app.inject({ url: `${endpoint}/visitor-auth/response`, headers: cookie ? { cookie } : {} })
  return { ...opened, endpoint, signIn, back, auth, id }
}

const settingsOf = (header: unknown) => [header ?? []].flat().map(String)

describe('a script that signs visitors in', () => {
  it('finds its cookie again on the way back, and nobody else does', async () => {
    const { signIn, back, endpoint } = await openSignIn(['verifier=s3cret=; Path=/; Domain=example.org'])
    const there = await signIn()
    expect(there.statusCode).toBe(302)
    expect(there.headers['content-security-policy']).toContain('sandbox')
    const [cookie = '', ...others] = settingsOf(there.headers['set-cookie'])
    expect(others).toEqual([])
    const [pair = '', ...attributes] = cookie.split('; ')
    expect(attributes).toEqual([`Path=${endpoint}`, 'HttpOnly', 'SameSite=Lax', 'Max-Age=3600'])
    const returned = await back(`${pair}; quire-session=ours; _ga=another; verifier=planted`)
    expect(returned.json()).toEqual({ cookie: 'verifier=s3cret=' })
    // It is forgotten as soon as the script says so.
    const [gone = ''] = settingsOf(returned.headers['set-cookie'])
    expect(gone).toContain(`${pair.split('=')[0]}=; Path=${endpoint}/visitor-auth/response`)
    expect(gone).toContain('Max-Age=0')
    expect((await back('quire-session=ours')).json()).toEqual({ cookie: null })
  })

  it('can set none of ours, none elsewhere, and few', async () => {
    const { signIn, endpoint } = await openSignIn([
      'quire-session=taken; Path=/',
      'wide=1; Path=/integrations',
      `below=2; Path=${'/x'.repeat(400)}`,
      `long=${'x'.repeat(5000)}`,
      'none; Path=/',
      'with space=1',
      ...Array.from({ length: 20 }, (_, index) => `more${index}=1; Max-Age=99999999; SameSite=None; Secure`),
    ])
    const cookies = settingsOf((await signIn()).headers['set-cookie'])
    expect(cookies.length).toBe(8)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^quire_script_[\w-]+=/)
      expect(cookie).toContain(`; Path=${endpoint}`)
      expect(cookie).toContain('; HttpOnly')
      expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeLessThanOrEqual(3600)
      expect(cookie.length).toBeLessThan(4096)
    }
  })

  it('sets none where it does not sign visitors in', async () => {
    const { as, admin, auth, back, signIn } = await openSignIn(['verifier=x'])
    await as(admin).patch(auth, { backend: 'custom' }, 200)
    expect((await signIn()).statusCode).toBe(404)
    expect((await back()).headers).not.toHaveProperty('set-cookie')
  })
})
