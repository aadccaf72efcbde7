// What Swagger 2.0 has in other places than its successors.
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../values.ts'

const JSON_TYPE = 'application/json'
/** Of a parameter or header, what a schema has now. */
const SCHEMA_WORDS = new Set(
  'type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf x-nullable x-example'.split(
    ' ',
  ),
)

export function serversOfSwagger(document: JsonObject): { url: string }[] {
  const host = textOf(document.host)
  const base = textOf(document.basePath) ?? ''
  if (host === undefined) return base === '' || base === '/' ? [] : [{ url: base }]
  const schemes = listOf(document.schemes).filter((scheme) => /^(?:https?|wss?)$/.test(String(scheme)))
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) => ({
    url: `${scheme}://${host}${base.replace(/\/$/, '')}`,
  }))
}

const JOINED = { style: 'form', explode: false }
const LIST_STYLES = new Map<unknown, object>([
  ['multi', { style: 'form', explode: true }],
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
])

function listStyle(collectionFormat: unknown) {
  return LIST_STYLES.get(collectionFormat) ?? JOINED
}

/** A parameter or header with its type beside its name. */
export function withSchema(value: JsonObject): JsonObject {
  if (value.schema !== undefined || value.content !== undefined) return value
  const entries = Object.entries(value)
  const { collectionFormat } = value
  return {
    ...Object.fromEntries(entries.filter(([key]) => !SCHEMA_WORDS.has(key) && key !== 'collectionFormat')),
    ...(value.type === 'array' && value.in === 'query' && listStyle(collectionFormat)),
    schema: Object.fromEntries(entries.filter(([key]) => SCHEMA_WORDS.has(key))),
  }
}

/** The body that parameters of an operation describe together; undefined when they describe none. */
export function bodyOfParameters(parameters: readonly JsonObject[], consumes: readonly unknown[]) {
  const body = parameters.find((parameter) => parameter.in === 'body')
  const types = consumes.filter((type) => typeof type === 'string')
  if (body) {
    const media = {
      schema: body.schema,
      ...(body['x-example'] !== undefined && { example: body['x-example'] }),
    }
    const content = Object.fromEntries((types.length > 0 ? types : [JSON_TYPE]).map((type) => [type, media]))
    return { description: body.description, required: body.required, content }
  }
  const fields = parameters.filter(
    (parameter) => parameter.in === 'formData' && typeof parameter.name === 'string',
  )
  if (fields.length === 0) return
  const hasFile = fields.some((field) => field.type === 'file')
  const forms = types.filter((type) => /form/.test(type))
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        String(field.name),
        { ...objectOf(withSchema(field).schema), description: field.description },
      ]),
    ),
    required: fields.filter((field) => field.required === true).map((field) => field.name),
  }
  const lists = fields.filter(({ type }) => type === 'array')
  const encoding = Object.fromEntries(
    lists.map(({ name, collectionFormat }) => [String(name), listStyle(collectionFormat)]),
  )
  const media = { schema, ...(lists.length > 0 && { encoding }) }
  const content = Object.fromEntries((forms.length > 0 ? forms : [usual]).map((type) => [type, media]))
  return { required: schema.required.length > 0, content }
}

export function responseOfSwagger(response: JsonObject, produces: readonly unknown[]): JsonObject {
  const { schema, examples, ...rest } = response
  const given = objectOf(examples)
  const types = produces.filter((type) => typeof type === 'string')
  const told = types.length > 0 ? types : Object.keys(given)
  if (schema === undefined && Object.keys(given).length === 0) return rest
  const content = Object.fromEntries(
    (told.length > 0 ? told : [JSON_TYPE]).map((type) => [
      type,
      {
        ...(schema !== undefined && { schema }),
        ...(Object.hasOwn(given, type) && { example: given[type] }),
      },
    ]),
  )
  return { ...rest, content }
}

const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

export function securitySchemeOfSwagger(scheme: JsonObject): JsonObject {
  const { type, flow, authorizationUrl, tokenUrl, scopes, ...rest } = scheme
  if (type === 'basic') return { ...rest, type: 'http', scheme: 'basic' }
  if (type !== 'oauth2') return scheme
  const name = FLOWS[String(flow)] ?? 'implicit'
  const flows = { [name]: { authorizationUrl, tokenUrl, scopes: isObject(scopes) ? scopes : {} } }
  return { ...rest, type, flows }
}
