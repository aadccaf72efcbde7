// The same page in other languages: at the same path of another variant of its section.
import type { ReadContext } from '../../domain/context.ts'
import { defaultSiteSpace, siteSpacesIn } from '../sites/structure.ts'
import { isForAll, isListed } from './listed-pages.ts'
import { wholeAddresses } from './site-addresses.ts'
import { type PlacedPage, pageAt } from './spaces-read.ts'
import { hrefOf, type OpenSpace, openSiteSpace, type VisitedSite } from './visited-site.ts'

/** `language`: as in `hreflang`, or `x-default` for readers of all others. */
export type Alternate = { language: string; href: string }

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
  const isShown = (placed: PlacedPage) =>
    placed.page.type === 'document' && (!isForEverybody || isListed(placed))

  return (placed) => {
    const found = new Map<string, string>()
    let fallback: string | undefined
    for (const other of opened) {
      const same = pageAt(other.read, placed.path)
      const page = same ?? (placed === space.read.first ? other.read.first : undefined)
      if (!page || !isShown(page)) continue
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
