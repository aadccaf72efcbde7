// What changed between two descriptions of an API, for the people who call it.
import { compareSchemas, isMadeOfParts } from './compare-schemas.ts'
import { compareSecurity } from './compare-security.ts'
import type {
  ApiDocument,
  OpenApiBody,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from './document.ts'
import { type FoundOperation, operationsOf } from './outline.ts'
import { operationTitle } from './parts/operation-title.ts'
import { type Difference, mostTelling, openComparison, type SchemaComparison } from './schema-difference.ts'
import { objectOf } from './values.ts'

export type OperationChange = {
  change: 'added' | 'removed' | 'changed'
  kind: 'operation' | 'webhook'
  method: string
  path: string
  operationId?: string
  title: string
  isBreaking: boolean
  changes: Difference[]
}

export type ComparedDocuments = { operations: OperationChange[]; isBreaking: boolean; isCutOff: boolean }

const MOST_OPERATIONS = 1_000

export function compareDocuments(before: ApiDocument, after: ApiDocument): ComparedDocuments {
  const comparison = openComparison(before, after)
  const all = [
    ...compareOperations(comparison, 'operation', before.paths, after.paths),
    ...compareOperations(comparison, 'webhook', before.webhooks, after.webhooks),
  ]
  return {
    operations: all.slice(0, MOST_OPERATIONS),
    isBreaking: all.some(({ isBreaking }) => isBreaking),
    isCutOff: all.length > MOST_OPERATIONS,
  }
}

type Kind = OperationChange['kind']

function compareOperations(
  comparison: SchemaComparison,
  kind: Kind,
  before: ApiDocument['paths'],
  after: ApiDocument['paths'],
): OperationChange[] {
  const earlier = new Map([...operationsOf(before)].map((found) => [keyOf(found), found]))
  const later = new Map([...operationsOf(after)].map((found) => [keyOf(found), found]))
  const changes: OperationChange[] = []
  for (const [key, found] of later) {
    const known = earlier.get(key)
    if (!known) {
      changes.push(changeOf('added', kind, found, []))
      continue
    }
    const differences = compareOperation(comparison, kind, known, found)
    if (differences.length > 0) changes.push(changeOf('changed', kind, found, differences))
  }
  for (const [key, found] of earlier)
    if (!later.has(key))
      changes.push(
        changeOf('removed', kind, found, [{ message: `The ${kind} was removed`, isBreaking: true }]),
      )
  return changes
}

/** What a parameter of a path is called is nothing that its callers see. */
function keyOf({ method, path }: FoundOperation) {
  return `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`
}

function changeOf(
  change: OperationChange['change'],
  kind: Kind,
  { method, path, operation }: FoundOperation,
  changes: Difference[],
): OperationChange {
  return {
    change,
    kind,
    method,
    path,
    operationId: operation.operationId,
    title: operationTitle(operation, method, path),
    isBreaking: changes.some(({ isBreaking }) => isBreaking),
    changes: mostTelling(changes),
  }
}

function compareOperation(
  comparison: SchemaComparison,
  kind: Kind,
  { operation: before, path: pathBefore }: FoundOperation,
  { operation: after, path: pathAfter }: FoundOperation,
): Difference[] {
  // A webhook is a request that its readers answer: what they send and what they get change places.
  const [sent, received] =
    kind === 'webhook' ? (['response', 'request'] as const) : (['request', 'response'] as const)
  return [
    ...compareWords(before, after),
    ...compareParameters(comparison, sent, parametersOf(before, pathBefore), parametersOf(after, pathAfter)),
    ...compareBodies(comparison, sent, before.requestBody, after.requestBody),
    ...compareResponses(comparison, received, objectOf(before.responses), objectOf(after.responses)),
    ...compareSecurity(comparison, before.security, after.security),
  ]
}

function compareWords(before: OpenApiOperation, after: OpenApiOperation): Difference[] {
  const differences: Difference[] = []
  if (!before.deprecated && after.deprecated) differences.push(harmless('It is deprecated now'))
  if (before.deprecated && !after.deprecated) differences.push(harmless('It is no longer deprecated'))
  if (before.summary !== after.summary) differences.push(harmless('Its summary changed'))
  if (before.description !== after.description) differences.push(harmless('Its description changed'))
  return differences
}

function harmless(message: string): Difference {
  return { message, isBreaking: false }
}

function breaking(message: string): Difference {
  return { message, isBreaking: true }
}

type Direction = 'request' | 'response'
type Parameters = Map<string, OpenApiParameter>

/** By where and what they are; those of a path, by their place in it. */
function parametersOf(operation: OpenApiOperation, path: string): Parameters {
  const places = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  const entries = (operation.parameters ?? []).map((parameter): [string, OpenApiParameter] => {
    const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
    return [`${parameter.in} ${parameter.in === 'path' ? places.indexOf(name) : name}`, parameter]
  })
  return new Map(entries)
}

function schemaOfParameter({ schema, content }: OpenApiParameter) {
  return schema ?? Object.values(content ?? {})[0]?.schema
}

function compareParameters(
  comparison: SchemaComparison,
  direction: Direction,
  before: Parameters,
  after: Parameters,
): Difference[] {
  const differences: Difference[] = []
  for (const [key, parameter] of after) {
    const words = `The ${parameter.in} parameter "${parameter.name}"`
    const known = before.get(key)
    if (!known) {
      const isBreaking = parameter.required === true && parameter.in !== 'path'
      const what = parameter.required ? 'was added, and is required' : 'was added'
      differences.push({ message: `${words} ${what}`, isBreaking })
      continue
    }
    if (known.name !== parameter.name && parameter.in === 'path')
      differences.push(harmless(`${words} was called "${known.name}"`))
    if (!known.required && parameter.required) differences.push(breaking(`${words} is required now`))
    if (known.required && !parameter.required) differences.push(harmless(`${words} is no longer required`))
    if (!known.deprecated && parameter.deprecated) differences.push(harmless(`${words} is deprecated now`))
    if (isWrittenOtherwise(comparison, known, parameter))
      differences.push(breaking(`${words} is written in another way now`))
    for (const { message, isBreaking } of compareSchemas(
      comparison,
      direction,
      schemaOfParameter(known),
      schemaOfParameter(parameter),
    ))
      differences.push({ message: `${words}: ${message}`, isBreaking })
  }
  for (const [key, { in: place, name }] of before)
    if (!after.has(key)) differences.push(breaking(`The ${place} parameter "${name}" was removed`))
  return differences
}

/** How lists and objects are joined; one plain value is written the same in most styles. */
function isWrittenOtherwise(
  comparison: SchemaComparison,
  before: OpenApiParameter,
  after: OpenApiParameter,
): boolean {
  if ((before.content === undefined) !== (after.content === undefined)) return true
  const [earlier, later] = [before.schema, after.schema]
  if (!earlier || !later || before.content) return false
  if (!isMadeOfParts(comparison.before, earlier) || !isMadeOfParts(comparison.after, later)) return false
  return writingOf(before) !== writingOf(after)
}

function writingOf({ in: place, style, explode }: OpenApiParameter): string {
  const used = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple')
  return `${used} ${explode ?? (used === 'form' || used === 'deepObject')}`
}

function compareBodies(
  comparison: SchemaComparison,
  direction: Direction,
  before: OpenApiBody | undefined,
  after: OpenApiBody | undefined,
): Difference[] {
  if (!before && !after) return []
  if (!before) return [{ message: 'It takes a body now', isBreaking: after?.required === true }]
  if (!after) return [breaking('It no longer takes a body')]
  return [
    ...(!before.required && after.required ? [breaking('The body is required now')] : []),
    ...(before.required && !after.required ? [harmless('The body is no longer required')] : []),
    ...compareContent(comparison, direction, 'The body', before.content, after.content),
  ]
}

function compareResponses(
  comparison: SchemaComparison,
  direction: Direction,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Difference[] {
  const differences: Difference[] = []
  for (const [status, response] of Object.entries(after)) {
    const words = `The answer ${status}`
    if (!Object.hasOwn(before, status)) {
      differences.push(harmless(`${words} was added`))
      continue
    }
    const known = objectOf(before[status]) as OpenApiResponse
    const { content, headers } = objectOf(response) as OpenApiResponse
    differences.push(
      ...compareHeaders(words, known.headers, headers),
      ...compareContent(comparison, direction, words, known.content, content),
    )
  }
  for (const status of Object.keys(before))
    if (!Object.hasOwn(after, status))
      // Who waits for success misses it; a failure that is no longer possible is missed by nobody.
      differences.push({ message: `The answer ${status} was removed`, isBreaking: /^2/.test(status) })
  return differences
}

function compareHeaders(
  words: string,
  before: OpenApiResponse['headers'],
  after: OpenApiResponse['headers'],
): Difference[] {
  const earlier = new Map(Object.keys(objectOf(before)).map((name) => [name.toLowerCase(), name]))
  const later = new Map(Object.keys(objectOf(after)).map((name) => [name.toLowerCase(), name]))
  const gone = [...earlier].filter(([key]) => !later.has(key))
  const fresh = [...later].filter(([key]) => !earlier.has(key))
  return [
    ...gone.map(([, name]) => breaking(`${words}: the header "${name}" was removed`)),
    ...fresh.map(([, name]) => harmless(`${words}: the header "${name}" was added`)),
  ]
}

type Content = OpenApiBody['content'] | undefined

function compareContent(
  comparison: SchemaComparison,
  direction: Direction,
  words: string,
  before: Content = {},
  after: Content = {},
): Difference[] {
  const differences: Difference[] = []
  for (const [type, media] of Object.entries(after)) {
    const known = before[type]
    if (!known) {
      differences.push(harmless(`${words} can be ${type}`))
      continue
    }
    for (const { message, isBreaking } of compareSchemas(comparison, direction, known.schema, media.schema))
      differences.push({ message: `${words}: ${message}`, isBreaking })
  }
  for (const type of Object.keys(before))
    if (!Object.hasOwn(after, type)) differences.push(breaking(`${words} can no longer be ${type}`))
  return differences
}
