// What a page has beside its text, and links that lead nowhere: in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { openSpace, page } from '../../../../test/pages.ts'
import type { Person } from '../../../../test/services.ts'

async function openPage() {
  const services = await openSpace()
  const { app, organization, space, write, drain } = services
  const [lamp] = await write(
    page('Lamp'),
    page('Wick', 'See [the lamp](lamp.md) and [what is gone](gone.md).'),
  )
  await drain()
  let browsers = 0
  const signedIn = async ({ token }: Person) => {
    browsers += 1
    const browser = openBrowser(app, { address: `203.0.113.${browsers}` })
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  return { ...services, signedIn, id: String(lamp.page.id), home: `/o/${organization.id}/s/${space.id}` }
}

describe('a page', () => {
  it('gets another title, address and condition, and says what links to it', async () => {
    const { signedIn, admin, as, url, home, id } = await openPage()
    const browser = await signedIn(admin)
    const place = `${home}/~/page/${id}`
    expect((await browser.get(`${home}/~/pages`)).body).toContain(`href="${place}"`)
    expect((await browser.get(place)).body).toMatch(/What links here.*Wick/s)
    const form = { title: 'The lamp', description: 'Bright.', slug: 'the-lamp', emoji: '💡' }
    const condition = 'visitor.claims.plan == "pro"'
    const saved = await browser.post(place, { ...form, condition, noIndex: 'yes' })
    expect([saved.status, saved.body]).toEqual([200, expect.stringContaining('Saved.')])
    const now = await as(admin).get(`${url}/content/page/${id}`)
    expect(now).toMatchObject({ title: 'The lamp', slug: 'the-lamp', condition, noIndex: true })
    expect(now.hidden ?? false).toBe(false)
    const cleared = await browser.post(place, { ...form, emoji: '', condition: '' })
    expect(cleared.status, cleared.body).toBe(200)
    const bare = await as(admin).get(`${url}/content/page/${id}`)
    expect([bare.condition ?? '', bare.emoji]).toEqual(['', undefined])
  })

  it('is read and written in the direction of its space, whoever looks', async () => {
    const { signedIn, admin, as, url, home, id } = await openPage()
    const browser = await signedIn(admin)
    await as(admin).patch(url, { language: 'ar' })
    expect((await browser.get(`${home}/~/edit/${id}`)).body).toContain(
      '&quot;direction&quot;:&quot;rtl&quot;',
    )
    expect((await browser.get(`${home}/~/page/${id}`)).body).toContain('value="Lamp" dir="auto"')
  })

  it('is changed in a change request, where readers do not see it', async () => {
    const { signedIn, editor, open, as, url, home, id } = await openPage()
    await open('Rename the lamp')
    const browser = await signedIn(editor)
    const place = `${home}/~/changes/1/~page/${id}`
    const form = { title: 'Lantern', description: '', slug: '', emoji: '', condition: '' }
    expect((await browser.post(place, form)).url).toBe(`${place}?saved`)
    expect((await as(editor).get(`${url}/content/page/${id}`)).title).toBe('Lamp')
    const proposed = await as(editor).get(`${url}/change-requests/1/content/page/${id}`)
    expect(proposed.title).toBe('Lantern')
  })

  it('has variables of its own, beside those of the space', async () => {
    const { signedIn, admin, write, as, url, home, id } = await openPage()
    await write(
      { operation: 'update_variables', variables: { version: '2.1' } },
      { operation: 'update_page', page: id, variables: { seats: 5 } },
    )
    const browser = await signedIn(admin)
    const place = `${home}/~/page/${id}`
    expect((await browser.get(place)).body).toMatch(
      /Variables of this page.*seats.*of the space.*version.*2\.1/s,
    )
    const own = async () => (await as(admin).get(`${url}/content/page/${id}`)).variables
    await browser.post(place, { action: 'set', name: 'seats', value: '6' })
    const set = await browser.post(place, { action: 'set', name: 'plan', value: 'Pro' })
    expect([set.url, await own()]).toEqual([`${place}?saved`, { seats: 6, plan: 'Pro' }])
    const refused = await browser.post(place, { action: 'set', name: 'not a name', value: 'x' })
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('role="alert"')])
    await browser.post(place, { action: 'delete', name: 'plan' })
    expect([await own(), (await as(admin).get(`${url}/content/page/${id}`)).title]).toEqual([
      { seats: 6 },
      'Lamp',
    ])
    expect((await browser.post(place, { action: 'delete', name: 'plan' })).status).toBe(404)
  })

  it('is not changed by readers, and not there for strangers', async () => {
    const { signedIn, reader, stranger, home, id } = await openPage()
    const browser = await signedIn(reader)
    const place = `${home}/~/page/${id}`
    expect((await browser.get(place)).body).not.toContain('name="title"')
    expect((await browser.post(place, { title: 'Mine' })).status).toBe(403)
    expect((await (await signedIn(stranger)).get(place)).status).toBe(404)
  })
})

describe('broken links', () => {
  it('are listed with the pages that have them', async () => {
    const { signedIn, admin, home } = await openPage()
    const { body } = await (await signedIn(admin)).get(`${home}/~/links`)
    expect(body).toMatch(/2 links.*On.*Wick/s)
  })
})
