// The same page in other languages: at the same path of another variant of its section, or named by the page itself.
import type { ReadContext } from '../../domain/context.ts'
import { defaultSiteSpace, type SiteSpace, siteSpacesIn } from '../sites/structure.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { isForAll, isListed } from './listed-pages.ts'
import { wholeAddresses } from './site-addresses.ts'
import { type PlacedPage, pageAt } from './spaces-read.ts'
import { hrefOf, type OpenSpace, openSiteSpace, type VisitedSite } from './visited-site.ts'

/** `language`: as in `hreflang`, or `x-default` for readers of all others. */
export type Alternate = { language: string; href: string }

/** Finds the alternates of pages of one space; there are none unless there are several languages. */
export type FindAlternates = (placed: PlacedPage) => Alternate[]

type Other = { space: OpenSpace; language: string | undefined; isDefault: boolean }

/** `isForEverybody`: only pages that everybody may know. */
export async function openAlternates(
  ctx: ReadContext,
  visited: VisitedSite,
  space: OpenSpace,
  { isForEverybody }: { isForEverybody: boolean },
): Promise<FindAlternates> {
  const { structure, site, home } = visited
  const { sectionId } = space.siteSpace
  const section = structure.sections.find(({ id }) => id === sectionId)
  const first = defaultSiteSpace(structure, section ?? site, sectionId)
  const variants = siteSpacesIn(structure, sectionId)
  const open = (siteSpace: SiteSpace<SeenSpace>) => !isForEverybody || isForAll(visited, siteSpace)
  const hasLanguages = new Set(structure.siteSpaces.map(languageOf)).size > 1
  if (!hasLanguages || languageOf(space.siteSpace) === undefined) return () => []

  const others = new Map<string, Other>()
  // Other sections too: a page may name its translation there.
  for (const siteSpace of structure.siteSpaces.filter(open))
    if (variants.includes(siteSpace) || languageOf(siteSpace) !== undefined)
      others.set(siteSpace.space.id, {
        space: await openSiteSpace(ctx, visited, siteSpace),
        language: languageOf(siteSpace),
        isDefault: siteSpace.id === first?.id,
      })
  const siblings = [...others.values()].filter(({ space: { siteSpace } }) => variants.includes(siteSpace))
  const whole = wholeAddresses(ctx, site, home)
  const isShown = (placed: PlacedPage | undefined): placed is PlacedPage =>
    placed?.page.type === 'document' && (!isForEverybody || isListed(placed))

  return (placed) => {
    const found = new Map<string, string>()
    let fallback: string | undefined
    const add = ({ space, language, isDefault }: Other, other: PlacedPage) => {
      const href = whole(hrefOf(space, other))
      if (language !== undefined && !found.has(language)) found.set(language, href)
      if (isDefault) fallback ??= href
    }
    const own = others.get(space.siteSpace.space.id)
    if (!own || !isShown(placed)) return []
    add(own, placed)
    for (const ref of placed.page.alternates ?? []) {
      const other = ref.kind === 'page' ? others.get(ref.space ?? '') : undefined
      const page = ref.kind === 'page' ? other?.space.read.byId.get(ref.page) : undefined
      if (other && isShown(page)) add(other, page)
    }
    for (const other of siblings) {
      const isFirst = placed === space.read.first
      const page = pageAt(other.space.read, placed.path) ?? (isFirst ? other.space.read.first : undefined)
      if (isShown(page)) add(other, page)
    }
    if (found.size < 2) return []
    const alternates = [...found].map(([language, href]) => ({ language, href }))
    return fallback === undefined ? alternates : [...alternates, { language: 'x-default', href: fallback }]
  }
}

function languageOf({ space: { language } }: SiteSpace<SeenSpace>) {
  return language ?? undefined
}
