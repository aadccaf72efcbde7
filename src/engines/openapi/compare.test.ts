import { describe, expect, it } from 'vitest'
import { compareDocuments } from './compare.ts'
import type { ApiDocument, JsonSchema, OpenApiOperation } from './document.ts'

type Schemas = Record<string, JsonSchema>

function api(
  paths: ApiDocument['paths'],
  schemas: Schemas = {},
  more: Partial<ApiDocument> = {},
): ApiDocument {
  return { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths, components: { schemas }, ...more }
}

function changes(before: ApiDocument, after: ApiDocument) {
  return compareDocuments(before, after).operations.flatMap(({ changes }) =>
    changes.map(({ message, isBreaking }) => (isBreaking ? `! ${message}` : message)),
  )
}

/** Of one operation that says this before and that after. */
function between(before: OpenApiOperation, after: OpenApiOperation) {
  return changes(api({ '/a': { post: before } }), api({ '/a': { post: after } }))
}

const query = (more: object) => ({ parameters: [{ name: 'q', in: 'query' as const, ...more }] })
const sent = (schema: JsonSchema) => ({ requestBody: { content: { 'application/json': { schema } } } })
const received = (schema: JsonSchema) => ({
  responses: { 200: { content: { 'application/json': { schema } } } },
})

describe('two descriptions', () => {
  it('differ in operations that come and go; a path is the same whatever its parameters are called', () => {
    const before = api({ '/a/{id}': { get: { summary: 'A' } }, '/b': { get: {} } })
    const after = api({ '/a/{key}': { get: { summary: 'A' } }, '/c': { get: { operationId: 'c' } } })
    expect(compareDocuments(before, after)).toMatchObject({
      isBreaking: true,
      isCutOff: false,
      operations: [
        { change: 'added', path: '/c', title: 'c', isBreaking: false, changes: [] },
        { change: 'removed', path: '/b', title: 'GET /b', isBreaking: true },
      ],
    })
  })

  it('differ in nothing when they are the same', () => {
    const schemas: Schemas = {
      Tree: { properties: { below: { items: { $ref: '#/components/schemas/Tree' } } } },
    }
    const one = api({ '/a': { get: received({ $ref: '#/components/schemas/Tree' }) } }, schemas)
    expect(compareDocuments(one, structuredClone(one))).toEqual({
      operations: [],
      isBreaking: false,
      isCutOff: false,
    })
  })

  it('differ in words and in what is deprecated, which breaks nothing', () => {
    expect(
      between({ summary: 'A', description: 'x' }, { summary: 'B', description: 'y', deprecated: true }),
    ).toEqual(['It is deprecated now', 'Its summary changed', 'Its description changed'])
  })
})

describe('parameters', () => {
  it('break when they go, or are required all of a sudden', () => {
    expect(between(query({}), {})).toEqual(['! The query parameter "q" was removed'])
    expect(between({}, query({}))).toEqual(['The query parameter "q" was added'])
    expect(between({}, query({ required: true }))).toEqual([
      '! The query parameter "q" was added, and is required',
    ])
    expect(between(query({}), query({ required: true }))).toEqual([
      '! The query parameter "q" is required now',
    ])
    expect(between(query({ required: true }), query({}))).toEqual([
      'The query parameter "q" is no longer required',
    ])
    expect(between(query({}), query({ name: 'r' }))).toEqual([
      'The query parameter "r" was added',
      '! The query parameter "q" was removed',
    ])
  })

  it('break when they take less', () => {
    const of = (schema: JsonSchema) => query({ schema })
    const one = 'The query parameter "q": '
    expect(between(of({ type: 'string' }), of({ type: 'integer' }))).toEqual([
      `! ${one}the type was string and is integer`,
    ])
    expect(between(of({ type: 'integer' }), of({ type: 'number' }))).toEqual([
      `${one}the type was integer and is number`,
    ])
    expect(between(of({ enum: ['a', 'b'] }), of({ enum: ['b', 'c'] }))).toEqual([
      `! ${one}the value "a" was removed`,
      `${one}the value "c" was added`,
    ])
    expect(between(of({ maximum: 10 }), of({ maximum: 5 }))).toEqual([`! ${one}maximum was 10 and is 5`])
    expect(between(of({ maximum: 5 }), of({}))).toEqual([`${one}maximum was 5 and is not told`])
    expect(between(of({}), of({ minLength: 1 }))).toEqual([`! ${one}minLength was not told and is 1`])
    expect(between(of({}), of({ pattern: 'a' }))).toEqual([`! ${one}the pattern changed`])
  })
})

