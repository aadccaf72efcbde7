// Everything that one visitor of a site can ask for: pages and what belongs to them, from link to link; what programs
// and agents read; and, with a token of the site, every read of the API there is.
import document from '../../../docs/openapi.json' with { type: 'json' }
import type { Answer } from '../../counterparts/client.ts'
import type { HiddenSite } from './build.ts'
import { HOST } from './canaries.ts'

export type Told = { question: string; status: number; text: string }

/** How a visitor comes: what their browser sends, and what they show to get a token. `home`: where they read the site. */
export type Visitor = {
  headers: Record<string, string>
  visitor?: object
  home: string
  shareKey?: string
  /** Whether they try all words that are hidden anywhere, and not only those that may be addresses. */
  isCurious?: boolean
}

const MOST_PAGES = 1_500

/** Words that somebody could have heard of elsewhere, and try as an address or in a search. */
function wordsOf({ canaries }: HiddenSite, { isCurious = false }: Visitor): string[] {
  const words = canaries.list().flatMap(({ text }) => (text.startsWith('canary') ? [text] : []))
  return isCurious ? words : words.filter((word) => ADDRESSES.test(word))
}

const ADDRESSES = /(?:slug|former|path|spec|title|mention|child|group)$/

const MACHINE_FILES = [
  ...['llms.txt', 'llms-full.txt', 'sitemap.xml', 'sitemap-pages.xml', 'robots.txt', 'rss.xml', 'atom.xml'],
  ...[
    'open-news/rss.xml',
    'open-news/atom.xml',
    '~mcp',
    '~spaces',
    '~navigation/top',
    'old/hidden',
    'old/section',
    'nowhere',
  ],
]

