import { describe, expect, it } from 'vitest'
import { checkVisitorSchema } from './check-visitor-schema.ts'

const boolean = { type: 'boolean', description: 'Yes or no' }
const text = { type: 'string', description: 'Any text' }

describe('a visitor schema', () => {
  it('may use everything that is known', () => {
    const schema = schemaOf({
      isBetaUser: boolean,
      name: text,
      seats: { type: 'number', description: 'How many' },
      plan: { type: 'string', enum: ['free', 'pro'], description: 'The plan' },
      roles: { type: 'array', description: 'The roles', items: { ...text, enum: ['admin'] } },
      scores: { type: 'array', description: 'Scores', items: { type: 'number', description: 'A score' } },
      'team name': text,
      can: objectOf({ schedule: objectOf({ view: boolean }) }),
      unsigned: objectOf({ product: text }),
    })
    expect(checkVisitorSchema(schema)).toEqual({ kind: 'schema', schema })
    const named = { $schema: 'http://json-schema.org/draft-07/schema#', ...schema }
    expect(checkVisitorSchema(named)).toEqual({ kind: 'schema', schema: named })
    expect(checkVisitorSchema(schemaOf({}))).toMatchObject({ kind: 'schema' })
  })

  const WRONG: [what: string, schema: unknown, path: string, message: string][] = [
    ['no object', [], '$', 'The visitor schema must be an object.'],
    [
      'another draft',
      { ...schemaOf({}), $schema: 'x' },
      '$.$schema',
      'Must be "http://json-schema.org/draft-07/schema#".',
    ],
    ['another type', { ...schemaOf({}), type: 'array' }, '$.type', 'Must be "object".'],
    [
      'no properties',
      { type: 'object', additionalProperties: false },
      '$.properties',
      'Must be an object: the claims by their names.',
    ],
    [
      'other properties',
      { ...schemaOf({}), additionalProperties: true },
      '$.additionalProperties',
      'Must be false.',
    ],
    [
      'an unknown key',
      { ...schemaOf({}), $ref: '#' },
      '$.$ref',
      'Only $schema, type, properties, additionalProperties are known here.',
    ],
    [
      'a claim that is no schema',
      schemaOf({ a: true }),
      '$.properties.a',
      'Must be an object with a type and a description.',
    ],
    [
      'a reference',
      schemaOf({ a: { $ref: '#' } }),
      '$.properties.a.type',
      'Must be "boolean", "string", "number", "array" or "object".',
    ],
    [
      'a reference beside a type',
      schemaOf({ a: { ...boolean, $ref: '#' } }),
      '$.properties.a.$ref',
      'Only type, description are known here.',
    ],
    [
      'an enum of a boolean',
      schemaOf({ a: { ...boolean, enum: [true] } }),
      '$.properties.a.enum',
      'Only type, description are known here.',
    ],
    [
      'no description',
      schemaOf({ a: { type: 'number' } }),
      '$.properties.a.description',
      'Must be a text that describes the claim.',
    ],
    [
      'an enum of numbers',
      schemaOf({ a: { ...text, enum: ['x', 1] } }),
      '$.properties.a.enum[1]',
      'Must be a text.',
    ],
    [
      'an enum that is no list',
      schemaOf({ a: { ...text, enum: 'x' } }),
      '$.properties.a.enum',
      'Must be a list of at most 100 texts.',
    ],
    [
      'a long enum',
      schemaOf({ a: { ...text, enum: Array(101).fill('x') } }),
      '$.properties.a.enum',
      'Must be a list of at most 100 texts.',
    ],
    [
      'a list of lists',
      schemaOf({ a: { type: 'array', description: '', items: { type: 'array' } } }),
      '$.properties.a.items.type',
      'Must be "boolean", "string" or "number".',
    ],
    [
      'a list of anything',
      schemaOf({ a: { type: 'array', description: '' } }),
      '$.properties.a.items',
      'Must be an object with a type and a description.',
    ],
    [
      'a list with a length',
      schemaOf({ a: { type: 'array', description: '', items: text, maxItems: 1 } }),
      '$.properties.a.maxItems',
      'Only type, description, items are known here.',
    ],
    [
      'an open object',
      schemaOf({ a: { ...objectOf({}), additionalProperties: true } }),
      '$.properties.a.additionalProperties',
      'Must be false.',
    ],
    [
      'an object with required claims',
      schemaOf({ a: { ...objectOf({}), required: [] } }),
      '$.properties.a.required',
      'Only type, description, properties, additionalProperties are known here.',
    ],
    [
      'a simple unsigned claim',
      schemaOf({ unsigned: boolean }),
      '$.properties.unsigned.type',
      'Must be "object": the claims that come without a signature.',
    ],
    [
      'a problem far inside',
      schemaOf({ 'a b': objectOf({ c: {} }) }),
      '$.properties["a b"].properties.c.type',
      'Must be "boolean", "string", "number", "array" or "object".',
    ],
    [
      'an empty name',
      schemaOf({ '': boolean }),
      '$.properties[""]',
      'The name of a claim has 1 to 100 characters.',
    ],
    [
      'a name with a line break',
      schemaOf({ 'a\n': boolean }),
      '$.properties["a\\n"]',
      'A claim cannot have this name.',
    ],
    [
      'the name of a prototype',
      schemaOf(JSON.parse('{"__proto__": {"type": "boolean", "description": ""}}')),
      '$.properties.__proto__',
      'A claim cannot have this name.',
    ],
    [
      'a constructor',
      schemaOf({ a: objectOf({ constructor: boolean }) }),
      '$.properties.a.properties.constructor',
      'A claim cannot have this name.',
    ],
  ]

  it.each(WRONG)('is refused with %s', (_, schema, path, message) => {
    expect(checkVisitorSchema(schema)).toEqual({ kind: 'problems', problems: [{ path, message }] })
  })

  it('is told all its problems at once, up to 50', () => {
    const some = schemaOf({ a: { type: 'x' }, b: boolean, c: { type: 'number' } })
    expect(checkVisitorSchema(some)).toMatchObject({
      problems: [{ path: '$.properties.a.type' }, { path: '$.properties.c.description' }],
    })
    const many = checkVisitorSchema(schemaOf(numbered(400, { type: 'x' })))
    expect(many).toMatchObject({ kind: 'problems' })
    expect(many.kind === 'problems' && many.problems.length).toBe(50)
  })
})

