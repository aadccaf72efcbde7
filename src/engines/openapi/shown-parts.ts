// A description with nothing but some of its parts: for who may see these, and not the rest.
import type { ApiDocument, JsonSchema, OpenApiPath } from './document.ts'
import { METHODS } from './document.ts'

export type ShownParts = {
  operations: { path: string; method: string }[]
  webhooks: { path: string; method: string }[]
  schemas: string[]
}

/** These parts, what they refer to, and what is said of the API as a whole. */
export function withShownParts(document: ApiDocument, shown: ShownParts): ApiDocument {
  const { paths, webhooks, components, ...head } = document
  const kept = { paths: pick(paths, shown.operations), webhooks: pick(webhooks, shown.webhooks) }
  const schemas = reachable(components?.schemas ?? {}, [
    ...namesIn([kept.paths, kept.webhooks]),
    ...shown.schemas,
  ])
  return { ...head, ...kept, components: { ...components, schemas } }
}

function pick(paths: Readonly<Record<string, OpenApiPath>> = {}, asked: ShownParts['operations']) {
  const picked: Record<string, Record<string, unknown>> = {}
  for (const { path, method } of asked) {
    const found = path in paths ? paths[path] : undefined
    const name = METHODS.find((known) => known === method.toLowerCase())
    const operation = name && found?.[name]
    if (operation && name) picked[path] = { ...picked[path], [name]: operation }
  }
  return picked as Record<string, OpenApiPath>
}

function reachable(schemas: Readonly<Record<string, JsonSchema>>, names: readonly string[]) {
  const kept: Record<string, JsonSchema> = {}
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = !Object.hasOwn(kept, name) && name in schemas ? schemas[name] : undefined
    if (schema === undefined) continue
    kept[name] = schema
    for (const further of namesIn(schema)) waiting.push(further)
  }
  return kept
}

const REFERENCE = /"#\/components\/schemas\/((?:[^"\\]|\\.)+)"/g

/** Also where a discriminator names them: whatever looks like a reference counts as one. */
function namesIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(REFERENCE)].map(([, name = '']) => decodedPointer(name))
}

function decodedPointer(name: string) {
  try {
    return decodeURIComponent(JSON.parse(`"${name}"`))
      .replaceAll('~1', '/')
      .replaceAll('~0', '~')
  } catch {
    return name
  }
}
