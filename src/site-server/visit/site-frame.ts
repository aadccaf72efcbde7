// What stands around the pages of a site: header, sections, variants, footer, look. Written once for visitors who meet
// the same site, and the tree of pages once for those who meet the same pages.
import type { ContentRef } from '../../engines/content/records.ts'
import type { Html } from '../../engines/html/html.ts'
import { namedIcon } from '../../engines/html/icons.ts'
import type { Icons } from '../../engines/html/written-document.ts'
import type { Card } from '../../engines/pdf/card.ts'
import { meets, scopeFor } from '../../engines/reading/audience.ts'
import type { KitView } from '../../engines/site/kit/kit-view.ts'
import { directionOf } from '../../engines/site/languages/languages.ts'
import type {
  Assets,
  Link,
  NavigationEntry,
  SectionGroup,
  SectionModel,
  SiteModel,
  SiteScript,
} from '../../engines/site/model.ts'
import { type Navigation, openNavigation } from '../../engines/site/views/navigation.ts'
import { type OpenSite, openSite } from '../../engines/site/views/page.ts'
import { INTEGRATIONS } from '../../kit/domain/changes.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import type { CacheKind } from '../../kit/storage/fresh-cache.ts'
import type { ReadChangelog } from '../../rooms/api-references/openapi/changelog.ts'
import type { FindApi, ReadApiFile } from '../../rooms/content/pages/reading/apis.ts'
import { scriptsWithRights } from '../../rooms/integrations/scripts/policy/site-scripts.ts'
import { customizationsOf, type SiteLooks } from '../../rooms/sites/customization/read-customization.ts'
import type { SiteCustomizationSettings } from '../../rooms/sites/customization/schema.ts'
import type { ExchangeCode } from '../../rooms/sites/published/admission/enter-by-account.ts'
import type { SiteRow } from '../../rooms/sites/sites/store.ts'
import {
  defaultSiteSpace,
  type ExternalLink,
  itemsIn,
  siteSpacesIn,
} from '../../rooms/sites/sites/structure/structure.ts'
import type { WriteLong } from './documents/long-texts.ts'
import type { ReadAnchors } from './documents/read-anchors.ts'
import { linkOf, type Targets, targetsOf } from './documents/references.ts'
import type { ReviewedChanges } from './reviewed-changes.ts'
import { addressOfSiteSpace } from './site-addresses.ts'
import { languageOfSpace } from './space-language.ts'
import type { PlacedPage } from './spaces-read.ts'
import {
  keptFor,
  type OpenSpace,
  openSiteSpace,
  openSpaceWith,
  type Unpublished,
  type VisitedSite,
} from './visited-site.ts'

/** What pages need from outside the room. */
export type ReaderKit = {
  /** What a code is good for that the console gave a visitor. */
  exchangeCode: ExchangeCode
  /** Styles and scripts, for a site that begins there. */
  assets(home: string): Assets
  icons: Icons
  /** Draws the card of a page: takes a moment, and is kept. */
  draw(card: Card): Promise<Uint8Array>
  /** Writes a text that is too long for the event loop; undefined for others. */
  writeLong: WriteLong
  readAnchors: ReadAnchors
  /** API descriptions that texts show parts of. */
  findApi: FindApi
  readApiFile: ReadApiFile
  /** What changed in one; takes a moment the first time, and is kept. */
  changelog: ReadChangelog
  /** Blocks of integrations that are being drawn: who wants the same waits for it. */
  drawing: Map<string, Promise<KitView | undefined>>
}

// Kept apart from the frame, which changes with every edit of a space: these do not.
const LOOKS: CacheKind<SiteLooks> = { name: 'looks of a site' }
const SCRIPTS: CacheKind<SiteScript[]> = { name: 'scripts of a site' }
const NAVIGATION: CacheKind<Navigation> = { name: 'navigation' }

export function frameOf(ctx: ReadContext, kit: ReaderKit, asked: VisitedSite, siteSpaceId?: string) {
  const kind: CacheKind<OpenSite> = { name: `frame ${asked.home} ${siteSpaceId ?? ''}` }
  return keptFor(ctx, kind, asked, async (visited) => {
    const look = await lookOf(ctx, visited, siteSpaceId)
    const space = await openSpaceWith(ctx, visited, siteSpaceId)
    const value = openSite(await modelOf(ctx, kit, visited, space, look))
    return { value, bytes: 20_000 + visited.structure.siteSpaces.length * 300 }
  })
}

