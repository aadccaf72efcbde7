// How the fields of two objects differ.

import type { ApiDocument, JsonSchema } from './document.ts'
import {
  type Difference,
  type Direction,
  difference,
  follow,
  inside,
  mostTelling,
  type SchemaComparison,
  type SchemaPair,
} from './schema-difference.ts'
import { objectOf } from './values.ts'

/** Differences that are gathered before the lesser of them are left out. */
const MOST_GATHERED = 200

export function compareProperties(
  comparison: SchemaComparison,
  direction: Direction,
  { before, after }: SchemaPair,
  below: (pair: SchemaPair) => Difference[],
): Difference[] {
  const [earlier, later] = [objectOf(before.properties), objectOf(after.properties)]
  const [neededBefore, needed] = [new Set(before.required ?? []), new Set(after.required ?? [])]
  const isSent = direction === 'request'
  let differences: Difference[] = []
  for (const [name, schema] of Object.entries(later)) {
    const known = fieldIn(comparison.before, direction, earlier, name)
    const now = fieldIn(comparison.after, direction, later, name)
    if (!now) {
      if (known)
        differences.push(difference(`the field "${name}" is ${isSent ? 'read' : 'write'}-only now`, true))
      continue
    }
    if (!known) {
      const isRequired = isSent && needed.has(name)
      differences.push(
        difference(`the field "${name}" was added${isRequired ? ', and is required' : ''}`, isRequired),
      )
      continue
    }
    if (!neededBefore.has(name) && needed.has(name))
      differences.push(difference(`the field "${name}" is required now`, isSent))
    if (neededBefore.has(name) && !needed.has(name))
      differences.push(difference(`the field "${name}" is now optional`, !isSent))
    if (!known.deprecated && now.deprecated)
      differences.push(difference(`the field "${name}" is deprecated now`, false))
    for (const { message, isBreaking } of below({
      before: earlier[name] as JsonSchema,
      after: schema as JsonSchema,
    }))
      differences.push(difference(inside(name, message), isBreaking))
    if (differences.length > MOST_GATHERED) differences = mostTelling(differences)
  }
  for (const name of Object.keys(earlier))
    if (!Object.hasOwn(later, name) && fieldIn(comparison.before, direction, earlier, name))
      differences.push(difference(`the field "${name}" was removed`, true))
  for (const name of needed)
    if (isSent && !neededBefore.has(name) && !Object.hasOwn(later, name))
      differences.push(difference(`the field "${name}" is required now`, true))
  return mostTelling(differences)
}

/** Undefined where it is not part of what goes this way: who sends does not send what is read-only. */
function fieldIn(
  document: ApiDocument,
  direction: Direction,
  fields: Readonly<Record<string, unknown>>,
  name: string,
): JsonSchema | undefined {
  if (!Object.hasOwn(fields, name)) return undefined
  const own = objectOf(fields[name]) as JsonSchema
  const field = { ...follow(document, own).schema, ...own }
  return (direction === 'request' ? field.readOnly : field.writeOnly) ? undefined : field
}
