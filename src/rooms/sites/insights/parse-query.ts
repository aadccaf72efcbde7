// Questions as they come, made into what the table can answer; what it can not is refused with what would work.
import { isPlainObject } from '../../../engines/adaptive/own-values.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { DIMENSIONS, type Dimension, isDimension } from './dimensions.ts'
import type { Aggregation, ColumnName, QueryColumn, QueryFilter, QueryRange } from './schema.ts'
import {
  type InsightsQuery,
  type Interval,
  OTHER,
  type SortColumn,
  type Sum,
  type ValueFilter,
} from './store.ts'

const DAY = 24 * 60 * 60 * 1000
const MOST_DAYS = 1_000

const MEASURES = { eventsCount: 'events', visitorsCount: 'visitors', sessionsCount: 'sessions' } as const
type Measure = keyof typeof MEASURES

function isMeasure(name: string): name is Measure {
  return Object.hasOwn(MEASURES, name)
}

const TOGETHER = `Events are counted by datetime, by eventType and by one further column, which can be ${Object.keys(DIMENSIONS).join(', ')}`

export type Asked = { question: InsightsQuery; selected: ColumnName[] }

export function readQuestion({ select, where = [], groupBy = [], ...rest }: Aggregation, now: Date): Asked {
  const dimension = dimensionIn(groupBy, where)
  const grouped = new Set(groupBy.map(({ column }) => column))
  const selected = selectedIn(select ?? [...groupBy, { column: 'eventsCount' as const }], grouped)
  const question = {
    ...daysOf(rest.range, now),
    dimension: dimension ?? '',
    by: {
      interval: intervalIn(groupBy),
      eventType: grouped.has('eventType'),
      value: dimension !== undefined && grouped.has(dimension),
    },
    eventTypes: choicesOf(where, 'eventType'),
    values: dimension ? choicesOf(where, dimension) : [],
    order: orderOf(rest.order, selected, grouped),
    limit: rest.limit,
  }
  return { question, selected }
}

/** The one further column. */
function dimensionIn(groupBy: QueryColumn[], where: QueryFilter[]): Dimension | undefined {
  const asked = [
    ...groupBy.map(({ column }, at) => ({ column, field: `body.groupBy.${at}` })),
    ...where.map(({ column }, at) => ({ column, field: `body.where.${at}` })),
  ]
  let found: Dimension | undefined
  for (const { column, field } of asked) {
    if (column === 'eventType') continue
    if (column === 'datetime') {
      if (field.startsWith('body.groupBy')) continue
      throw invalid(`${field}.column cannot be datetime: choose the days with body.range`, { field })
    }
    if (isMeasure(column))
      throw invalid(`${field}.column cannot be ${column}, which is a count: move it to body.select`, {
        field,
      })
    if (!isDimension(column)) throw invalid(`${field}.column is not counted here. ${TOGETHER}`, { field })
    if (found && found !== column)
      throw invalid(`${field}.column cannot be combined with ${found}. ${TOGETHER}`, { field })
    found = column
  }
  return found
}

function selectedIn(select: QueryColumn[], grouped: ReadonlySet<ColumnName>) {
  for (const [at, { column }] of select.entries()) {
    if (isMeasure(column) || grouped.has(column)) continue
    throw invalid(
      `body.select.${at}.column must be eventsCount, visitorsCount, sessionsCount, or a column of body.groupBy. ${TOGETHER}`,
      { field: `body.select.${at}` },
    )
  }
  return [...new Set(select.map(({ column }) => column))]
}

function intervalIn(groupBy: QueryColumn[]): Interval | undefined {
  const at = groupBy.findIndex(({ column }) => column === 'datetime')
  const { interval = 'day' } = groupBy[at] ?? {}
  if (interval === 'hour')
    throw invalid(`body.groupBy.${at}.interval must be day, week or month: hours are not supported`, {
      field: `body.groupBy.${at}.interval`,
    })
  return at < 0 ? undefined : interval
}

function orderOf(order: Aggregation['order'], selected: ColumnName[], grouped: ReadonlySet<ColumnName>) {
  const fallback = grouped.has('datetime') ? 'datetime' : 'eventsCount'
  const by = order?.by.column ?? fallback
  if (order && !selected.includes(by))
    throw invalid('body.order.by must be a column that is selected', { field: 'body.order.by' })
  const isDescending = order ? order.direction === 'desc' : by === 'eventsCount'
  return { by: sortingOf(by), isDescending }
}

function sortingOf(column: ColumnName): SortColumn {
  if (isMeasure(column)) return MEASURES[column]
  if (column === 'datetime') return 'bucket'
  return column === 'eventType' ? 'eventType' : 'value'
}

function choicesOf(where: QueryFilter[], column: ColumnName): ValueFilter[] {
  return where.flatMap((filter, at) => {
    if (filter.column !== column) return []
    const { operator = 'in', values } = filter
    if (operator !== 'in' && operator !== 'notIn')
      throw invalid(`body.where.${at}.operator must be in or notIn`, { field: `body.where.${at}.operator` })
    return [
      { isIn: operator === 'in', values: values.map((value) => stored(value, `body.where.${at}.values`)) },
    ]
  })
}

/** A value of an answer as it is kept. */
function stored(value: unknown, field: string) {
  if (value === null) return ''
  if (typeof value === 'string') return value === 'other' ? OTHER : value
  if (typeof value === 'number') return String(value)
  if (isPlainObject(value) && typeof value.space === 'string')
    return `${value.space}/${typeof value.page === 'string' ? value.page : ''}`
  throw invalid(`${field} must be texts, numbers or null, or pages as {"space": …, "page": …}`, { field })
}

const BACK = { lastYear: 364, last3Months: 89, last30Days: 29, last7Days: 6, last24Hours: 1 }

export function daysOf(range: QueryRange, now: Date) {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  if (typeof range === 'string')
    return { from: dayOf(now.getTime() - BACK[range] * DAY), to: dayOf(now.getTime()) }
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
  if (from > to) throw invalid('body.range.from must not be after body.range.to', { field: 'body.range' })
  if (to - from > MOST_DAYS * DAY)
    throw invalid(`body.range must be at most ${MOST_DAYS} days`, { field: 'body.range' })
  return { from: dayOf(from), to: dayOf(to) }
}

const NOTHING: Sum = { bucket: null, eventType: null, value: null, events: 0, visitors: 0, sessions: 0 }

/** Each selected column with its values. Without any group there is one row, also when nothing was counted. */
export function presentSums({ question: { by }, selected }: Asked, sums: Sum[]) {
  const isOneRow = by.interval === undefined && !by.eventType && !by.value
  const rows = isOneRow && sums.length === 0 ? [NOTHING] : sums
  const columns = selected.map((column) => ({ column, values: rows.map((sum) => valueIn(sum, column)) }))
  return { columns }
}

function valueIn(sum: Sum, column: ColumnName): unknown {
  if (isMeasure(column)) return sum[MEASURES[column]]
  if (column === 'datetime') return `${sum.bucket}T00:00:00.000Z`
  if (column === 'eventType') return sum.eventType
  return isDimension(column) ? presentValue(column, sum.value ?? '') : null
}

function presentValue(dimension: Dimension, value: string): unknown {
  const form = DIMENSIONS[dimension]
  switch (form) {
    case 'text':
      return value === OTHER ? 'other' : value
    case 'text or null':
      if (value === '') return null
      return value === OTHER ? 'other' : value
    case 'number':
      return Number(value)
    case 'page': {
      const [space, page] = value.split('/')
      return value === '' || value === OTHER ? null : { space, page: page || null }
    }
    default:
      return form satisfies never
  }
}
