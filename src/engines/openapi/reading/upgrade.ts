// A description in any of the forms that are read, as one document in the form of OpenAPI 3.1. Parameters, bodies,
// answers, headers and examples are where they are used; only schemas are referred to, by their names. What is not well
// formed is left out, so that nobody after this meets a text where an object should be. Callbacks and links, which are
// shown nowhere, are left out too.

import { type ApiDocument, METHODS } from '../document.ts'
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../values.ts'
import type { Bundle } from './bundle.ts'
import { type Build, openBuild, type Placed } from './upgrade-build.ts'
import { mapValues, textsIn, upgradeSchema } from './upgrade-schema.ts'
import {
  bodyOfParameters,
  responseOfSwagger,
  securitySchemeOfSwagger,
  serversOfSwagger,
  withSchema,
} from './upgrade-swagger.ts'

export function upgrade(bundle: Bundle): ApiDocument {
  const build = openBuild(bundle)
  const top = objectOf(bundle.entry.value)
  const isSwagger = bundle.form === 'swagger'
  const components = objectOf(top.components)
  const schemas = objectOf(isSwagger ? top.definitions : components.schemas)
  const above = isSwagger ? ['definitions'] : ['components', 'schemas']
  for (const name of Object.keys(schemas)) build.claim([...above, name], name)
  const at = (value: unknown) => build.placed(value, bundle.entry)
  const document = {
    ...extensionsOf(top),
    openapi: '3.1.0',
    info: infoOf(top.info),
    servers: isSwagger ? serversOfSwagger(top) : serversOf(top.servers),
    tags: listOf(top.tags).filter((tag) => isObject(tag) && typeof tag.name === 'string'),
    externalDocs: top.externalDocs,
    security: securityOf(top.security),
    paths: pathsOf(build, at(top.paths)),
    webhooks: pathsOf(build, at(top.webhooks ?? top['x-webhooks'])),
  }
  const upgraded = Object.entries(schemas).map(([name, schema]) => [name, upgradeSchema(build, at(schema))])
  // Each may refer to more of them.
  for (let next = build.waiting.pop(); next; next = build.waiting.pop())
    upgraded.push([next.name, upgradeSchema(build, next.placed)])
  const schemes = isSwagger ? top.securityDefinitions : components.securitySchemes
  return {
    ...document,
    components: {
      schemas: Object.fromEntries(upgraded),
      securitySchemes: securitySchemesOf(build, at(schemes), isSwagger),
    },
  } as ApiDocument
}

function extensionsOf(value: JsonObject) {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => key.startsWith('x-') && key !== 'x-webhooks'),
  )
}

function infoOf(given: unknown) {
  const info = objectOf(given)
  return {
    ...info,
    title: String(info.title ?? ''),
    version: String(info.version ?? ''),
    description: textOf(info.description),
  }
}

function serversOf(given: unknown) {
  return listOf(given).filter((server) => isObject(server) && typeof server.url === 'string')
}

function securityOf(given: unknown) {
  if (!Array.isArray(given)) return
  return given.filter(isObject).map((way) => mapValues(way, (scopes) => textsIn(listOf(scopes))))
}

function securitySchemesOf(build: Build, { value, ...at }: Placed, isSwagger: boolean) {
  const schemes = Object.entries(objectOf(value)).flatMap(([name, scheme]) => {
    const found = build.resolve({ ...at, value: scheme })
    return found ? [[name, isSwagger ? securitySchemeOfSwagger(found.value) : found.value]] : []
  })
  return Object.fromEntries(schemes)
}

function pathsOf(build: Build, { value, ...at }: Placed) {
  const paths = Object.entries(objectOf(value)).flatMap(([path, item]) => {
    const found = build.resolve({ ...at, value: item })
    return found ? [[path, pathItemOf(build, found, item)]] : []
  })
  return Object.fromEntries(paths)
}

/** What is said for all operations of a path is said at each of them. */
function pathItemOf(
  build: Build,
  found: Placed & { value: JsonObject },
  referring: unknown,
  isCallback = false,
): JsonObject {
  // Operations may be beside a reference.
  const item = { ...found.value, ...objectOf(referring) }
  const shared = parametersIn(build, { ...found, value: item.parameters })
  const servers = serversOf(item.servers)
  const operations = Object.entries(item).flatMap(([method, operation]) => {
    if (!METHODS.some((known) => known === method) || !isObject(operation)) return []
    const own = operationOf(build, { ...found, value: operation }, shared)
    // Of callbacks of callbacks nobody would find the end.
    const callbacks = isCallback ? undefined : callbacksOf(build, { ...found, value: operation.callbacks })
    return [
      [method, { ...own, servers: own.servers ?? (servers.length > 0 ? servers : undefined), callbacks }],
    ]
  })
  return {
    ...extensionsOf(item),
    summary: textOf(item.summary),
    description: textOf(item.description),
    ...Object.fromEntries(operations),
  }
}

const MOST_CALLBACKS = 20

function callbacksOf(build: Build, { value, ...at }: Placed): JsonObject | undefined {
  const callbacks = Object.entries(objectOf(value))
    .slice(0, MOST_CALLBACKS)
    .flatMap(([name, callback]) => {
      const found = build.resolve({ ...at, value: callback })
      if (!found) return []
      const items = Object.entries(found.value)
        .slice(0, MOST_CALLBACKS)
        .flatMap(([address, item]) => {
          const there = build.resolve({ ...found, value: item })
          return there ? [[address, pathItemOf(build, there, item, true)]] : []
        })
      return [[name, Object.fromEntries(items)]]
    })
  return callbacks.length > 0 ? Object.fromEntries(callbacks) : undefined
}

