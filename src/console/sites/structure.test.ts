// The structure of a site, in a browser without script.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace } from '../../../test/pages.ts'
import type { Person } from '../../../test/services.ts'

async function openSites() {
  const services = await openSpace()
  const { app, organization, as, admin } = services
  const signedIn = async ({ token }: Person) => {
    const browser = openBrowser(app)
    await browser.post('/o/~sign-in?token=', { token })
    return browser
  }
  const newSpace = (title: string) => as(admin).post(`${organization.url}/spaces`, { title }, 201)
  const sites = `/o/${organization.id}/~sites`
  const browser = await signedIn(admin)
  const [api, old] = [await newSpace('API'), await newSpace('Old')]
  /** A new site of these spaces, and what is in it in order. */
  const newSite = async (order: string, ...spaces: { id: string }[]) => {
    const chosen = Object.fromEntries(spaces.map(({ id }) => [`space-${id}`, 'on']))
    const { url } = await browser.post(`${sites}/new`, { title: 'Docs', order, ...chosen })
    const path = `${organization.url}/sites/${url.split('/').at(-1)}`
    const structure = async () => (await as(admin).get(`${path}/structure`)).structure
    const titles = async () => (await structure()).map(({ title }: { title: string }) => title)
    return { page: `${url}/structure`, structure, titles, path }
  }
  return { ...services, signedIn, browser, api, old, newSite }
}

describe('a new site', () => {
  it('shows several spaces as sections, or as variants', async () => {
    const { newSite, space, api } = await openSites()
    const sections = await newSite('sections', space, api)
    expect((await sections.structure())[0].object).toBe('site-section')
    expect((await sections.titles()).sort()).toEqual(['API', 'Guide'])
    const variants = await newSite('variants', space, api)
    expect((await variants.structure())[0].object).toBe('site-space')
  })

  it('without a space gets a new one', async () => {
    const { newSite } = await openSites()
    expect(await (await newSite('sections')).titles()).toEqual(['Docs'])
  })
})

describe('the structure of a site', () => {
  it('gets sections, groups and links, each moved, changed and removed', async () => {
    const { newSite, browser, space, api, old } = await openSites()
    const { page, titles, structure } = await newSite('variants', space)
    await browser.post(page, { action: 'add-space', space: api.id, where: 'section' })
    expect(await titles()).toEqual(['Guide', 'API'])
    await browser.post(page, { action: 'add-group', title: 'More', group: '' })
    const link = { action: 'add-link', title: 'Forum', url: 'https://forum.example.org', group: '' }
    await browser.post(page, link)
    expect(await titles()).toEqual(['Guide', 'API', 'More', 'Forum'])
    const [guide, reference, group, forum] = await structure()
    await browser.post(page, { action: 'down', type: guide.object, id: guide.id })
    expect(await titles()).toEqual(['API', 'Guide', 'More', 'Forum'])
    await browser.post(page, { action: 'up', type: forum.object, id: forum.id })
    expect(await titles()).toEqual(['API', 'Guide', 'Forum', 'More'])
    const changes = { title: 'Reference', path: 'reference', condition: 'visitor.claims.pro', icon: '' }
    const section = { type: reference.object, id: reference.id }
    const changed = await browser.post(page, { action: 'change', ...section, ...changes, group: group.id })
    expect(changed.body).toMatch(/depth-1.*Reference/s)
    expect(changed.body).toContain('title="visitor.claims.pro"')
    expect(await titles()).toEqual(['Guide', 'Forum', 'More'])
    await browser.post(page, { action: 'default', ...section })
    await browser.post(page, { action: 'remove', type: group.object, id: group.id })
    const after = await structure()
    expect(after.map(({ title }: { title: string }) => title)).toEqual(['Guide', 'Forum', 'Reference'])
    expect(after[2]).toMatchObject({ path: 'reference', default: true, condition: 'visitor.claims.pro' })
    await browser.post(page, { action: 'add-space', space: old.id, where: guide.id })
    const variants = (await structure())[0].siteSpaces
    expect(variants.map(({ title }: { title: string }) => title)).toEqual(['Guide', 'Old'])
    const variant = { type: 'site-space', id: variants[1].id }
    await browser.post(page, {
      action: 'change',
      ...variant,
      path: 'v1',
      condition: '',
      section: reference.id,
    })
    const moved = (await structure())[2].siteSpaces
    expect(moved.map(({ path }: { path: string }) => path)).toContain('v1')
  })

  it('gets a copy of a space beside it, and leads to how it looks', async () => {
    const { newSite, browser, space, api } = await openSites()
    const variants = await newSite('variants', space)
    const [{ id }] = await variants.structure()
    await browser.post(variants.page, { action: 'duplicate', type: 'site-space', id })
    expect(await variants.titles()).toEqual(['Guide', 'Guide (copy)'])
    const look = variants.page.replace(/structure$/, `look/${id}`)
    expect((await browser.get(variants.page)).body).toContain(`href="${look}"`)
    const sections = await newSite('sections', space, api)
    const section = (await sections.structure()).find(({ title }: { title: string }) => title === 'API')
    await browser.post(sections.page, { action: 'duplicate', type: 'site-section', id: section.id })
    expect((await sections.titles()).sort()).toEqual(['API', 'API (copy)', 'Guide'])
  })

  it('tells what is wrong, and knows nothing that is not there', async () => {
    const { newSite, browser, space } = await openSites()
    const { page, structure } = await newSite('variants', space)
    const [{ id }] = await structure()
    const wrong = { action: 'change', type: 'site-space', id, path: 'a b', condition: '' }
    const refused = await browser.post(page, wrong)
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('role="alert"')])
    const broken = await browser.post(page, { ...wrong, path: 'ab', condition: 'visitor.(' })
    expect(broken.status).toBe(400)
    for (const form of [
      { action: 'remove', type: 'site-space', id: 'none' },
      { action: 'remove', type: 'site-section', id },
      { action: 'none', type: 'site-space', id },
    ])
      expect((await browser.post(page, form)).status).toBe(404)
  })

  it('is read by members, arranged by creators, and not there for strangers', async () => {
    const { newSite, signedIn, space, reader, stranger } = await openSites()
    const { page, structure } = await newSite('variants', space)
    const [{ id }] = await structure()
    const browser = await signedIn(reader)
    const read = await browser.get(page)
    expect(read.body).toContain('Guide')
    expect(read.body).not.toContain('name="action"')
    expect((await browser.post(page, { action: 'remove', type: 'site-space', id })).status).toBe(403)
    expect((await (await signedIn(stranger)).get(page)).status).toBe(404)
  })
})
