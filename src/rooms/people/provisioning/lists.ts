import { SCHEMAS, type ScimQuery, type ScimSelection } from './schema.ts'

/** From numbers that may be anything (RFC 7644, section 3.4.2.4). */
export function pageOf({ startIndex, count }: Pick<ScimQuery, 'startIndex' | 'count'>, most: number) {
  return { offset: Math.max(1, startIndex) - 1, limit: Math.min(Math.max(0, count), most) }
}

export function listResponse<Item>(
  { startIndex }: ScimQuery,
  { total, items }: { total: number; items: Item[] },
) {
  return {
    schemas: [SCHEMAS.list],
    totalResults: total,
    startIndex: Math.max(1, startIndex),
    itemsPerPage: items.length,
    Resources: items,
  }
}

const ALWAYS = ['schemas', 'id']

/** Leaves out what was not asked for. */
export function selected<Item extends object>(item: Item, query: ScimSelection): Partial<Item> {
  const wanted = namesIn(query.attributes)
  const unwanted = namesIn(query.excludedAttributes)
  const isWanted = (name: string) =>
    ALWAYS.includes(name) || (wanted.size > 0 ? wanted.has(name) : !unwanted.has(name))
  const kept = Object.entries(item).filter(([name]) => isWanted(name.toLowerCase()))
  return Object.fromEntries(kept) as Partial<Item>
}

export function isExcluded({ attributes, excludedAttributes }: ScimSelection, name: string) {
  const wanted = namesIn(attributes)
  return wanted.size > 0 ? !wanted.has(name) : namesIn(excludedAttributes).has(name)
}

/** Of a part the whole is named: `name` for `name.givenName`. */
function namesIn(list = '') {
  const names = list.split(',').map((name) => name.trim().replace(/^urn:.*:/i, ''))
  return new Set(names.filter(Boolean).map((name) => (name.split('.')[0] ?? name).toLowerCase()))
}