describe('what is sent and what is received', () => {
  const name = (more: object = {}): JsonSchema => ({
    type: 'object',
    properties: { name: { type: 'string' } },
    ...more,
  })

  it('break in opposite ways', () => {
    const required = name({ required: ['name'] })
    expect(between(sent(name()), sent(required))).toEqual(['! The body: the field "name" is required now'])
    expect(between(sent(required), sent(name()))).toEqual(['The body: the field "name" is now optional'])
    expect(between(received(name()), received(required))).toEqual([
      'The answer 200: the field "name" is required now',
    ])
    expect(between(received(required), received(name()))).toEqual([
      '! The answer 200: the field "name" is now optional',
    ])
    const values = (...values: string[]) => ({ type: 'string', enum: values })
    expect(between(received(values('a')), received(values('a', 'b')))).toEqual([
      '! The answer 200: the value "b" was added',
    ])
    expect(between(received(values('a', 'b')), received(values('a')))).toEqual([
      'The answer 200: the value "b" was removed',
    ])
    const type = (type: JsonSchema['type']) => ({ type })
    expect(between(received(type('string')), received(type(['string', 'null'])))).toEqual([
      '! The answer 200: the type was string and is string or null',
    ])
    expect(between(sent(type('string')), sent(type(['string', 'null'])))).toEqual([
      'The body: the type was string and is string or null',
    ])
  })

  it('break when fields go; new ones break only who must send them', () => {
    const more = (required: string[]) => name({ properties: { name: { type: 'string' }, age: {} }, required })
    expect(between(sent(more([])), sent(name()))).toEqual(['! The body: the field "age" was removed'])
    expect(between(received(more([])), received(name()))).toEqual([
      '! The answer 200: the field "age" was removed',
    ])
    expect(between(sent(name()), sent(more([])))).toEqual(['The body: the field "age" was added'])
    expect(between(sent(name()), sent(more(['age'])))).toEqual([
      '! The body: the field "age" was added, and is required',
    ])
    expect(between(received(name()), received(more(['age'])))).toEqual([
      'The answer 200: the field "age" was added',
    ])
  })

  it('are told with the way to them, through references, lists and parts', () => {
    const schemas = (type: string): Schemas => ({
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/Named' },
          { properties: { owner: { $ref: '#/components/schemas/Pet' } } },
        ],
      },
      Named: { properties: { tags: { type: 'array', items: { properties: { id: { type } } } } } },
    })
    const paths = { '/a': { get: received({ $ref: '#/components/schemas/Pet' }) } }
    expect(changes(api(paths, schemas('string')), api(paths, schemas('integer')))).toEqual([
      '! The answer 200: tags › items › id: the type was string and is integer',
    ])
  })

  it('are compared by their variants', () => {
    const schemas: Schemas = { Cat: { title: 'Cat' }, Dog: { title: 'Dog' } }
    const one = { $ref: '#/components/schemas/Cat' }
    const both = [one, { $ref: '#/components/schemas/Dog' }]
    const of = (operation: OpenApiOperation) => api({ '/a': { post: operation } }, schemas)
    expect(changes(of(received({ oneOf: [one] })), of(received({ oneOf: both })))).toEqual([
      '! The answer 200: the variant Dog was added',
    ])
    expect(changes(of(sent({ oneOf: both })), of(sent({ oneOf: [one] })))).toEqual([
      '! The body: the variant Dog was removed',
    ])
    expect(changes(of(sent({ oneOf: [one] })), of(sent({ oneOf: both })))).toEqual([
      'The body: the variant Dog was added',
    ])
  })

  it('break with the whole body, an answer of success, or a kind of content', () => {
    expect(between({}, { requestBody: { required: true, content: {} } })).toEqual(['! It takes a body now'])
    expect(between({ requestBody: { content: {} } }, {})).toEqual(['! It no longer takes a body'])
    expect(between({ responses: { 200: {}, 404: {} } }, { responses: { 201: {} } })).toEqual([
      'The answer 201 was added',
      '! The answer 200 was removed',
      'The answer 404 was removed',
    ])
    const content = (type: string) => ({ responses: { 200: { content: { [type]: {} } } } })
    expect(between(content('text/plain'), content('text/html'))).toEqual([
      'The answer 200 can be text/html',
      '! The answer 200 can no longer be text/plain',
    ])
  })

  it('change places in webhooks, whose readers are the ones who answer', () => {
    const of = (schema: JsonSchema) => api({}, {}, { webhooks: { ping: { post: sent(schema) } } })
    const [wide, narrow] = [of({ enum: ['a', 'b'] }), of({ enum: ['a'] })]
    expect(changes(wide, narrow)).toEqual(['The body: the value "b" was removed'])
    expect(changes(narrow, wide)).toEqual(['! The body: the value "b" was added'])
  })
})

