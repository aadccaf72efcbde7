import { describe, expect, it } from 'vitest'
import { openIntegration } from '../../../../test/integrations.ts'
import { openSpace } from '../../../../test/pages.ts'

const GREEDY = [
  ...['space:content:read', 'space:content:write', 'space:metadata:read', 'site:metadata:read'],
  ...['site:script:inject', 'site:script:cookies', 'site:visitor:auth', 'site:views:read'],
]

/** Answers whatever it is asked: a page, a script, a sign-in. */
const EAGER = `export default {
  async fetch(request) {
    const form = await request.formData()
    return Response.json({ environment: JSON.parse(form.get('environment')) })
  }
}`

type Environment = { apiTokens: { installation: string; integration: string }; signingSecrets: object }
type Told = { type: string; payload: Record<string, unknown> }

/** An integration of one organization, installed by another one on one of its two spaces; and a published site there. */
async function openInstalled(scopes: string[] = ['space:content:read']) {
  const owner = await openIntegration({ scopes, visibility: 'unlisted' })
  const { app, as, integration } = owner
  const victim = await openSpace()
  const { admin, organization, space } = victim
  await victim.write(owner.page('Home', 'Welcome.'))
  const secret = await as(admin).post(`${organization.url}/spaces`, { title: 'Secret' }, 201)
  const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
  const siteUrl = `${organization.url}/sites/${site.id}`
  const { urls } = await as(admin).post(`${siteUrl}/publish`, undefined, 200)
  const made = await as(admin).post(`${integration}/installations`, { organization: organization.id }, 201)
  const at = `${integration}/installations/${made.id}`
  await as(admin).post(`${at}/spaces`, { space: space.id }, 201)
  const environment = async (path = ''): Promise<Environment> =>
    (await app.inject(new URL(made.urls.publicEndpoint).pathname + path)).json().environment
  return {
    ...{ owner, victim, app, as, admin, at, made, secret: `/v1/spaces/${secret.id}`, site, siteUrl },
    home: async () => (await app.inject(new URL(urls.published).pathname)).body,
    environment,
    token: (await environment()).apiTokens.installation,
    events: async (side: 'owner' | 'victim', type: string) => {
      const of = side === 'owner' ? owner : victim
      await owner.drain()
      const { items } = await as(of.admin).get(`${of.organization.url}/events?type=${type}`)
      return items.map(({ type, payload }: Told) => ({ type, ...payload }))
    },
  }
}

