// The same page in other languages: at the same path of another variant of its section, or where it says itself.
import type { ContentRef } from '../../engines/content/records.ts'
import { refOfAddress } from '../../engines/reading/addresses.ts'
import { leadsOut } from '../../engines/site/safe-address.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { defaultSiteSpace, siteSpacesIn } from '../../rooms/sites/sites/structure/structure.ts'
import { targetsOf } from './documents/references.ts'
import { isForAll, isListed } from './listed-pages.ts'
import { wholeAddresses } from './site-addresses.ts'
import { type PlacedPage, pageAt } from './spaces-read.ts'
import { hrefOf, type OpenSpace, openSiteSpace, type VisitedSite } from './visited-site.ts'

/** `language`: as in `hreflang`, or `x-default` for readers of all others. */
export type Alternate = { language: string; href: string }

/** Where the language is not known, it is told without one. */
export type NamedAlternate = { language?: string; href: string }

/** Finds the alternates of pages of one space; there are none unless there are several languages. */
export type FindAlternates = (placed: PlacedPage) => Alternate[]

/** `isForEverybody`: only pages that everybody may know. */
export async function openAlternates(
  ctx: ReadContext,
  visited: VisitedSite,
  space: OpenSpace,
  { isForEverybody }: { isForEverybody: boolean },
): Promise<FindAlternates> {
  const { structure, site, home } = visited
  const { sectionId } = space.siteSpace
  const variants = siteSpacesIn(structure, sectionId).filter(
    (one) => !isForEverybody || isForAll(visited, one),
  )
  const languages = new Set(variants.flatMap((variant) => variant.space.language ?? []))
  if (languages.size < 2 || !space.siteSpace.space.language) return () => []

  const section = structure.sections.find(({ id }) => id === sectionId)
  const first = defaultSiteSpace(structure, section ?? site, sectionId)
  const opened: OpenSpace[] = []
  // Where two are in one language, a page is followed by itself, and not by the other.
  for (const variant of [space.siteSpace, ...variants.filter(({ id }) => id !== space.siteSpace.id)])
    opened.push(await openSiteSpace(ctx, visited, variant))
  const whole = wholeAddresses(ctx, site, home)
  const isShown = (where: OpenSpace, placed: PlacedPage) =>
    placed.page.type === 'document' && (!isForEverybody || isListed(where, placed))

  return (placed) => {
    const found = new Map<string, string>()
    let fallback: string | undefined
    for (const other of opened) {
      const same = pageAt(other.read, placed.path)
      const page = same ?? (placed === space.read.first ? other.read.first : undefined)
      if (!page || !isShown(other, page)) continue
      const { language } = other.siteSpace.space
      const href = whole(hrefOf(other, page))
      if (language && !found.has(language)) found.set(language, href)
      if (other.siteSpace.id === first?.id) fallback = href
    }
    if (found.size < 2) return []
    const alternates = [...found].map(([language, href]) => ({ language, href }))
    return fallback === undefined ? alternates : [...alternates, { language: 'x-default', href: fallback }]
  }
}

/**
 * Those that the page itself names, in place of what is found in the same language. What leads nowhere for this visitor
 * is left out, as all links are; so are paths in a repository that are none of this space.
 */
export async function withNamed(
  ctx: ReadContext,
  visited: VisitedSite,
  space: OpenSpace,
  placed: PlacedPage,
  found: readonly Alternate[],
): Promise<NamedAlternate[]> {
  const refs = (placed.page.alternates ?? []).slice(0, MOST_NAMED).map((ref) => meantBy(ctx, ref))
  if (refs.length === 0) return [...found]
  const addressOf = await addressesOf(ctx, visited, space, refs)
  const named = refs.flatMap((ref): NamedAlternate[] => {
    const href = addressOf(ref)
    return href === undefined ? [] : [{ href, language: languageOf(visited, space, ref) }]
  })
  const languages = new Set(named.flatMap(({ language }) => language ?? []))
  const { language } = space.siteSpace.space
  const whole = wholeAddresses(ctx, visited.site, visited.home)
  // Whoever names others in their languages has to name itself, or is not believed.
  const itself =
    language && languages.size > 0 && found.length === 0
      ? [{ language, href: whole(hrefOf(space, placed)) }]
      : []
  return [...itself, ...found.filter(({ language }) => !languages.has(language)), ...named]
}

/** The canonical page that a page names itself, if it is there for this visitor. */
export async function namedCanonical(
  ctx: ReadContext,
  visited: VisitedSite,
  space: OpenSpace,
  { page: { canonical } }: PlacedPage,
): Promise<string | undefined> {
  if (!canonical) return
  const ref = meantBy(ctx, canonical)
  return (await addressesOf(ctx, visited, space, [ref]))(ref)
}

const MOST_NAMED = 50
const LONGEST = 2048

function meantBy({ links }: ReadContext, ref: ContentRef): ContentRef {
  return ref.kind === 'url' ? (refOfAddress(links, ref.url) ?? ref) : ref
}

/** Tells whole addresses of what this visitor may read, and those elsewhere as they are. */
async function addressesOf(ctx: ReadContext, visited: VisitedSite, space: OpenSpace, refs: ContentRef[]) {
  const targets = await targetsOf(ctx, visited, space, refs)
  const whole = wholeAddresses(ctx, visited.site, visited.home)
  return (ref: ContentRef): string | undefined => {
    if (ref.kind === 'url') return isAddress(ref.url) ? ref.url : undefined
    const { href } = targets(ref) ?? {}
    return href === undefined || leadsOut(href) ? href : whole(href)
  }
}

function isAddress(url: string) {
  return url.length <= LONGEST && /^https?:/i.test(url)
}

/** A page of the same space may be in any language. */
function languageOf({ structure }: VisitedSite, { siteSpace }: OpenSpace, ref: ContentRef) {
  const spaceId = 'space' in ref ? ref.space : undefined
  if (spaceId === undefined || spaceId === siteSpace.space.id) return
  return structure.siteSpaces.find(({ space }) => space.id === spaceId)?.space.language ?? undefined
}