function operationOf(build: Build, placed: Placed & { value: JsonObject }, shared: Found[]) {
  const { value } = placed
  const own = parametersIn(build, { ...placed, value: value.parameters })
  const all = [...new Map([...shared, ...own].map((found) => [keyOf(found), found])).values()]
  const isSwagger = placed.form === 'swagger'
  const top = objectOf(build.entry.value)
  const consumes = listOf(value.consumes ?? top.consumes)
  const produces = listOf(value.produces ?? top.produces)
  const body = isSwagger
    ? placedBody(
        bodyOfParameters(
          all.map(({ value }) => value),
          consumes,
        ),
        placed,
      )
    : build.resolve({ ...placed, value: value.requestBody })
  return {
    ...extensionsOf(value),
    operationId: textOf(value.operationId),
    summary: textOf(value.summary),
    description: textOf(value.description),
    externalDocs: value.externalDocs,
    tags: Array.isArray(value.tags) ? textsIn(value.tags) : undefined,
    deprecated: typeof value.deprecated === 'boolean' ? value.deprecated : undefined,
    servers: value.servers === undefined ? undefined : serversOf(value.servers),
    parameters: all.filter(isShown).map((found) => parameterOf(build, found)),
    requestBody: body && bodyOf(build, body),
    responses: responsesOf(build, { ...placed, value: value.responses }, produces),
    security: securityOf(value.security),
  }
}

type Found = Placed & { value: JsonObject }

function placedBody(value: JsonObject | undefined, placed: Placed): Found | undefined {
  return value && { ...placed, value }
}

function parametersIn(build: Build, { value, ...at }: Placed): Found[] {
  return listOf(value).flatMap((parameter) => {
    const found = build.resolve({ ...at, value: parameter })
    return found && typeof found.value.in === 'string' ? [found] : []
  })
}

function keyOf({ value }: Found) {
  return value.in === 'body' ? 'body' : `${value.in} ${value.name}`
}

function isShown({ value }: Found) {
  return typeof value.name === 'string' && /^(?:path|query|header|cookie)$/.test(String(value.in))
}

function parameterOf(build: Build, placed: Found) {
  const value = placed.form === 'swagger' ? withSchema(placed.value) : placed.value
  const { schema, content, example, examples, ...rest } = value
  const hasMedia = schema === undefined && isObject(content)
  return {
    ...rest,
    description: textOf(rest.description),
    required: rest.in === 'path' || rest.required === true,
    ...(hasMedia
      ? { content: contentOf(build, { ...placed, value: content }) }
      : mediaOf(build, { ...placed, value: { schema, example, examples } })),
  }
}

function bodyOf(build: Build, { value, ...at }: Found) {
  return {
    description: textOf(value.description),
    required: value.required === true,
    content: contentOf(build, { ...at, value: value.content }),
  }
}

function responsesOf(build: Build, { value, ...at }: Placed, produces: readonly unknown[]) {
  const responses = Object.entries(objectOf(value)).flatMap(([status, response]) => {
    if (status.startsWith('x-')) return []
    const found = build.resolve({ ...at, value: response })
    if (!found) return []
    const given = found.form === 'swagger' ? responseOfSwagger(found.value, produces) : found.value
    return [[status, responseOf(build, { ...found, value: given })]]
  })
  return Object.fromEntries(responses)
}

function responseOf(build: Build, { value, ...at }: Found) {
  const headers = Object.entries(objectOf(value.headers)).flatMap(([name, header]) => {
    const found = build.resolve({ ...at, value: header })
    return found ? [[name, headerOf(build, found)]] : []
  })
  return {
    ...extensionsOf(value),
    description: textOf(value.description),
    content: value.content === undefined ? undefined : contentOf(build, { ...at, value: value.content }),
    headers: headers.length > 0 ? Object.fromEntries(headers) : undefined,
  }
}

function headerOf(build: Build, placed: Found) {
  const value = placed.form === 'swagger' ? withSchema(placed.value) : placed.value
  const { schema, content, example, examples, ...rest } = value
  const [media] = Object.values(objectOf(content))
  const from = schema === undefined ? objectOf(media) : { schema, example, examples }
  return { ...rest, description: textOf(rest.description), ...mediaOf(build, { ...placed, value: from }) }
}

function contentOf(build: Build, { value, ...at }: Placed) {
  return mapValues(objectOf(value), (media) => mediaOf(build, { ...at, value: objectOf(media) }))
}

function mediaOf(build: Build, { value, ...at }: Found) {
  const examples = Object.entries(objectOf(value.examples)).flatMap(([name, example]) => {
    const found = build.resolve({ ...at, value: example })
    return found ? [[name, found.value]] : []
  })
  return {
    schema: value.schema === undefined ? undefined : upgradeSchema(build, { ...at, value: value.schema }),
    example: value.example,
    examples: examples.length > 0 ? Object.fromEntries(examples) : undefined,
    encoding: isObject(value.encoding) ? value.encoding : undefined,
  }
}
