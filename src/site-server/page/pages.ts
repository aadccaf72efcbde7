// A page of a site as HTML, kept until something changes that it follows from.

import { yieldToEventLoop } from '../../engines/content/event-loop.ts'
import { flatTrees } from '../../engines/content/nodes/page-tree.ts'
import { DEFAULT_LAYOUT } from '../../engines/content/records.ts'
import { FIRST_CHANGE } from '../../engines/html/changes/write-changes.ts'
import type { WantedApi } from '../../engines/openapi/view/page-blocks.ts'
import { fallbackLanguage } from '../../engines/reading/pages/fallback-pages.ts'
import type { PageAnswer } from '../../engines/site/answers.ts'
import type { Link, PageModel, Preview } from '../../engines/site/model.ts'
import { navigationAt } from '../../engines/site/views/navigation.ts'
import { type OpenSite, sitePage } from '../../engines/site/views/page.ts'
import { specName } from '../../kit/domain/changes.ts'
import type { OutsideContext, ReadContext } from '../../kit/domain/context.ts'
import type { CacheKind } from '../../kit/storage/fresh-cache.ts'
import { editAddressOf } from '../../rooms/content/git/edit-address.ts'
import { proofOf } from '../../rooms/sites/insights/shown-pages.ts'
import { imageOfCard } from '../formats/cards.ts'
import { feedsOf } from '../formats/feeds.ts'
import { markdownAddress } from '../formats/site-links.ts'
import { namedCanonical, openAlternates, withNamed } from '../visit/alternates.ts'
import { changesAddress } from '../visit/changes-address.ts'
import { documentOf } from '../visit/documents/documents.ts'
import type { PageBlock } from '../visit/documents/page-blocks.ts'
import { targetsOf } from '../visit/documents/references.ts'
import { shownPage } from '../visit/documents/shown.ts'
import { tellsApis } from '../visit/documents/shown-apis.ts'
import { wholeAddresses } from '../visit/site-addresses.ts'
import { frameOf, iconOf, navigationOf, type ReaderKit } from '../visit/site-frame.ts'
import { type PlacedPage, wayTo } from '../visit/spaces-read.ts'
import {
  hrefOf,
  isPrivate,
  keptFor,
  type OpenSpace,
  openSpaceWith,
  revisit,
  type Unpublished,
  type VisitedSite,
} from '../visit/visited-site.ts'
import { drawPage, type PageToDraw } from './drawn-blocks.ts'

export async function answerPage(
  ctx: OutsideContext,
  kit: ReaderKit,
  asked: VisitedSite,
  place: AskedPage,
): Promise<PageAnswer | undefined> {
  const page = await openPage(ctx, kit, asked, place)
  return page && drawPage(ctx, kit, page)
}

/** A page with places for what integrations draw. */
export async function openPage(
  ctx: ReadContext,
  kit: ReaderKit,
  asked: VisitedSite,
  { siteSpaceId, pageId, only }: AskedPage,
): Promise<PageToDraw | undefined> {
  const kind: CacheKind<PageToDraw | undefined> = { name: `page ${asked.home} ${siteSpaceId} ${pageId}` }
  const load = async (visited: VisitedSite) => {
    const space = await openSpaceWith(ctx, visited, siteSpaceId)
    const placed = space?.read.byId.get(pageId)
    if (!space || placed?.page.type !== 'document') return { value: undefined, bytes: 0 }
    const open = await frameOf(ctx, kit, visited, siteSpaceId)
    const { site } = visited
    const place = { visited, space, placed }
    const { model, specs, blocks, isWhole } = await modelOf(ctx, kit, { ...place, only }, open)
    const page = unpublishedPage(place, model)
    // A page of a megabyte takes tens of milliseconds, behind all that was done for its parts.
    await yieldToEventLoop()
    const html = sitePage(open, page)
    const follows = [...space.read.follows, ...specs.map((slug) => specName(site.organizationId, slug))]
    const answer: PageAnswer = {
      kind: 'page',
      status: 200,
      html,
      inline: [open.inline.style, open.inline.script],
      servers: page.servers,
      scripts: open.site.scripts,
      isPrivate: isPrivate(site),
      isIndexed: !page.head.noIndex,
      shown: visited.unpublished ? undefined : shownPage(visited, space, pageId),
      tags: blocks.length > 0 || !isWhole ? undefined : tagsOf(visited, follows),
    }
    const languages = [open.site.language, open.site.look.internationalization.locale]
    const value = { answer, blocks, address: `${space.base}/~blocks/${pageId}`, languages }
    return { value, bytes: html.length * 2, follows, isKept: isWhole }
  }
  // Whoever asks may name any operation: what it is made of is kept, but not each page.
  if (only === undefined) return keptFor(ctx, kind, asked, load)
  return (await load(asked.unpublished ? asked : await revisit(ctx, asked))).value
}

