import type { PageRecord } from '../../../engines/content/records.ts'
import type { Hit } from './hits.ts'
import type { SearchedSpace } from './store.ts'

/** A page with its hits, the best first. */
export type RankedPage = { space: SearchedSpace; page: PageRecord; path: string; hits: Hit[] }

export function rankPages(pages: RankedPage[]): RankedPage[] {
  const ranked = pages.map((found) => ({ ...found, hits: found.hits.toSorted(compareHits) }))
  return ranked.sort((one, other) => {
    const [best, against] = [one.hits[0], other.hits[0]]
    if (!best || !against) return 0
    const byTier = best.tier - against.tier
    // The shorter of two titles is nearer to the words that are in both.
    if (byTier === 0 && best.isInTitle && one.page.title.length !== other.page.title.length)
      return one.page.title.length - other.page.title.length
    return compareHits(best, against)
  })
}

function compareHits(one: Hit, other: Hit) {
  return (
    one.tier - other.tier ||
    // The fewer words there are, the more of them are those that were asked for.
    one.length - other.length ||
    compareText(one.pageId, other.pageId) ||
    one.at - other.at
  )
}

function compareText(one: string, other: string) {
  return one < other ? -1 : Number(one > other)
}
