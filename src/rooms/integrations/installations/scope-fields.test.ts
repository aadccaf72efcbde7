import { describe, expect, it } from 'vitest'
import { openIntegration } from '../../../../test/integrations.ts'

const RULES = [{ rule: 'require_at_least_one_review' }]

/** Installed on a space, with these scopes. */
async function openWith(...scopes: string[]) {
  const opened = await openIntegration({ scopes })
  const { as, admin, app, integration, install, space } = opened
  const made = await install()
  const at = `${integration}/installations/${made.id}`
  await as(admin).post(`${at}/spaces`, { space: space.id }, 201)
  const { environment } = (await app.inject(new URL(made.urls.publicEndpoint).pathname)).json()
  return { ...opened, at, token: environment.apiTokens.installation }
}

describe('the token of an installation', () => {
  it('changes what a space is called, and not who sees or changes it', async () => {
    const { as, admin, url, token } = await openWith('space:metadata:write')
    const before = await as(admin).get(url)
    const guarded = [
      { visibility: 'public' },
      { defaultLevel: 'admin' },
      { mergeRules: { type: 'none' } },
      { editMode: 'live' },
    ]
    for (const change of guarded) {
      const { error } = await as(token).patch(url, { title: 'Mine', ...change }, 403)
      expect(error.details).toEqual({ field: `body.${Object.keys(change)[0]}` })
    }
    expect(await as(admin).get(url)).toMatchObject({ title: before.title, visibility: before.visibility })
    expect(await as(token).patch(url, { title: 'Mine', language: 'de' }, 200)).toMatchObject({
      title: 'Mine',
    })
  })

  it('neither reviews in the name of a person, nor merges past the rules', async () => {
    const { as, admin, url, token, page, open, edit } = await openWith(
      'space:content:read',
      'space:content:write',
    )
    const { number } = await open()
    await edit(number, page('Proposed'))
    const request = `${url}/change-requests/${number}`
    const bypass = { rule: 'allow_bypass', users: [admin.id] }
    await as(admin).patch(url, { mergeRules: { type: 'rules', rules: [...RULES, bypass] } }, 200)
    await as(token).post(`${request}/reviews`, { status: 'approved' }, 403)
    await as(token).delete(`${request}/requested-reviewers/${admin.id}`, 403)
    await as(token).post(`${request}/merge`, undefined, 409)
    await as(admin).post(`${request}/merge`, undefined, 200)
  })

  it('changes no words of people', async () => {
    const { as, admin, url, token } = await openWith('space:content:read', 'space:content:write')
    const said = { body: { markdown: 'As I said' } }
    const { id } = await as(admin).post(`${url}/comments`, said, 200)
    await as(token).put(`${url}/comments/${id}`, { body: { markdown: 'As I never said' } }, 403)
    await as(token).delete(`${url}/comments/${id}`, 403)
    await as(token).put(`${url}/comments/${id}`, { resolved: true }, 200)
    await as(token).post(`${url}/comments/${id}/replies`, said, 200)
  })

  it('gets the key of visitors only where a site leaves signing in to it', async () => {
    const { as, admin, organization, space, at, token, name } = await openWith('site:visitor:auth')
    const site = await as(admin).post(
      `${organization.url}/sites`,
      { title: 'Docs', spaces: [space.id], visibility: 'visitor-auth' },
      201,
    )
    const auth = `${organization.url}/sites/${site.id}/publishing/auth`
    await as(admin).post(`${at}/sites`, { siteId: site.id }, 201)
    await as(token).get(auth, 403)
    await as(admin).patch(auth, { backend: 'integration', integration: name }, 200)
    expect(await as(token).get(auth, 200)).toMatchObject({ privateKey: expect.any(String) })
  })

  it('reads specifications with the scope for it alone, and leaves their readers to people', async () => {
    const { as, admin, organization, token, publish, at, drain } = await openWith('openapi:write')
    const source = {
      text: JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }),
    }
    const specs = `${organization.url}/openapi`
    await as(token).post(specs, { slug: 'pets', source }, 201)
    await drain()
    await as(admin).get(`${specs}/pets/document`, 200)
    await as(token).get(`${specs}/pets/document`, 403)
    await as(token).patch(`${specs}/pets`, { visibility: 'public' }, 403)
    await as(token).delete(`${specs}/pets`, 403)
    await publish({ scopes: ['openapi:write', 'openapi:read'] })
    await as(admin).post(`${at}/scopes/approve`, { scopes: ['openapi:read'] }, 200)
    await as(token).get(`${specs}/pets/document`, 200)
  })
})
