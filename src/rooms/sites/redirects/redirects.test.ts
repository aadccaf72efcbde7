import { describe, expect, it } from 'vitest'
import { page } from '../../../../test/pages.ts'
import { openTestServices } from '../../../../test/services.ts'
import { NOBODY } from '../../../kit/domain/context.ts'
import { findRedirect } from './redirects.ts'

async function openSite() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const client = as(admin)
  const newSpace = (title: string) => client.post(`${organization.url}/spaces`, { title }, 201)
  /** With two sections, a space in each, and a page in the first space. */
  const newSite = async () => {
    const [one, two] = [await newSpace('One'), await newSpace('Two')]
    const written = await client.post(`/v1/spaces/${one.id}/content`, { changes: [page('Home')] })
    const { id } = await client.post(`${organization.url}/sites`, { spaces: [one.id] }, 201)
    const url = `${organization.url}/sites/${id}`
    const { id: section } = await client.post(`${url}/sections`, { spaceId: two.id }, 201)
    const { items } = await client.get(`${url}/site-spaces`)
    const [first, second] = [one, two].map(
      ({ id }) => items.find(({ space }: { space: { id: string } }) => space.id === id).id,
    )
    const pageId: string = written.changes[0].page.id
    return { id, url, redirects: `${url}/redirects`, one, two, section, first, second, pageId }
  }
  const site = await newSite()
  const toSection = { kind: 'site-section', siteSectionId: site.section }
  const toSpace = { kind: 'site-space', siteSpaceId: site.first }
  const toPage = { kind: 'site-page', siteSpaceId: site.first, pageId: site.pageId }
  const redirect = (source: string, destination: object = toSpace, status = 201) =>
    client.post(site.redirects, { source, destination }, status)
  const sources = async (query = '') =>
    (await client.get(`${site.redirects}${query}`)).items.map(({ source }: { source: string }) => source)
  const find = (siteId: string, source: string) =>
    findRedirect(services.services.outside(NOBODY), siteId, source)
  return { ...services, client, site, newSite, toSection, toSpace, toPage, redirect, sources, find }
}