/** With what the site follows from as a whole: its menus name all of its spaces. */
function tagsOf({ site, structure, unpublished }: VisitedSite, follows: readonly string[]) {
  if (unpublished) return
  const spaces = structure.siteSpaces.map(({ space }) => space.id)
  return [...new Set([site.id, site.organizationId, ...spaces, ...follows])]
}

/** `only`: an operation that is shown whole, in place of as many as there is room for. */
type AskedPage = { siteSpaceId: string; pageId: string; only?: WantedApi }
type Place = { visited: VisitedSite; space: OpenSpace; placed: PlacedPage; only?: WantedApi }

async function modelOf(
  ctx: ReadContext,
  kit: ReaderKit,
  { visited, space, placed, only }: Place,
  open: OpenSite,
): Promise<{ model: PageModel; specs: string[]; blocks: PageBlock[]; isWhole: boolean }> {
  const { site, home, unpublished } = visited
  const navigation = await navigationOf(ctx, kit, { open, unpublished }, space)
  const { look } = open.site
  const isBlank = look.externalLinks.target === 'blank'
  const labels = `${open.site.language} ${look.internationalization.locale}`
  const theme = look.themes.default === 'dark' ? 'dark' : 'light'
  const about = {
    visited,
    space,
    only,
    look: { isBlank, locale: open.site.language, labels, words: open.words, theme } as const,
  }
  const document = await documentOf(ctx, kit, about, placed)
  const { html: body, outline, needs, specs, described, blocks, isWhole } = document
  const { page } = placed
  const at = space.read.order.indexOf(placed)
  const linkTo = (other: PlacedPage | undefined): Link | undefined =>
    other && { title: other.page.title, href: hrefOf(space, other) }
  const way = wayTo(space.read, placed)
  const breadcrumbs = way.slice(0, -1).map((above) => ({
    title: above.page.title,
    href: above.page.type === 'document' ? hrefOf(space, above) : undefined,
  }))
  const model: PageModel = {
    id: page.id,
    title: page.title,
    description: page.description,
    icon: iconOf(kit, page.icon),
    emoji: page.emoji,
    layout: page.layout ?? DEFAULT_LAYOUT,
    cover: await coverOf(ctx, visited, space, placed),
    breadcrumbs,
    body,
    outline,
    navigation: navigationAt(
      navigation,
      way.map((one) => one.page.id),
    ),
    previous: at > 0 ? linkTo(space.read.order[at - 1]) : undefined,
    next: at >= 0 ? linkTo(space.read.order[at + 1]) : undefined,
    updatedAt: page.updatedAt,
    actions: {
      markdown: markdownAddress(space, placed),
      edit:
        look.git.showEditLink && page.git
          ? await editAddressOf(ctx, space.siteSpace.space.id, page.git.path)
          : undefined,
      mcp: site.agentsContext === 'included' ? wholeAddresses(ctx, site, home)(`${home}/~mcp`) : undefined,
    },
    proof: proofOf(ctx, shownPage(visited, space, page.id)),
    changelogs: tellsApis(space, placed)
      ? described.map(({ slug, title }) => ({ title, href: changesAddress(space, slug) }))
      : [],
    hasDiagrams: needs.mermaid,
    servers: needs.servers,
    head: await headOf(ctx, open, { visited, space, placed }),
    languages: await languagesOf(ctx, { visited, space, placed }),
    writtenIn: fallbackLanguage(page),
  }
  return { model, specs, blocks, isWhole }
}

