// The part of OpenAPI 3.1 that is shown to readers; everything else in a document is ignored.

export type JsonSchema = {
  $ref?: string
  type?: string | readonly string[]
  title?: string
  description?: string
  deprecated?: boolean
  readOnly?: boolean
  writeOnly?: boolean
  properties?: Readonly<Record<string, JsonSchema>>
  patternProperties?: Readonly<Record<string, JsonSchema>>
  additionalProperties?: boolean | JsonSchema
  required?: readonly string[]
  items?: JsonSchema
  /** Of a list whose places mean different things. */
  prefixItems?: readonly JsonSchema[]
  anyOf?: readonly JsonSchema[]
  discriminator?: { propertyName?: unknown; mapping?: unknown }
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  not?: JsonSchema
  enum?: readonly unknown[]
  const?: unknown
  /** What each value stands for, by the value, or in the order of the values. */
  'x-enumDescriptions'?: unknown
  'x-enum-descriptions'?: unknown
  default?: unknown
  example?: unknown
  examples?: readonly unknown[]
  format?: string
  contentMediaType?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  multipleOf?: number
  minProperties?: number
  maxProperties?: number
}

export type OpenApiParameter = {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  deprecated?: boolean
  description?: string
  schema?: JsonSchema
  example?: unknown
  style?: string
  explode?: boolean
  /** Of one whose value is written in a media type, not by a style. */
  content?: Readonly<Record<string, OpenApiMedia>>
}

export type OpenApiMedia = {
  schema?: JsonSchema
  example?: unknown
  examples?: Readonly<Record<string, { value?: unknown }>>
  /** How fields of a form are written. */
  encoding?: Readonly<Record<string, { style?: string; explode?: boolean }>>
}

export type OpenApiBody = {
  required?: boolean
  description?: string
  content: Readonly<Record<string, OpenApiMedia>>
}

export type OpenApiHeader = { description?: string; schema?: JsonSchema }

export type OpenApiResponse = {
  description?: string
  content?: Readonly<Record<string, OpenApiMedia>>
  headers?: Readonly<Record<string, OpenApiHeader>>
}

export type OpenApiSecurity = readonly Readonly<Record<string, readonly string[]>>[]

export type OpenApiOperation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: readonly string[]
  deprecated?: boolean
  parameters?: readonly OpenApiParameter[]
  requestBody?: OpenApiBody
  responses?: Readonly<Record<string, OpenApiResponse>>
  security?: OpenApiSecurity
  'x-quire-needs'?: string
  'x-quire-access'?: string
  'x-quire-scope'?: string
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options' | 'trace'

export const METHODS: readonly Method[] = [
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'head',
  'options',
  'trace',
]

export type OpenApiPath = Readonly<Partial<Record<Method, OpenApiOperation>>>

export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string; description?: string }
  servers?: readonly { url: string }[]
  tags?: readonly { name: string; description?: string }[]
  paths?: Readonly<Record<string, OpenApiPath>>
  components?: { schemas?: Readonly<Record<string, JsonSchema>> }
  security?: OpenApiSecurity
  /** Of our own document. */
  'x-quire-scopes'?: readonly OpenApiScope[]
}

/** What a scope of an integration gives, with the fields of bodies that may be sent. */
export type OpenApiScope = {
  scope: string
  about: string
  operations: readonly { id: string; fields: readonly string[] }[]
}

/** A description as it is kept of other people's APIs: in the form of OpenAPI 3.1, all references inside. */
export type ApiDocument = OpenApiDocument & {
  tags?: readonly ApiTag[]
  webhooks?: Readonly<Record<string, OpenApiPath>>
}

export type ApiTag = {
  name: string
  description?: string
  /** Of OpenAPI 3.2: a name in a few words, and the tag that this one is part of. */
  summary?: string
  parent?: string
  'x-displayName'?: string
  'x-parent'?: string
  'x-page-title'?: string
  'x-page-icon'?: string
  'x-page-description'?: string
}