describe('the limits of a visitor schema', () => {
  it('claims lie at most 8 levels deep', () => {
    expect(checkVisitorSchema(nestedSchema(8))).toMatchObject({ kind: 'schema' })
    expect(checkVisitorSchema(nestedSchema(9))).toMatchObject({
      problems: [{ message: 'Claims may be nested at most 8 levels deep.' }],
    })
    expect(checkVisitorSchema(nestedSchema(20_000))).toMatchObject({ kind: 'problems' })
  })

  it('there are at most 500 in all', () => {
    const half = numbered(249, boolean)
    expect(checkVisitorSchema(schemaOf({ a: objectOf(half), b: objectOf(half) }))).toMatchObject({
      kind: 'schema',
    })
    expect(checkVisitorSchema(schemaOf({ a: objectOf(half), b: objectOf(half), c: boolean }))).toMatchObject({
      problems: [{ path: '$.properties', message: 'A schema may have at most 500 claims in all.' }],
    })
  })

  it('what comes after them is not looked at', () => {
    const after = { y: { type: 'x' }, z: { type: 'x' } }
    expect(checkVisitorSchema(schemaOf({ ...numbered(500, boolean), ...after }))).toEqual({
      kind: 'problems',
      problems: [{ path: '$.properties', message: 'A schema may have at most 500 claims in all.' }],
    })
  })

  it('it has at most 64 KB, and names have 100 characters', () => {
    const sized = (length: number) => schemaOf({ a: { type: 'boolean', description: 'é'.repeat(length) } })
    expect(checkVisitorSchema(sized(32_000))).toMatchObject({ kind: 'schema' })
    expect(checkVisitorSchema(sized(33_000))).toMatchObject({
      problems: [
        {
          path: '$',
          message: expect.stringMatching(/^May have at most 65536 bytes as JSON, has 66\d{3}\.$/),
        },
      ],
    })
    expect(checkVisitorSchema(schemaOf({ ['a'.repeat(100)]: boolean }))).toMatchObject({ kind: 'schema' })
    expect(checkVisitorSchema(schemaOf({ ['a'.repeat(101)]: boolean }))).toMatchObject({ kind: 'problems' })
  })
})

function schemaOf(properties: object) {
  return { type: 'object', properties, additionalProperties: false }
}

function objectOf(properties: object) {
  return { type: 'object', description: 'An object', properties, additionalProperties: false }
}

function numbered(count: number, schema: object) {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`claim${number}`, schema]))
}

function nestedSchema(levels: number) {
  let inside: object = boolean
  for (let level = 1; level < levels; level++) inside = objectOf({ a: inside })
  return schemaOf({ a: inside })
}
