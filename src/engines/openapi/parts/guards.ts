// A description that strangers wrote may hold anything anywhere, and any amount of it. These look at what is shown of it
// without trusting it.
import { isObject } from '../values.ts'

/** What a field holds; never what every object has by itself. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function fieldsOf(value: unknown, most: number): [string, unknown][] {
  if (!isObject(value)) return []
  const entries: [string, unknown][] = []
  for (const name in value) {
    if (entries.length >= most) break
    if (Object.hasOwn(value, name)) entries.push([name, value[name]])
  }
  return entries
}

export function listOf(value: unknown, most: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : []
}

export function textOf(value: unknown, most = 10_000): string | undefined {
  return typeof value === 'string' && value !== '' ? clipText(value, most) : undefined
}

export function clipText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Deeper, and beyond so many values, a value ends with three dots: a reader has long seen enough, and circles end. */
const DEEPEST = 16
const MOST_VALUES = 500
const LONGEST = 2000

export function clipValue(value: unknown): unknown {
  let left = MOST_VALUES
  return clip(value, 0)

  function clip(one: unknown, depth: number): unknown {
    left -= 1
    if (typeof one === 'string') return clipText(one, LONGEST)
    if (typeof one === 'bigint') return Number(one)
    if (typeof one !== 'object' || one === null) return one
    if (depth >= DEEPEST || left <= 0) return '…'
    if (Array.isArray(one)) {
      const items: unknown[] = []
      for (const item of one) {
        if (left <= 0) break
        items.push(clip(item, depth + 1))
      }
      return items
    }
    const kept: [string, unknown][] = []
    for (const [name, field] of fieldsOf(one, MOST_VALUES)) {
      if (left <= 0) break
      kept.push([clipText(name, LONGEST), clip(field, depth + 1)])
    }
    return Object.fromEntries(kept)
  }
}
