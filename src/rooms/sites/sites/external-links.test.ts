import { describe, expect, it } from 'vitest'
import { openPublished } from '../../../../test/published-site.ts'

type Item = { object: string; id: string; title: string; children?: Item[] }

/** Titles in order, those of a group in brackets. */
const outline = (items: Item[]): string =>
  items.map(({ title, children }) => (children ? `${title}[${outline(children)}]` : title)).join(' ')

async function openLinks() {
  const opened = await openPublished('visitor-auth')
  const { as, app, base, client, url, resolve, signIn } = opened
  const links = `${url}/external-links`
  const add = (title: string, more: object = {}, status = 201) =>
    client.post(links, { title, url: `https://${title.toLowerCase()}.example.org/?a&b`, ...more }, status)
  const structure = async () => outline((await client.get(`${url}/structure`)).structure)
  const published = async (claims: object = {}) => {
    const { apiToken } = await resolve('', { jwtToken: await signIn(claims) })
    const answer = await as(apiToken).get(`${url}/published`)
    return { text: JSON.stringify(answer.structure), outline: outline(answer.structure.structure) }
  }
  const read = async (claims: object = {}) => {
    const cookie = `quire_visitor=${await signIn(claims)}`
    return (await app.inject({ url: `${new URL(base).pathname}second`, headers: { cookie } })).body
  }
  const sort = (item: Item, position: object) =>
    client.patch(`${url}/structure/sort`, { item: { type: item.object, id: item.id }, position })
  return { ...opened, links, add, structure, published, read, sort }
}

