import { describe, expect, it } from 'vitest'
import { openPacked, packDocument, packedAsJson } from '../packed.ts'
import { processFiles } from './process-files.ts'

const ENTRY = 'https://api.test/v1/openapi.json'
type Files = Record<string, unknown>

function processAll(entry: unknown, others: Files = {}, name = ENTRY) {
  const file = (name: string, value: unknown) => ({
    name,
    bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  })
  return processFiles([
    file(name, entry),
    ...Object.entries(others).map(([name, value]) => file(name, value)),
  ])
}

function upgraded(entry: unknown, others?: Files) {
  const outcome = processAll(entry, others)
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  const json = JSON.parse(Buffer.from(packedAsJson(outcome.document)).toString())
  expect(openPacked(packDocument(json)).document).toEqual(openPacked(outcome.document).document)
  return json
}

function problemsOf(entry: unknown, others?: Files, name?: string) {
  const outcome = processAll(entry, others, name)
  if (outcome.kind !== 'refused') throw new Error(JSON.stringify(outcome).slice(0, 500))
  return outcome.problems
}

const info = { title: 'Pets', version: '1' }
const spec = (more: object) => ({ openapi: '3.0.3', info, paths: {}, ...more })

describe('callbacks', () => {
  it('are kept with what they send, and end where they lead back', () => {
    const told = { requestBody: { $ref: '#/components/requestBodies/Told' }, responses: {} }
    const { paths } = upgraded(
      spec({
        paths: {
          '/a': {
            post: {
              responses: {},
              callbacks: {
                again: { '{$url}': { $ref: '#/paths/~1a' } },
                done: { $ref: '#/components/callbacks/Done' },
              },
            },
          },
        },
        components: {
          callbacks: { Done: { '{$request.body#/url}': { post: told } } },
          requestBodies: {
            Told: { content: { 'application/json': { schema: { type: 'string', nullable: true } } } },
          },
        },
      }),
    )
    const { again, done } = paths['/a'].post.callbacks
    expect(done['{$request.body#/url}'].post.requestBody.content['application/json'].schema).toEqual({
      type: ['string', 'null'],
    })
    expect(again['{$url}'].post).not.toHaveProperty('callbacks')
  })
})

describe('Swagger 2.0', () => {
  it('becomes OpenAPI 3.1', () => {
    const document = upgraded({
      swagger: '2.0',
      info,
      host: 'api.test',
      basePath: '/v1/',
      schemes: ['https'],
      consumes: ['application/json'],
      produces: ['application/json'],
      securityDefinitions: {
        basic: { type: 'basic' },
        oauth: {
          type: 'oauth2',
          flow: 'accessCode',
          authorizationUrl: 'https://a',
          tokenUrl: 'https://t',
          scopes: {},
        },
      },
      parameters: {
        limit: { name: 'limit', in: 'query', type: 'integer', maximum: 5, exclusiveMaximum: true },
      },
      definitions: {
        Pet: {
          type: 'object',
          discriminator: 'kind',
          properties: { a: { type: 'string', 'x-nullable': true } },
        },
      },
      paths: {
        '/pets/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }],
          post: {
            parameters: [
              { $ref: '#/parameters/limit' },
              { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
            ],
            responses: {
              200: {
                description: 'ok',
                schema: { type: 'file' },
                examples: { 'application/json': { a: 1 } },
              },
            },
          },
          put: {
            parameters: [{ name: 'photo', in: 'formData', type: 'file', required: true }],
            responses: {},
          },
        },
      },
    })
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://api.test/v1' }],
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic' },
          oauth: { flows: { authorizationCode: {} } },
        },
        schemas: {
          Pet: { discriminator: { propertyName: 'kind' }, properties: { a: { type: ['string', 'null'] } } },
        },
      },
    })
    const { post, put } = document.paths['/pets/{id}']
    expect(post.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', exclusiveMaximum: 5 } },
    ])
    expect(post.requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
    })
    expect(post.responses['200'].content['application/json']).toEqual({
      schema: { type: 'string', format: 'binary' },
      example: { a: 1 },
    })
    expect(put.requestBody.content['multipart/form-data'].schema).toMatchObject({
      properties: { photo: { type: 'string', format: 'binary' } },
      required: ['photo'],
    })
  })
})