describe('ways to be let in', () => {
  it('break when they go', () => {
    const by = (...ways: Record<string, string[]>[]) => ({ security: ways })
    expect(between({}, by({ key: [] }))).toEqual([
      '! It can no longer be called without signing in',
      'It takes key',
    ])
    expect(between(by({ key: [] }), {})).toEqual([
      'It no longer asks for key',
      'It can be called without signing in',
    ])
    expect(between(by({ key: [] }), by({ oauth: ['read'] }))).toEqual([
      '! It no longer takes key',
      'It takes oauth (read)',
    ])
  })
})

describe('what callers prove who they are with', () => {
  const by = (scheme: object, scopes: string[] = [], name = 'key') =>
    api({ '/a': { get: { security: [{ [name]: scopes }] } } }, {}, {
      components: { securitySchemes: { [name]: scheme } },
    } as Partial<ApiDocument>)
  const header = (name: string) => ({ type: 'apiKey', in: 'header', name })

  it('breaks when it is sent in another place, whatever it is called', () => {
    expect(changes(by(header('X-A')), by(header('X-B')))).toEqual([
      '! It no longer takes key (header X-A)',
      'It takes key (header X-B)',
    ])
    expect(changes(by(header('X-A')), by(header('X-A'), [], 'other'))).toEqual([])
    expect(changes(by({ type: 'oauth2' }), by({ type: 'http', scheme: 'Bearer' }))).toEqual([])
  })

  it('breaks when it must be good for more', () => {
    const oauth = { type: 'oauth2' }
    expect(changes(by(oauth, ['read']), by(oauth, ['read', 'write']))).toEqual([
      '! It no longer takes key (read)',
      'It takes key (read, write)',
    ])
    expect(changes(by(oauth, ['read', 'write']), by(oauth, ['read']))).toEqual([
      'It no longer asks for key (read, write)',
      'It takes key (read)',
    ])
  })
})

describe('what goes only one way', () => {
  const pet = (more: Schemas = {}, required: string[] = []): JsonSchema => ({
    type: 'object',
    required,
    properties: { name: { type: 'string' }, ...more },
  })
  const id = (more: object) => pet({ id: { type: 'string', ...more } }, ['id'])

  it('is nothing to those who send the rest', () => {
    expect(between(sent(pet()), sent(id({ readOnly: true })))).toEqual([])
    expect(between(received(id({ writeOnly: true })), received(pet()))).toEqual([])
    expect(between(received(pet()), received(id({ readOnly: true })))).toEqual([
      'The answer 200: the field "id" was added',
    ])
    expect(between(sent(id({})), sent(id({ readOnly: true })))).toEqual([
      '! The body: the field "id" is read-only now',
    ])
    expect(between(sent(id({ readOnly: true })), sent(id({})))).toEqual([
      '! The body: the field "id" was added, and is required',
    ])
  })

  it('is told when it is deprecated, or required without being described', () => {
    expect(between(sent(pet()), sent(pet({ name: { type: 'string', deprecated: true } })))).toEqual([
      'The body: the field "name" is deprecated now',
    ])
    expect(between(sent(pet()), sent(pet({}, ['more'])))).toEqual([
      '! The body: the field "more" is required now',
    ])
  })
})

