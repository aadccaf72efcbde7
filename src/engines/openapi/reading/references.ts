// References between and inside files: where they stand, and what they lead to.

import { isObject, type JsonObject } from '../values.ts'
import type { FilePath } from './refusal.ts'

export type SpecFile = {
  /** Its address, or an empty text where a description came without one. */
  name: string
  value: unknown
}

/** Keys of these are names that people chose, whatever they sound like. */
const NAMES_BELOW = new Set(
  'properties patternProperties dependentSchemas $defs definitions schemas responses parameters requestBodies headers securitySchemes securityDefinitions links callbacks pathItems paths webhooks x-webhooks content encoding'.split(
    ' ',
  ),
)
/** Below these is data, in which a `$ref` means nothing to us. */
const DATA_BELOW = new Set(['example', 'default', 'enum', 'const', 'value'])

export type FoundRef = { ref: string; path: FilePath }

/** Every `$ref` of a file that is one. */
export function* refsIn(value: unknown): Generator<FoundRef> {
  yield* walk(value, [], false)
}

function* walk(value: unknown, path: (string | number)[], hasNames: boolean): Generator<FoundRef> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* walkAt(item, path, at, false)
    return
  }
  if (!isObject(value)) return
  if (!hasNames && typeof value.$ref === 'string') yield { ref: value.$ref, path: [...path, '$ref'] }
  for (const key of Object.keys(value)) {
    if (!hasNames && DATA_BELOW.has(key)) continue
    if (key === 'examples' && !hasNames && Array.isArray(value[key])) continue
    yield* walkAt(value[key], path, key, !hasNames && (NAMES_BELOW.has(key) || key === 'examples'))
  }
}

function* walkAt(value: unknown, path: (string | number)[], key: string | number, hasNames: boolean) {
  if (typeof value !== 'object' || value === null) return
  path.push(key)
  yield* walk(value, path, hasNames)
  path.pop()
}

/** The address of the file that a reference in another one leads to; undefined when that is no address. */
export function fileOfRef(ref: string, from: string): string | undefined {
  const [address = ''] = ref.split('#', 1)
  if (address === '') return from
  const base = from === '' ? undefined : from
  if (!URL.canParse(address, base)) return
  return new URL(address, base).href
}

/** The keys behind the # of a reference. */
export function pointerOf(ref: string): string[] {
  const at = ref.indexOf('#')
  const fragment = at < 0 ? '' : ref.slice(at + 1)
  if (fragment === '' || fragment === '/') return []
  // Without a slash it is the name of an anchor, which leads nowhere here.
  const keys = fragment.startsWith('/') ? fragment.slice(1).split('/') : [`#${fragment}`]
  return keys.map((key) => unescaped(key).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function unescaped(key: string) {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

export function valueAt(value: unknown, pointer: readonly string[]): unknown {
  let at = value
  for (const key of pointer) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return
    at = (at as JsonObject)[key]
  }
  return at
}

export function schemaRef(name: string) {
  return `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

export function schemaNameIn(ref: string): string | undefined {
  const [first, second, name, ...rest] = pointerOf(ref)
  const isSchema = ref.startsWith('#/') && first === 'components' && second === 'schemas'
  return isSchema && rest.length === 0 ? name : undefined
}