describe('what Swagger 2.0 leaves open', () => {
  const swagger = (more: object) => upgraded({ swagger: '2.0', info, paths: {}, ...more })
  const operationIn = (operation: object, more: object = {}) =>
    swagger({ paths: { '/a': { post: { responses: {}, ...operation } } }, ...more }).paths['/a'].post

  it.each([
    [{ host: 'a.test' }, ['https://a.test']],
    [{ host: 'a.test', schemes: ['http', 'wss', 'gopher'] }, ['http://a.test', 'wss://a.test']],
    [{ basePath: '/v2' }, ['/v2']],
    [{ basePath: '/' }, []],
    [{}, []],
  ])('%j is served at %j', (given, urls) => {
    expect(swagger(given).servers.map(({ url }: { url: string }) => url)).toEqual(urls)
  })

  it('is told by the whole description, by what is usual, or by what is there', () => {
    const body = { name: 'x', in: 'body', schema: { type: 'string' }, 'x-example': 'one' }
    const types = ({ requestBody }: { requestBody: { content: object } }) => Object.keys(requestBody.content)
    expect(types(operationIn({ parameters: [body] }))).toEqual(['application/json'])
    expect(types(operationIn({ parameters: [body] }, { consumes: ['text/xml'] }))).toEqual(['text/xml'])
    const own = operationIn({ parameters: [body], consumes: ['text/plain'] }, { consumes: ['text/xml'] })
    expect(own.requestBody).toEqual({
      required: false,
      content: { 'text/plain': { schema: { type: 'string' }, example: 'one' } },
    })
    const field = { name: 'a', in: 'formData', type: 'string', description: 'Of it' }
    const form = operationIn({ parameters: [field], consumes: ['application/json'] })
    expect(form.requestBody).toEqual({
      required: false,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            properties: { a: { type: 'string', description: 'Of it' } },
            required: [],
          },
        },
      },
    })
    const response = { description: 'ok', schema: { type: 'string' } }
    const answer = (more: object) =>
      operationIn({ responses: { 200: { ...response, ...more } } }).responses['200']
    expect(answer({}).content).toEqual({ 'application/json': { schema: { type: 'string' } } })
    expect(answer({ examples: { 'text/csv': 'a,b' } }).content).toEqual({
      'text/csv': { schema: { type: 'string' }, example: 'a,b' },
    })
    expect(answer({ schema: undefined }).content).toBeUndefined()
    expect(answer({ headers: { 'X-A': { type: 'integer', description: 'Left' } } }).headers).toEqual({
      'X-A': { description: 'Left', schema: { type: 'integer' } },
    })
  })

  it('is how fields of a form are joined', () => {
    const list = { in: 'formData', type: 'array', items: { type: 'string' } }
    const parameters = [
      { ...list, name: 'plain' },
      { ...list, name: 'many', collectionFormat: 'multi' },
      { ...list, name: 'piped', collectionFormat: 'pipes' },
    ]
    const { content } = operationIn({ parameters }).requestBody
    expect(content['application/x-www-form-urlencoded'].encoding).toEqual({
      plain: { style: 'form', explode: false },
      many: { style: 'form', explode: true },
      piped: { style: 'pipeDelimited', explode: false },
    })
  })

  it.each([
    ['implicit', 'implicit'],
    ['password', 'password'],
    ['application', 'clientCredentials'],
    ['accessCode', 'authorizationCode'],
  ])('is not which ways to sign in there are: %s is %s', (flow, name) => {
    const urls = { authorizationUrl: 'https://a', tokenUrl: 'https://t', scopes: { a: 'A' } }
    const { securitySchemes } = swagger({
      securityDefinitions: { way: { type: 'oauth2', flow, ...urls } },
    }).components
    expect(securitySchemes.way).toEqual({ type: 'oauth2', flows: { [name]: urls } })
  })
})

