// How one space of a site looks, in a browser without script, and the site in the frame beside it.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { formIn as fieldsIn } from '../../../../test/counterparts/forms.ts'
import { openSpace, page } from '../../../../test/pages.ts'
import { pngOf } from '../../../../test/pictures.ts'
import type { Person } from '../../../../test/services.ts'

async function openLooks() {
  const services = await openSpace()
  const { app, organization, as, admin, space, write } = services
  const client = as(admin)
  await write(page('Lamp', 'The canarylamp.'))
  const api = await client.post(`${organization.url}/spaces`, { title: 'API' }, 201)
  await client.post(`/v1/spaces/${api.id}/content`, { changes: [page('Pets', 'The canarypet.')] })
  const spaces = [space.id, api.id]
  const made = await client.post(`${organization.url}/sites`, { title: 'Docs', spaces }, 201)
  const path = `${organization.url}/sites/${made.id}`
  const { items } = await client.get(`${path}/site-spaces`)
  const second: string = items.find((one: { default: boolean }) => !one.default).id
  const signedIn = async ({ token }: Person) => {
    const browser = openBrowser(app)
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const look = `/o/${organization.id}/~sites/${made.id}/look`
  return {
    ...services,
    ...{ client, signedIn, look, path, second },
    browser: await signedIn(admin),
    own: `${look}/${second}`,
    site: new URL(made.urls.app).pathname,
    settings: () => client.get(`${path}/site-spaces/${second}/customization`),
  }
}

/** What a browser sends of the form beside the preview, as it is on the page. */
const formIn = (body: string) => ({ action: 'save', ...fieldsIn(body, 'look-form') })
const codeOf = (view: object) => Buffer.from(JSON.stringify(view)).toString('base64url')

describe('the look of one space of a site', () => {
  it('is the look of the site until something is changed, and only that is its own', async () => {
    const { browser, look, own, client, path, settings } = await openLooks()
    expect((await browser.get(look)).body).toContain(`href="${own}"`)
    const before = (await browser.get(own)).body
    expect(before).toContain('It looks like the site.')
    await browser.post(own, formIn(before))
    expect((await browser.get(own)).body).toContain('It looks like the site.')
    await browser.post(own, { ...formIn(before), 'styling.corners': 'circular', title: 'Reference' })
    expect(await settings()).toMatchObject({ title: 'Reference', styling: { corners: 'circular' } })
    expect((await client.get(`${path}/customization`)).title).toBeUndefined()
    // What is not its own follows the site.
    await client.patch(`${path}/customization`, { styling: { theme: 'bold' } })
    expect((await settings()).styling.theme).toBe('bold')
  })

  it('says what is different, and goes back one by one or at once', async () => {
    const { browser, own, settings, client, path } = await openLooks()
    const form = formIn((await browser.get(own)).body)
    const changes = { 'styling.primaryColor.light': '#aa0000', 'styling.depth': 'flat', title: 'Reference' }
    const { body } = await browser.post(own, { ...form, ...changes })
    const listed = /Different from the site<\/h2>.*?<\/section>/s.exec(body)?.[0] ?? ''
    const names = [...listed.matchAll(/<span class="grow">([^<]+)</g)].map(([, name]) => name)
    expect(names.sort()).toEqual(['Main colour', 'Shadows', 'Title that readers see'])
    await browser.post(own, { reset: 'styling.depth' })
    expect((await settings()).styling.depth).toBe('subtle')
    await browser.post(own, { action: 'reset-all' })
    expect(await settings()).toEqual(await client.get(`${path}/customization`))
    expect((await browser.post(own, { reset: 'styling.font' })).status).toBe(404)
  })

  it('has images and links of its own', async () => {
    const { browser, own, settings, client, path } = await openLooks()
    const form = new FormData()
    form.set('place', 'logo')
    form.set('action', 'upload')
    form.set('light', new File([new Uint8Array(pngOf(8, 8))], 'logo.png', { type: 'image/png' }))
    const sent = await browser.send(own, form)
    expect([sent.status, sent.body]).toEqual([200, expect.stringContaining('As on the site: Logo')])
    await browser.post(own, { action: 'add-header', title: 'Forum', url: 'https://forum.example.org' })
    expect(await settings()).toMatchObject({ header: { logo: {}, links: [{ title: 'Forum' }] } })
    expect((await client.get(`${path}/customization`)).header.links).toEqual([])
  })

  it('is seen by members, changed by those who arrange sites, and not there for others', async () => {
    const { signedIn, reader, stranger, own, look } = await openLooks()
    const browser = await signedIn(reader)
    const seen = await browser.get(own)
    expect(seen.body).toContain('<iframe')
    expect(seen.body).not.toContain('name="action"')
    expect((await browser.post(own, { reset: 'title' })).status).toBe(403)
    expect((await browser.get(`${look}/nowhere`)).status).toBe(404)
    expect((await (await signedIn(stranger)).get(own)).status).toBe(404)
  })
})

describe('the site in the frame', () => {
  it('shows each space as it looks, and one as it would', async () => {
    const { browser, own, site, second, client, path } = await openLooks()
    await client.patch(`${path}/site-spaces/${second}/customization`, { title: 'Reference' })
    const { body } = await browser.get(own)
    const [, address = ''] = /<iframe [^>]*src="([^"]+)"/.exec(body) ?? []
    const shown = (await browser.get(address)).body
    expect(shown).toContain('canarypet')
    expect(shown).toContain('Reference')
    const below = address.slice(address.indexOf('/', address.indexOf('~view/') + 6))
    const tried = (siteSpace?: string) => `${site}/~view/${codeOf({ look: { title: 'Tried' }, siteSpace })}`
    expect((await browser.get(`${tried(second)}${below}`)).body).toContain('Tried')
    expect((await browser.get(tried(second))).body).not.toContain('Tried')
    // What the site would be called does not change a space with a title of its own.
    expect((await browser.get(tried())).body).toContain('Tried')
    expect((await browser.get(`${tried()}${below}`)).body).toContain('Reference')
    const bad = codeOf({ look: { styling: { corners: 'x' } }, siteSpace: second })
    expect((await browser.get(`${site}/~view/${bad}`)).status).toBe(404)
  })
})
