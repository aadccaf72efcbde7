// What comparisons of schemas are made of.
import type { ApiDocument, JsonSchema } from './document.ts'
import { schemaNameIn } from './reading/references.ts'
import { isObject, objectOf } from './values.ts'

export type Difference = { message: string; isBreaking: boolean }

export type SchemaComparison = {
  before: ApiDocument
  after: ApiDocument
  /** By the names of both: schemas are used in many places, and in each other. */
  known: Map<string, Difference[]>
}

export function openComparison(before: ApiDocument, after: ApiDocument): SchemaComparison {
  return { before, after, known: new Map() }
}

export type Direction = 'request' | 'response'
export type SchemaPair = { before: JsonSchema; after: JsonSchema }

const MOST = 50

/** What breaks is told before anything is left out. */
export function mostTelling(differences: Difference[]): Difference[] {
  if (differences.length <= MOST) return differences
  const breaking = differences.filter(({ isBreaking }) => isBreaking)
  return [...breaking, ...differences.filter(({ isBreaking }) => !isBreaking)].slice(0, MOST)
}

export type Followed = { name?: string; schema: JsonSchema }

/** What a reference leads to, by its last name; nothing is known of one that leads nowhere. */
export function follow(document: ApiDocument, schema: JsonSchema): Followed {
  let name: string | undefined
  let at = schema
  for (let hops = 0; hops < 30 && typeof at.$ref === 'string'; hops++) {
    name = schemaNameIn(at.$ref)
    const schemas = objectOf(document.components?.schemas)
    const next = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (!isObject(next)) return { schema: {} }
    at = next as JsonSchema
  }
  return typeof at.$ref === 'string' ? { schema: {} } : { name, schema: at }
}

export function difference(message: string, isBreaking: boolean): Difference {
  return { message, isBreaking }
}

export function typesOf(schema: JsonSchema): Set<string> | undefined {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  return types.length === 0 ? undefined : new Set(types)
}

export function shown(value: string) {
  return value.length > 80 ? `${value.slice(0, 80)}…` : value
}

/** As in `owner › name: the type was …`. */
export function inside(name: string, message: string) {
  const [, path] = /^([^:"]{1,200}): /.exec(message) ?? []
  return path === undefined ? `${name}: ${message}` : `${name} › ${message}`
}

export function at(name: string) {
  return ({ message, isBreaking }: Difference) => difference(inside(name, message), isBreaking)
}
