import { invalid } from '../../domain/problems.ts'

const DEEPEST = 100

/**
 * PostgreSQL keeps no NUL and UTF-8 has no half surrogate pairs. Whatever holds one could not be stored, or
 * would come back changed: it is refused at the door, by name.
 */
export function requireStorableText(value: unknown, place: string, depth = 0): void {
  if (typeof value === 'string') requireStorable(value, place)
  if (typeof value !== 'object' || value === null) return
  if (depth > DEEPEST) throw invalid(`${place} is nested deeper than ${DEEPEST} levels`, { field: place })
  for (const [name, item] of Object.entries(value)) {
    requireStorable(name, `A field name in ${place}`)
    requireStorableText(item, `${place}.${name}`, depth + 1)
  }
}

function requireStorable(text: string, place: string) {
  if (text.includes('\0')) throw invalid(`${place} contains the NUL character`, { field: place })
  if (!text.isWellFormed()) throw invalid(`${place} contains half of a surrogate pair`, { field: place })
}
