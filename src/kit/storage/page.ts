import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'

/** Where a page begins: the sort values of the last row before it. */
export type CursorPosition = (string | number)[]

export type PageQuery = { limit: number; after?: CursorPosition }

export type PageOfRows<Row> = { rows: Row[]; next?: CursorPosition }

export type SortOrder = 'asc' | 'desc'

type Sorting<Data, TB extends keyof Data, Row> = {
  /** Together they must be unique. */
  columns: StringReference<Data, TB>[]
  order: SortOrder
  /** Reads the same columns off a row. */
  position: (row: Row) => (string | number | Date)[]
}

/** One page of a query by keyset. Never skips or repeats a row while others write. */
export async function pageOf<Data, TB extends keyof Data, Row>(
  query: SelectQueryBuilder<Data, TB, Row>,
  page: PageQuery,
  by: Sorting<Data, TB, Row>,
): Promise<PageOfRows<Row>> {
  const rows = await rowsBehind(query, by, oneMore(page)).execute()
  return toPage(rows, page.limit, by.position)
}

/** The row beyond the limit is only there to show that there is a next page. */
function oneMore({ limit, after }: PageQuery): PageQuery {
  return { limit: limit + 1, after }
}

/** The query for the first rows behind a position. Looks at no value, so it can be prepared. */
export function rowsBehind<Data, TB extends keyof Data, Row>(
  query: SelectQueryBuilder<Data, TB, Row>,
  by: Pick<Sorting<Data, TB, Row>, 'columns' | 'order'>,
  { limit, after }: PageQuery,
) {
  let ordered = query.limit(limit)
  for (const column of by.columns) ordered = ordered.orderBy(sql.ref(column), by.order)
  if (!after) return ordered
  const columns = sql.join(by.columns.map((column) => sql.ref(column)))
  const comparison = by.order === 'asc' ? sql`>` : sql`<`
  return ordered.where(sql<boolean>`(${columns}) ${comparison} (${sql.join(after)})`)
}

/** The page that a query for one row more than `limit` found. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  position: Sorting<unknown, never, Row>['position'],
): PageOfRows<Row> {
  if (rows.length <= limit) return { rows }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return last === undefined ? { rows: shown } : { rows: shown, next: position(last).map(toCursorValue) }
}

function toCursorValue(value: string | number | Date) {
  return value instanceof Date ? value.toISOString() : value
}
