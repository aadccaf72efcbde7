// From the tree of a filter to a condition in SQL. Attributes are looked up, values are parameters.
import { type RawBuilder, sql } from 'kysely'
import type { Filter, FilterValue, Operator } from './filter.ts'
import { refused } from './filter.ts'

/** What an attribute is in SQL, and how it is compared. A `constant` is the same for all. */
export type Column =
  | { kind: 'exact' | 'text' | 'time' | 'boolean'; sql: RawBuilder<unknown> }
  | { kind: 'constant'; value: string | boolean }

export function conditionOf(filter: Filter, columns: ReadonlyMap<string, Column>): RawBuilder<boolean> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => conditionOf(part, columns))
      return sql`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`
    }
    case 'not':
      return sql`(not coalesce(${conditionOf(filter.part, columns)}, false))`
    case 'present': {
      const column = columnOf(filter.attribute, columns)
      return column.kind === 'constant' ? sql`true` : sql`(${column.sql} is not null)`
    }
    case 'compare':
      return comparison(columnOf(filter.attribute, columns), filter)
  }
}

function columnOf(attribute: string, columns: ReadonlyMap<string, Column>) {
  const column = columns.get(attribute)
  if (!column) throw refused(`names "${attribute.slice(0, 50)}", which cannot be searched for`)
  return column
}

type Comparison = { attribute: string; operator: Operator; value: FilterValue }

function comparison(column: Column, { attribute, operator, value }: Comparison): RawBuilder<boolean> {
  if (column.kind === 'constant') {
    if (operator !== 'eq') throw refused(`can compare ${attribute} with eq only`)
    return sql`${column.value === value}::boolean`
  }
  if (column.kind === 'boolean') {
    const wanted = typeof value === 'string' ? value.toLowerCase() === 'true' : value
    if ((operator !== 'eq' && operator !== 'ne') || typeof wanted !== 'boolean')
      throw refused(`can compare ${attribute} with true or false only`)
    return sql`(${column.sql} = ${operator === 'eq' ? wanted : !wanted}::boolean)`
  }
  if (typeof value !== 'string') throw refused(`can compare ${attribute} with text only`)
  if (column.kind === 'time') return timeComparison(column.sql, operator, value)
  const [left, right] =
    column.kind === 'text'
      ? [sql`lower(${column.sql})`, sql`lower(${value}::text)`]
      : [column.sql, sql`${value}::text`]
  switch (operator) {
    case 'eq':
      return sql`(${left} = ${right})`
    case 'ne':
      return sql`(${left} is distinct from ${right})`
    case 'co':
      return sql`(position(${right} in ${left}) > 0)`
    case 'sw':
      return sql`starts_with(${left}, ${right})`
    case 'ew':
      return sql`(right(${left}, length(${right})) = ${right})`
    default:
      throw refused(`cannot compare ${attribute} with ${operator}`)
  }
}

const ORDER: Partial<Record<Operator, RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
}

function timeComparison(left: RawBuilder<unknown>, operator: Operator, value: string): RawBuilder<boolean> {
  const order = ORDER[operator]
  const time = Date.parse(value)
  if (!order || Number.isNaN(time)) throw refused('compares a time with something else')
  return sql`(date_trunc('milliseconds', ${left}) ${order} ${new Date(time)}::timestamptz)`
}
