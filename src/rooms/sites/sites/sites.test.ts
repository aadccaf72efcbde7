import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'

type Shown = { title: string; path: string; default: boolean; urls: { published: string } }
const titles = (items: Shown[]) => items.map(({ title, default: isFirst }) => [title, isFirst])

async function openSites() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const sites = `${organization.url}/sites`
  const newSpace = (title: string) => as(admin).post(`${organization.url}/spaces`, { title }, 201)
  const open = async (body: object = {}) => {
    const site = await as(admin).post(sites, body, 201)
    return { ...site, url: `${sites}/${site.id}` }
  }
  return { ...services, client: as(admin), sites, newSpace, open }
}

describe('a site', () => {
  it('is created with spaces, which are opened to its audience, and is not published', async () => {
    const { client, newSpace, open } = await openSites()
    const [one, two] = [await newSpace('Guide'), await newSpace('Guide')]
    expect(one.visibility).toBe('private')
    const site = await open({ title: 'Acme Docs', visibility: 'share-link', spaces: [one.id, two.id] })
    expect(site).toMatchObject({ published: false, siteSpaces: 2, visibility: 'share-link', type: 'basic' })
    expect(site.urls.published).toBeUndefined()
    expect((await client.get(`/v1/spaces/${one.id}`)).visibility).toBe('share-link')
    const { type, structure } = await client.get(`${site.url}/structure`)
    expect(type).toBe('siteSpaces')
    expect(structure.map(({ path, default: isFirst }: Shown) => [path, isFirst])).toEqual([
      ['guide', true],
      ['guide-1', false],
    ])
  })

  it('is made without a body, and with a space to begin with', async () => {
    const { client, open } = await openSites()
    expect(await open()).toMatchObject({ title: 'Documentation', siteSpaces: 0 })
    const site = await open({ title: 'Acme', spaces: 'sample' })
    const { structure } = await client.get(`${site.url}/structure`)
    const { pages } = await client.get(`/v1/spaces/${structure[0].space.id}/content/pages`)
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['Welcome'])
  })

  it('has a name in its address that no other site has', async () => {
    const { client, open } = await openSites()
    const title = `Handbook ${Math.random().toString(36).slice(2)}`
    const [first, second] = [await open({ title }), await open({ title })]
    expect(second.basename).toBe(`${first.basename}-1`)
    const taken = { basename: first.basename.toUpperCase() }
    expect((await client.send('PATCH', second.url, taken)).json().error.message).toMatch(/Another site/)
    for (let count = 0; count < 4; count++) await open({ title })
    await client.patch(second.url, { basename: 'a/b' }, 400)
  })

  it('tells readers where it is once it is published, until it is taken back', async () => {
    const { client, newSpace, open } = await openSites()
    const site = await open({ title: 'Addressed' })
    await client.post(`${site.url}/publish`, undefined, 409)
    const space = await newSpace('Guide')
    await client.post(`${site.url}/site-spaces`, { spaceId: space.id }, 201)
    const published = await client.post(`${site.url}/publish`)
    expect(published.urls.published).toBe(`http://quire.test/sites/${site.basename}/`)
    const hostname = `docs-${site.basename}.example.org`
    expect((await client.patch(site.url, { hostname })).urls.published).toBe(`https://${hostname}/`)
    const proxied = await client.patch(site.url, { proxy: 'example.org/docs' })
    expect(proxied.proxy.target).toBe(`http://quire.test/sites/${site.basename}/`)
    expect(proxied.urls.published).toBe('https://example.org/docs/')
    expect((await client.post(`${site.url}/unpublish`)).urls.published).toBeUndefined()
  })

  it('is found by its space, its title and whether it is published', async () => {
    const { client, sites, newSpace, open } = await openSites()
    const space = await newSpace('Guide')
    const site = await open({ title: 'Found', spaces: [space.id] })
    await open({ title: 'Other' })
    const ids = async (query: string) =>
      (await client.get(`${sites}?${query}`)).items.map(({ id }: { id: string }) => id)
    expect(await ids(`space=${space.id}`)).toEqual([site.id])
    expect(await ids('title=foun')).toEqual([site.id])
    expect(await ids('published=true')).toEqual([])
    expect(await ids('type=premium')).toEqual([])
  })

  it('takes only spaces of its organization, from who may decide what their readers see', async () => {
    const { as, client, stranger, editor, creator, newSpace, open } = await openSites()
    const site = await open()
    const space = await newSpace('Guide')
    await as(editor).post(`${site.url}/site-spaces`, { spaceId: space.id }, 403)
    const [theirs] = (await as(stranger).get('/v1/orgs')).items
    const foreign = await as(stranger).post(`/v1/orgs/${theirs.id}/spaces`, {}, 201)
    await client.post(`${site.url}/site-spaces`, { spaceId: foreign.id }, 404)
    await as(creator).post(`${site.url}/site-spaces`, { spaceId: space.id }, 201)
    await client.post(`${site.url}/site-spaces`, { spaceId: space.id }, 409)
    await as(creator).patch(site.url, { visibility: 'public' }, 403)
  })

  it('holds its spaces in its organization', async () => {
    const { client, newSpace, open } = await openSites()
    const space = await newSpace('Guide')
    const site = await open({ title: 'Holding', spaces: [space.id] })
    const { id: organization } = await client.post('/v1/orgs', { title: 'Next door' }, 201)
    const refused = await client.send('POST', `/v1/spaces/${space.id}/transfer`, { organization })
    expect(refused.statusCode).toBe(412)
    expect(refused.json().error.message).toMatch(/on the site “Holding”/)
    await client.delete(site.url, 205)
    await client.post(`/v1/spaces/${space.id}/transfer`, { organization })
  })

  it('goes on without a space that is deleted, and has it again when it comes back', async () => {
    const { client, newSpace, open } = await openSites()
    const [one, two] = [await newSpace('One'), await newSpace('Two')]
    const site = await open({ spaces: [one.id, two.id] })
    await client.delete(`/v1/spaces/${one.id}`, 205)
    const shown = async () => titles((await client.get(`${site.url}/structure`)).structure)
    expect(await shown()).toEqual([['Two', true]])
    expect((await client.get(site.url)).siteSpaces).toBe(1)
    await client.post(`/v1/spaces/${one.id}/restore`)
    expect(await shown()).toEqual([
      ['One', true],
      ['Two', false],
    ])
  })
})

