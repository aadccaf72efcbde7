import { type Static, Type } from 'typebox'
import {
  Address,
  Id,
  OneOf,
  Open,
  Permissions,
  Timestamp,
  Told,
} from '../../../kit/http/operations/shapes.ts'

export const MEGABYTE = 1024 * 1024
export const LARGEST_TEXT = 20 * MEGABYTE

const SLUG = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
const LONGEST_SLUG = 100

export const Slug = Type.String({
  minLength: 1,
  maxLength: LONGEST_SLUG,
  pattern: SLUG,
  description: 'Its name in URLs and texts: lowercase letters, digits, and single dashes between them',
  examples: ['petstore'],
})

export type SpecSource = { url: string } | { text: string }
const Source = Type.Unsafe<SpecSource>({
  description: 'Where the specification comes from',
  examples: [{ url: 'https://petstore.example.org/openapi.yaml' }],
  anyOf: [
    Type.Object(
      {
        url: Told(
          Address,
          'URL of a JSON or YAML file. It is fetched at once and then every hour, with the files it refers to',
        ),
      },
      { additionalProperties: true },
    ),
    Type.Object(
      {
        text: Type.String({
          minLength: 1,
          maxLength: LARGEST_TEXT,
          description: 'The specification itself, in JSON or YAML: OpenAPI 3.0, 3.1 or Swagger 2.0',
        }),
      },
      { additionalProperties: true },
    ),
  ],
})

export type NewSpec = Static<typeof NewSpec>
export const NewSpec = Type.Object({ slug: Slug, source: Source })

export type SpecReplacement = Static<typeof SpecReplacement>
export const SpecReplacement = Type.Object({ source: Source })

const Visibility = OneOf(['private', 'public'], {
  description: '`private`: for members of the organization. `public`: for everyone who knows its URL',
  examples: ['public'],
})

export type SpecChanges = Static<typeof SpecChanges>
export const SpecChanges = Type.Object({ visibility: Visibility })

export type OpenAPISpec = Static<typeof OpenAPISpec>
export const OpenAPISpec = Type.Object(
  {
    object: Type.Literal('openapi-spec'),
    id: Type.String({ examples: ['01kx6m5f2k8n4q0s6v3x9z5c1e'] }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: Slug,
    sourceURL: Type.Optional(Told(Address, 'Absent of one that was sent as text')),
    processingState: OneOf(['pending', 'progress', 'complete'], {
      description: 'Whether its source was read: `complete` also when that failed',
      examples: ['complete'],
    }),
    visibility: Visibility,
    lastVersion: Type.Optional(
      Type.String({
        description: 'Id of the last version that could be read',
        examples: ['01kx6m5g7p3r9t5w1y8b4d0g6j'],
      }),
    ),
    lastProcessedAt: Type.Optional(Told(Timestamp, 'When the source was last read, successfully or not')),
    lastProcessErrorCode: Type.Optional(
      OneOf(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'], {
        description: 'Why the source could not be read the last time; the last version stays',
        examples: ['PARSE_ERROR'],
      }),
    ),
    lastProcessedErrors: Type.Optional(
      Type.Array(
        Type.Object({
          message: Type.String({
            description: 'The problem, where it is, and how to fix it',
            examples: ['line 3, info: "info" must have a "version"'],
          }),
          code: Type.Optional(Type.String({ description: 'What kind of mistake it is', examples: ['INFO'] })),
        }),
        { description: 'What was wrong the last time' },
      ),
    ),
    permissions: Permissions(['view', 'edit']),
    urls: Type.Object({
      location: Address,
      app: Address,
      published: Type.Optional(Told(Address, 'URL of its public document; absent unless it is public')),
    }),
  },
  { title: 'OpenAPISpec' },
)

export type OpenAPISpecVersion = Static<typeof OpenAPISpecVersion>
export const OpenAPISpecVersion = Type.Object(
  {
    object: Type.Literal('openapi-spec-version'),
    id: Type.String({ examples: ['01kx6m5g7p3r9t5w1y8b4d0g6j'] }),
    createdAt: Timestamp,
    url: Told(Address, 'Where the specification is: its source, or its document here'),
    urls: Type.Object({ location: Address }),
  },
  { title: 'OpenAPISpecVersion' },
)