/** Variants of the section in other languages, at this page. */
async function languagesOf(
  ctx: ReadContext,
  { visited, space, placed }: Place,
): Promise<PageModel['languages']> {
  const find = await openAlternates(ctx, visited, space, { isForEverybody: false })
  const { language: current } = space.siteSpace.space
  return find(placed)
    .filter(({ language }) => language !== 'x-default')
    .map(({ language, href }) => ({ language, href, isCurrent: language === current }))
}

/** What is not published is told to no program, counted by none, and has a banner that says so. */
function unpublishedPage({ visited: { unpublished }, space, placed }: Place, page: PageModel): PageModel {
  if (!unpublished) return page
  return {
    ...page,
    actions: { markdown: page.actions.markdown, edit: page.actions.edit },
    proof: undefined,
    head: { alternates: [], noIndex: true },
    preview: previewOf(unpublished, space, placed),
  }
}

async function headOf(ctx: ReadContext, open: OpenSite, place: Place): Promise<PageModel['head']> {
  const { visited, space, placed } = place
  const { site, home } = visited
  const { page } = placed
  const whole = wholeAddresses(ctx, site, home)
  const trail = wayTo(space.read, placed).map((one) => ({
    title: one.page.title,
    href: one.page.type === 'document' ? whole(hrefOf(space, one)) : undefined,
  }))
  const findAlternates = await openAlternates(ctx, visited, space, { isForEverybody: false })
  const address = whole(hrefOf(space, placed))
  return {
    address,
    canonical: (await namedCanonical(ctx, visited, space, placed)) ?? address,
    image: imageOfCard(ctx, visited, open, { space, placed }),
    feeds: await feedsOf(ctx, visited, space, placed),
    alternates: await withNamed(ctx, visited, space, placed, findAlternates(placed)),
    noIndex: site.visibility !== 'public' || page.noIndex === true || page.noRobotsIndex === true,
    trail,
  }
}

/** The banner, with the way from each changed page to the next. */
function previewOf({ reviewed, ...unpublished }: Unpublished, space: OpenSpace, placed: PlacedPage): Preview {
  const preview = withEditor(unpublished, placed)
  const { page } = placed
  if (!reviewed) return preview
  const changed = flatTrees(space.read.top).flatMap((placed) => {
    const change = reviewed.pages.get(placed.page.id)
    const href = placed.page.type === 'document' ? hrefOf(space, placed) : undefined
    return change ? [{ id: placed.page.id, title: placed.page.title, href, change }] : []
  })
  const at = changed.findIndex(({ id }) => id === page.id)
  const next = [...changed.slice(at + 1), ...changed.slice(0, at + 1)].find(({ href }) => href !== undefined)
  return {
    ...preview,
    changes: [...changed, ...reviewed.removed.map((title) => ({ title, change: 'removed' as const }))],
    was: reviewed.heads.get(page.id),
    nextChange:
      next?.href === undefined ? undefined : { title: next.title, href: `${next.href}#${FIRST_CHANGE}` },
  }
}

function withEditor({ preview, editor }: Unpublished, { page }: PlacedPage): Preview {
  if (editor === undefined || page.type !== 'document') return preview
  return { ...preview, links: [{ kind: 'edit', href: editor + page.id }, ...(preview.links ?? [])] }
}

async function coverOf(ctx: ReadContext, visited: VisitedSite, space: OpenSpace, { page }: PlacedPage) {
  const { ref, refDark, yPos = 0 } = page.cover ?? {}
  if (!ref) return
  const refs = [ref, ...(refDark ? [refDark] : [])]
  const targets = await targetsOf(ctx, visited, space, refs)
  const [light, dark] = refs.map((one) => (one.kind === 'url' ? one.url : targets(one)?.href))
  return light === undefined ? undefined : { light, dark, yPos }
}
