// Teams, access, settings, webhooks, the audit log and integrations of an organization, in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace } from '../../../test/pages.ts'
import { pngOf } from '../../../test/pictures.ts'
import type { Person } from '../../../test/services.ts'

async function openAdministration() {
  const services = await openSpace()
  const { app, organization, as, admin } = services
  let browsers = 0
  const signedIn = async ({ token }: Person) => {
    browsers += 1
    const browser = openBrowser(app, { address: `203.0.113.${browsers}` })
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const home = `/o/${organization.id}`
  return { ...services, signedIn, browser: await signedIn(admin), home, client: as(admin) }
}

describe('a team', () => {
  it('is made, gets members, gives access with a reason, and goes', async () => {
    const { browser, home, client, organization, url, editor, guest, space } = await openAdministration()
    const { url: page } = await browser.post(`${home}/~people/teams`, { title: 'Writers' })
    const email = async ({ id }: Person) => (await client.get(`${organization.url}/members/${id}`)).user.email
    const guestEmail = await email(guest)
    expect((await browser.post(page, { action: 'add', email: guestEmail })).body).toContain(guestEmail)
    expect((await browser.post(page, { action: 'owner', member: guest.id })).body).toContain('Owner')
    await browser.post(page, { action: 'rename', title: 'Authors' })
    const access = `${home}/~people/access/spaces/${space.id}`
    const team = page.split('/').at(-1) ?? ''
    const granted = await browser.post(access, { action: 'grant-team', team, role: 'comment' })
    expect(granted.body).toContain('Through the team Authors: Commenter')
    const given = { action: 'grant-person', email: await email(editor), role: 'admin' }
    const person = await browser.post(access, given)
    expect(person.body).toMatch(/Role in the organization: \w+ · Given to them here: Administrator/)
    await browser.post(access, { action: 'take-users', holder: editor.id })
    await browser.post(access, { action: 'take-teams', holder: team })
    expect((await client.get(`${url}/permissions/teams`)).items).toEqual([])
    await browser.post(access, { action: 'default', role: 'none' })
    expect((await client.get(url)).defaultLevel ?? null).toBeNull()
    await browser.post(page, { action: 'remove', member: guest.id })
    const gone = await browser.post(page, { action: 'delete' })
    expect(gone.body).toContain('There are no teams yet')
  })

  it('gives access through a collection, which the page of a space in it tells', async () => {
    const { browser, home, client, organization, url, reader, space } = await openAdministration()
    const collections = `${organization.url}/collections`
    const collection = await client.post(collections, { title: 'Shelf' }, 201)
    await client.post(`${url}/move`, { parent: collection.id })
    const about = { users: [reader.id], role: 'create' }
    await client.post(`/v1/collections/${collection.id}/permissions`, about, 204)
    const { body } = await browser.get(`${home}/~people/access/spaces/${space.id}`)
    expect(body).toMatch(/Role in the organization: Reader · From the collection around it/)
  })

  it('is not changed by others, and its access is not theirs to see', async () => {
    const { browser, signedIn, home, reader, stranger, space } = await openAdministration()
    const { url: page } = await browser.post(`${home}/~people/teams`, { title: 'Writers' })
    const other = await signedIn(reader)
    expect((await other.get(page)).body).not.toContain('name="action"')
    expect((await other.post(page, { action: 'rename', title: 'Mine' })).status).toBe(403)
    expect((await other.get(`${home}/~people/access/spaces/${space.id}`)).status).toBe(404)
    expect((await (await signedIn(stranger)).get(page)).status).toBe(404)
  })
})

describe('the settings of an organization', () => {
  it('are changed, with a logo and rules for merging', async () => {
    const { browser, home, client, organization, app } = await openAdministration()
    const settings = `${home}/~settings`
    const about = {
      action: 'save',
      title: 'Acme',
      domains: '@Example.org, example.net',
      defaultRole: 'guest',
    }
    await browser.post(settings, { ...about, inviteLinks: 'on' })
    const changed = await client.get(organization.url)
    expect(changed).toMatchObject({
      title: 'Acme',
      emailDomains: ['example.org', 'example.net'],
      defaultRole: null,
    })
    await browser.post(settings, { action: 'rules', require_at_least_one_review: 'on' })
    expect((await client.get(organization.url)).mergeRules).toEqual({
      type: 'rules',
      rules: [{ rule: 'require_at_least_one_review' }],
    })
    expect((await browser.post(settings, { action: 'rules' })).body).not.toContain(
      'checked><label for="require',
    )
    const form = new FormData()
    form.set('action', 'upload')
    form.set('logo', new File([new Uint8Array(pngOf(8, 8))], 'logo.png'))
    await browser.send(settings, form)
    const { logo } = (await client.get(organization.url)).urls
    expect((await app.inject(new URL(logo).pathname)).statusCode).toBe(200)
    await browser.post(settings, { action: 'remove-logo' })
    expect((await client.get(organization.url)).urls.logo).toBeUndefined()
    const wrong = await browser.post(settings, { ...about, domains: 'no domain' })
    expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining('role="alert"')])
  })

  it('has webhooks, whose deliveries are shown and sent again', async () => {
    const { browser, home, client, organization, drain } = await openAdministration()
    const webhooks = `${home}/~settings/webhooks`
    const hook = { url: 'https://hooks.example/quire', events: 'team.*\nsite.published', description: 'Chat' }
    const made = await browser.post(webhooks, hook)
    expect(made.body).toMatch(/secret">whsec_/)
    const [, id = ''] = /webhooks\/([\w-]+)"/.exec(made.body) ?? []
    const page = `${webhooks}/${id}`
    const path = `${organization.url}/webhooks/${id}`
    expect(await client.get(path)).toMatchObject({ events: ['team.*', 'site.published'] })
    await browser.post(page, { action: 'save', ...hook, events: '*' })
    expect((await client.get(path)).events).toEqual(['*'])
    const rotated = await browser.post(page, { action: 'rotate' })
    expect(rotated.body).toMatch(/secret">whsec_/)
    await browser.post(page, { action: 'test' })
    await drain()
    const sent = await browser.get(page)
    expect(sent.body).toContain('webhook.tested')
    const [, delivery = ''] = /name="delivery" value="([^"]+)"/.exec(sent.body) ?? []
    await browser.post(page, { action: 'replay', delivery })
    expect((await client.get(`${path}/deliveries`)).items.length).toBeGreaterThan(1)
    expect((await browser.post(page, { action: 'off' })).body).toContain('Switch on')
    expect((await browser.post(page, { action: 'delete' })).body).toContain('There are no webhooks yet')
    expect((await browser.post(webhooks, { ...hook, url: 'ftp://x' })).status).toBe(400)
  })

  it('has the audit log, filtered and as a file', async () => {
    const { browser, home, client, organization } = await openAdministration()
    const team = await client.put(`${organization.url}/teams`, { title: 'Writers' }, 201)
    const audit = `${home}/~settings/audit`
    const { body } = await browser.get(`${audit}?action=team.created`)
    expect(body).toMatch(/<td title="team.created">A team was created</)
    expect(body).toMatch(new RegExp(`<a href="${home}/~people/teams/${team.id}"[^>]*>Writers</a>`))
    expect(body).not.toMatch(/<td title="space.created">/)
    expect((await browser.get(`${audit}?from=2999-01-01`)).body).toContain('Nothing was found')
    const csv = (await browser.get(`${audit}?csv=&action=team.created`)).body
    expect(csv).toMatch(
      /^occurredAt,action,actorType,actor,source,targetType,target,targetName\r\n[^,]+,team.created,user,.*,Writers\r\n/,
    )
    await client.delete(`${organization.url}/teams/${team.id}`, 204)
    const gone = (await browser.get(`${audit}?action=team.created`)).body
    expect(gone).toMatch(new RegExp(`Team</span> <code[^>]*>${team.id}<`))
  })

  it('are there for administrators alone', async () => {
    const { signedIn, editor, stranger, home } = await openAdministration()
    for (const person of [editor, stranger]) {
      const browser = await signedIn(person)
      for (const path of ['', '/webhooks', '/audit', '/audit?csv'])
        expect((await browser.get(`${home}/~settings${path}`)).status, path).toBeGreaterThanOrEqual(403)
      expect(
        (await browser.post(`${home}/~settings`, { action: 'remove-logo' })).status,
      ).toBeGreaterThanOrEqual(403)
    }
  })
})

