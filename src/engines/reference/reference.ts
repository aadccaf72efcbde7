// The reference of an API as a site: every page is made by what makes the pages of sites. Nothing is asked of anybody.
import { yieldToEventLoop } from '../content/event-loop.ts'
import { hashOfText } from '../content/nodes/nodes.ts'
import { DEFAULT_LAYOUT } from '../content/records.ts'
import { readyColours } from '../html/highlight.ts'
import { apisIn, fillIn } from '../html/placeholders/fill-in.ts'
import type { WrittenDocument } from '../html/written-document.ts'
import type { ApiDocument, OpenApiDocument } from '../openapi/document.ts'
import { openPageBlocks, SAMPLE_LANGUAGES, type WantedApi } from '../openapi/view/page-blocks.ts'
import { saidNothing } from '../openapi/view/site-scope.ts'
import type { Words } from '../site/languages/words.ts'
import type { Assets, Link, Look, PageModel } from '../site/model.ts'
import { branchOf, navigationAt, openNavigation } from '../site/views/navigation.ts'
import { notFoundPage, searchPage } from '../site/views/other-pages.ts'
import { type OpenSite, openSite, sitePage } from '../site/views/page.ts'
import { apiPages, inOrder, type ReferencePage, writtenPage } from './api-pages.ts'
import { entriesOf } from './navigation.ts'
import { firstStepsText, hasFirstSteps, openingText, scopesText } from './own-texts.ts'
import { type Places, placesIn } from './places.ts'
import { openSearch } from './search.ts'
import { shownDocument } from './shown-document.ts'

/** `home`: where it begins, without a slash at the end. */
export type ReferenceFrame = { home: string; look: Look; assets: Assets }

export type Reference = Awaited<ReturnType<typeof openReference>>

export async function openReference(source: OpenApiDocument, frame: ReferenceFrame) {
  const document = shownDocument(source)
  const { home } = frame
  const addressOf = (path: string) => (path === '' ? home : `${home}/${path}`)
  const described = await apiPages(document)
  const places = await placesIn(document, inOrder(described), addressOf)
  const pages = [...ownPages(document, places, home), ...described]
  const order = inOrder(pages)
  const open = openSite(siteOf(document, frame))
  const navigation = openNavigation(entriesOf(pages, places, addressOf), open.site)
  const search = openSearch(document, places)
  const wayTo = (path: string) => {
    const segments = path.split('/')
    return segments.map((_, at) => segments.slice(0, at + 1).join('/'))
  }

  return {
    inline: open.inline,
    /** The paths of all pages, in their order. */
    paths: order.map(({ path }) => path),
    /** Undefined where there is no such page. `only`: an operation that is shown whole, and others by name. */
    async page(path: string, only?: WantedApi): Promise<string | undefined> {
      const at = order.findIndex((page) => page.path === path)
      const page = order[at]
      if (!page) return
      const { html, outline, needs } = await written(document, open, page, only)
      return sitePage(open, {
        ...EVERY_PAGE,
        id: path,
        title: page.title,
        description: page.description,
        breadcrumbs: breadcrumbsOf(order, wayTo(path), addressOf),
        body: html,
        outline,
        navigation: navigationAt(navigation, wayTo(path)),
        previous: linkTo(order[at - 1], addressOf),
        next: linkTo(order[at + 1], addressOf),
        servers: needs.servers,
      })
    },
    search,
    searchPage: (query: string) => searchPage(open, { query, answer: search(query) }),
    missingPage: () => notFoundPage(open),
    /** What is below an entry of the navigation, as list items. */
    branch: (path: string) => branchOf(navigation, wayTo(path))?.text,
    /** Where an operation or an object is, by its id or name. */
    operationAddress: (id: string) => places.operations.get(id)?.href,
    objectAddress: (name: string) => places.objects.get(name),
  }
}

const EVERY_PAGE: Pick<PageModel, 'layout' | 'actions' | 'head'> = {
  layout: DEFAULT_LAYOUT,
  actions: {},
  head: { alternates: [], noIndex: false },
}

function siteOf({ info }: OpenApiDocument, { home, look, assets }: ReferenceFrame) {
  return {
    title: info.title,
    home,
    start: home,
    language: 'en',
    direction: 'ltr' as const,
    look,
    headerLinks: [{ title: 'OpenAPI document', style: 'link' as const, href: '/v1/openapi.json', links: [] }],
    footerGroups: [],
    sections: [],
    variants: [],
    assets,
  }
}

function ownPages(document: ApiDocument, places: Places, home: string): ReferencePage[] {
  const { info, 'x-quire-scopes': scopes } = document
  const all = places.groups.flatMap(({ operations }) => operations)
  const count = all.filter(({ kind }) => kind === 'operation').length
  const about = `Version ${info.version}, ${count} ${count === 1 ? 'operation' : 'operations'}`
  const page = (path: string, title: string, description: string, ...texts: string[]) => [
    { path, title, description, texts, below: [] },
  ]
  return [
    ...page('', info.title, about, ...openingText(document, places, home)),
    ...(hasFirstSteps(places)
      ? page('first-steps', 'First steps', FIRST_STEPS, firstStepsText(document, places))
      : []),
    ...(scopes ? page('scopes', 'Scopes', SCOPES, scopesText(scopes, places)) : []),
  ]
}

const FIRST_STEPS = 'From a token to a page that readers see.'
const SCOPES = 'What the tokens of integrations may do.'

async function written(
  document: OpenApiDocument,
  { words }: OpenSite,
  reference: ReferencePage,
  only: WantedApi | undefined,
) {
  const page = await writtenPage(reference)
  const blocks = await blocksOf(document, page, { words: words.document, only })
  return fillIn(page, {
    resolve: (ref) => (ref.kind === 'url' ? { href: ref.url } : undefined),
    api: (_, part) => blocks.get(JSON.stringify(part)),
    words: words.document,
  })
}

async function blocksOf(
  document: OpenApiDocument,
  page: WrittenDocument,
  { words, only }: { words: Words['document']; only: WantedApi | undefined },
) {
  for (const language of SAMPLE_LANGUAGES) readyColours(language)
  const write = openPageBlocks({ words, only, keep: (_, make) => make() })
  // What is put into a page that is open already has other ids than what is there.
  const said = saidNothing(only && `${hashOfText(JSON.stringify(only)).slice(0, 6)}-`)
  const blocks = new Map<string, WrittenDocument | undefined>()
  for (const { part } of apisIn(page)) {
    await yieldToEventLoop()
    blocks.set(JSON.stringify(part), write({ version: '', document, part, said }))
  }
  return blocks
}

function breadcrumbsOf(
  order: readonly ReferencePage[],
  way: readonly string[],
  addressOf: (path: string) => string,
): Link[] {
  return way.slice(0, -1).flatMap(
    (path) =>
      linkTo(
        order.find((page) => page.path === path),
        addressOf,
      ) ?? [],
  )
}

function linkTo(page: ReferencePage | undefined, addressOf: (path: string) => string): Link | undefined {
  return page && { title: page.title, href: addressOf(page.path) }
}
