// What the page of insights asks of the counted events of a site.
import type { Page } from '../../../rooms/content/pages/schema.ts'
import type { SiteStructure } from '../../../rooms/sites/sites/structure/schema.ts'
import type { Api } from '../../api.ts'
import { spacesIn } from '../structure-items.ts'

export const RANGES = ['last7Days', 'last30Days', 'last3Months', 'lastYear'] as const
export type Range = (typeof RANGES)[number]
export type Count = { name: string; count: number }
export type Day = { day: string; views: number; visitors: number; visits: number }

type Result = { columns: { column: string; values: unknown[] }[] }
type Column = { column: string; interval?: string }

const COUNT = { column: 'eventsCount' }
const SHOWN = 20

function rowsOf({ columns }: Result): unknown[][] {
  const [first] = columns
  return (first?.values ?? []).map((_, at) => columns.map(({ values }) => values[at]))
}

export function insightsOf(api: Api, site: string, range: Range) {
  const ask = async (groupBy: Column[], types: string[], more: Column[] = [COUNT], limit = SHOWN) =>
    rowsOf(
      await api.post<Result>(`${site}/insights/events/aggregate`, {
        select: [...groupBy.map(({ column }) => ({ column })), ...more],
        groupBy,
        where: [{ column: 'eventType', values: types }],
        range,
        limit,
      }),
    )
  const counts = async (column: string, types: string[], limit?: number): Promise<Count[]> => {
    const rows = await ask([{ column }], types, [COUNT], limit)
    return rows.map(([name, count]) => ({ name: String(name ?? ''), count: Number(count) }))
  }
  return {
    async days(): Promise<Day[]> {
      const interval = range === 'lastYear' ? 'week' : 'day'
      const more = [COUNT, { column: 'visitorsCount' }, { column: 'sessionsCount' }]
      const rows = await ask([{ column: 'datetime', interval }], ['page_view'], more, 400)
      return rows.map(([day, ...counted]) => {
        const [views = 0, visitors = 0, visits = 0] = counted.map(Number)
        return { day: String(day).slice(0, 10), views, visitors, visits }
      })
    },
    pages: async (limit: number) => {
      const rows = await ask([{ column: 'page' }], ['page_view'], [COUNT], limit)
      return rows.map(([page, count]) => ({ page: pageIn(page), count: Number(count) }))
    },
    searches: () => counts('eventSearchQuery', ['search_type_query'], 200),
    opened: () => counts('eventSearchQuery', ['search_open_result'], 1000),
    feedback: () => counts('eventPageFeedbackRating', ['page_post_feedback']),
    referrers: () => counts('referrerDomain', ['page_view']),
    languages: () => counts('visitorLanguage', ['page_view']),
    links: () => counts('eventLinkTargetDomain', ['link_click']),
  }
}

function pageIn(value: unknown): { space: string; page: string } | undefined {
  const { space, page } = Object(value)
  return typeof space === 'string' ? { space, page: typeof page === 'string' ? page : '' } : undefined
}

/** Titles of pages by their ids, of those of these spaces that the site shows to who reads it. */
export async function titlesOfPages(
  api: Api,
  site: string,
  spaces: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>()
  if (spaces.size === 0) return titles
  const shown = spacesIn(await api.get<SiteStructure>(`${site}/structure`))
  const take = (pages: readonly Page[]) => {
    for (const page of pages) {
      titles.set(page.id, page.title)
      if ('pages' in page) take(page.pages ?? [])
    }
  }
  await Promise.all(
    [...spaces]
      .filter((space) => shown.has(space))
      .map(async (space) => take((await api.get<{ pages: Page[] }>(`/spaces/${space}/content/pages`)).pages)),
  )
  return titles
}

/** Words that were searched for, and after which no page was opened. */
export function withoutResult(searches: readonly Count[], opened: readonly Count[]): Count[] {
  const found = new Set(opened.map(({ name }) => name))
  return searches.filter(({ name }) => name !== '' && name !== 'other' && !found.has(name))
}
