import { levelOf, levelsFrom, MOST_LEVELS } from '../../../../engines/content/draft/depth.ts'
import type { Draft } from '../../../../engines/content/draft/draft.ts'
import type { PageRecord } from '../../../../engines/content/records.ts'
import { conflict } from '../../../../kit/domain/problems.ts'

/** Refuses a place at which a new page, or a page with all that is below it in `of`, would stand deeper than pages may. */
export async function requireLevels(
  draft: Draft,
  into: string | null,
  { page, of = draft, field }: { page?: PageRecord; of?: Draft; field: string },
) {
  const level = (await levelOf(draft, into)) + 1
  const deepest = level - 1 + (page ? await levelsFrom(of, page.id) : 1)
  if (deepest <= MOST_LEVELS) return
  const what = page ? `“${page.title}” with the pages below it` : 'a page there'
  throw conflict(
    `${field}: ${what} would reach level ${deepest}; pages can be at most ${MOST_LEVELS} levels deep`,
    { field, page: page?.id, into, level: deepest, mostLevels: MOST_LEVELS },
  )
}