describe('an external link', () => {
  it('is added, changed, moved between groups and deleted', async () => {
    const { client, url, links, add, structure, section } = await openLinks()
    const group = await client.post(`${url}/section-groups`, { title: 'Group', sections: [section.id] }, 201)
    const made = await client.send('POST', links, {
      title: 'Forum',
      url: 'https://forum.example.org/',
      description: 'Ask others',
      icon: 'users',
      condition: 'visitor.claims.isBeta',
      draft: false,
    })
    const forum = made.json()
    expect(made.statusCode).toBe(201)
    expect(made.headers.location).toMatch(new RegExp(`${links}/${forum.id}$`))
    expect(forum).toEqual({
      object: 'site-external-link',
      id: forum.id,
      title: 'Forum',
      url: 'https://forum.example.org/',
      description: 'Ask others',
      icon: 'users',
      condition: 'visitor.claims.isBeta',
      draft: false,
    })
    await add('Blog', { parent: group.id })
    expect(await structure()).toBe('Guide Group[Beta Blog] Forum')
    const moved = await client.patch(`${links}/${forum.id}`, {
      parent: group.id,
      description: null,
      icon: null,
    })
    expect(moved).toMatchObject({ sectionGroup: group.id, title: 'Forum' })
    expect(moved).not.toHaveProperty('description')
    expect(await structure()).toBe('Guide Group[Beta Blog Forum]')
    expect(await client.patch(`${links}/${forum.id}`, { parent: null, condition: null })).not.toHaveProperty(
      'condition',
    )
    expect(await structure()).toBe('Guide Group[Beta Blog] Forum')
    await client.delete(`${links}/${forum.id}`, 205)
    expect(await structure()).toBe('Guide Group[Beta Blog]')
    await client.patch(`${links}/${forum.id}`, { title: 'Gone' }, 404)
  })

  it('is sorted among sections and groups, and comes out of a group that is deleted', async () => {
    const { client, url, add, structure, sort, section } = await openLinks()
    const [forum, blog] = [await add('Forum'), await add('Blog')]
    const beside = (item: Item) => ({ type: item.object, id: item.id })
    await sort(blog, { before: beside(section) })
    expect(await structure()).toBe('Guide Blog Beta Forum')
    await sort(section, { after: beside(forum) })
    expect(await structure()).toBe('Guide Blog Forum Beta')
    const group = await client.post(`${url}/section-groups`, { title: 'Group', sections: [section.id] }, 201)
    const answered = await sort(blog, { before: beside(section) })
    expect(answered).toMatchObject({ object: 'site-external-link', sectionGroup: group.id })
    expect(await structure()).toBe('Guide Forum Group[Blog Beta]')
    await sort(group, { before: beside(forum) })
    expect(await structure()).toBe('Guide Group[Blog Beta] Forum')
    await client.delete(`${url}/section-groups/${group.id}`, 205)
    expect(await structure()).toBe('Guide Blog Beta Forum')
    const item = { type: 'site-external-link', id: 'none' }
    await client.patch(`${url}/structure/sort`, { item, position: { before: beside(forum) } }, 404)
    const position = { before: { type: 'site-section', id: blog.id } }
    await client.patch(`${url}/structure/sort`, { item: beside(forum), position }, 400)
  })

  it('is shown to visitors who meet its condition, and to nobody else', async () => {
    const { client, url, add, published, read, links } = await openLinks()
    const group = await client.post(`${url}/section-groups`, { title: 'Canaries' }, 201)
    await add('Canary', { parent: group.id, condition: 'visitor.claims.isBeta' })
    const forum = await add('Forum')
    expect((await published()).outline).toBe('Guide Forum')
    for (const text of [(await published()).text, await read()]) expect(text).not.toMatch(/canar(y|ies)/i)
    const beta = { isBeta: true }
    expect(await published(beta)).toMatchObject({ outline: 'Guide Beta Canaries[Canary] Forum' })
    expect((await published(beta)).text).not.toContain('isBeta')
    const link = '<a href="https://forum.example.org/?a&amp;b"'
    expect(await read()).toContain(link)
    expect(await read(beta)).toContain('https://canary.example.org/')
    await client.delete(`${links}/${forum.id}`, 205)
    expect(await read()).not.toContain(link)
  })

  it('is shown beside sections only', async () => {
    const { client, organization, newSpace } = await openPlain()
    const { id } = await client.post(
      `${organization.url}/sites`,
      { title: 'Plain', spaces: [await newSpace('One')] },
      201,
    )
    const url = `${organization.url}/sites/${id}`
    const link = { title: 'Forum', url: 'https://forum.example.org/' }
    const refused = await client.post(`${url}/external-links`, link, 400)
    expect(refused.error.message).toMatch(/has no sections/)
    await client.post(`${url}/sections`, { spaceId: await newSpace('Two') }, 201)
    await client.post(`${url}/external-links`, link, 201)
    const { items } = await client.get(`${url}/sections`)
    for (const section of items) await client.delete(`${url}/sections/${section.id}`, 205)
    expect(await client.get(`${url}/structure`)).toMatchObject({ type: 'sections', structure: [link] })
    await client.post(`${url}/site-spaces`, { spaceId: await newSpace('Three') }, 201)
    expect(await client.get(`${url}/structure`)).toMatchObject({ type: 'siteSpaces' })
  })

  it.each([
    ['a script', { url: 'javascript:alert(1)' }],
    ['a path', { url: '/forum' }],
    ['an address without a host', { url: 'https://[' }],
    ['a long address', { url: `https://example.org/${'x'.repeat(2048)}` }],
    ['a short title', { title: 'x' }],
    ['a long title', { title: 'x'.repeat(129) }],
    ['a long description', { description: 'x'.repeat(257) }],
    ['a condition that can not be read', { condition: 'visitor.' }],
    ['a group that is not there', { parent: 'none' }],
    ['the wish to be a draft', { draft: true }],
  ])('is refused with %s', async (_, wrong) => {
    const { client, links, add } = await openLinks()
    await add('Forum', wrong, 400)
    const { id } = await add('Forum')
    await client.patch(`${links}/${id}`, wrong, 400)
  })

  it('is changed by those who may create content', async () => {
    const { as, creator, editor, reader, guest, stranger, links, add } = await openLinks()
    const { id } = await add('Forum')
    for (const [who, status] of [
      [creator, 200],
      [editor, 403],
      [reader, 403],
      [guest, 404],
      [stranger, 404],
    ] as const)
      await as(who).patch(`${links}/${id}`, { title: 'Community' }, status)
    await as(editor).post(links, { title: 'Blog', url: 'https://blog.example.org/' }, 403)
    await as(guest).delete(`${links}/${id}`, 404)
  })

  it('is one of at most a hundred', async () => {
    const { add } = await openLinks()
    for (let count = 0; count < 100; count++) await add('Forum')
    expect((await add('Forum', {}, 409)).error.message).toMatch(/at most 100 external links/)
  })
})

async function openPlain() {
  const { as, admin, organization } = await openPublished()
  const client = as(admin)
  const newSpace = async (title: string): Promise<string> =>
    (await client.post(`${organization.url}/spaces`, { title }, 201)).id
  return { client, organization, newSpace }
}
