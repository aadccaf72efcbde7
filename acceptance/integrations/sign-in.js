// Signs visitors in with an identity provider: there with the place they want to read, and back with a token.
import { createIntegration } from '@gitbook/runtime'

export default createIntegration({
  fetch_visitor_authentication: async ({ location = '' }, { environment }) => {
    const url = new URL(`${environment.secrets.ISSUER}/authorize`)
    url.searchParams.set('redirect_uri', callbackOf(environment))
    url.searchParams.set('state', location)
    return Response.redirect(url.toString())
  },
  fetch: async (request, { environment, api }) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== new URL(callbackOf(environment)).pathname)
      return new Response(`No route for ${pathname}`, { status: 404 })
    const exchanged = await fetch(`${environment.secrets.ISSUER}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'authorization_code', code: searchParams.get('code') }),
    })
    if (!exchanged.ok) return new Response('The code is not good', { status: 401 })
    const { installation, siteInstallation, signingSecrets } = environment
    const { data: site } = await api.orgs.getSiteById(installation.target.organization, siteInstallation.site)
    const url = new URL(`${site.urls.published}${searchParams.get('state') ?? ''}`)
    url.searchParams.append(
      'jwt_token',
      await signed(await exchanged.json(), signingSecrets.siteInstallation),
    )
    return Response.redirect(url.toString())
  },
})

function callbackOf({ siteInstallation }) {
  return `${siteInstallation.urls.publicEndpoint}/visitor-auth/response`
}

async function signed({ name }, secret) {
  const claims = { name, exp: Math.floor(Date.now() / 1000) + 3600 }
  const text = `${encoded(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))}.${encoded(JSON.stringify(claims))}`
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'sign',
  ])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return `${text}.${encoded(String.fromCharCode(...new Uint8Array(signature)))}`
}

function encoded(text) {
  return btoa(text).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
}
