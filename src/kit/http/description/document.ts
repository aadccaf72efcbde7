import type { TSchema } from 'typebox'
import type { Operation } from '../operations/operation.ts'
import { PATH_PARAMETERS } from '../operations/paths.ts'
import { refusalsOf } from '../operations/refusals.ts'
import type { Room, SentMessage } from '../operations/room.ts'
import { printedScopes, scopeOf } from '../operations/scopes.ts'
import { type ReferenceSection, SECTIONS } from '../operations/sections.ts'
import { exampleOf } from './example.ts'

type Json = Record<string, unknown>

const DESCRIPTION = `Everything Quire does can be done through this API.

Send a token with every request: \`Authorization: Bearer <token>\`. The first start writes the token of an administrator to \`data/admin-token\`; \`quire token create\` and \`POST /v1/user/tokens\` make further ones.

Lists answer \`items\`, \`count\` and, unless it is the last page, \`next.page\`, which is passed back as \`page\`. Errors have the form \`{"error": {"code": 404, "message": "…"}}\`, where \`code\` is the HTTP status and \`details\` may name the field; \`requestId\` finds the request in the log.

Fields of a body that this version does not know are left out and named in \`X-Ignored-Fields\`; where nothing else was sent, that is a 400. Reads answer \`ETag\` and honour \`If-None-Match\`. A POST with an \`Idempotency-Key\` takes effect once within 24 hours, however often it is sent.`

const SCIM_ERROR: Json = {
  type: 'object',
  properties: {
    schemas: { type: 'array', items: { type: 'string' } },
    status: { type: 'string' },
    scimType: { type: 'string' },
    detail: { type: 'string' },
  },
}

const LICENSE = { name: 'MIT', identifier: 'MIT' }

/** The OpenAPI 3.1 document, made of the operations alone. */
export function buildDocument(rooms: Room[], { version, publicUrl }: { version: string; publicUrl: string }) {
  const components = new Map<string, Json>()
  const paths: Record<string, Json> = {}
  for (const room of rooms) {
    for (const operation of room.operations) {
      const path = paths[operation.path] ?? {}
      paths[operation.path] = path
      path[operation.method.toLowerCase()] = describe(
        operation,
        operation.section ?? room.section,
        components,
      )
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Quire API', version, description: DESCRIPTION, license: LICENSE },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }],
    tags: Object.entries(SECTIONS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(
      rooms.flatMap(({ section, webhooks = [] }) =>
        webhooks.map((message) => [message.name, { post: describeSent(message, section, components) }]),
      ),
    ),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: Object.fromEntries(
        Object.entries(SIGNATURE).map(([name, description]) => [
          name,
          { name, in: 'header', required: true, description, schema: { type: 'string' } },
        ]),
      ),
      schemas: {
        Error: ERROR,
        ScimError: SCIM_ERROR,
        ...Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      },
    },
    'x-quire-scopes': printedScopes(),
  }
}

function describe(
  operation: Operation,
  section: ReferenceSection | undefined,
  components: Map<string, Json>,
): Json {
  const { id, summary, description, deprecated, on, needs, access } = operation
  return {
    operationId: id,
    ...(section && { tags: [section] }),
    summary,
    ...(description && { description }),
    ...(deprecated && { deprecated: true }),
    ...(on.isPublic && { security: [] }),
    'x-quire-needs': `${on.name}.${needs}`,
    ...(access && { 'x-quire-access': access }),
    ...(scopeOf(operation) && { 'x-quire-scope': scopeOf(operation) }),
    parameters: [...pathParameters(operation), ...queryParameters(operation.query, components)],
    ...(operation.body && {
      requestBody: {
        required: !operation.isBodyOptional,
        content: {
          [mediaTypeOf(operation)]: {
            schema: reference(operation.body, components),
            example: operation.example ?? exampleOf(operation.body),
          },
        },
      },
    }),
    responses: { ...successes(operation, components), ...failures(operation) },
  }
}

/** With which a receiver checks that a message is ours; see https://www.standardwebhooks.com. */
const SIGNATURE = {
  'webhook-id': 'Id of the event, the same whenever it is sent again',
  'webhook-timestamp': 'When it was sent, in seconds since 1970',
  'webhook-signature': 'Signatures with the secret of the webhook, with spaces between',
}

function describeSent(
  { name, summary, body }: SentMessage,
  section: ReferenceSection | undefined,
  components: Map<string, Json>,
) {
  return {
    operationId: `on_${name}`.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    ...(section && { tags: [section] }),
    summary,
    parameters: Object.keys(SIGNATURE).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: reference(body, components) } },
    },
    responses: { '2XX': { description: 'Taken; anything else is sent again' } },
  }
}