describe('integrations', () => {
  const manifest = (owner: string) => ({
    title: 'Counter',
    description: 'Counts.',
    scopes: ['space:content:read'],
    visibility: 'private',
    organization: owner,
    configurations: {
      account: {
        properties: {
          key: { type: 'string', title: 'Key' },
          size: { type: 'number', title: 'Size' },
          loud: { type: 'boolean', title: 'Loud' },
          region: { type: 'string', title: 'Region', enum: ['eu', 'us'] },
        },
        required: ['key'],
      },
    },
    script: 'export default {}',
  })

  it('are installed with consent, set up by their own form, and removed', async () => {
    const { browser, home, client, organization, signedIn, editor } = await openAdministration()
    await client.post('/v1/integrations/counter', manifest(organization.id), 200)
    const page = `${home}/~integrations`
    expect((await browser.get(page)).body).toMatch(/Counter.*space:content:read/s)
    const installed = await browser.post(page, { integration: 'counter' })
    expect(installed.body).toContain('Not configured')
    const values = { action: 'configure', 'c.key': 'K-1', 'c.size': '3', 'c.loud': 'on', 'c.region': 'us' }
    const configured = await browser.post(installed.url, values)
    expect(configured.body).toContain('Active')
    const { items } = await client.get(`${organization.url}/installations`)
    expect(items[0].installation.configuration).toEqual({ key: 'K-1', size: 3, loud: true, region: 'us' })
    await browser.post(installed.url, { action: 'places', sites: 'all', spaces: 'selected' })
    expect((await client.get(`${organization.url}/installations`)).items[0].installation).toMatchObject({
      site_selection: 'all',
      space_selection: 'selected',
    })
    const other = await signedIn(editor)
    expect((await other.get(page)).status).toBeGreaterThanOrEqual(403)
    const gone = await browser.post(installed.url, { action: 'uninstall' })
    expect(gone.body).toContain('Available')
  })

  it('are turned on for sites and spaces, set up there, paused and turned off', async () => {
    const { browser, home, client, organization, space, signedIn, editor } = await openAdministration()
    const site = await client.post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
    const script = { properties: { color: { type: 'string', title: 'Color' } } }
    const about = {
      ...manifest(organization.id),
      scopes: ['site:script:inject'],
      configurations: { site: script },
    }
    await client.post('/v1/integrations/painter', about, 200)
    const { url: page } = await browser.post(`${home}/~integrations`, { integration: 'painter' })
    const added = await browser.post(page, { action: 'add-sites', place: site.id })
    expect(added.body).toMatch(/class="title" href="[^"]+\/sites\/[^"]+">Docs</)
    await browser.post(page, { action: 'add-spaces', place: space.id })
    const place = `${page}/sites/${site.id}`
    const configured = await browser.post(place, { action: 'configure', 'c.color': 'red' })
    expect(configured.body).toContain('value="red"')
    const hosts = { action: 'hosts', mode: 'hosts', hosts: 'script-src widget.example.org\n' }
    expect((await browser.post(place, hosts)).body).toContain('script-src widget.example.org')
    expect((await browser.post(place, { ...hosts, hosts: 'script-src' })).status).toBe(400)
    expect((await browser.post(place, { action: 'pause' })).body).toMatch(/Paused.*Resume/s)
    expect((await browser.post(page, { action: 'pause' })).body).toMatch(/Paused.*Resume/s)
    // While all of it is paused, nothing is offered that would be refused.
    expect((await browser.get(place)).body).not.toMatch(/value="(resume|configure)"/)
    expect((await browser.get(page)).body).not.toContain('add-sites')
    expect((await browser.post(page, { action: 'resume' })).body).toContain('Active')
    expect((await browser.post(place, { action: 'resume' })).body).toContain('Active')
    const off = await browser.post(place, { action: 'turn-off' })
    expect(off.url.split('?')[0]).toBe(page)
    expect(off.body).not.toContain(`/sites/${site.id}"`)
    expect((await browser.get(`${page}/spaces/${space.id}`)).status).toBe(200)
    expect((await browser.get(`${page}/pages/${space.id}`)).status).toBe(404)
    const other = await signedIn(editor)
    expect((await other.get(`${page}/spaces/${space.id}`)).status).toBeGreaterThanOrEqual(403)
  })
})

describe('the tokens of an organization', () => {
  it('are seen by those who run it, and revoked for it alone', async () => {
    const { browser, signedIn, home, as, editor, organization, reader } = await openAdministration()
    const { token, id } = await as(editor).post(
      '/v1/user/tokens',
      { label: 'Build server', scopes: ['read'] },
      201,
    )
    const page = `${home}/~settings/tokens`
    expect((await browser.get(page)).body).toMatch(/Build server.*Read.*Never used/s)
    await as(token).get(organization.url, 200)
    const gone = await browser.post(page, { token: id })
    expect(gone.body).not.toContain('Build server')
    await as(token).get(organization.url, 404)
    await as(token).get('/v1/user', 200)
    expect((await (await signedIn(reader)).get(page)).status).toBe(404)
  })
})