describe('OpenAPI 3.0', () => {
  it('says in the words of 3.1 what may be null, and where limits are', () => {
    const { schemas } = upgraded(
      spec({
        components: {
          schemas: {
            A: { type: 'string', nullable: true, enum: ['x'] },
            B: { allOf: [{ $ref: '#/components/schemas/A' }], nullable: true },
            C: {
              type: 'object',
              properties: { a: { $ref: '#/components/schemas/A', nullable: true, description: 'a' } },
            },
            D: {
              type: 'number',
              minimum: 1,
              exclusiveMinimum: true,
              example: { nullable: true, $ref: 'nothing' },
            },
          },
        },
      }),
    ).components
    expect(schemas).toEqual({
      A: { type: ['string', 'null'], enum: ['x', null] },
      B: { anyOf: [{ allOf: [{ $ref: '#/components/schemas/A' }] }, { type: 'null' }] },
      C: {
        type: 'object',
        properties: {
          a: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }], description: 'a' },
        },
      },
      D: { type: 'number', exclusiveMinimum: 1, example: { nullable: true, $ref: 'nothing' } },
    })
  })

  it('says the rest in the words of 3.1 too', () => {
    const ref = { $ref: '#/components/schemas/Cat' }
    const discriminator = { propertyName: 'kind', mapping: { cat: 'Cat', dog: 5 } }
    const { schemas } = upgraded(
      spec({
        components: {
          schemas: {
            Cat: { type: 'object', nullable: false },
            Any: { oneOf: [ref], nullable: true, discriminator },
            Some: { anyOf: [ref], nullable: true },
            Upper: {
              type: 'integer',
              maximum: 9,
              exclusiveMaximum: true,
              minimum: 1,
              exclusiveMinimum: false,
            },
            Pair: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] },
            Beside: { ...ref, description: 'Ours', maxProperties: 5, 'x-ours': 1 },
            Never: { properties: { a: false }, additionalProperties: false, not: true },
          },
        },
      }),
    ).components
    expect(schemas).toEqual({
      Cat: { type: 'object' },
      Any: {
        oneOf: [ref, { type: 'null' }],
        discriminator: { propertyName: 'kind', mapping: { cat: ref.$ref } },
      },
      Some: { anyOf: [ref, { type: 'null' }] },
      Upper: { type: 'integer', exclusiveMaximum: 9, minimum: 1 },
      Pair: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'integer' }],
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
      Beside: { ...ref, description: 'Ours', 'x-ours': 1 },
      Never: { properties: { a: { not: {} } }, additionalProperties: false, not: true },
    })
    // In 3.1 what stands beside a reference counts.
    const beside = { ...ref, maxProperties: 5 }
    const later = upgraded({
      ...spec({ components: { schemas: { Cat: {}, Beside: beside } } }),
      openapi: '3.1.0',
    })
    expect(later.components.schemas.Beside).toEqual(beside)
  })

  it('says at each operation what is said for all of a path', () => {
    const parameter = (name: string, description: string) => ({ name, in: 'query', description })
    const document = upgraded(
      spec({
        paths: {
          '/a': {
            parameters: [parameter('x', 'of all'), parameter('y', 'of all')],
            servers: [{ url: 'https://path.test' }],
            get: { parameters: [parameter('y', 'of one')], responses: {} },
            post: { servers: [{ url: 'https://own.test' }], responses: {} },
          },
        },
        'x-webhooks': { made: { post: { responses: {} } } },
      }),
    )
    const { get, post } = document.paths['/a']
    expect(get.parameters).toMatchObject([parameter('x', 'of all'), parameter('y', 'of one')])
    expect(post.parameters).toMatchObject([parameter('x', 'of all'), parameter('y', 'of all')])
    expect(get.servers).toEqual([{ url: 'https://path.test' }])
    expect(post.servers).toEqual([{ url: 'https://own.test' }])
    expect(document.webhooks).toHaveProperty('made.post')
    expect(document).not.toHaveProperty('x-webhooks')
  })

  it('has everything but schemas where it is used', () => {
    const document = upgraded(
      spec({
        paths: { '/a': { $ref: '#/components/pathItems/a' } },
        components: {
          pathItems: { a: { get: { responses: { default: { $ref: '#/components/responses/Wrong' } } } } },
          responses: {
            Wrong: {
              description: 'Wrong',
              headers: { 'X-A': { $ref: '#/components/headers/A' } },
              content: { 'text/plain': { examples: { one: { $ref: '#/components/examples/One' } } } },
            },
          },
          headers: { A: { schema: { type: 'string' } } },
          examples: { One: { value: 'x' } },
        },
      }),
    )
    expect(document.paths['/a'].get.responses.default).toEqual({
      description: 'Wrong',
      headers: { 'X-A': { schema: { type: 'string' } } },
      content: { 'text/plain': { examples: { one: { value: 'x' } } } },
    })
  })

  it('keeps how lists are written, and which media type a parameter has', () => {
    const list = { in: 'query', type: 'array', items: { type: 'string' } }
    const formats = [undefined, 'csv', 'multi', 'ssv', 'pipes']
    const parameters = formats.map((collectionFormat, at) => ({ ...list, name: `p${at}`, collectionFormat }))
    const swagger = upgraded({
      swagger: '2.0',
      info: { title: 'T', version: '1' },
      paths: { '/a': { get: { parameters, responses: {} } } },
    })
    const styles = swagger.paths['/a'].get.parameters.map(
      ({ style, explode }: { style: string; explode: boolean }) => `${style} ${explode}`,
    )
    expect(styles).toEqual([
      'form false',
      'form false',
      'form true',
      'spaceDelimited false',
      'pipeDelimited false',
    ])
    const content = { 'application/json': { schema: { type: 'object' } } }
    const written = upgraded(
      spec({
        paths: { '/a': { get: { parameters: [{ in: 'query', name: 'q', content }], responses: {} } } },
      }),
    )
    expect(written.paths['/a'].get.parameters[0]).toMatchObject({ name: 'q', content })
  })

  it('is safe where it goes in circles, or leads nowhere', () => {
    const document = upgraded(
      spec({
        paths: {
          '/a': { $ref: '#/paths/~1b' },
          '/b': { $ref: '#/paths/~1a' },
          '/c': { get: { parameters: [{ $ref: '#/components/parameters/Loop' }], responses: {} } },
        },
        components: {
          parameters: { Loop: { $ref: '#/components/parameters/Loop' } },
          schemas: {
            Tree: { type: 'object', properties: { below: { $ref: '#/components/schemas/Tree' } } },
            Lost: { $ref: '#/components/schemas/Nothing' },
          },
        },
      }),
    )
    expect(Object.keys(document.paths)).toEqual(['/c'])
    expect(document.paths['/c'].get.parameters).toEqual([])
    expect(document.components.schemas.Tree.properties.below).toEqual({ $ref: '#/components/schemas/Tree' })
    expect(document.components.schemas.Lost).toEqual({})
  })

  it('leaves out what is not well formed', () => {
    const document = upgraded(
      spec({
        tags: ['x', { name: 'y' }, {}],
        paths: {
          '/a': { get: { tags: 'no', parameters: { a: 1 }, responses: { 200: 'no', 201: {} } }, post: 'no' },
        },
        components: {
          schemas: { A: { type: 5, properties: { a: 'no' }, required: true, enum: 'no' }, B: 7 },
        },
      }),
    )
    expect(document.tags).toEqual([{ name: 'y' }])
    expect(document.paths['/a']).toEqual({ get: { parameters: [], responses: { 201: {} } } })
    expect(document.components.schemas).toEqual({ A: { properties: { a: {} } }, B: {} })
  })

  it('does not let names of its own change what objects are', () => {
    const text = `{"openapi":"3.0.0","info":{"title":"a","version":"1"},"paths":{},
      "components":{"schemas":{"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"__proto__":{"type":"string"}}}}}}`
    const { schemas } = upgraded(text).components
    expect(Object.keys(schemas)).toEqual(['__proto__', 'constructor'])
    expect(({} as { type?: string }).type).toBeUndefined()
  })
})