describe('sections', () => {
  it('gather the spaces that a site had, which stay what is seen first', async () => {
    const { client, newSpace, open } = await openSites()
    const [one, two, three] = [await newSpace('One'), await newSpace('Two'), await newSpace('Three')]
    const site = await open({ spaces: [one.id, two.id] })
    const { items } = await client.get(`${site.url}/site-spaces`)
    await client.patch(site.url, { defaultSiteSpace: items[1].id })
    const made = await client.post(`${site.url}/sections`, { spaceId: three.id, title: 'API' }, 201)
    expect(made).toMatchObject({ title: 'API', path: 'api', default: false })
    const { type, structure } = await client.get(`${site.url}/structure`)
    expect(type).toBe('sections')
    expect(titles(structure)).toEqual([
      ['Two', true],
      ['API', false],
    ])
    expect(titles(structure[0].siteSpaces)).toEqual([
      ['One', false],
      ['Two', true],
    ])
  })

  it('lead to their spaces by paths, which what is seen first does not need', async () => {
    const { client, newSpace, open } = await openSites()
    const spaces = await Promise.all(['One', 'Two', 'Three'].map(newSpace))
    const site = await open({ title: 'Paths', spaces: [spaces[0].id, spaces[1].id] })
    await client.post(`${site.url}/sections`, { spaceId: spaces[2].id, title: 'API' }, 201)
    await client.post(`${site.url}/publish`)
    const { structure } = await client.get(`${site.url}/structure?shareKey=key`)
    const base = `http://quire.test/sites/${site.basename}/key/`
    const shown: Shown[] = structure.flatMap((section: Shown & { siteSpaces: Shown[] }) => [
      section,
      ...section.siteSpaces,
    ])
    expect(shown.map(({ urls }) => urls.published.replace(base, '/'))).toEqual([
      '/',
      '/',
      '/two/',
      '/api/',
      '/api/',
    ])
  })

  it('keep at least one space, and refuse paths and defaults that do not fit', async () => {
    const { client, newSpace, open } = await openSites()
    const [one, two] = [await newSpace('One'), await newSpace('Two')]
    const site = await open({ spaces: [one.id] })
    const made = await client.post(`${site.url}/sections`, { spaceId: two.id }, 201)
    const url = `${site.url}/sections/${made.id}`
    const { items } = await client.get(`${site.url}/site-spaces`)
    const only = items.find(({ section }: { section: string }) => section === made.id)
    const other = items.find(({ section }: { section: string }) => section !== made.id)
    await client.delete(`${site.url}/site-spaces/${only.id}`, 409)
    await client.patch(url, { path: 'one' }, 409)
    await client.patch(url, { defaultSiteSpace: other.id }, 400)
    await client.patch(site.url, { defaultSiteSection: 'none' }, 400)
    const refused = await client.send('PATCH', url, { condition: 'visitor.claims.a &&' })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().error.details).toMatchObject({ field: 'body.condition', position: 19 })
    const shown = await client.patch(url, { condition: 'visitor.claims.a', description: 'All', icon: 'book' })
    expect(shown).toMatchObject({ condition: 'visitor.claims.a', description: 'All', icon: 'book' })
    expect((await client.patch(url, { condition: null })).condition).toBeUndefined()
    expect((await client.patch(site.url, { defaultSiteSection: made.id })).id).toBe(site.id)
    await client.delete(url, 205)
    await client.delete(url, 204)
    expect((await client.get(`${site.url}/structure`)).structure).toHaveLength(1)
  })

  it('stand in groups, which may be taken away from around them', async () => {
    const { client, newSpace, open } = await openSites()
    const site = await open()
    const sections: string[] = []
    for (const title of ['One', 'Two', 'Three']) {
      const { id } = await newSpace(title)
      sections.push((await client.post(`${site.url}/sections`, { spaceId: id }, 201)).id)
    }
    const groups = `${site.url}/section-groups`
    const group = await client.post(groups, { title: 'Both', sections: [sections[2], sections[0]] }, 201)
    expect(group.children.map(({ title }: { title: string }) => title)).toEqual(['Three', 'One'])
    const inner = await client.post(groups, { title: 'Inner', parent: group.id }, 201)
    const deeper = await client.post(groups, { title: 'Deeper', parent: inner.id }, 201)
    await client.post(groups, { title: 'Too deep', parent: deeper.id }, 400)
    await client.post(`${groups}/${deeper.id}/sections`, { sectionId: sections[1] }, 201)
    const sort = { item: { type: 'site-section-group', id: group.id } }
    const after = { type: 'site-section', id: sections[1] }
    await client.patch(`${site.url}/structure/sort`, { ...sort, position: { after } }, 400)
    await client.delete(`${groups}/${group.id}`, 205)
    const tree = (items: { title: string; children?: never[] }[]): unknown[] =>
      items.map(({ title, children }) => (children ? [title, tree(children)] : title))
    expect(tree((await client.get(`${site.url}/structure`)).structure)).toEqual([
      'Three',
      'One',
      ['Inner', [['Deeper', ['Two']]]],
    ])
    await client.delete(`${groups}/${deeper.id}/sections/${sections[1]}`, 205)
    expect(tree((await client.get(`${site.url}/structure`)).structure).at(-1)).toEqual([
      'Inner',
      [['Deeper', []], 'Two'],
    ])
  })

  it('are still moved in the old ways, which say that they are deprecated', async () => {
    const { client, newSpace, open } = await openSites()
    const [one, two] = [await newSpace('One'), await newSpace('Two')]
    const site = await open({ spaces: [one.id, two.id] })
    const { items } = await client.get(`${site.url}/site-spaces`)
    const [first, second] = items.map(({ id }: { id: string }) => id)
    const moved = await client.send('POST', `${site.url}/site-spaces/${second}/move`, {
      position: { before: { type: 'site-space', siteSpace: first } },
    })
    expect(moved.statusCode).toBe(200)
    expect(moved.headers.deprecation).toMatch(/^@\d+$/)
    const { structure } = await client.get(`${site.url}/structure`)
    expect(structure.map(({ title }: { title: string }) => title)).toEqual(['Two', 'One'])
  })
})
