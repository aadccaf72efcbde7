// Organizations that begin and end, and content that goes to another one, in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { openSpace, page } from '../../../../test/pages.ts'
import type { Person } from '../../../../test/services.ts'

async function openOwned() {
  const services = await openSpace()
  const { app, organization, space, admin, as } = services
  let browsers = 0
  const signedIn = async ({ token }: Pick<Person, 'token'>) => {
    browsers += 1
    const browser = openBrowser(app, { address: `203.0.113.${browsers}` })
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const home = `/o/${organization.id}`
  const settings = `${home}/s/${space.id}/~/settings`
  const other = () => as(admin).post('/v1/orgs', { title: 'Harbour' }, 201)
  return { ...services, signedIn, browser: await signedIn(admin), home, settings, other, client: as(admin) }
}

/** The part of a page below a heading. */
const below = (body: string, heading: string) =>
  new RegExp(`<h2>${heading}</h2>(.*?)</section>`, 's').exec(body)?.[1] ?? ''

describe('an organization', () => {
  it('is created from the first page, by anybody, with a name', async () => {
    const { signedIn, stranger, as } = await openOwned()
    const browser = await signedIn(stranger)
    expect((await browser.get('/o')).body).toContain('href="/o/~new-organization"')
    const short = await browser.post('/o/~new-organization', { title: ' A ' })
    expect([short.status, short.body]).toEqual([400, expect.stringMatching(/value="A".*role="alert"/s)])
    const { url } = await browser.post('/o/~new-organization', { title: 'Lighthouse' })
    const made = await as(stranger).get(`/v1/orgs/${url.replace('/o/', '')}`)
    expect(made).toMatchObject({ title: 'Lighthouse', permissions: { admin: true } })
  })

  it('is joined from the first page by those at its domain', async () => {
    const { signedIn, stranger, organization, client, sql, as } = await openOwned()
    const domain = `d${organization.id.slice(-10)}.example`
    await client.patch(organization.url, { emailDomains: [domain], defaultRole: 'comment' })
    const browser = await signedIn(stranger)
    const offered = async () => (await browser.get('/o')).body
    expect(await offered()).not.toContain('your address may join')
    await sql(`update users set email = 'them@${domain}' where id = '${stranger.id}'`)
    expect(await offered()).toMatch(new RegExp(`your address may join.*${domain}.*Commenter`, 's'))
    const joined = await browser.post('/o/~join-organization', { organization: organization.id })
    expect(joined.url).toBe(`/o/${organization.id}`)
    const member = await as(stranger).get(`${organization.url}/members/${stranger.id}`)
    expect(member.role).toBe('comment')
    expect(await offered()).not.toContain('your address may join')
    const nowhere = await browser.post('/o/~join-organization', { organization: 'nowhere' })
    expect(nowhere.status).toBe(404)
  })

  it('is deleted by its name, once what goes away was told', async () => {
    const { signedIn, browser, home, client, organization, space, creator } = await openOwned()
    const site = await client.post(
      `${organization.url}/sites`,
      { title: 'Tide tables', spaces: [space.id], visibility: 'unlisted' },
      201,
    )
    await client.post(`${organization.url}/sites/${site.id}/publish`)
    const page = `${home}/~settings/delete`
    const weak = await signedIn(creator)
    expect([(await weak.get(page)).status, (await weak.post(page, {})).status]).toEqual([404, 404])
    expect((await browser.get(`${home}/~settings`)).body).toContain(`href="${page}"`)
    const told = (await browser.get(page)).body
    expect(told).toMatch(/Spaces, with their pages.*: 1.*Sites: 1.*Memberships: \d.*Tide tables/s)
    const wrong = await browser.post(page, { confirm: 'Tide tables' })
    expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining('not the name of')])
    const { title } = await client.get(organization.url)
    const gone = await browser.post(page, { confirm: title })
    expect([gone.url, gone.body]).toEqual(['/o?deleted', expect.stringContaining('organization is deleted')])
    await client.get(organization.url, 404)
  })
})