describe('a description in several files', () => {
  const PET = 'https://api.test/v1/schemas/pet.yaml'
  const OWNER = 'https://api.test/v1/owner.json'
  const entry = spec({
    paths: {
      '/pets': {
        get: {
          responses: {
            default: { $ref: './owner.json#/wrong' },
            200: {
              description: 'ok',
              content: {
                'application/json': { schema: { $ref: 'schemas/pet.yaml' }, example: { $ref: 'no.json' } },
              },
            },
          },
        },
      },
    },
  })

  it('says which files it needs', () => {
    const first = processAll(entry)
    expect(first).toEqual({
      kind: 'needs',
      files: [
        { name: PET, from: expect.stringContaining('line 1') },
        { name: OWNER, from: expect.stringContaining('responses › default › $ref') },
      ],
    })
    const second = processAll(entry, {
      [PET]: 'type: object\nproperties: {owner: {$ref: ../more.json}}',
      [OWNER]: {},
    })
    expect(second).toMatchObject({ kind: 'needs', files: [{ name: 'https://api.test/v1/more.json' }] })
  })

  it('becomes one document, with its files beside it', () => {
    const others = {
      [PET]:
        'type: object\nnullable: true\nproperties:\n  owner: {$ref: "../owner.json#/definitions/Owner"}\n',
      [OWNER]: {
        definitions: { Owner: { properties: { pet: { $ref: './schemas/pet.yaml' } } } },
        wrong: { description: 'Wrong' },
      },
    }
    const { paths, components } = upgraded(entry, others)
    expect(paths['/pets'].get.responses.default).toEqual({ description: 'Wrong' })
    expect(paths['/pets'].get.responses['200'].content['application/json']).toEqual({
      schema: { $ref: '#/components/schemas/pet' },
      example: { $ref: 'no.json' },
    })
    expect(components.schemas).toEqual({
      pet: { type: ['object', 'null'], properties: { owner: { $ref: '#/components/schemas/Owner' } } },
      Owner: { properties: { pet: { $ref: '#/components/schemas/pet' } } },
    })
    const outcome = processAll(entry, others)
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    const filesystem = JSON.parse(Buffer.from(outcome.filesystem).toString())
    expect(Object.keys(filesystem)).toEqual([ENTRY, PET, OWNER])
    expect(filesystem[ENTRY]).toMatchObject({
      isEntrypoint: true,
      references: [PET, OWNER],
      specification: entry,
    })
    expect(filesystem[PET]).toMatchObject({ isEntrypoint: false, dir: 'https://api.test/v1/schemas' })
  })

  it('may only be in files of the web', () => {
    const to = ($ref: string) => spec({ components: { schemas: { A: { $ref } } } })
    expect(problemsOf(to('file:///etc/passwd'))[0]?.message).toMatch(
      /^https:\/\/api\.test\/v1\/openapi\.json, line 1, components › schemas › A › \$ref: "file:\/\/\/etc\/passwd" must be a URL/,
    )
    expect(problemsOf(to('http://'))[0]?.message).toMatch(/is not an address/)
    expect(problemsOf(to('./beside.json'), {}, '')[0]?.message).toMatch(/given as text, which has none/)
    expect(processAll(to('/etc/passwd'))).toMatchObject({
      kind: 'needs',
      files: [{ name: 'https://api.test/etc/passwd' }],
    })
  })

  it('is bounded in its files, and in what is put in where it is referred to', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`A${at}`, { $ref: `f${at}.json` }]),
    )
    expect(problemsOf(spec({ components: { schemas } }))[0]?.code).toBe('TOO_MANY_FILES')
    const responses = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [at, { $ref: '#/components/responses/Large' }]),
    )
    const large = { responses: { Large: { description: 'x'.repeat(100_000) } } }
    expect(
      problemsOf(spec({ paths: { '/a': { get: { responses } } }, components: large }))[0]?.message,
    ).toMatch(/referred to often/)
  })
})

describe('what is no description', () => {
  it('is told with what would be right', () => {
    expect(problemsOf({ name: 'x' })[0]?.message).toBe(
      'openapi.json has neither "openapi" nor "swagger", so it is not a specification; OpenAPI 3.0, 3.1 and Swagger 2.0 can be read, as in "openapi: 3.1.0"',
    )
    expect(problemsOf({ openapi: '4.0.0' })[0]?.message).toBe(
      'line 1, openapi: the version "4.0.0" is not known; OpenAPI 3.0, 3.1 and Swagger 2.0 can be read',
    )
    expect(problemsOf([])[0]?.message).toMatch(/is a list/)
    expect(problemsOf('openapi: 3.1\ninfo: 5\npaths:\n  a: 1\n').map(({ message }) => message)).toEqual([
      'line 2, info: "info" must be an object with the title and the version of the API',
      'line 4, paths › a: a path must begin with a slash',
      'line 4, paths › a: this must be an object of operations',
    ])
    expect(problemsOf({ openapi: '3.1.0', info })[0]?.message).toMatch(/"paths" is missing/)
  })
})