/** From link to link, and to every address that somebody could guess. */
export async function crawlPages(site: HiddenSite, visitor: Visitor): Promise<Told[]> {
  const { headers, home } = visitor
  const words = wordsOf(site, visitor)
  const asked = ['openword', 'open', 'canary', ...words].map((word) => `~search.json?q=${word}`)
  const ids = site.canaries.list().flatMap(({ name, text }) => (name.startsWith('id of') ? [text] : []))
  const tools = [...ids.map((id) => `~navigation/${id}`), `~changes/${site.canaries.word('spec')}`]
  const cards = await everyCard(site)
  readCards(site)
  const guessed = [
    '',
    ...words,
    ...words.map((word) => `${word}.md`),
    ...MACHINE_FILES,
    ...tools,
    ...cards,
    ...asked,
  ]
  const left = [...guessed, '~search?q=openword', '~search?q=canary'].map((path) => home + path)
  const told: Told[] = []
  const seen = new Set<string>()
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (seen.has(at) || !at.startsWith(home)) continue
    seen.add(at)
    if (seen.size > MOST_PAGES) throw new Error('The site has more addresses than anybody wrote pages')
    const answer = await site.app.inject({ url: at, headers })
    told.push({ question: at, status: answer.statusCode, text: `${answer.body}\n${headersIn(answer)}` })
    for (const to of [...linksIn(answer.body), String(answer.headers.location ?? '')])
      left.push(
        to
          .replaceAll('&amp;', '&')
          .replace(HOST, '')
          .replace(/[?#].*$/, ''),
      )
  }
  return told
}

/** The social preview images of all pages in all spaces of the site, by a name that nobody gave them. */
async function everyCard({ client, url }: HiddenSite): Promise<string[]> {
  const { items } = await client.get(`${url}/site-spaces`)
  const cards: string[] = []
  for (const { id, space } of items as Answer[]) {
    const { pages } = await client.get(`/v1/spaces/${space.id}/content/pages`)
    cards.push(...flat(pages).map((page) => `${CARDS}${id}/${page.id}/guessed.png`))
  }
  return cards
}

export const CARDS = '~card/'

/** Until the end of the test images are the words that are in them. */
function readCards({ interceptTasks }: HiddenSite) {
  interceptTasks(async ({ name, input }, go) =>
    name === 'card.draw' ? Buffer.from(JSON.stringify(input)) : go(),
  )
}

function linksIn(body: string): string[] {
  const inHtml = body.matchAll(/(?:href|src|data-branch|data-more|property="og:image" content)="([^"#]+)/g)
  const inMarkdown = body.matchAll(/\]\(([^()\s]+)/g)
  return [...inHtml, ...inMarkdown].map(([, to = '']) => to)
}

function headersIn({ headers }: { headers: object }): string {
  return JSON.stringify(headers)
}

/** What an agent is told by each of its tools. */
export async function askAsAgent(site: HiddenSite, visitor: Visitor): Promise<Told[]> {
  const { headers, home } = visitor
  const words = wordsOf(site, visitor)
  const pages = ['', 'open-links', 'open-conditions', 'open-sharing', 'guide-de/open-links', ...words]
  const calls = [
    { name: 'listPages', arguments: {} },
    ...['openword', 'open', ...words].map((query) => ({ name: 'searchDocumentation', arguments: { query } })),
    ...pages.map((page) => ({ name: 'getPage', arguments: { page } })),
  ]
  const told: Told[] = []
  for (const params of calls) {
    const answer = await site.app.inject({
      method: 'POST',
      url: `${home}~mcp`,
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    })
    told.push({ question: `agent ${JSON.stringify(params)}`, status: answer.statusCode, text: answer.body })
  }
  return told
}

/** Everything that the token of a visitor reads: every GET of the API, for every id there is, and searches. */
export async function readApi(site: HiddenSite, comes: Visitor): Promise<Told[]> {
  const { visitor = {}, shareKey } = comes
  const { as, url, resolve, base } = site
  const words = wordsOf(site, comes)
  const told: Told[] = []
  const tell = (question: string, answer: { statusCode: number; body: string; headers?: object }) => {
    // A token says to who has it what they said themselves.
    const text = answer.body.replace(/"apiToken":"[^"]*"/, '')
    told.push({ question, status: answer.statusCode, text: `${text}\n${JSON.stringify(answer.headers)}` })
  }
  const below = shareKey ? `${shareKey}/` : ''
  for (const word of ['', ...words]) {
    const asked = { url: `${base}${below}${word}`, visitor }
    tell(asked.url, await as().send('POST', '/v1/urls/published', asked))
  }
  const { apiToken } = await resolve(below, visitor)
  const reader = as(apiToken)
  for (const ids of await everyId(site))
    for (const forms of readsOf(ids))
      for (const question of forms) {
        const answer = await reader.send('GET', question)
        tell(question, answer)
        // Not for visitors, whatever the ids.
        if (answer.statusCode === 401) break
      }
  for (const source of ['old/hidden', 'old/section', ...words]) {
    const question = `${url}/redirect?source=/${source}`
    tell(question, await reader.send('GET', question))
  }
  for (const query of ['openword', 'open', ...words])
    tell(`search ${query}`, await reader.send('POST', `${url}/search`, { query, scope: { mode: 'all' } }))
  return told
}

/** Values for the braces in paths, for each space: all that its writers know of. */
type Ids = Record<string, readonly string[]>

async function everyId({ client, organization, site, canaries, url }: HiddenSite): Promise<Ids[]> {
  const { items } = await client.get(`${url}/site-spaces`)
  const all: Ids[] = []
  for (const { id: siteSpaceId, space } of items as Answer[]) {
    const content = await client.get(`/v1/spaces/${space.id}/content?metadata=true`)
    const pages = flat(content.pages)
    const reusables: Answer[] = content.reusableContents
    const documents = [...pages.map(({ documentId }) => documentId), ...reusables.map((one) => one.document)]
    all.push({
      organizationId: [organization.id],
      siteId: [site.id],
      spaceId: [space.id],
      siteSpaceId: [siteSpaceId],
      revisionId: [content.id],
      pageId: pages.map(({ id }) => id),
      pagePath: [...pages.flatMap(({ path = [] }) => path), canaries.word('former')].map(encodeURIComponent),
      fileId: content.files.map(({ id }: Answer) => id),
      reusableContentId: reusables.map(({ id }) => id),
      documentId: documents.filter((id) => id !== undefined),
      // Of an open one visitors read what its author wrote: see api-descriptions.test.ts.
      specSlug: [canaries.word('spec')],
    })
  }
  return all
}

function flat(pages: Answer[]): Answer[] {
  return pages.flatMap((page) => [page, ...flat(page.pages ?? [])])
}

/** For each path its addresses, with each id that its last braces may have, in the forms that such a read has. */
function* readsOf(ids: Ids): Generator<string[]> {
  for (const [path, operations] of Object.entries(document.paths)) {
    if (!('get' in operations) || path.endsWith('/stream')) continue
    const last = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? ''
    const fill = (id: string) =>
      path.replace(/\{(\w+)\}/g, (_, name: string) => (name === last ? id : (ids[name]?.[0] ?? 'none')))
    yield (ids[last] ?? ['none']).flatMap((id) => formsOf(path).map((form) => fill(id) + form))
  }
}

function formsOf(path: string): string[] {
  if (path.endsWith('/document')) return ['', '?evaluated=true', '?evaluated=deterministic-only']
  if (/\/content\/(?:page|path)\/\{\w+\}$/.test(path))
    return ['', '?format=document', '?format=document&evaluated=deterministic-only', '?format=markdown']
  return /\/(?:content|revisions)(?:\/|$)/.test(path) ? ['', '?metadata=true&computed=false'] : ['']
}
