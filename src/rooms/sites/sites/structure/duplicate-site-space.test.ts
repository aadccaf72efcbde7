import { describe, expect, it } from 'vitest'
import { openPublished } from '../../../../../test/published-site.ts'
import { openTestServices } from '../../../../../test/services.ts'

type Item = { object: string; id: string; title: string; path: string; siteSpaces: Item[]; children: Item[] }

async function openSite(...titles: string[]) {
  const services = await openTestServices()
  const { as, admin, organization } = services
  const client = as(admin)
  const newSpace = async (title: string): Promise<string> =>
    (await client.post(`${organization.url}/spaces`, { title }, 201)).id
  const spaces: string[] = []
  for (const title of titles) spaces.push(await newSpace(title))
  const { id } = await client.post(`${organization.url}/sites`, { title: 'Docs', spaces }, 201)
  const url = `${organization.url}/sites/${id}`
  const structure = async (): Promise<Item[]> => (await client.get(`${url}/structure`)).structure
  const { items } = await client.get(`${url}/site-spaces`)
  const ids: string[] = items.map((item: Item) => item.id)
  const duplicate = (siteSpaceId: string | undefined, status = 201, by = client) =>
    by.post(`${url}/site-spaces/${siteSpaceId}/duplicate`, {}, status)
  return { ...services, client, newSpace, spaces, url, structure, ids, duplicate }
}

const named = (items: Item[]) => items.map(({ title, path }) => [title, path])

describe('a copy of a site space', () => {
  it('comes right after the original, with its content and its condition', async () => {
    const { client, structure, ids, spaces, url, duplicate } = await openSite('Guide', 'API')
    const page = { operation: 'insert_page', title: 'Home', document: { markdown: 'Hello' } }
    await client.post(`/v1/spaces/${spaces[0]}/content`, { changes: [page] })
    await client.patch(`${url}/site-spaces/${ids[0]}`, { condition: 'visitor.claims.isBeta' })
    const made = await client.send('POST', `${url}/site-spaces/${ids[0]}/duplicate`)
    const copy = made.json()
    expect(made.headers.location).toMatch(new RegExp(`${url}/site-spaces/${copy.id}$`))
    expect(copy).toMatchObject({
      object: 'site-space',
      title: 'Guide (copy)',
      path: 'guide-copy',
      condition: 'visitor.claims.isBeta',
      default: false,
      space: { visibility: 'public' },
    })
    expect(copy.space.id).not.toBe(spaces[0])
    const { pages } = await client.get(`/v1/spaces/${copy.space.id}/content/pages`)
    expect(pages.map(({ title }: Item) => title)).toEqual(['Home'])
    await duplicate(ids[0])
    expect(named(await structure())).toEqual([
      ['Guide', 'guide'],
      ['Guide (copy)', 'guide-copy-1'],
      ['Guide (copy)', 'guide-copy'],
      ['API', 'api'],
    ])
  })

  it('gets a section beside that of the original if this is the only space there', async () => {
    const { client, newSpace, url, structure, ids, duplicate } = await openSite('Guide')
    const section = await client.post(
      `${url}/sections`,
      { spaceId: await newSpace('API'), title: 'Reference', icon: 'code' },
      201,
    )
    const [first] = await structure()
    const changes = { condition: 'visitor.claims.isBeta', description: 'All calls' }
    await client.patch(`${url}/sections/${section.id}`, changes)
    await client.post(`${url}/section-groups`, { title: 'Group', sections: [section.id, first?.id] }, 201)

    const copy = await duplicate(section.siteSpaces[0].id)
    const [group] = await structure()
    expect(named(group?.children ?? [])).toEqual([
      ['Reference', 'reference'],
      ['Reference (copy)', 'reference-copy'],
      ['Guide', 'guide'],
    ])
    expect(group?.children[1]).toMatchObject({
      ...changes,
      icon: 'code',
      default: false,
      siteSpaces: [{ id: copy.id, title: 'API (copy)', default: true }],
    })

    await client.post(`${url}/site-spaces`, { spaceId: await newSpace('Old'), sectionId: first?.id }, 201)
    const variant = await duplicate(ids[0])
    expect(variant.section).toBe(first?.id)
    const [, , guide] = (await structure())[0]?.children ?? []
    expect(named(guide?.siteSpaces ?? []).map(([title]) => title)).toEqual(['Guide', 'Guide (copy)', 'Old'])
  })

  it('has a section title that is no longer than titles may be', async () => {
    const { client, newSpace, url, duplicate } = await openSite('Guide')
    const body = { spaceId: await newSpace('API'), title: 'x'.repeat(128) }
    const section = await client.post(`${url}/sections`, body, 201)
    await duplicate(section.siteSpaces[0].id)
    const { items } = await client.get(`${url}/sections`)
    expect(items.map(({ title }: Item) => title.length)).toEqual([5, 128, 128])
  })

  it('stays closed where the original is', async () => {
    const { client, spaces, ids, duplicate } = await openSite('Guide')
    await client.patch(`/v1/spaces/${spaces[0]}`, { visibility: 'private' })
    expect((await duplicate(ids[0])).space.visibility).toBe('private')
  })

  it('is shown to those who see the original, and to nobody else', async () => {
    const { as, client, url, section, resolve, signIn, drain } = await openPublished('visitor-auth')
    await client.post(`${url}/site-spaces/${section.siteSpaces[0].id}/duplicate`, undefined, 201)
    await drain()
    const sectionsFor = async (claims: object) => {
      const { apiToken } = await resolve('', { jwtToken: await signIn(claims) })
      const { structure } = await as(apiToken).get(`${url}/published`)
      return structure.structure.map(({ title }: Item) => title)
    }
    expect(await sectionsFor({})).toEqual(['Guide'])
    expect(await sectionsFor({ isBeta: true })).toEqual(['Guide', 'Beta', 'Beta (copy)'])
  })

  it('is made by those who may create content, of what is on the site', async () => {
    const { as, creator, editor, guest, stranger, client, ids, spaces, url, duplicate } =
      await openSite('Guide')
    await duplicate(ids[0], 201, as(creator))
    await duplicate(ids[0], 403, as(editor))
    await duplicate(ids[0], 404, as(guest))
    await duplicate(ids[0], 404, as(stranger))
    await duplicate(spaces[0], 404)
    const other = await client.post(url.replace(/\/[^/]+$/, ''), { title: 'Other' }, 201)
    await client.post(url.replace(/[^/]+$/, `${other.id}/site-spaces/${ids[0]}/duplicate`), {}, 404)
    await client.delete(`/v1/spaces/${spaces[0]}`, 205)
    await duplicate(ids[0], 404)
  })

  it('can not be a draft, and leaves nothing behind when it is refused', async () => {
    const { client, organization, url, ids } = await openSite('Guide')
    const refused = await client.post(`${url}/site-spaces/${ids[0]}/duplicate`, { draft: true }, 400)
    expect(refused.error.message).toMatch(/no drafts/)
    await client.post(`${url}/site-spaces/${ids[0]}/duplicate`, { draft: 'yes' }, 400)
    expect((await client.get(`${organization.url}/spaces`)).items).toHaveLength(1)
  })
})
