// Feeds of a site: pages that changed at `rss.xml` and `atom.xml` of the site, and what a page announces at those of the
// page. Both tell what everybody may know, whoever asks.
import { fileOfPage } from '../../engines/content/links/paths.ts'
import { textOfBody } from '../../engines/content/nodes/revision.ts'
import { decideText } from '../../engines/reading/conditional-text.ts'
import { type Announcement, announcementsIn } from '../../engines/reading/updates.ts'
import type { SiteAnswer } from '../../engines/site/answers.ts'
import {
  FEED_FILES,
  type Feed,
  type FeedEntry,
  type FeedKind,
  feedText,
} from '../../engines/site/machines/feed-texts.ts'
import type { PageHead } from '../../engines/site/model.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import type { CacheKind } from '../../kit/storage/fresh-cache.ts'
import { readRawDocument } from '../../rooms/content/pages/reading/reader-texts.ts'
import { readFor } from '../../rooms/sites/published/published-sites.ts'
import { viewOf } from '../visit/documents/references.ts'
import { asEverybody, isForAll, isListed, listed, openSpaces } from '../visit/listed-pages.ts'
import { wholeAddresses } from '../visit/site-addresses.ts'
import { languageOfSpace } from '../visit/space-language.ts'
import { type PlacedPage, pageAt } from '../visit/spaces-read.ts'
import { hrefOf, isPrivate, type OpenSpace, openSpaceWith, type VisitedSite } from '../visit/visited-site.ts'

const MOST_ENTRIES = 50
const LONGEST_TEXT = 5_000
const KINDS: readonly FeedKind[] = ['rss', 'atom']

export async function answerFeed(
  ctx: ReadContext,
  asked: VisitedSite,
  { siteSpace }: OpenSpace,
  path: string,
): Promise<SiteAnswer | undefined> {
  const kind = KINDS.find((kind) => path === FEED_FILES[kind] || path.endsWith(`/${FEED_FILES[kind]}`))
  if (!kind) return
  const pagePath = path.slice(0, -FEED_FILES[kind].length).replace(/\/$/, '')
  const key: CacheKind<SiteAnswer | undefined> = {
    name: `feed ${kind} ${asked.home} ${pagePath && siteSpace.id} ${pagePath}`,
  }
  return readFor(ctx, key, asked.site, {}, async () => {
    const everybody = await asEverybody(ctx, asked)
    const feed =
      pagePath === ''
        ? await changesOf(ctx, everybody, kind)
        : await announcementsOf(ctx, everybody, kind, { siteSpaceId: siteSpace.id, pagePath })
    if (!feed) return { value: undefined, bytes: 0 }
    const text = feedText(kind, feed)
    const value = {
      kind: 'text',
      status: 200,
      type: kind,
      text,
      isPrivate: isPrivate(everybody.site),
      isIndexed: everybody.site.visibility === 'public',
    } as const
    return { value, bytes: text.length * 2 }
  })
}

/** The pages that changed last. */
async function changesOf(ctx: ReadContext, visited: VisitedSite, kind: FeedKind): Promise<Feed> {
  const { site, home } = visited
  const whole = wholeAddresses(ctx, site, home)
  const changed = (await openSpaces(ctx, visited)).flatMap((space) =>
    listed(space).map((placed) => ({ space, placed })),
  )
  changed.sort((a, b) => (a.placed.page.updatedAt < b.placed.page.updatedAt ? 1 : -1))
  const entries = changed.slice(0, MOST_ENTRIES).map(({ space, placed }): FeedEntry => {
    const { title, description, updatedAt } = placed.page
    const address = whole(hrefOf(space, placed))
    return { id: address, title, address, changedAt: updatedAt, text: description }
  })
  return { title: site.title, address: whole(home), self: whole(`${home}/${FEED_FILES[kind]}`), entries }
}

async function announcementsOf(
  ctx: ReadContext,
  visited: VisitedSite,
  kind: FeedKind,
  { siteSpaceId, pagePath }: { siteSpaceId: string; pagePath: string },
): Promise<Feed | undefined> {
  const space = await openSpaceWith(ctx, visited, siteSpaceId)
  const placed = space && pageAt(space.read, pagePath)
  if (!space || !placed || !mayHaveFeed(visited, space, placed)) return
  const announcements = await announcedOn(ctx, visited, space, placed)
  if (announcements.length === 0) return
  const { page } = placed
  const whole = wholeAddresses(ctx, visited.site, visited.home)
  const address = whole(hrefOf(space, placed))
  const used = new Map<string, number>()
  const entries = announcements
    .map(({ title, anchor, date = page.updatedAt, tags, text }): FeedEntry => {
      const name = `${address}#${date}-${encodeURIComponent(anchor ?? title)}`
      const before = used.get(name) ?? 0
      used.set(name, before + 1)
      return {
        id: before > 0 ? `${name}-${before}` : name,
        title,
        address: anchor ? `${address}#${encodeURIComponent(anchor)}` : address,
        changedAt: date,
        text: text.slice(0, LONGEST_TEXT),
        tags,
      }
    })
    .sort((a, b) => Date.parse(b.changedAt) - Date.parse(a.changedAt))
    .slice(0, MOST_ENTRIES)
  const title = `${page.title} | ${visited.site.title}`
  const language = languageOfSpace(space)
  return { title, address, self: whole(feedHref(kind, space, placed)), language, entries }
}

function mayHaveFeed(visited: VisitedSite, space: OpenSpace, placed: PlacedPage) {
  return placed.page.type === 'document' && isForAll(visited, space.siteSpace) && isListed(space, placed)
}

async function announcedOn(
  ctx: ReadContext,
  { audience }: VisitedSite,
  space: OpenSpace,
  { page, path }: PlacedPage,
): Promise<Announcement[]> {
  const view = viewOf(ctx, space)
  const whole = await textOfBody(view, page.body)
  if (!/\{%\s*updates?\b/.test(whole)) return []
  // A feed is the same for everybody: what stands under a condition is left out, whether or not it would be met.
  const text = decideText(whole, () => false)
  const body = text === whole ? page.body : null
  const from = { page: page.id, file: fileOfPage(page, path) }
  const reading = { spaceId: space.siteSpace.space.id, view, audience }
  const document = await readRawDocument(ctx, reading, { text, body, from, page }, { fillsIn: true })
  return announcementsIn(document, { space: view.root.variables, page })
}

function feedHref(kind: FeedKind, { base }: OpenSpace, { path }: PlacedPage) {
  return `${base}/${path.split('/').map(encodeURIComponent).join('/')}/${FEED_FILES[kind]}`
}

/** The feeds that a page leads to: its own, if it has one, and those of the site. */
export async function feedsOf(
  ctx: ReadContext,
  visited: VisitedSite,
  space: OpenSpace,
  placed: PlacedPage,
): Promise<PageHead['feeds']> {
  const { site, home } = visited
  const whole = wholeAddresses(ctx, site, home)
  const link = (kind: FeedKind, title: string, href: string) =>
    ({ title, href: whole(href), type: `application/${kind}+xml` }) as const
  const hasOwn =
    mayHaveFeed(visited, space, placed) && (await announcedOn(ctx, visited, space, placed)).length > 0
  const own = KINDS.map((kind) => link(kind, placed.page.title, feedHref(kind, space, placed)))
  return [
    ...(hasOwn ? own : []),
    ...KINDS.map((kind) => link(kind, site.title, `${home}/${FEED_FILES[kind]}`)),
  ]
}