export type OpenAPISpecContent = Static<typeof OpenAPISpecContent>
export const OpenAPISpecContent = Type.Object(
  {
    filesystem: Type.Unsafe<object>({
      anyOf: [
        { type: 'object', additionalProperties: true },
        { type: 'array', items: { type: 'object', additionalProperties: true } },
      ],
      description:
        'Its files, by name: `isEntrypoint` marks the main file, `specification` is its content. With the token of a site, a list with one file',
      examples: [
        {
          'https://petstore.example.org/openapi.yaml': {
            filename: 'https://petstore.example.org/openapi.yaml',
            dir: 'https://petstore.example.org',
            isEntrypoint: true,
            references: ['https://petstore.example.org/pet.yaml'],
            specification: {
              openapi: '3.1.0',
              info: { title: 'Petstore', version: '1' },
              paths: { '/pets': { get: { summary: 'List pets' } } },
            },
          },
        },
      ],
    }),
    url: Told(Address, 'Where the specification is: its source, or its document here'),
  },
  { title: 'OpenAPISpecContent' },
)

export type OpenAPISpecRawContent = Static<typeof OpenAPISpecRawContent>
export const OpenAPISpecRawContent = Type.Object(
  {
    text: Type.String({
      description: 'The text of the specification',
      examples: ['openapi: 3.1.0\ninfo: { title: Petstore, version: "1" }\npaths: {}\n'],
    }),
    format: OneOf(['json', 'yaml'], { description: 'How it is written', examples: ['yaml'] }),
  },
  { title: 'OpenAPISpecRawContent' },
)

export const SpecDocument = Open({
  title: 'OpenAPIDocument',
  description:
    'An OpenAPI 3.1 document: parameters, bodies and responses are inlined, and all references are to its own schemas',
  properties: {
    openapi: {
      type: 'string',
      description: 'Always 3.1.0, whatever the version of the source',
      examples: ['3.1.0'],
    },
    info: {
      type: 'object',
      additionalProperties: true,
      description: 'Title, version and description of the API',
      examples: [{ title: 'Petstore', version: '1' }],
    },
    paths: {
      type: 'object',
      additionalProperties: true,
      description: 'Operations by path and method',
      examples: [{ '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'Pets' } } } } }],
    },
  },
  required: ['openapi', 'info', 'paths'],
})

export const ChangesQuery = Type.Object({
  since: Type.Optional(Told(Id, 'Id of the version to compare with; default: the previous version')),
})

export type SpecChangeList = Static<typeof SpecChangeList>
export const SpecChangeList = Type.Object(
  {
    object: Type.Literal('openapi-spec-changes'),
    from: Type.String({ description: 'Id of the earlier version', examples: ['01kx6m5e1h7k3n9q5s2v8x4z0c'] }),
    to: Type.String({ description: 'Id of the later version', examples: ['01kx6m5g7p3r9t5w1y8b4d0g6j'] }),
    isBreaking: Type.Boolean({
      description: 'Whether a client of the earlier version may fail with the later one',
      examples: [true],
    }),
    isCutOff: Type.Boolean({ description: 'Whether there are more changes than these', examples: [false] }),
    operations: Type.Array(
      Type.Object({
        change: OneOf(['added', 'removed', 'changed'], {
          description: 'What happened to it',
          examples: ['changed'],
        }),
        kind: OneOf(['operation', 'webhook'], { description: 'What it is', examples: ['operation'] }),
        method: Type.String({ description: 'Of HTTP, in small letters', examples: ['get'] }),
        path: Type.String({ description: 'Of a webhook, its name', examples: ['/pets'] }),
        operationId: Type.Optional(
          Type.String({ description: 'As the document says', examples: ['listPets'] }),
        ),
        title: Type.String({ description: 'Its summary, or its name', examples: ['List pets'] }),
        isBreaking: Type.Boolean({
          description: 'Whether a client of the earlier version may fail',
          examples: [true],
        }),
        changes: Type.Array(
          Type.Object({
            message: Type.String({
              description: 'What changed, in a sentence',
              examples: ['The query parameter "limit" is required now'],
            }),
            isBreaking: Type.Boolean({ description: 'Whether this is why', examples: [true] }),
          }),
          { description: 'Each difference' },
        ),
      }),
      { description: 'In the order of the documents' },
    ),
  },
  { title: 'OpenAPISpecChanges' },
)
