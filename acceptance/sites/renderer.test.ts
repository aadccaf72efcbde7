// A renderer of published sites that is not ours meets the server only through the public client: from the address that a
// reader opened to the words of the page. This one is small, and asks for what a large one asks for.
import {
  type Document,
  GitBookAPI,
  type RevisionPage,
  type SiteSpace,
  type SiteStructure,
} from '@gitbook/api'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RICH_MARKDOWN } from '../markdown.ts'
import { type Api, makePlace, type Place, type Server, until } from '../server.ts'

let place: Place
let server: Server
let call: Api
let organization: string

beforeAll(async () => {
  place = await makePlace()
  ;({ api: call, ...server } = await place.start())
  organization = `/v1/orgs/${(await api('POST', '/v1/orgs', { title: 'Rendered' })).id}`
})

afterAll(async () => {
  server.signal('SIGTERM')
  await server.ended
  await place.remove()
})

async function api(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

async function newSpace(title: string, pages: Record<string, string>) {
  const { id } = await api('POST', `${organization}/spaces`, { title })
  const changes = Object.entries(pages).map(([title, markdown]) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
  }))
  await api('POST', `/v1/spaces/${id}/content`, { changes })
  return id as string
}

async function newSite(spaces: string[], more: object = {}) {
  const { id } = await api('POST', `${organization}/sites`, { title: 'Rendered', spaces, ...more })
  const url = `${organization}/sites/${id}`
  const { urls } = await api('POST', `${url}/publish`)
  return { url, home: urls.published as string }
}

type Visitor = { jwtToken?: string; unsignedClaims?: Record<string, unknown> }

/** Where the reader is sent instead of being shown a page. */
class Elsewhere extends Error {
  readonly address: string
  constructor(address: string) {
    super(`The reader is sent to ${address}`)
    this.address = address
  }
}

/** Asks about every prefix of the address at once, and goes by the longest that is told to be complete. */
async function lookUp(address: string, visitor: Visitor) {
  const { origin, pathname } = new URL(address)
  const steps = pathname.split('/').filter(Boolean)
  const prefixes = steps.map((_, at) => steps.slice(0, steps.length - at))
  const outside = new GitBookAPI({ endpoint: server.url })
  const answers = await Promise.all(
    prefixes.map(async (prefix, at) => {
      const url = `${origin}/${prefix.join('/')}`
      const asked = outside.urls.resolvePublishedContentByUrl({ url, visitor, redirectOnError: false })
      // Of a part of an address it may be said that there is nothing; of the whole of it that is the answer.
      const { data } = at === 0 ? await asked : await asked.catch(() => ({ data: undefined }))
      return { data, rest: steps.slice(prefix.length).join('/') }
    }),
  )
  const [whole] = answers
  if (whole?.data && 'redirect' in whole.data) throw new Elsewhere(whole.data.redirect)
  const found = answers.find(({ data }) => data && 'complete' in data && data.complete) ?? whole
  if (!found?.data || !('site' in found.data)) throw new Error(`Nothing at ${address}`)
  return { content: found.data, path: [found.data.pathname, found.rest].join('/') }
}

/** What a reader of the address is shown. */
async function render(address: string, visitor: Visitor = {}) {
  const { content, path } = await lookUp(address, visitor)
  const { exp } = JSON.parse(Buffer.from(content.apiToken.split('.')[1] ?? '', 'base64url').toString())
  expect(exp * 1000).toBeGreaterThan(Date.now() + 120_000)
  const client = new GitBookAPI({ endpoint: server.url, authToken: content.apiToken })
  const { shareKey } = content
  const [{ data: site }, { data: space }] = await Promise.all([
    client.orgs.getPublishedContentSite(content.organization, content.site, { shareKey }),
    client.spaces.getSpaceById(content.space, { shareKey }),
  ])
  const siteSpaces = siteSpacesOf(site.structure)
  const current = siteSpaces.find(({ id }) => id === content.siteSpace)
  expect(current?.space.id).toBe(space.id)
  const look = site.customizations.siteSpaces[content.siteSpace]
  expect(look).toEqual(expect.objectContaining({ styling: expect.anything(), header: expect.anything() }))
  const at = [space.id, content.revision ?? space.revision] as const
  const { data: revision } = await client.spaces.getRevisionById(...at, { metadata: true })
  const asked = decodeURIComponent(path.replace(/^\/+|\/+$/g, ''))
  const { data: page } = asked
    ? await client.spaces.getPageInRevisionByPath(...at, encodeURIComponent(asked), {})
    : { data: revision.pages[0] as RevisionPage }
  const { data: document } = await client.spaces.getPageDocumentInRevisionById(...at, page.id, {
    evaluated: 'deterministic-only',
  })
  const { data: markdown } = await client.spaces.getPageInRevisionById(...at, page.id, { format: 'markdown' })
  return {
    client,
    content,
    at,
    title: page.title,
    navigation: titlesOf(revision.pages),
    variants: siteSpaces.map(({ title }) => title),
    ...readDocument(document),
    markdown: 'markdown' in markdown ? markdown.markdown : '',
  }
}

