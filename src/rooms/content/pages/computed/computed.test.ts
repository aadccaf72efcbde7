import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../../test/services.ts'

const operation = (summary: string, ...tags: string[]) => ({ summary, tags, responses: {} })
const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  tags: [
    { name: 'pets', 'x-displayName': 'All pets', description: 'Cats and dogs.' },
    { name: 'food', parent: 'pets' },
    { name: 'nothing' },
  ],
  paths: {
    '/pets': { get: operation('List pets', 'pets'), post: operation('Add a pet', 'pets') },
    '/food': { get: operation('List {% food %}', 'food') },
    '/health': { get: { summary: 'Whether it lives', responses: {} } },
  },
  components: { schemas: { Pet: { type: 'object' } } },
}

type Page = {
  title: string
  path: string
  type: string
  pages?: Page[]
  computed?: object
  documentId?: string
}

async function openComputed({ models = false } = {}) {
  const setting = await openTestServices()
  const { as, admin, organization, drain } = setting
  const space = await as(admin).post(`${organization.url}/spaces`, { title: 'Guide' }, 201)
  const content = `/v1/spaces/${space.id}/content`
  const computed = {
    type: 'builtin:openapi',
    props: { models },
    dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
  }
  await as(admin).post(content, {
    changes: [
      { operation: 'insert_page', title: 'First', document: { markdown: '' } },
      { operation: 'insert_page', type: 'computed', title: 'Reference', computed },
      { operation: 'insert_page', title: 'Last', document: { markdown: '' } },
    ],
  })
  return {
    ...setting,
    space,
    content,
    say: async (document: object) => {
      await as(admin).put(`${organization.url}/openapi/pets`, { source: { text: JSON.stringify(document) } })
      await drain()
    },
    tree: async () => treeOf((await as(admin).get(`${content}/pages`)).pages),
  }
}

function treeOf(pages: Page[]): unknown[] {
  return pages.map(({ path, title, pages: below = [] }) => [path ?? title, ...treeOf(below)])
}

describe('pages of an API description', () => {
  it('take the place of the page that stands for them, one for each tag', async () => {
    const { as, admin, content, say, tree } = await openComputed({ models: true })
    expect(await tree()).toEqual([['first'], ['last']])
    await say(PETS)
    expect(await tree()).toEqual([['first'], ['all-pets', ['all-pets/food']], ['pets'], ['models'], ['last']])
    const written = (await as(admin).get(`${content}/pages?computed=false`)).pages
    expect(written.map(({ type }: Page) => type)).toEqual(['document', 'computed', 'document'])
    const page = await as(admin).get(`${content}/path/all-pets?format=markdown`)
    expect(page).toMatchObject({
      title: 'All pets',
      description: 'Cats and dogs.',
      computed: { type: 'builtin:openapi', props: { doc: 'operations', page: 'tag pets' } },
    })
    expect(page).not.toHaveProperty('documentId')
    expect(page.markdown).toContain('{% openapi-operation spec="pets" path="/pets" method="get" %}')
    expect((await as(admin).get(`${content}/page/${page.id}`)).title).toBe('All pets')
  })

  it('follow what it says', async () => {
    const { as, admin, content, say, tree } = await openComputed()
    await say(PETS)
    const { id } = await as(admin).get(`${content}/path/all-pets`)
    const { '/food': _, ...paths } = PETS.paths
    await say({ ...PETS, paths: { ...paths, '/toys': { get: operation('List toys', 'toys') } } })
    expect(await tree()).toEqual([['first'], ['all-pets'], ['toys'], ['pets'], ['last']])
    expect((await as(admin).get(`${content}/path/all-pets`)).id).toBe(id)
  })

  it('leave what writers wrote where it is', async () => {
    const { as, admin, content, say, tree } = await openComputed()
    await say(PETS)
    await as(admin).post(content, {
      changes: [{ operation: 'insert_page', title: 'All pets', document: { markdown: '' } }],
    })
    expect(await tree()).toContainEqual(['all-pets'])
    const { id } = await as(admin).get(`${content}/path/all-pets-1`)
    await as(admin).post(content, { changes: [{ operation: 'delete_page', page: id }] }, 404)
  })

  it('are found by their words, and by those of the description that follows', async () => {
    const { as, admin, space, say, drain } = await openComputed()
    await say(PETS)
    await drain()
    const found = async (query: string) =>
      (await as(admin).get(`/v1/spaces/${space.id}/search?query=${query}`)).items.map(
        ({ title }: Page) => title,
      )
    expect(await found('cats')).toEqual(['All pets'])
    await say({ ...PETS, tags: [{ name: 'pets', description: 'Snakes and frogs.' }] })
    await drain()
    expect(await found('cats')).toEqual([])
    expect(await found('snakes')).toEqual(['pets'])
    expect(await found('health')).toEqual(['Pets'])
    // The same operations, which say more.
    const health = { get: { summary: 'Whether it lives', description: 'Purrs softly.', responses: {} } }
    await say({ ...PETS, tags: [{ name: 'pets' }], paths: { ...PETS.paths, '/health': health } })
    await drain()
    expect(await found('purrs')).toEqual(['Pets'])
  })

  it('are part of what is published', async () => {
    const { as, admin, app, organization, space, say } = await openComputed()
    await say(PETS)
    const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
    const { urls } = await as(admin).post(`${organization.url}/sites/${site.id}/publish`, undefined, 200)
    const read = async (path: string) => (await app.inject(new URL(`${urls.published}${path}`).pathname)).body
    const html = await read('all-pets')
    expect(html).toContain('Cats and dogs.')
    expect(html).toContain('List pets')
    expect(html).toContain('Add a pet')
    const { '/pets': pets, ...paths } = PETS.paths
    await say({
      ...PETS,
      paths: { ...paths, '/pets': { ...pets, get: operation('List every pet', 'pets') } },
    })
    expect(await read('all-pets')).toContain('List every pet')
    expect(await read('llms.txt')).toContain('all-pets/food')
    expect(await read('sitemap-pages.xml')).toContain('all-pets/food')
  })
})