describe('one of several', () => {
  const ref: JsonSchema = { $ref: '#/components/schemas/Pet' }
  const schemas: Schemas = {
    Pet: { type: 'object', properties: { name: { type: 'string' } } },
    Dog: { type: 'object', properties: { bark: { type: 'boolean' } } },
  }
  const of = (operation: OpenApiOperation) => api({ '/a': { post: operation } }, schemas)
  const both: JsonSchema = { oneOf: [ref, { $ref: '#/components/schemas/Dog' }] }
  const nullable: JsonSchema = { anyOf: [{ allOf: [ref] }, { type: 'null' }] }

  it('is what it was before, and what is left of it', () => {
    expect(changes(of(sent(ref)), of(sent(both)))).toEqual(['The body: the variant Dog was added'])
    expect(changes(of(received(ref)), of(received(both)))).toEqual([
      '! The answer 200: the variant Dog was added',
    ])
    expect(changes(of(sent(both)), of(sent(ref)))).toEqual(['! The body: the variant Dog was removed'])
  })

  it('may be null', () => {
    expect(changes(of(sent(ref)), of(sent(nullable)))).toEqual(['The body: it can be null now'])
    expect(changes(of(received(ref)), of(received(nullable)))).toEqual([
      '! The answer 200: it can be null now',
    ])
    expect(changes(of(received(nullable)), of(received(ref)))).toEqual([
      'The answer 200: it can no longer be null',
    ])
  })
})

describe('how things are written', () => {
  const list: JsonSchema = { type: 'array', items: { type: 'string' } }

  it('breaks where lists are joined otherwise, and headers go', () => {
    expect(between(query({ schema: list }), query({ schema: list, explode: false }))).toEqual([
      '! The query parameter "q" is written in another way now',
    ])
    expect(between(query({ schema: list }), query({ schema: list, style: 'form', explode: true }))).toEqual(
      [],
    )
    const answer = (...names: string[]) => ({
      responses: { 200: { headers: Object.fromEntries(names.map((name) => [name, {}])) } },
    })
    expect(between(answer('X-Next', 'etag'), answer('ETag', 'X-More'))).toEqual([
      '! The answer 200: the header "X-Next" was removed',
      'The answer 200: the header "X-More" was added',
    ])
  })

  it('breaks where less is taken', () => {
    const one = 'The body: '
    expect(between(sent({ type: 'object' }), sent({ type: 'object', additionalProperties: false }))).toEqual([
      `! ${one}other fields are no longer accepted`,
    ])
    expect(between(sent({ multipleOf: 10 }), sent({ multipleOf: 5 }))).toEqual([
      `${one}multipleOf was 10 and is 5`,
    ])
    expect(between(sent({}), sent({ multipleOf: 5 }))).toEqual([`! ${one}multipleOf was not told and is 5`])
    expect(between(sent({ default: 1 }), sent({ default: 2 }))).toEqual([`${one}the default was 1 and is 2`])
  })
})

describe('large and hostile descriptions', () => {
  it('have what breaks told before all else', () => {
    const of = (type: string, count: number): JsonSchema => {
      const more = Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string' }])
      return { type: 'object', properties: { ...Object.fromEntries(more), last: { type } } }
    }
    const [first, ...others] = between(sent(of('string', 0)), sent(of('integer', 300)))
    expect(first).toBe('! The body: last: the type was string and is integer')
    expect(others).toHaveLength(49)
  })

  it('are compared in time, and told in part', () => {
    const paths = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, { get: {} }]))
    const { operations, isCutOff } = compareDocuments(api({}), api(paths(1_500)))
    expect(operations).toHaveLength(1_000)
    expect(isCutOff).toBe(true)
  })

  it('may refer to themselves in any way', () => {
    const ref = ($ref: string) => ({ $ref: `#/components/schemas/${$ref}` })
    const schemas: Schemas = {
      Self: ref('Self'),
      One: { allOf: [ref('Two')], properties: { a: ref('One') } },
      Two: { allOf: [ref('One')], oneOf: [ref('One'), ref('Two')] },
    }
    const before = api(
      { '/a': { get: received({ anyOf: [ref('Self'), ref('One'), ref('Nothing')] }) } },
      schemas,
    )
    expect(compareDocuments(before, structuredClone(before)).operations).toEqual([])
  })
})