function pathParameters({ path, names }: Operation) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name],
    schema: shapeOf(names?.[name]),
  }))
}

function shapeOf(name: TSchema | undefined) {
  if (!name) return { type: 'string' }
  const { description: _said, ...shape } = name as TSchema & { description?: string }
  return shape
}

function queryParameters(query: TSchema | undefined, components: Map<string, Json>) {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, TSchema & { description?: string; default?: unknown }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => {
    const { description, ...schema } = shape
    const isRequired = required.includes(name) && !('default' in shape)
    return {
      name,
      in: 'query',
      required: isRequired,
      ...(description && { description }),
      schema: reference(schema as TSchema, components),
    }
  })
}

function successes(
  { status, returns, method, location, isStream, dialect }: Operation,
  components: Map<string, Json>,
): Json {
  if (!returns) {
    const isDeletion = method === 'DELETE' && status === 205
    return {
      [status]: { description: isDeletion ? 'Deleted' : 'Done' },
      ...(isDeletion && { 204: { description: 'There was nothing to delete' } }),
    }
  }
  const schema = reference(returns, components)
  return {
    [status]: {
      description: status === 201 ? 'Created' : 'Success',
      ...(location && { headers: { Location: { schema: { type: 'string' } } } }),
      content: {
        [isStream ? 'text/event-stream' : mediaTypeOf({ dialect })]: { schema, example: exampleOf(returns) },
      },
    },
  }
}

function mediaTypeOf({ dialect }: Pick<Operation, 'dialect'>) {
  return dialect === 'scim' ? 'application/scim+json' : 'application/json'
}

function failures(operation: Operation): Json {
  const content = operation.dialect
    ? { [mediaTypeOf(operation)]: { schema: { $ref: '#/components/schemas/ScimError' } } }
    : { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const refusals = [...refusalsOf(operation)]
  return Object.fromEntries(refusals.map(([status, description]) => [status, { description, content }]))
}

/** A copy of the shape in which every titled part is a component of its own. */
function reference(shape: unknown, components: Map<string, Json>): Json {
  return replaceTitled(shape, components) as Json
}

/** Keywords whose values are no shapes, whatever they have in them: something else may have a title too. */
const VALUES = new Set(['examples', 'default', 'const', 'enum', 'required', 'discriminator'])
/** Keywords whose values are shapes by names, which may be the same as keywords. */
const BY_NAME = new Set(['properties', 'patternProperties', '$defs'])

function replaceTitled(value: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceTitled(item, components))
  if (typeof value !== 'object' || value === null) return value
  const copy: Json = mapValues(value, (item, key) => {
    if (VALUES.has(key)) return item
    if (!BY_NAME.has(key)) return replaceTitled(item, components)
    return mapValues(Object(item), (shape) => replaceTitled(shape, components))
  })
  if (Array.isArray(copy.required)) copy.required = withoutDefaults(copy)
  // A discriminator chooses among named shapes only; the others are told apart by a constant in each.
  if (copy.discriminator && !isOfNamed(copy.oneOf)) delete copy.discriminator
  const { title } = copy
  if (typeof title !== 'string') return copy
  components.set(title, copy.type === 'object' ? { examples: [exampleOf(value as TSchema)], ...copy } : copy)
  return { $ref: `#/components/schemas/${title}` }
}

function mapValues(value: object, change: (item: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]))
}

function isOfNamed(variants: unknown) {
  return Array.isArray(variants) && variants.every((variant) => '$ref' in Object(variant))
}

/** What has a default need not be sent. */
function withoutDefaults({ required, properties = {} }: Json) {
  const fields = properties as Record<string, { default?: unknown } | undefined>
  return (required as string[]).filter((name) => fields[name]?.default === undefined)
}

const ERROR: Json = {
  type: 'object',
  title: 'Error',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'integer', description: 'The HTTP status', examples: [400] },
        message: {
          type: 'string',
          description: 'What is wrong, and what would be right',
          examples: ['body.title must have at least 2 characters'],
        },
        requestId: {
          type: 'string',
          description: 'Finds the request in the log',
          examples: ['01kx6m4t8c2v6q9h1z5n7y3w0d'],
        },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'Facts for programs: the field, what is in the way, how long to wait',
          examples: [{ field: 'body.title' }],
        },
      },
    },
  },
}