function siteSpacesOf({ structure }: SiteStructure): SiteSpace[] {
  return structure.flatMap((one) => {
    if (one.object === 'site-space') return [one]
    if (one.object === 'site-section') return one.siteSpaces
    return siteSpacesOf({ type: 'sections', structure: one.children } as SiteStructure)
  })
}

function titlesOf(pages: RevisionPage[]): string[] {
  return pages.flatMap((page) => [page.title, ...('pages' in page ? titlesOf(page.pages) : [])])
}

type Node = {
  object?: string
  type?: string
  nodes?: Node[]
  leaves?: { text: string }[]
  fragments?: Node[]
}

function readDocument(document: Document) {
  const types = new Set<string>()
  let text = ''
  const read = (node: Node) => {
    if (node.type) types.add(node.type)
    for (const { text: words } of node.leaves ?? []) text += words
    for (const inside of [...(node.nodes ?? []), ...(node.fragments ?? [])]) read(inside)
    if (node.object === 'block') text += '\n'
  }
  read(('document' in document ? document.document : document) as Node)
  return { types, text }
}

describe('a renderer that is not ours', () => {
  it('shows a page with every block, from its address alone', async () => {
    const space = await newSpace('Guide', { Home: 'Welcome, reader.', 'All of it': RICH_MARKDOWN })
    const { home } = await newSite([space])
    expect(await render(home)).toMatchObject({ title: 'Home', navigation: ['Home', 'All of it'] })
    const page = await render(`${home}all-of-it`)
    expect(page.title).toBe('All of it')
    expect(page.text).toContain('After a hard break.')
    expect(page.markdown).toContain('After a hard break.')
    for (const type of [
      'hint',
      'tabs',
      'tabs-item',
      'code',
      'table',
      'expandable',
      'stepper',
      'math',
      'button',
    ])
      expect(page.types, type).toContain(type)
  })

  it('finds sections and variants, and what a search finds', async () => {
    const [guide, older, reference] = await Promise.all([
      newSpace('Guide', { Home: 'Of today.' }),
      newSpace('Older guide', { Home: 'Of yesterday.' }),
      newSpace('Reference', { Methods: 'Called quirkily.', 'In depth': 'More.' }),
    ])
    const { url, home } = await newSite([guide])
    const sections = await api('POST', `${url}/sections`, { spaceId: reference, title: 'Reference' })
    const { structure } = await api('GET', `${url}/structure`)
    const [first] = structure
    await api('POST', `${url}/site-spaces`, { spaceId: older, sectionId: first.id })
    const page = await render(`${home}${sections.path}/in-depth`)
    expect(page).toMatchObject({ title: 'In depth', navigation: ['Methods', 'In depth'] })
    expect(page.variants).toEqual(expect.arrayContaining(['Guide', 'Older guide', 'Reference']))
    const { organization, site } = page.content
    const found = await until(async () => {
      const { data } = await page.client.orgs.searchSiteContent(organization, site, {
        query: 'quirkily',
        mode: 'all',
      })
      return data.items.length > 0 && data.items
    })
    expect(JSON.stringify(found)).toContain('Methods')
  })

  it('reads the description that a page shows operations of, where that is public', async () => {
    const paths = { '/pets': { get: { responses: { 200: { description: 'Pets' } } } } }
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths })
    const spec = `${organization}/openapi/pets`
    await api('PUT', spec, { source: { text } })
    await until(async () => (await api('GET', spec)).processingState === 'complete')
    await api('PATCH', spec, { visibility: 'public' })
    const block =
      '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[Pets](https://example.org)\n{% endopenapi-operation %}'
    const { home } = await newSite([await newSpace('Guide', { Home: block })])
    const { client, content, types } = await render(home)
    expect([...types].some((type) => type.startsWith('openapi'))).toBe(true)
    const { data } = await client.orgs.getLatestOpenApiSpecVersionContent(content.organization, 'pets')
    expect(JSON.stringify(data.filesystem)).toContain('/pets')
  })

  it('lets in whom the site lets in', async () => {
    const space = await newSpace('Guide', { Home: 'For few.' })
    const shared = await newSite([space], { visibility: 'share-link' })
    const link = await api('POST', `${shared.url}/share-links`, { name: 'For you' })
    await expect(render(shared.home)).rejects.toMatchObject({ code: 404 })
    expect((await render(link.urls.published)).text).toContain('For few.')
    expect((await render(`${link.urls.published}home`)).text).toContain('For few.')

    const signed = await newSite([space], { visibility: 'visitor-auth' })
    const { privateKey } = await api('GET', `${signed.url}/publishing/auth`)
    await api('PATCH', `${signed.url}/publishing/auth`, {
      backend: 'custom',
      fallbackURL: 'https://login.example/',
    })
    await expect(render(signed.home)).rejects.toMatchObject({
      address: expect.stringMatching(/^https:\/\/login\.example\/\?/),
    })
    const jwtToken = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(privateKey))
    expect((await render(signed.home, { jwtToken })).text).toContain('For few.')
  })
})
