// Searching what the index does not describe: a change request, an old revision. Of pages that are there now it tells
// which may be meant; what is said in them is read here, as the preview says it, and so are pages that the change request
// changes.

import type { Audience } from '../../engines/reading/audience.ts'
import { readQuery } from '../../engines/search/query.ts'
import { finderFor, snippetOf } from '../../engines/search/snippet.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { type FoundSection, MOST_SECTIONS } from '../../rooms/content/search/search.ts'
import { openShownText, sectionsFor } from '../../rooms/content/search/searchable-text.ts'
import { viewOf } from './documents/references.ts'
import { isFindable } from './listed-pages.ts'
import type { PlacedPage } from './spaces-read.ts'
import type { OpenSpace } from './visited-site.ts'

const MOST_CHANGED = 100
/** Longer texts hold up others; what is in them is not told. */
const MOST_LETTERS = 50_000

export type PagesAsWritten = {
  /** Where on a page something is that was searched for. */
  sectionsOf(placed: PlacedPage): Promise<FoundSection[]>
  /** Of these pages, those with all that was searched for. */
  among(ids: Iterable<string>): Promise<PlacedPage[]>
}

export function searchAsWritten(
  ctx: ReadContext,
  { space, audience }: { space: OpenSpace; audience: Audience },
  query: string,
): PagesAsWritten {
  const terms = readQuery(query).growing
  const find = finderFor(terms)
  const each = terms.map((term) => finderFor([term]))

  async function written({ page, path }: PlacedPage) {
    const view = viewOf(ctx, space)
    const shown = await openShownText(view, { page, path })
    if (shown.text.length > MOST_LETTERS) return []
    return sectionsFor(ctx, { spaceId: space.siteSpace.space.id, view, audience, page, shown })
  }

  return {
    async sectionsOf(placed) {
      const sections = await written(placed)
      return sections
        .filter(({ title, body }) => find(`${title}\n${body}`) !== undefined)
        .slice(0, MOST_SECTIONS)
        .map(({ id, title, body }) => ({ anchor: id, title, snippet: snippetOf(body, find) }))
    },
    async among(ids) {
      const known = [...ids].flatMap((id) => space.read.byId.get(id) ?? [])
      const pages = known.filter((placed) => isFindable(space, placed))
      const found: PlacedPage[] = []
      for (const placed of pages.slice(0, MOST_CHANGED)) {
        const { title, description = '' } = placed.page
        const said = (await written(placed)).flatMap((section) => [section.title, section.body])
        const text = [title, description, ...said].join('\n')
        if (each.length > 0 && each.every((term) => term(text) !== undefined)) found.push(placed)
      }
      return found
    },
  }
}
