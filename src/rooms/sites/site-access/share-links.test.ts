import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'
import { NOBODY } from '../../../kit/domain/context.ts'
import { findShareLink } from './share-links.ts'

type Link = { id: string; name: string; active: boolean; urls: { published?: string } }

async function openSite() {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const client = as(admin)
  const newSite = async () => {
    const { id, basename } = await client.post(`${organization.url}/sites`, { spaces: 'empty' }, 201)
    const url = `${organization.url}/sites/${id}`
    await client.post(`${url}/publish`)
    return { id, basename, url, links: `${url}/share-links` }
  }
  const site = await newSite()
  const newLink = (name = 'Partners', at = site): Promise<Link> => client.post(at.links, { name }, 201)
  const find = (siteId: string, key: string) => findShareLink(services.services.outside(NOBODY), siteId, key)
  return { ...services, client, site, newSite, newLink, find }
}

const keyOf = ({ urls }: Link) => urls.published?.split('/').at(-2) ?? ''

describe('a share link', () => {
  it('leads to the published site through a key of its own', async () => {
    const { client, site, newLink } = await openSite()
    const [link, other] = [await newLink(), await newLink('')]
    expect(link).toMatchObject({ object: 'share-link', name: 'Partners', active: true })
    expect(link.urls.published).toMatch(
      new RegExp(`^http://quire.test/sites/${site.basename}/[A-Za-z0-9]{32}/$`),
    )
    expect(keyOf(link)).not.toBe(keyOf(other))
    await client.patch(site.url, { proxy: 'example.org/docs' })
    expect((await client.get(site.links)).items).toMatchObject([
      { id: link.id, urls: { published: `https://example.org/docs/${keyOf(link)}/` } },
      { id: other.id },
    ])
    await client.post(`${site.url}/unpublish`)
    expect((await client.get(site.links)).items[0].urls).toEqual({})
  })

  it('says when it was used last, to the hour', async () => {
    const { client, site, newLink, app, stopClock, tick, services } = await openSite()
    stopClock()
    await client.patch(site.url, { visibility: 'share-link' })
    const [link, unused] = [await newLink(), await newLink('Nobody')]
    const read = () => app.inject(new URL(link.urls.published ?? '').pathname)
    const listed = async () => (await client.get(site.links)).items
    expect(await listed()).not.toContainEqual(expect.objectContaining({ lastUsedAt: expect.anything() }))
    await read()
    const first = services.clock.now().toISOString()
    expect((await listed())[0].lastUsedAt).toBe(first)
    tick(0.02)
    await read()
    expect((await listed())[0].lastUsedAt).toBe(first)
    tick(0.03)
    await read()
    expect((await listed())[0].lastUsedAt).toBe(services.clock.now().toISOString())
    expect((await listed()).find(({ id }: Link) => id === unused.id)).not.toHaveProperty('lastUsedAt')
  })

  it('is renamed, switched off and on, and deleted', async () => {
    const { client, site, newLink, events } = await openSite()
    const { id } = await newLink()
    const url = `${site.links}/${id}`
    expect(await client.patch(url, { name: 'Press' })).toMatchObject({ name: 'Press', active: true })
    expect(await client.patch(url, { active: false })).toMatchObject({ name: 'Press', active: false })
    expect(await client.patch(url, { active: true })).toMatchObject({ name: 'Press', active: true })
    await client.patch(url, {}, 400)
    await client.patch(`${site.links}/none`, { active: true }, 404)
    await client.delete(url, 205)
    expect((await client.get(site.links)).items).toEqual([])
    const fact = { siteId: site.id, shareLinkId: id }
    const facts = async () => (await events()).filter(({ type }) => type.startsWith('share_link.'))
    const told = await facts()
    await client.delete(url, 204)
    expect(await facts()).toEqual(told)
    expect(told.map(({ type }) => type)).toEqual([
      'share_link.created',
      'share_link.changed',
      'share_link.changed',
      'share_link.changed',
      'share_link.removed',
    ])
    for (const { payload } of told) expect(payload).toMatchObject(fact)
  })

  it('is for those who decide who reads the site, and of that site alone', async () => {
    const { as, client, stranger, creator, site, newSite, newLink } = await openSite()
    const { id } = await newLink()
    await as(stranger).get(site.links, 404)
    await as(creator).get(site.links, 403)
    await as(creator).post(site.links, { name: 'Mine' }, 403)
    await client.post(site.links, { name: 'n'.repeat(51) }, 400)
    await client.post(site.links, {}, 400)
    const other = await newSite()
    await client.patch(`${other.links}/${id}`, { active: false }, 404)
    await client.delete(`${other.links}/${id}`, 204)
    expect((await client.get(site.links)).items).toMatchObject([{ id, active: true }])
  })

  it('is one of a hundred at most', async () => {
    const { client, site, newLink, sql } = await openSite()
    await newLink()
    await sql(
      `insert into share_links (id, site_id, name, key_hash, sealed_key, created_at)
       select '${site.id}-' || n, '${site.id}', '', sha256(('${site.id}' || n)::bytea), '', now()
       from generate_series(1, 98) n`,
    )
    const { id } = await newLink('The last')
    const refused = await client.send('POST', site.links, { name: 'One more' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error.message).toMatch(/at most 100 share links/)
    await client.delete(`${site.links}/${id}`, 205)
    await newLink('In its place')
  })

  it('leaves no key in the database to be read', async () => {
    const { newLink, site, sql } = await openSite()
    const key = keyOf(await newLink())
    const { rows } = await sql<{ row: string }>(
      `select to_json(share_links)::text as row from share_links where site_id = '${site.id}'`,
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(key)
    const { rows: events } = await sql<{ row: string }>(
      `select payload::text as row from events where payload->>'siteId' = '${site.id}'`,
    )
    expect(events.length).toBeGreaterThan(0)
    expect(JSON.stringify(events)).not.toContain(key)
  })
})

describe('the key of a share link', () => {
  it('opens the site of its link, without any token', async () => {
    const { site, newLink, find } = await openSite()
    const link = await newLink()
    expect(await find(site.id, keyOf(link))).toMatchObject({ id: link.id, name: 'Partners' })
  })

  it('opens nothing that was changed, guessed, switched off, deleted, or of another site', async () => {
    const { client, site, newSite, newLink, find } = await openSite()
    const [link, off, gone] = [await newLink(), await newLink(), await newLink()]
    const other = await newSite()
    const foreign = await newLink('Foreign', other)
    expect(await find(site.id, keyOf(off))).toBeDefined()
    expect(await find(site.id, keyOf(gone))).toBeDefined()
    await client.patch(`${site.links}/${off.id}`, { active: false })
    await client.delete(`${site.links}/${gone.id}`, 205)
    const key = keyOf(link)
    const swapped = key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase()
    const wrong: Record<string, string> = {
      empty: '',
      guessed: 'A'.repeat(32),
      'the id of the link': link.id,
      'a beginning': key.slice(0, -1),
      'more than it': `${key}A`,
      'another case': swapped,
      'with a space': ` ${key}`,
      'with a NUL': `${key}\0`,
      'half a surrogate pair': '\ud800',
      'very long': key.repeat(10_000),
      'switched off': keyOf(off),
      deleted: keyOf(gone),
      'of another site': keyOf(foreign),
    }
    const opened: string[] = []
    for (const [name, tried] of Object.entries(wrong)) if (await find(site.id, tried)) opened.push(name)
    expect(opened).toEqual([])
    expect(await find(other.id, key)).toBeUndefined()
    expect(await find(site.id, key)).toBeDefined()
    await client.patch(`${site.links}/${off.id}`, { active: true })
    expect(await find(site.id, keyOf(off))).toMatchObject({ id: off.id })
  })
})
