import { describe, expect, it } from 'vitest'
import { openIntegration } from '../../../../../test/integrations.ts'
import { fakeFetcher } from '../../../../world/network/fake-fetcher.ts'

/** Computes a shelf of books: one page a book, which its props or the specification that it depends on name. */
const SHELF = `
let runs = 0
export default {
  async fetch(request) {
    const form = await request.formData()
    const event = JSON.parse(await form.get('event'))
    const { configuration } = JSON.parse(await form.get('environment')).spaceInstallation ?? {}
    const { type, sourceId, props, dependencies = {} } = event
    if (type === 'content_compute_revision') {
      runs += 1
      if (sourceId !== 'shelf') return Response.json({ error: 'no' }, { status: 404 })
      if (configuration?.isBroken) throw new Error('broken')
      const version = dependencies.spec?.value?.lastVersion ? ' described' : ''
      const book = (name) => ({
        type: 'document', id: name, title: name + version, description: 'A book.',
        computed: { type: props.own, props: { name, runs, ...(props.cover && { cover: props.cover }) } },
      })
      return Response.json({ pages: [
        { type: 'group', title: 'Shelf', pages: props.books.map(book) },
        { type: 'link', title: 'Shop', target: { kind: 'url', url: 'https://example.org/shop' } },
        ...(props.best ? [{ type: 'link', title: 'Best', target: { kind: 'page', page: props.best } }] : []),
        { type: 'document', title: '' }, { type: 'nonsense', title: 'Never' }, 7,
      ], files: props.files })
    }
    if (type === 'content_compute_document') {
      if (props.name === 'Document') {
        const textOf = (text) => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] })
        const link = (ref, text) => ({ object: 'inline', type: 'link', data: { ref }, nodes: [textOf(text)] })
        const nodes = [{ object: 'block', type: 'paragraph', data: {}, nodes: [
          textOf('As a document. '),
          link({ kind: 'page', page: 'Novel' }, 'the book'),
          textOf(', '),
          link({ kind: 'anchor', page: 'Novel', anchor: 'end' }, 'its end'),
        ] }]
        if (props.cover) nodes.push({ object: 'block', type: 'images', data: {}, nodes: [
          { object: 'block', type: 'image', data: { ref: { kind: 'file', file: props.cover } }, nodes: [], isVoid: true },
        ] })
        return Response.json({ document: { document: { object: 'document', data: {}, nodes } } })
      }
      return Response.json({ document: { markdown: '# ' + props.name + '\\n\\nRead ' + props.name + ', run ' + props.runs + '. See [the other](document.md).' } })
    }
    return new Response('', { status: 406 })
  }
}`

const COVER = {
  id: 'cover',
  name: 'cover.png',
  contentType: 'image/png',
  downloadURL: 'https://books.example/cover.png',
  size: 1,
}
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Page = { type: string; title: string; path?: string; pages?: Page[] }

async function openShelf() {
  const opened = await openIntegration({
    script: SHELF,
    configurations: { space: { properties: { isBroken: { type: 'boolean' } } } },
  })
  const { as, admin, name, url, space, write, page, install, integration, drain } = opened
  const own = `integration:${name}:shelf`
  const source = (books: string[], more: object = {}) => ({ type: own, props: { books, own }, ...more })
  const { id } = await install()
  const at = `${integration}/installations/${id}/spaces`
  const content = `${url}/content`
  return {
    ...opened,
    source,
    content,
    at: `${at}/${space.id}`,
    put: async () => {
      await as(admin).post(at, { space: space.id }, 201)
      await drain()
    },
    show: async (computed: object) => {
      const changed = await write(page('First'), {
        operation: 'insert_page',
        type: 'computed',
        title: 'Books',
        computed,
      })
      await drain()
      return changed
    },
    tree: async () => treeOf((await as(admin).get(`${content}/pages`)).pages),
  }
}

function treeOf(pages: Page[]): unknown[] {
  return pages.map(({ type, path, title, pages = [] }) => [path ?? `${type} ${title}`, ...treeOf(pages)])
}