/** Those that what is around a page may be in, the best first. */
export async function languagesAround(ctx: ReadContext, visited: VisitedSite, space: OpenSpace) {
  const { siteSpace } = space
  const look = await lookOf(ctx, visited, siteSpace.id)
  const { locale } = look.internationalization
  return [languageOfSpace(space) ?? locale, locale]
}

async function lookOf(ctx: ReadContext, visited: VisitedSite, siteSpaceId: string | undefined) {
  const { site, siteSpaces } = visited.unpublished?.look ?? (await looksOf(ctx, visited.site))
  return (siteSpaceId && siteSpaces[siteSpaceId]) || site
}

/** Of a site, and of those of its spaces that have one of their own. */
export function looksOf(ctx: ReadContext, { id, organizationId }: SiteRow) {
  return ctx.cache.read(LOOKS, id, async () => {
    const value = await customizationsOf(ctx, id)
    const bytes = 4_000 * (1 + Object.keys(value.siteSpaces).length)
    return { value, follows: [id, organizationId], bytes }
  })
}

/** Those who work on a site read it without them. */
function scriptsIn(ctx: ReadContext, site: SiteRow): Promise<SiteScript[]> {
  const { id, organizationId } = site
  return ctx.cache.read(SCRIPTS, id, async () => {
    const scripts = await scriptsWithRights(ctx, site)
    const value = scripts.map(({ script: src, ...rights }) => ({ src, ...rights }))
    return { value, follows: [id, organizationId, INTEGRATIONS], bytes: value.length * 1_000 }
  })
}

/** Our own files, with what a preview needs beside them. */
function assetsOf(kit: ReaderKit, { home, unpublished }: VisitedSite): Assets {
  const assets = kit.assets(home)
  if (!unpublished || !assets.previewStyle) return assets
  return { ...assets, styles: [...assets.styles, { href: assets.previewStyle }] }
}

async function modelOf(
  ctx: ReadContext,
  kit: ReaderKit,
  visited: VisitedSite,
  space: OpenSpace | undefined,
  look: SiteCustomizationSettings,
): Promise<SiteModel> {
  const { site, structure, home, audience } = visited
  const scope = scopeFor(audience, {})
  const headerItems = look.header.links.filter(({ condition }) => meets(condition, scope))
  const links = [
    ...headerItems.flatMap(({ to, links }) => [...(to ? [to] : []), ...links.map((link) => link.to)]),
    ...look.footer.groups.flatMap(({ links }) => links.map(({ to }) => to)),
    ...(look.announcement?.link ? [look.announcement.link.to] : []),
  ] as ContentRef[]
  const targets = await targetsOf(ctx, visited, space ?? (await firstSpace(ctx, visited)), links)
  const linkTo = ({ title, to }: { title: string; to: ContentRef }): Link[] => {
    const href = hrefTo(targets, to)
    return href === undefined ? [] : [{ title, href }]
  }
  const [announcementLink] = look.announcement?.link ? linkTo(look.announcement.link) : []
  const language = (space && languageOfSpace(space)) ?? look.internationalization.locale
  return {
    title: look.title ?? site.title,
    scripts: visited.unpublished ? [] : await scriptsIn(ctx, site),
    home,
    start: home === '' ? '/' : home,
    language,
    direction: directionOf(language),
    look,
    headerLinks: headerItems.flatMap(({ title, style = 'link', to, links }) => {
      const item = { title, style, href: to ? hrefTo(targets, to) : undefined, links: links.flatMap(linkTo) }
      // What leads nowhere for this visitor is not there.
      return item.href === undefined && item.links.length === 0 ? [] : [item]
    }),
    footerGroups: look.footer.groups.flatMap(({ title, links }) => {
      const group = { title, links: links.flatMap(linkTo) }
      return links.length > 0 && group.links.length === 0 ? [] : [group]
    }),
    announcementLink,
    sections: sectionsOf(kit, visited, space, null),
    variants: siteSpacesIn(structure, space?.siteSpace.sectionId ?? null).map((siteSpace) => ({
      title: siteSpace.space.title,
      emoji: siteSpace.space.emoji ?? undefined,
      href: addressOfSiteSpace(home, structure, site, siteSpace) || '/',
      isCurrent: siteSpace.id === space?.siteSpace.id,
      language: siteSpace.space.language ?? undefined,
    })),
    listing: `${space?.base ?? home}/~spaces`,
    assets: assetsOf(kit, visited),
  }
}