describe('a redirect', () => {
  it('leads from a path to a section, a space or a page', async () => {
    const { client, site, toSection, toSpace, toPage, redirect, sources, find } = await openSite()
    for (const [source, destination] of [
      ['/c', toSection],
      ['/a', toSpace],
      ['/b', toPage],
    ] as const) {
      const made = await redirect(source, destination)
      expect(made).toEqual({ object: 'site-redirect', id: made.id, source, destination })
      expect(await find(site.id, source)).toMatchObject({ id: made.id })
    }
    expect(await sources()).toEqual(['/a', '/b', '/c'])
    const { items, next } = await client.get(`${site.redirects}?limit=2`)
    expect(items).toHaveLength(2)
    expect(await sources(`?limit=2&page=${next.page}`)).toEqual(['/c'])
  })

  it('leads to an address elsewhere, without what readers have in theirs', async () => {
    const { client, app, as, site, redirect } = await openSite()
    const destination = { kind: 'external', url: 'https://status.example.org/now?from=docs' }
    const made = await redirect('/status', destination)
    expect(made).toMatchObject({ source: '/status', destination })
    for (const url of [
      'javascript:alert(1)',
      'ftp://a.example/',
      'https://me:secret@a.example/',
      '//a.example',
    ])
      await redirect('/other', { kind: 'external', url }, 400)
    const { urls } = await client.post(`${site.url}/publish`)
    const answered = await app.inject(`${new URL(urls.published).pathname}status?jwt_token=secret`)
    expect([answered.statusCode, answered.headers.location]).toEqual([301, destination.url])
    const resolved = await as().post('/v1/urls/published', { url: `${urls.published}status?x=1` })
    expect(resolved).toMatchObject({ target: 'external', redirect: destination.url })
    const asked = await client.get(`${site.url}/redirect?source=/status`)
    expect(asked).toMatchObject({ target: destination.url, redirect: { destination } })
    const changed = await client.patch(`${site.redirects}/${made.id}`, {
      destination: { kind: 'site-space', siteSpaceId: site.first },
    })
    expect(changed.destination.kind).toBe('site-space')
  })

  it('is put with many others, each for itself', async () => {
    const { client, as, reader, site, toSpace, toPage, redirect, sources } = await openSite()
    await redirect('/a')
    await redirect('/b')
    const put = (redirects: object[], status = 200) => client.put(site.redirects, { redirects }, status)
    const { results } = await put([
      { source: '/a', destination: toPage, intent: 'live' },
      { source: '/%62', destination: null },
      { source: '/c', destination: { kind: 'external', url: 'https://c.example/' } },
      { source: '/d', destination: { kind: 'site-space', siteSpaceId: 'none' } },
      { source: '/e', destination: null },
      { source: '/f/../g', destination: toSpace },
      { source: '/c', destination: toSpace },
    ])
    expect(results.map(({ status }: { status: string }) => status)).toEqual([
      ...['updated', 'deleted', 'created', 'error', 'deleted', 'error', 'updated'],
    ])
    expect(results[3]).toMatchObject({
      source: '/d',
      draft: false,
      error: expect.stringContaining('siteSpaceId'),
    })
    expect(await sources()).toEqual(['/a', '/c'])
    await put([], 400)
    await put([{ source: '/a', destination: toSpace, intent: 'draft' }], 400)
    const many = Array.from({ length: 501 }, (_, at) => ({ source: `/m${at}`, destination: toSpace }))
    await put(many, 400)
    expect((await put(many.slice(0, 500))).results).toHaveLength(500)
    await as(reader).put(site.redirects, { redirects: many.slice(0, 1) }, 403)
  })

  it('is found by its source, however that is spelt, and by a part of it', async () => {
    const { site, newSite, redirect, sources, find } = await openSite()
    const { id, source } = await redirect('/%6fld/a_b%c3%b6')
    expect(source).toBe('/old/a_b%C3%B6')
    for (const path of ['/old/a_bö', '/old/a_bö/', '/%6Fld/a%5fb%c3%b6'])
      expect(await find(site.id, path)).toMatchObject({ id })
    for (const path of ['/old', '/OLD/a_bö', '/old/a_bö/c', 'old/a_bö', ''])
      expect(await find(site.id, path)).toBeUndefined()
    expect(await find((await newSite()).id, source)).toBeUndefined()
    await redirect('/old/axb')
    expect(await sources('?search=A_B')).toEqual([source])
    expect(await sources('?search=old')).toEqual([source, '/old/axb'])
    expect(await sources('?search=none')).toEqual([])
  })

  it('has a path that no other one of the site has', async () => {
    const { client, site, newSite, toSpace, redirect } = await openSite()
    const first = await redirect('/old')
    const refused = await client.send('POST', site.redirects, { source: '/%6Fld', destination: toSpace })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error).toMatchObject({
      message: expect.stringContaining('from /old already'),
      details: { field: 'body.source', redirect: first.id },
    })
    const second = await redirect('/older')
    const url = `${site.redirects}/${second.id}`
    await client.patch(url, { source: '/old' }, 409)
    expect(await client.patch(url, { source: '/older' })).toEqual(second)
    const other = await newSite()
    const destination = { kind: 'site-space', siteSpaceId: other.first }
    await client.post(other.redirects, { source: '/old', destination }, 201)
  })

  it('is changed in part, and deleted', async () => {
    const { client, site, toSection, toPage, redirect, sources, events } = await openSite()
    const { id } = await redirect('/old', toPage)
    const url = `${site.redirects}/${id}`
    expect(await client.patch(url, { source: '/older' })).toMatchObject({
      source: '/older',
      destination: toPage,
    })
    expect(await client.patch(url, { destination: toSection })).toMatchObject({
      source: '/older',
      destination: toSection,
    })
    await client.patch(`${site.redirects}/none`, { source: '/x' }, 404)
    await client.delete(url, 205)
    expect(await sources()).toEqual([])
    const facts = async () => (await events()).filter(({ type }) => type.startsWith('site.redirect_'))
    const told = await facts()
    await client.delete(url, 204)
    expect(await facts()).toEqual(told)
    expect(told.map(({ type }) => type)).toEqual([
      'site.redirect_created',
      'site.redirect_changed',
      'site.redirect_changed',
      'site.redirect_removed',
    ])
    for (const { payload } of told) expect(payload).toMatchObject({ siteId: site.id, redirectId: id })
  })

  it('refuses paths that nobody comes by', async () => {
    const { client, site, toSpace } = await openSite()
    const paths = ['', '/', 'old', '/old/', '//old', '/a//b', '/a b', '/a?b', '/a#b', '/%zz', '/ö']
    for (const source of [...paths, '/..', '/a/%2e%2E/b', `/${'a'.repeat(512)}`]) {
      const refused = await client.send('POST', site.redirects, { source, destination: toSpace })
      expect([source, refused.statusCode]).toEqual([source, 400])
      expect(refused.json().error.details).toEqual({ field: 'body.source' })
    }
  })

  it('leads only to what is on the site, and names the field that does not', async () => {
    const { client, site, newSite, toSection, toSpace, toPage } = await openSite()
    const other = await newSite()
    const wrong: [destination: object, field: string][] = [
      [{ ...toSection, siteSectionId: 'none' }, 'siteSectionId'],
      [{ ...toSection, siteSectionId: other.section }, 'siteSectionId'],
      [{ ...toSpace, siteSpaceId: other.first }, 'siteSpaceId'],
      [{ ...toSpace, siteSpaceId: site.one.id }, 'siteSpaceId'],
      [{ ...toPage, siteSpaceId: other.first }, 'siteSpaceId'],
      [{ ...toPage, siteSpaceId: site.second }, 'pageId'],
      [{ ...toPage, pageId: other.pageId }, 'pageId'],
      [{ kind: 'site-page', siteSpaceId: site.first }, 'pageId'],
      [{ kind: 'elsewhere', url: 'https://example.org' }, 'kind'],
    ]
    const { id } = await client.post(site.redirects, { source: '/kept', destination: toPage }, 201)
    for (const [destination, field] of wrong) {
      const details = { field: `body.destination.${field}` }
      const made = await client.send('POST', site.redirects, { source: '/old', destination })
      expect([destination, made.statusCode, made.json().error?.details]).toEqual([destination, 400, details])
      const changed = await client.send('PATCH', `${site.redirects}/${id}`, { destination })
      expect([destination, changed.statusCode]).toEqual([destination, 400])
    }
    expect((await client.get(site.redirects)).items).toMatchObject([{ id, destination: toPage }])
  })

  it('leads to no space in the trash, and stays while one is there', async () => {
    const { client, site, toSpace, toPage, redirect, sources } = await openSite()
    await redirect('/kept', toPage)
    await client.delete(`/v1/spaces/${site.one.id}`, 205)
    for (const destination of [toSpace, toPage]) {
      const refused = await client.send('POST', site.redirects, { source: '/old', destination })
      expect(refused.statusCode).toBe(400)
      expect(refused.json().error.details).toEqual({ field: 'body.destination.siteSpaceId' })
    }
    expect(await sources()).toEqual(['/kept'])
    await client.post(`/v1/spaces/${site.one.id}/restore`)
    await redirect('/old', toPage)
  })

  it('goes with the section or the space that it leads to', async () => {
    const { client, site, toSection, toPage, redirect, sources } = await openSite()
    await redirect('/section', toSection)
    await redirect('/second', { kind: 'site-space', siteSpaceId: site.second })
    await redirect('/page', toPage)
    await client.delete(`${site.url}/sections/${site.section}`, 205)
    expect(await sources()).toEqual(['/page'])
    await client.delete(site.url, 205)
  })

  it('is one of five thousand at most', async () => {
    const { client, site, toSpace, redirect, sql } = await openSite()
    await sql(
      `insert into site_redirects (id, site_id, source, site_space_id)
       select '${site.id}-' || n, '${site.id}', '/many/' || n, '${site.first}' from generate_series(1, 4999) n`,
    )
    const { id } = await redirect('/last')
    const refused = await client.send('POST', site.redirects, { source: '/more', destination: toSpace })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error.message).toMatch(/at most 5000 redirects/)
    await client.patch(`${site.redirects}/${id}`, { source: '/still' })
    await client.delete(`${site.redirects}/${id}`, 205)
    await redirect('/more')
  })

  it('is seen by members, and made by those who arrange the site', async () => {
    const { as, reader, creator, stranger, site, newSite, toSpace, redirect, client } = await openSite()
    const { id } = await redirect('/old')
    await as(reader).get(site.redirects)
    await as(reader).post(site.redirects, { source: '/mine', destination: toSpace }, 403)
    await as(creator).post(site.redirects, { source: '/mine', destination: toSpace }, 201)
    await as(stranger).get(site.redirects, 404)
    const other = await newSite()
    await client.patch(`${other.redirects}/${id}`, { source: '/taken' }, 404)
    await client.delete(`${other.redirects}/${id}`, 204)
    expect((await client.get(site.redirects)).items).toHaveLength(2)
  })
})