describe('pages that an integration computes', () => {
  it('take the place of the page that stands for them, once it is installed on the space', async () => {
    const { as, admin, source, show, put, tree, content, told, space, drain, at } = await openShelf()
    await show(source(['Novel', 'Document']))
    expect(await tree()).toEqual([['first']])
    await put()
    expect(await tree()).toEqual([['first'], ['shelf', ['shelf/novel'], ['shelf/document']], ['link Shop']])
    const page = await as(admin).get(`${content}/path/${encodeURIComponent('shelf/novel')}?format=markdown`)
    expect(page).toMatchObject({
      title: 'Novel',
      description: 'A book.',
      markdown: expect.stringContaining('Read Novel, run 1.'),
      computed: { type: source([]).type, props: { name: 'Novel', runs: 1 } },
    })
    const other = await as(admin).get(
      `${content}/path/${encodeURIComponent('shelf/document')}?format=markdown`,
    )
    expect(other.markdown).toContain('As a document.')
    await drain()
    const found = await as(admin).get(`/v1/spaces/${space.id}/search?query=novel`)
    expect(found.items.map(({ title }: Page) => title)).toEqual(['Novel'])
    const events = await told()
    expect(events.map(({ payload }: { payload: { type: string } }) => payload.type).sort()).toEqual([
      'content_compute_document',
      'content_compute_document',
      'content_compute_revision',
    ])
    await as(admin).delete(at, 205)
    await drain()
    expect(await tree()).toEqual([['first']])
  })

  it('are computed again when what they depend on changes, and not whenever the space does', async () => {
    const opened = await openShelf()
    const { as, admin, organization, source, show, put, tree, write, page, drain, content } = opened
    const dependencies = { spec: { ref: { kind: 'openapi', spec: 'pets' } } }
    await put()
    await show(source(['Novel'], { dependencies }))
    const text = async () =>
      (await as(admin).get(`${content}/path/${encodeURIComponent('shelf/novel')}?format=markdown`)).markdown
    expect(await text()).toContain('run 1.')
    await write(page('Second'))
    await drain()
    expect(await text()).toContain('run 1.')
    const description = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} }
    await as(admin).put(`${organization.url}/openapi/pets`, { source: { text: JSON.stringify(description) } })
    await drain()
    expect(await tree()).toContainEqual(['shelf', ['shelf/novel-described']])
  })

  it('stay as they were while the script fails, and say so to writers', async () => {
    const { as, admin, app, space, source, show, put, tree, at, drain, content } = await openShelf()
    await put()
    await show(source(['Novel']))
    const standing = async () => {
      const { pages } = await as(admin).get(`${content}/pages?computed=false`)
      return pages.find(({ type }: Page) => type === 'computed')
    }
    expect(await standing()).not.toHaveProperty('problem')
    await as(admin).patch(at, { configuration: { isBroken: true } }, 200)
    await drain()
    expect(await tree()).toContainEqual(['shelf', ['shelf/novel']])
    const { id, problem } = await standing()
    expect(problem).toMatch(/The script of .* failed/)
    expect(await as(admin).get(`${content}/page/${id}?computed=false`)).toMatchObject({ problem })
    const made = await as(admin).post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Other' }, 201)
    const { urls } = await as(admin).get(`/v1/spaces/${space.id}/change-requests/${made.id}`)
    const { pathname, search } = new URL(urls.preview)
    const first = await app.inject(pathname + search)
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    const preview = await app.inject({ url: String(first.headers.location), headers: { cookie } })
    expect(preview.body).toMatch(/<p class="problem">Books: The script of .* failed/)
    await as(admin).patch(at, { configuration: { isBroken: false } }, 200)
    await drain()
    expect(await standing()).not.toHaveProperty('problem')
  })

  it('are nothing but pages on sites, also while the script fails', async () => {
    const { as, admin, app, organization, space, source, show, put, at, drain } = await openShelf()
    await put()
    await show(source(['Novel']))
    await as(admin).patch(at, { configuration: { isBroken: true } }, 200)
    await drain()
    const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
    const { urls } = await as(admin).post(`${organization.url}/sites/${site.id}/publish`, undefined, 200)
    const { body } = await app.inject(new URL(`${urls.published}shelf/novel`).pathname)
    expect(body).toContain('Read Novel')
    expect(body).not.toContain('did not answer')
  })

  it('are there in a change request before it is merged', async () => {
    const { as, admin, space, source, put, drain, tree, told } = await openShelf()
    await put()
    const made = await as(admin).post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Books' }, 201)
    const url = `/v1/spaces/${space.id}/change-requests/${made.id}`
    const books = {
      operation: 'insert_page',
      type: 'computed',
      title: 'Books',
      computed: source(['Novel']),
    }
    await as(admin).post(`${url}/content`, { changes: [books] })
    await drain()
    const shown = [['shelf', ['shelf/novel']], ['link Shop']]
    expect(treeOf((await as(admin).get(`${url}/content/pages`)).pages)).toEqual(shown)
    expect(await tree()).toEqual([])
    const before = await told()
    await as(admin).post(`${url}/merge`)
    await drain()
    expect(await tree()).toEqual(shown)
    // What was computed for the change request is the same.
    expect(await told()).toHaveLength(before.length)
  })

  it('lead to each other', async () => {
    const { as, admin, source, show, put, content } = await openShelf()
    await put()
    const { props, type } = source(['Novel', 'Document'])
    await show({ type, props: { ...props, best: 'Document' } })
    const { pages } = await as(admin).get(`${content}/pages`)
    const [novel, document] = pages[1].pages
    const refsOf = async ({ id }: { id: string }) => {
      const text = JSON.stringify(await as(admin).get(`${content}/page/${id}?format=document`))
      return [...text.matchAll(/"ref":(\{[^}]*\})/g)].map(([, ref = '']) => JSON.parse(ref))
    }
    expect(await refsOf(novel)).toEqual([{ kind: 'page', page: document.id }])
    expect(await refsOf(document)).toEqual([
      { kind: 'page', page: novel.id },
      { kind: 'anchor', page: novel.id, anchor: 'end' },
    ])
    const best = pages.find(({ title }: Page) => title === 'Best')
    expect(best.target).toMatchObject({ kind: 'page', page: document.id })
  })

  it('show files of their source, wherever they stand, and beside files of the same name', async () => {
    const opened = await openShelf()
    const { as, admin, app, services, organization, space, source, put, write, page, drain, content } = opened
    services.fetcher.fetch = fakeFetcher({ [COVER.downloadURL]: PIXEL }).fetch
    await put()
    const ours = {
      name: COVER.name,
      base64: Buffer.from('ours').toString('base64'),
      contentType: 'image/png',
    }
    const [{ page: above }] = await write(page('Library'), { operation: 'insert_files', files: [ours] })
    const { props, type } = source(['Novel', 'Document'])
    const computed = { type, props: { ...props, cover: COVER.id, files: [COVER, 7, { id: 'x' }] } }
    await write({ operation: 'insert_page', type: 'computed', title: 'Books', computed, into: above.id })
    await drain()
    const { items } = await as(admin).get(`${content}/files`)
    const file = items.find(({ name }: { name: string }) => name !== COVER.name)
    expect(file).toMatchObject({
      name: expect.stringMatching(/^cover-\w{8}\.png$/),
      contentType: 'image/png',
    })
    expect(file).toMatchObject({ size: PIXEL.length, dimensions: { width: 1, height: 1 } })
    const site = await as(admin).post(`${organization.url}/sites`, { title: 'Docs', spaces: [space.id] }, 201)
    const { urls } = await as(admin).post(`${organization.url}/sites/${site.id}/publish`, undefined, 200)
    const { pages } = await as(admin).get(`${content}/pages`)
    const shown = pages[0].pages[0].pages.find(({ title }: Page) => title === 'Document')
    const { body } = await app.inject(new URL(`${urls.published}${shown.path}`).pathname)
    const [, address = ''] = /<img[^>]* src="([^"]*cover-[^"]*)"/.exec(body) ?? []
    const { pathname, search } = new URL(address.replaceAll('&amp;', '&'), urls.published)
    expect((await app.inject(pathname + search)).rawPayload).toEqual(PIXEL)
    const seen = await as(admin).post(`${content}/computed/revision`, { source: computed, seed: 'one' }, 200)
    const { downloadURL, size } = COVER
    expect(seen.files).toMatchObject([{ id: file.id, name: file.name, downloadURL, size }])
  })

  it('are not there without the files of their source, which writers are told', async () => {
    const { as, admin, services, source, put, show, content } = await openShelf()
    services.fetcher.fetch = fakeFetcher({ 'https://books.example/': 'none' }).fetch
    await put()
    const { props, type } = source(['Novel'])
    await show({ type, props: { ...props, files: [COVER] } })
    const { pages } = await as(admin).get(`${content}/pages?computed=false`)
    expect(pages[1].problem).toContain('The file "cover" could not be fetched: it answers 404')
  })

  it('can be seen before anybody puts them into a space', async () => {
    const { as, admin, source, put, content, at, stranger } = await openShelf()
    const asked = { source: source(['Novel']), seed: 'one' }
    await as(admin).post(`${content}/computed/revision`, asked, 400)
    await put()
    const { pages } = await as(admin).post(`${content}/computed/revision`, asked, 200)
    expect(treeOf(pages)).toEqual([['shelf', ['shelf/novel']], ['link Shop']])
    const { computed } = pages[0].pages[0]
    const document = await as(admin).post(
      `${content}/computed/document`,
      { source: computed, seed: 'one' },
      200,
    )
    expect(JSON.stringify(document)).toContain('Read Novel')
    await as(stranger).post(`${content}/computed/revision`, asked, 404)
    await as(admin).patch(at, { configuration: { isBroken: true } }, 200)
    const refused = await as(admin).post(`${content}/computed/revision`, asked, 503)
    expect(refused.error.message).toMatch(/The script of .* failed/)
  })
})