it('a page with one operation is found by the words of the version that there is now', async () => {
  const { as, admin, organization, say, drain } = await openComputed()
  // Nothing but this page shows it there.
  const space = await as(admin).post(`${organization.url}/spaces`, { title: 'By hand' }, 201)
  const markdown =
    '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[pets](x)\n{% endopenapi-operation %}\n'
  await as(admin).post(`/v1/spaces/${space.id}/content`, {
    changes: [{ operation: 'insert_page', title: 'By hand', document: { markdown } }],
  })
  const found = async (query: string) => {
    await drain()
    const { items } = await as(admin).get(`/v1/spaces/${space.id}/search?query=${query}`)
    return items.map(({ title }: Page) => title)
  }
  const saying = (description: string) => ({
    ...PETS,
    paths: { '/pets': { get: { description, responses: {} } } },
  })
  expect(await found('curlew')).toEqual([])
  await say(saying('A curlew.'))
  expect(await found('curlew')).toContain('By hand')
  await say(saying('A dunlin.'))
  expect(await found('curlew')).toEqual([])
  expect(await found('dunlin')).toContain('By hand')
  await as(admin).delete(`${organization.url}/openapi/pets`, 205)
  expect(await found('dunlin')).toEqual([])
})

describe('a source that no page names', () => {
  const source = (props: object, spec = 'pets') => ({
    source: {
      type: 'builtin:openapi',
      props,
      dependencies: { spec: { ref: { kind: 'openapi', spec } } },
    },
    seed: 'one',
  })

  it('is computed to the same pages and documents, and nothing of it is kept', async () => {
    const { as, admin, content, say, tree } = await openComputed({ models: true })
    await say(PETS)
    const before = await tree()
    const computed = await as(admin).post(`${content}/computed/revision`, source({ models: true }))
    expect(treeOf(computed.pages)).toEqual([['all-pets', ['all-pets/food']], ['pets'], ['models']])
    expect(computed).toMatchObject({ files: [], reusableContents: [] })
    const again = await as(admin).post(`${content}/computed/revision`, source({ models: false }))
    expect(again.pages.map(({ id }: { id: string }) => id)).toEqual(
      computed.pages.slice(0, 2).map(({ id }: { id: string }) => id),
    )
    const { computed: own } = computed.pages[0]
    const document = await as(admin).post(`${content}/computed/document`, { source: own, seed: 'one' })
    expect(document.nodes).toMatchObject([
      { type: 'openapi-operation', data: { path: '/pets', method: 'get' } },
      { type: 'openapi-operation', data: { path: '/pets', method: 'post' } },
    ])
    const models = await as(admin).post(`${content}/computed/document?schema=next`, source({ doc: 'models' }))
    expect(models.nodes).toMatchObject([{ type: 'openapi-schemas', data: { schemas: ['Pet'] } }])
    expect(await tree()).toEqual(before)
  })

  it('is refused with what would be right where it is not there', async () => {
    const { as, admin, content, say } = await openComputed()
    await say(PETS)
    const refused = async (where: string, body: object) =>
      (await as(admin).post(`${content}/computed/${where}`, body, 400)).error.message
    expect(await refused('revision', source({ models: true }, 'birds'))).toContain('Specification "birds"')
    expect(await refused('document', source({ doc: 'operations', page: 'tag cars' }))).toContain(
      'no page of this specification',
    )
    const integration = { type: 'integration:acme:pages', props: {} }
    expect(await refused('revision', { source: integration, seed: '' })).toContain(
      'is not installed on this space',
    )
    const translation = { type: 'builtin:translation', props: {}, dependencies: {} }
    expect(await refused('document', { source: translation, seed: '' })).toContain('builtin:openapi')
  })

  it('is nothing of a specification that the caller may not see', async () => {
    const { as, admin, content, say, space, newMember } = await openComputed()
    await say(PETS)
    const guest = await newMember('Guest', null)
    const grant = { users: [guest.email], role: 'read' }
    await as(admin).post(`/v1/spaces/${space.id}/permissions`, grant, 204)
    await as(guest).get(`${content}/pages`)
    const { error } = await as(guest).post(`${content}/computed/revision`, source({ models: true }), 400)
    expect(error.message).toContain('Specification "pets"')
  })
})