describe('an installation', () => {
  it('cannot widen itself, with none of its tokens', async () => {
    const { as, admin, at, token, secret, environment } = await openInstalled()
    const { apiTokens } = await environment()
    await as(token).get(`${secret}/content/pages`, 404)
    for (const own of [token, apiTokens.integration]) {
      for (const change of [{ space_selection: 'all' }, { site_selection: 'all' }]) {
        const { error } = await as(own).patch(at, change, 403)
        expect(error.message).toContain(Object.keys(change)[0])
        // Nor behind something that it may change.
        await as(own).patch(at, { externalIds: ['x'], ...change }, 403)
      }
      await as(own).patch(at, { externalIds: ['x'], configuration: { key: 'its own' } }, 200)
    }
    await as(token).get(`${secret}/content/pages`, 404)
    expect(await as(admin).get(at)).toMatchObject({ space_selection: 'selected', site_selection: 'selected' })
    // A person may.
    await as(admin).patch(at, { space_selection: 'all' }, 200)
    await as(token).get(`${secret}/content/pages`, 200)
  })

  it('gets no scope that nobody approved, by no way', async () => {
    const { owner, victim, app, as, admin, at, made, token, secret, site, siteUrl, home, environment } =
      await openInstalled()
    await as(admin).post(`${at}/sites`, { siteId: site.id }, 201)
    const backend = { backend: 'integration', integration: owner.name }
    await as(admin).patch(`${siteUrl}/publishing/auth`, backend, 200)
    const { privateKey } = await as(admin).get(`${siteUrl}/publishing/auth`)
    await owner.publish({ scopes: GREEDY, script: EAGER })
    await owner.drain()
    const fresh = await environment(`/sites/${site.id}`)
    const { apiTokens } = fresh
    const again = await as(apiTokens.integration).post(`${at}/tokens`, undefined, 200)
    for (const own of [token, apiTokens.installation, again.token]) {
      await as(own).patch(at, { space_selection: 'all', site_selection: 'all' }, 403)
      await as(own).get(`${secret}/content/pages`, 404)
      await as(own).post(`${victim.url}/content`, { changes: [owner.page('Mine')] }, 403)
      await as(own).get(victim.url, 403)
      await as(own).get(siteUrl, 403)
      await as(own).get(`${siteUrl}/publishing/auth`, 403)
      // What it may do goes on.
      await as(own).get(`${victim.url}/content/pages`, 200)
      // It cannot approve for itself, nor can the organization that published it.
      await as(own).post(`${at}/scopes/approve`, { scopes: ['space:content:write'] }, 403)
    }
    await as(apiTokens.integration).post(`${at}/scopes/approve`, { scopes: ['space:content:write'] }, 403)
    await as(owner.admin).post(`${at}/scopes/approve`, { scopes: ['space:content:write'] }, 404)
    await as(victim.reader).post(`${at}/scopes/approve`, { scopes: ['space:content:write'] }, 403)
    // The key that signs visitors in.
    expect(JSON.stringify(fresh)).not.toContain(privateKey)
    expect((await app.inject(`/integrations/${owner.name}/sign-in/${site.id}`)).statusCode).toBe(404)
    // The script.
    expect(await home()).not.toContain('/integrations/')
    expect(await as(admin).get(`${siteUrl}/integration-scripts`)).toEqual([])
    const script = `/integrations/${owner.name}/scripts/${made.id}/${site.id}.js`
    expect((await app.inject(script)).statusCode).toBe(404)
    // What it lists of spaces and sites.
    const { items } = await as(apiTokens.integration).get(`${owner.integration}/spaces?extended=true`)
    expect(items.map((item: { space: unknown }) => typeof item.space)).toEqual(['string'])
  })

  it('shows what a new version asks for, until somebody who may install approves it', async () => {
    const { owner, as, admin, at, made, token, victim, home, site, events } = await openInstalled()
    await as(admin).post(`${at}/sites`, { siteId: site.id }, 201)
    expect(made).toMatchObject({ scopes: ['space:content:read'], requestedScopes: [] })
    await owner.publish({ scopes: ['space:content:read', 'space:content:write', 'site:script:inject'] })
    const asked = ['space:content:write', 'site:script:inject']
    expect(await as(admin).get(at)).toMatchObject({ scopes: ['space:content:read'], requestedScopes: asked })
    const [listed] = (await as(admin).get(`${victim.organization.url}/installations`)).items
    expect(listed.installation).toMatchObject({ requestedScopes: asked })
    const requested = { integration: owner.name, installationId: made.id, scopes: asked }
    expect(await events('victim', 'installation.scopes_requested')).toMatchObject([requested])
    expect(await events('owner', 'integration.scopes_requested')).toMatchObject([requested])
    // The same once more is no news.
    await owner.publish({ scopes: ['space:content:read', 'space:content:write', 'site:script:inject'] })
    expect(await events('victim', 'installation.scopes_requested')).toHaveLength(1)

    await as(admin).post(`${at}/scopes/approve`, { scopes: ['site:visitor:auth'] }, 400)
    await as(admin).post(`${at}/scopes/approve`, { scopes: [] }, 400)
    const some = await as(admin).post(`${at}/scopes/approve`, { scopes: ['site:script:inject'] }, 200)
    expect(some).toMatchObject({
      scopes: ['space:content:read', 'site:script:inject'],
      requestedScopes: ['space:content:write'],
    })
    expect(await home()).toContain(`/scripts/${made.id}/`)
    await as(token).post(`${victim.url}/content`, { changes: [] }, 403)
    await as(admin).post(`${at}/scopes/approve`, { scopes: ['space:content:write'] }, 200)
    await as(token).post(`${victim.url}/content`, { changes: [owner.page('Mine')] }, 200)
    const approved = { integration: owner.name, installationId: made.id }
    expect(await events('victim', 'installation.scopes_approved')).toMatchObject([
      { ...approved, scopes: ['space:content:write'] },
      { ...approved, scopes: ['site:script:inject'] },
    ])
    expect(await events('owner', 'integration.scopes_approved')).toHaveLength(2)
  })

  it('loses at once what a new version does not ask for, and is asked before it gets it back', async () => {
    const both = ['space:content:read', 'space:metadata:read']
    const { owner, as, admin, at, token, victim } = await openInstalled(both)
    await as(token).get(victim.url, 200)
    await owner.publish({ scopes: ['space:content:read'] })
    await as(token).get(victim.url, 403)
    expect(await as(admin).get(at)).toMatchObject({ scopes: ['space:content:read'], requestedScopes: [] })
    await owner.publish({ scopes: both })
    await owner.drain()
    await as(token).get(victim.url, 403)
    expect(await as(admin).get(at)).toMatchObject({ requestedScopes: ['space:metadata:read'] })
  })
})
