// Home, organizations and spaces in a browser without script: what is offered, what it does, and what is not there.
import { describe, expect, it } from 'vitest'
import { HOST, openBrowser } from '../../test/counterparts/console.ts'
import { openSpace, page } from '../../test/pages.ts'
import type { Person } from '../../test/services.ts'

async function openConsole() {
  const services = await openSpace()
  const { app, organization, space } = services
  const signedIn = async ({ token }: Person) => {
    const browser = openBrowser(app, { address: `203.0.113.${Math.floor(Math.random() * 250)}` })
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const org = `/o/${organization.id}`
  return { ...services, signedIn, org, home: `${org}/s/${space.id}` }
}

const accepting = (accept: string, cookie = '') => ({ accept, ...(cookie && { cookie }) })

describe('the home page', () => {
  it('lists what somebody can read, and what waits for them', async () => {
    const { signedIn, admin, reader, newMember, open, as, url, home } = await openConsole()
    const reviewer = await newMember('Reviewer', 'review')
    const request = await open('Quiet hours')
    const { url: at, body } = await (await signedIn(reader)).get('/o')
    expect([at, body]).toEqual(['/o', expect.stringContaining(`href="${home}"`)])
    expect(body).not.toContain('Quiet hours')
    expect((await (await signedIn(admin)).get('/o')).body).toContain('Your drafts')
    await as(admin).post(`${url}/change-requests/${request.number}/requested-reviewers`, {
      users: [reviewer.id],
    })
    const waiting = await (await signedIn(reviewer)).get('/o')
    expect(waiting.body).toMatch(/Waiting for your review.*Quiet hours/s)
    await as(reviewer).post(`${url}/change-requests/${request.number}/reviews`, { status: 'approved' }, 201)
    expect((await (await signedIn(reviewer)).get('/o')).body).not.toContain('Quiet hours')
  })

  it('says so to somebody who is in no organization', async () => {
    const { signedIn, newPerson } = await openConsole()
    const alone = await newPerson('Alone')
    expect((await (await signedIn(alone)).get('/o')).body).toContain('Ask a colleague to invite you')
  })

  it('finds pages in everything that somebody can read, and nothing else', async () => {
    const { signedIn, write, admin, stranger, drain } = await openConsole()
    await write(page('Lamp oil', 'Trim the wick of the canarylamp.'))
    await drain()
    const found = await (await signedIn(admin)).get('/o/~search?q=canarylamp')
    expect(found.body).toMatch(/Lamp oil/)
    const other = await (await signedIn(stranger)).get('/o/~search?q=canarylamp')
    expect(other.body).not.toContain('Lamp oil')
    expect(other.body).toContain('Nothing was found for “canarylamp”')
  })
})

describe('an address without a page', () => {
  it('leads browsers from / to their work, to sign-in, or to the only public site', async () => {
    const { app, signedIn, admin, space, organization, as } = await openConsole()
    const from = async (headers: Record<string, string>) => (await app.inject({ url: '/', headers })).headers
    expect(await from(accepting('text/html'))).toMatchObject({ location: '/o' })
    expect(await from(accepting('*/*'))).toMatchObject({ location: '/docs' })
    const site = await as(admin).post(
      `${organization.url}/sites`,
      { title: 'Docs', visibility: 'public', spaces: [space.id] },
      201,
    )
    await as(admin).post(`${organization.url}/sites/${site.id}/publish`)
    expect(await from(accepting('text/html'))).toMatchObject({ location: `${HOST}/sites/${site.basename}/` })
    const { cookies } = await signedIn(admin)
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    expect(await from(accepting('text/html', cookie))).toMatchObject({ location: '/o' })
  })

  it('is a page of the console, the same whatever is not there', async () => {
    const { signedIn, stranger, home, org, url, as, admin } = await openConsole()
    const browser = await signedIn(stranger)
    const nowhere = await browser.get('/o/none/s/none')
    expect([nowhere.status, nowhere.body]).toEqual([
      404,
      expect.stringContaining('There is nothing at this address'),
    ])
    const request = await as(admin).post(`${url}/change-requests`, { subject: 'Hidden' }, 201)
    const pages = ['', '/~/pages', '/~/changes', '/~/settings', `/~/changes/${request.number}/~pages`]
    for (const path of [org, `${org}/~sites`, `${org}/~changes`, ...pages.map((one) => home + one)]) {
      const { status, body } = await browser.get(path)
      expect([status, body], path).toEqual([404, nowhere.body])
    }
  })
})

describe('an organization', () => {
  it('makes a space for those who may, and leads to its pages', async () => {
    const { signedIn, admin, reader, org } = await openConsole()
    const made = await (await signedIn(admin)).post(org, { title: 'Handbook' })
    expect(made.url).toMatch(new RegExp(`${org}/s/\\w+/~/pages$`))
    expect(made.body).toContain('There are no pages yet')
    const browser = await signedIn(reader)
    const list = await browser.get(org)
    expect(list.body).toContain('Guide')
    expect(list.body).not.toContain('New space')
    const refused = await browser.post(org, { title: 'Mine' })
    expect([refused.status, refused.body]).toEqual([403, expect.stringContaining('role="alert"')])
    expect((await browser.get(org)).body).not.toContain('>Mine<')
  })
})

describe('the pages of a space', () => {
  it('are added, renamed, moved, hidden, copied and deleted', async () => {
    const { signedIn, admin, home, write, titles, url, as, text } = await openConsole()
    await write(page('One'), page('Two', 'Two says more.'))
    const browser = await signedIn(admin)
    const list = `${home}/~/pages`
    const pages = async () => (await as(admin).get(`${url}/content/pages`)).pages
    const act = async (title: string, form: Record<string, string>) => {
      const { id } = (await pages()).find((one: { title: string }) => one.title === title)
      const done = await browser.post(list, { page: id, ...form })
      expect(done.status, done.body).toBe(200)
    }
    expect((await browser.get(list)).body).toContain(`href="${home}/one"`)
    await browser.post(list, { action: 'add', title: 'Three', type: 'document', into: '', url: '' })
    await browser.post(list, { action: 'add', title: 'Set', type: 'group', into: '', url: '' })
    const link = { action: 'add', title: 'Site', type: 'link', into: '', url: 'https://example.org/' }
    expect((await browser.post(list, link)).body).toContain('Site')
    expect(await titles()).toBe('One Two Three Set Site')
    await act('Three', { action: 'up' })
    await act('One', { action: 'down' })
    expect(await titles()).toBe('Three One Two Set Site')
    const [three] = await pages()
    await act('One', { action: 'move', into: three.id })
    await act('Two', { action: 'duplicate' })
    expect(await titles()).toBe('Three[One] Two Copy of Two Set Site')
    const copy = (await pages()).find(({ title }: { title: string }) => title === 'Copy of Two')
    expect(await text(copy.id)).toContain('Two says more.')
    await act('Two', { action: 'rename', title: 'Second' })
    await act('Second', { action: 'hide' })
    expect((await browser.get(list)).body).toContain('Hidden')
    await act('Three', { action: 'delete' })
    expect(await titles()).toBe('Second Copy of Two Set Site')
  })

  it('tells why something could not be done, and keeps them as they were', async () => {
    const { signedIn, admin, home, write, titles, as, url } = await openConsole()
    await write(page('One'))
    const browser = await signedIn(admin)
    await as(admin).patch(url, { editMode: 'locked' })
    const add = { action: 'add', title: 'Two', type: 'document', into: '', url: '' }
    const refused = await browser.post(`${home}/~/pages`, add)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatch(/role="alert">This space is locked/)
    expect(refused.body).toContain('One')
    expect(await titles()).toBe('One')
  })

  it('are arranged in a change request, which readers do not see', async () => {
    const { signedIn, editor, home, titles } = await openConsole()
    const browser = await signedIn(editor)
    const opened = await browser.post(`${home}/~/pages`, { action: 'open-request' })
    expect(opened.url).toBe(`${home}/~/changes/1/~pages`)
    const add = { action: 'add', title: 'Proposed', type: 'document', into: '', url: '' }
    const added = await browser.post(opened.url, add)
    expect(added.body).toContain(`href="${home}/~/changes/1/proposed"`)
    expect(await titles()).toBe('')
  })

  it('are shown to readers without what they may not do', async () => {
    const { signedIn, reader, home, write, titles } = await openConsole()
    await write(page('One'))
    const browser = await signedIn(reader)
    const { body } = await browser.get(`${home}/~/pages`)
    expect(body).toContain('One')
    expect(body).not.toMatch(/Add a page|name="action"|>Settings</)
    const add = { action: 'add', title: 'Two', type: 'document', into: '', url: '' }
    expect((await browser.post(`${home}/~/pages`, add)).status).toBe(403)
    expect(await titles()).toBe('One')
  })
})

describe('a page as members read it', () => {
  it('leads those who may edit it to its editor, in the space and in a change request', async () => {
    const { signedIn, admin, reader, home, write, open } = await openConsole()
    const [{ page: lamp }] = await write(page('Lamp'))
    await open('Quiet hours')
    const browser = await signedIn(admin)
    expect((await browser.get(`${home}/lamp`)).body).toContain(`href="${home}/~/edit/${lamp.id}"`)
    const request = `${home}/~/changes/1`
    expect((await browser.get(`${request}/lamp`)).body).toContain(`href="${request}/~edit/${lamp.id}"`)
    const others = await signedIn(reader)
    for (const path of [`${home}/lamp`, `${request}/lamp`]) {
      const { status, body } = await others.get(path)
      expect([status, /edit\//.test(body)], path).toEqual([200, false])
    }
  })
})

describe('the settings of a space', () => {
  it('are changed, and the space deleted, by its admins', async () => {
    const { signedIn, admin, editor, home, url, as, org } = await openConsole()
    const browser = await signedIn(admin)
    const form = { title: 'Manual', emoji: '📕', language: 'de', editMode: 'locked' }
    expect((await browser.post(`${home}/~/settings`, form)).body).toContain('The settings are saved')
    const changed = { title: 'Manual', language: 'de', editMode: 'locked' }
    expect(await as(admin).get(url)).toMatchObject(changed)
    const other = await (await signedIn(editor)).post(`${home}/~/settings`, { ...form, title: 'Mine' })
    expect([other.status, (await as(admin).get(url)).title]).toEqual([403, 'Manual'])
    const gone = await browser.post(`${home}/~/settings`, { delete: 'yes' })
    expect([gone.url, gone.body.includes('Manual')]).toEqual([org, false])
  })
})
