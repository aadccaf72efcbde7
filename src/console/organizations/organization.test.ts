// Sites and people of an organization, in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace, page } from '../../../test/pages.ts'
import type { Person } from '../../../test/services.ts'

async function openOrganization() {
  const services = await openSpace()
  const { app, organization } = services
  let browsers = 0
  const signedIn = async ({ token }: Person) => {
    browsers += 1
    const browser = openBrowser(app, { address: `203.0.113.${browsers}` })
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const home = `/o/${organization.id}`
  return { ...services, signedIn, sites: `${home}/~sites`, people: `${home}/~people` }
}

describe('a site', () => {
  it('is made of a space, published, changed and taken back', async () => {
    const { signedIn, admin, sites, space, write, app } = await openOrganization()
    await write(page('Lamp', 'The canarylamp.'))
    const browser = await signedIn(admin)
    const made = await browser.post(`${sites}/new`, {
      ...{ title: 'Docs', visibility: 'public' },
      [`space-${space.id}`]: 'on',
    })
    expect(made.url).toMatch(new RegExp(`${sites}/\\w+$`))
    expect(made.body).toContain('This site is not published')
    const published = await browser.post(made.url, { action: 'publish' })
    expect(published.body).toContain('Everyone can read it')
    const [, address = ''] = /href="http:\/\/quire\.test(\/sites\/[^"]+)"/.exec(published.body) ?? []
    expect((await app.inject({ url: `${address}lamp` })).body).toContain('canarylamp')
    expect((await browser.post(made.url, { action: 'save', title: 'Manual' })).body).toContain(
      '<h1>Manual</h1>',
    )
    const unlisted = { action: 'visibility', visibility: 'unlisted' }
    const saved = await browser.post(`${made.url}/audience`, unlisted)
    expect(saved.body).toMatch(/Search engines do not list it.*It shows these spaces: Guide/s)
    const here = { action: 'here', basename: 'manual', proxy: '' }
    expect((await browser.post(`${made.url}/domain`, here)).body).toContain('value="manual"')
    const wrong = await browser.post(`${made.url}/domain`, { action: 'set', hostname: 'not a host' })
    expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining('role="alert"')])
    await browser.post(made.url, { action: 'unpublish' })
    expect((await app.inject({ url: '/sites/manual/' })).statusCode).toBe(404)
    expect((await browser.post(made.url, { action: 'delete' })).body).toContain('There are no sites yet')
  })

  it('is shared by links that can be switched off', async () => {
    const { signedIn, admin, sites, space, app, write } = await openOrganization()
    await write(page('Lamp', 'The canarylamp.'))
    const browser = await signedIn(admin)
    const form = { title: 'Docs', visibility: 'share-link', [`space-${space.id}`]: 'on' }
    const made = await browser.post(`${sites}/new`, form)
    await browser.post(made.url, { action: 'publish' })
    const audience = `${made.url}/audience`
    const shared = await browser.post(audience, { action: 'add-link', name: 'Partners' })
    const [, link = ''] = /secret">http:\/\/quire\.test([^<]+)</.exec(shared.body) ?? []
    expect(link).toMatch(/^\/sites\//)
    const [, id = ''] = /name="link" value="([^"]+)"/.exec(shared.body) ?? []
    expect((await app.inject({ url: link })).statusCode).toBeLessThan(400)
    const off = await browser.post(audience, { action: 'switch-off', link: id })
    expect(off.body).not.toContain(link)
    expect((await app.inject({ url: link })).statusCode).toBeGreaterThanOrEqual(400)
    expect((await browser.post(audience, { action: 'delete-link', link: id })).body).toContain('no links yet')
  })

  it('is not offered to those who may not have it', async () => {
    const { signedIn, admin, reader, stranger, sites, space } = await openOrganization()
    const form = { title: 'Docs', visibility: 'public', [`space-${space.id}`]: 'on' }
    const made = await (await signedIn(admin)).post(`${sites}/new`, form)
    const browser = await signedIn(reader)
    expect((await browser.get(sites)).body).not.toContain('New site')
    expect((await browser.get(`${sites}/new`)).status).toBe(404)
    expect((await browser.post(`${sites}/new`, form)).status).toBe(403)
    expect((await browser.post(made.url, { action: 'publish' })).status).toBe(403)
    expect((await (await signedIn(stranger)).get(made.url)).status).toBe(404)
  })
})

describe('the people of an organization', () => {
  it('are invited, found, given another role, and removed', async () => {
    const { signedIn, admin, people, as, organization } = await openOrganization()
    const browser = await signedIn(admin)
    const email = 'mirela@example.org'
    const invited = await browser.post(people, { action: 'invite', email, role: 'edit' })
    expect(invited.body).toContain(email)
    const found = async () => (await as(admin).get(`${organization.url}/members?search=mirela`)).items[0]
    const { id } = await found()
    expect((await browser.get(`${people}?search=mirela`)).body).toContain(email)
    expect((await browser.get(`${people}?search=nobody-here`)).body).toContain('Nobody was found')
    const copied = await browser.post(people, { action: 'copy-invitation', member: id })
    expect(copied.body).toMatch(/secret">http:\/\/quire\.test\/o\/~/)
    await browser.post(people, { action: 'role', member: id, role: 'guest' })
    expect((await found()).role).toBeNull()
    await browser.post(people, { action: 'remove', member: id })
    expect(await found()).toBeUndefined()
  })

  it('come by links, which are deleted', async () => {
    const { signedIn, admin, people } = await openOrganization()
    const browser = await signedIn(admin)
    const made = await browser.post(people, { action: 'add-link', role: 'comment' })
    expect(made.body).toMatch(/Commenter<\/strong><code class="secret">/)
    const [, link = ''] = /name="link" value="([^"]+)"/.exec(made.body) ?? []
    expect((await browser.post(people, { action: 'delete-link', link })).body).not.toContain(link)
  })

  it('are managed by administrators alone, and not seen by guests', async () => {
    const { signedIn, editor, guest, reader, people } = await openOrganization()
    const browser = await signedIn(editor)
    expect((await browser.get(people)).body).not.toContain('name="action"')
    const form = { action: 'role', member: reader.id, role: 'admin' }
    expect((await browser.post(people, form)).status).toBe(403)
    const invite = { action: 'invite', email: 'x@example.org', role: 'admin' }
    expect((await browser.post(people, invite)).status).toBe(403)
    expect((await (await signedIn(guest)).get(people)).status).toBe(403)
  })
})