describe('a space', () => {
  it('goes to another organization, once it was told who loses and who gets access', async () => {
    const opened = await openOwned()
    const { browser, settings, space, other, client, reader, guest, newMember, write } = opened
    await write(page('Lamp'))
    const to = await other()
    const keeper = await newMember('keeper', 'edit')
    await client.post(`/v1/orgs/${to.id}/invites`, { emails: [keeper.email, guest.email], role: 'read' })
    expect((await browser.get(settings)).body).toContain(`href="${settings}/transfer"`)
    const shown = (await browser.get(`${settings}/transfer?to=${to.id}`)).body
    expect(below(shown, 'They lose access')).toContain(reader.email)
    expect(below(shown, 'They lose access')).not.toContain(keeper.email)
    expect(below(shown, 'They get access')).toContain(guest.email)
    expect(below(shown, 'They get access')).not.toContain(keeper.email)
    const moved = await browser.post(`${settings}/transfer`, { organization: to.id })
    expect(moved.url).toBe(`/o/${to.id}/s/${space.id}/~/settings?transferred`)
    expect(moved.body).toContain('It now belongs to Harbour.')
    expect((await browser.get(settings)).status).toBe(404)
    await opened.as(reader).get(`/v1/spaces/${space.id}`, 404)
    await opened.as(guest).get(`/v1/spaces/${space.id}`)
  })

  it('keeps guests who were given it, and loses those whom a team brought', async () => {
    const { browser, settings, other, client, space, guest, newMember, organization } = await openOwned()
    const to = await other()
    const visitor = await newMember('visitor', null)
    await client.post(`/v1/orgs/${to.id}/invites`, { emails: [guest.email, visitor.email], role: null })
    const at = `/v1/spaces/${space.id}/permissions`
    await client.post(at, { users: [guest.id], role: 'edit' }, 204)
    const team = await client.put(`${organization.url}/teams`, { title: 'Crew' }, 201)
    await client.put(
      `${organization.url}/teams/${team.id}/members`,
      {
        memberships: { [visitor.id]: { role: 'member' } },
      },
      204,
    )
    await client.post(at, { teams: [team.id], role: 'edit' }, 204)
    const shown = (await browser.get(`${settings}/transfer?to=${to.id}`)).body
    expect(below(shown, 'They lose access')).toContain(visitor.email)
    expect(below(shown, 'They lose access')).not.toContain(guest.email)
    expect(below(shown, 'They get access')).toContain('Nobody else gets access.')
  })

  it('stays while a site shows it, and where nobody may move it', async () => {
    const { browser, signedIn, settings, other, client, organization, space, newMember } = await openOwned()
    const empty = await browser.get(`${settings}/transfer`)
    expect(empty.body).toContain('You administer no other organization.')
    const to = await other()
    expect((await browser.get(`${settings}/transfer?to=${to.id}`)).body).toContain('Transfer to Harbour')
    const site = await client.post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
    for (const query of ['', `?to=${to.id}`]) {
      const { body } = await browser.get(`${settings}/transfer${query}`)
      const structure = `/o/${organization.id}/~sites/${site.id}/structure`
      expect(below(body, 'Sites that use it')).toContain(
        `<a class="title" href="${structure}" dir="auto">Docs</a>`,
      )
      expect(body).not.toContain('Transfer to Harbour')
    }
    const refused = await browser.post(`${settings}/transfer`, { organization: to.id })
    expect([refused.status, refused.body]).toEqual([412, expect.stringContaining('It is on the site “Docs”')])
    // They administer the space, and not the organization.
    const owner = await newMember('owner', 'edit')
    await client.post(`/v1/spaces/${space.id}/permissions`, { users: [owner.id], role: 'admin' }, 204)
    const weak = await signedIn(owner)
    expect((await weak.get(settings)).body).not.toContain('/transfer"')
    expect((await weak.get(`${settings}/transfer`)).status).toBe(404)
  })
})

describe('a collection', () => {
  it('goes to another organization with what is in it', async () => {
    const { browser, home, other, client, space, organization } = await openOwned()
    const { id } = await client.post(`${organization.url}/collections`, { title: 'Charts' }, 201)
    await client.post(`/v1/spaces/${space.id}/move`, { parent: id })
    const to = await other()
    const page = `${home}/c/${id}`
    expect((await browser.get(page)).body).toContain(`href="${page}/~transfer"`)
    expect((await browser.get(`${page}/~transfer?to=${to.id}`)).body).toContain('Transfer to Harbour')
    const moved = await browser.post(`${page}/~transfer`, { organization: to.id })
    expect([moved.url, moved.body]).toEqual([
      `/o/${to.id}/c/${id}?transferred`,
      expect.stringContaining('Harbour'),
    ])
    expect((await client.get(`/v1/spaces/${space.id}`)).organization).toBe(to.id)
  })
})