function hrefTo(targets: Targets, ref: ContentRef) {
  return ref.kind === 'url' ? ref.url : targets(ref)?.href
}

async function firstSpace(ctx: ReadContext, visited: VisitedSite): Promise<OpenSpace | undefined> {
  const [siteSpace] = visited.structure.siteSpaces
  return siteSpace && openSiteSpace(ctx, visited, siteSpace)
}

function sectionsOf(
  kit: ReaderKit,
  visited: VisitedSite,
  space: OpenSpace | undefined,
  groupId: string | null,
): (SectionModel | SectionGroup)[] {
  const { site, structure, home } = visited
  return itemsIn(structure, groupId).flatMap((item): (SectionModel | SectionGroup)[] => {
    if (item.kind === 'group') {
      const { id, title, icon } = item.group
      const sections = sectionsOf(kit, visited, space, id)
      return sections.length > 0 ? [{ kind: 'group', title, icon: iconOf(kit, icon), sections }] : []
    }
    if (item.kind === 'link') return [externalLink(kit, item.link)]
    const { id, title, description, icon } = item.section
    const first = defaultSiteSpace(structure, item.section, id)
    if (!first) return []
    return [
      {
        kind: 'section',
        title,
        description: description ?? undefined,
        icon: iconOf(kit, icon),
        href: addressOfSiteSpace(home, structure, site, first) || '/',
        isCurrent: space?.siteSpace.sectionId === id,
      },
    ]
  })
}

function externalLink(kit: ReaderKit, { title, description, icon, url: href }: ExternalLink): SectionModel {
  const about = { title, description: description ?? undefined, icon: iconOf(kit, icon) }
  return { kind: 'section', ...about, href, isCurrent: false }
}

export function iconOf({ icons }: ReaderKit, name: string | null | undefined): Html | undefined {
  return name ? namedIcon(icons, name) : undefined
}

/** The tree in the sidebar. All that it is made of is in its key. */
export function navigationOf(
  ctx: ReadContext,
  kit: ReaderKit,
  { open, unpublished }: { open: OpenSite; unpublished?: Unpublished },
  space: OpenSpace,
) {
  const { revisionId } = space.siteSpace.space
  const { internationalization, externalLinks } = open.site.look
  const reviewed = unpublished?.reviewed
  const { language } = open.site
  const about = [
    space.base,
    language,
    internationalization.locale,
    externalLinks.target,
    reviewed?.against ?? '',
  ]
  return ctx.cache.read(NAVIGATION, [revisionId, space.read.audienceKey, ...about].join(' '), async () => {
    const entries = entriesOf(kit, space, space.read.top, reviewed)
    const value = openNavigation(entries, {
      home: space.base,
      language: open.site.language,
      look: open.site.look,
    })
    return { value, follows: space.read.follows, bytes: space.read.byId.size * 600 }
  })
}

function entriesOf(
  kit: ReaderKit,
  space: OpenSpace,
  pages: readonly PlacedPage[],
  reviewed: ReviewedChanges | undefined,
): NavigationEntry[] {
  return pages.filter(isListed).map((placed) => {
    const { id, title, type, icon, emoji } = placed.page
    const { below } = placed
    return {
      id,
      kind: type === 'group' ? 'group' : type === 'link' ? 'link' : 'page',
      title,
      icon: iconOf(kit, icon),
      emoji,
      href: () => addressOf(space, placed),
      change: reviewed?.pages.get(id),
      children: below.some(isListed) ? () => entriesOf(kit, space, below, reviewed) : undefined,
    }
  })
}

/** A group leads to the first page in it. */
function addressOf(space: OpenSpace, placed: PlacedPage): string | undefined {
  if (placed.page.type !== 'group') return linkOf(space, placed)
  for (const one of placed.below) {
    const address = isListed(one) ? addressOf(space, one) : undefined
    if (address !== undefined) return address
  }
}

function isListed({ page }: PlacedPage) {
  return !page.hidden && page.type !== 'computed'
}
