import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'

/** Where a page begins: the sort values of the last row before it. */
export type Position = (string | number)[]

export type PageQuery = { limit: number; after?: Position }

export type Page<Row> = { rows: Row[]; next?: Position }

export type Order = 'asc' | 'desc'

/**
 * One page of a query by keyset: rows behind `after` in the order of the columns, which together must be
 * unique. Never skips or repeats a row while others write. `position` reads the same columns off a row.
 */
export async function pageOf<Data, TB extends keyof Data, Row>(
  query: SelectQueryBuilder<Data, TB, Row>,
  page: PageQuery,
  by: {
    columns: StringReference<Data, TB>[]
    order: Order
    position: (row: Row) => (string | number | Date)[]
  },
): Promise<Page<Row>> {
  let ordered = query.limit(page.limit + 1)
  for (const column of by.columns) ordered = ordered.orderBy(sql.ref(column), by.order)
  if (page.after) {
    const columns = sql.join(by.columns.map((column) => sql.ref(column)))
    const comparison = by.order === 'asc' ? sql`>` : sql`<`
    ordered = ordered.where(sql<boolean>`(${columns}) ${comparison} (${sql.join(page.after)})`)
  }
  const rows = await ordered.execute()
  if (rows.length <= page.limit) return { rows }
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return last === undefined ? { rows: shown } : { rows: shown, next: by.position(last).map(toCursorValue) }
}

function toCursorValue(value: string | number | Date) {
  return value instanceof Date ? value.toISOString() : value
}
