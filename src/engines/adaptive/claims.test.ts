import { describe, expect, it } from 'vitest'
import { claimsAllowedBy } from './claims.ts'
import type { ClaimSchema, VisitorSchema } from './visitor-schema.ts'

const description = ''
const text: ClaimSchema = { type: 'string', description }
const schema: VisitorSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    beta: { type: 'boolean', description },
    name: { type: 'string', description },
    seats: { type: 'number', description },
    plan: { type: 'string', enum: ['free', 'pro'], description },
    roles: { type: 'array', description, items: { type: 'string', enum: ['admin', 'editor'], description } },
    scores: { type: 'array', description, items: { type: 'number', description } },
    can: objectOf({ view: { type: 'boolean', description } }),
    toString: text,
    unsigned: objectOf({
      beta: { type: 'boolean', description },
      product: { type: 'string', description },
      can: objectOf({ view: { type: 'boolean', description }, edit: { type: 'boolean', description } }),
      toString: text,
    }),
  },
}

describe('the claims of a visitor', () => {
  it.each([
    [
      'everything as declared',
      { beta: false, name: 'Ada', seats: 2, plan: 'pro', roles: ['admin'], scores: [1], can: { view: true } },
    ],
    ['nothing', {}],
  ])('are kept: %s', (_, signed) => {
    expect(claimsAllowedBy(schema, { signed })).toEqual({ ...signed, unsigned: {} })
  })

  it.each([
    ['what is not declared', { admin: true, can: { all: true } }, { can: {} }],
    ['another type', { beta: 'true', name: 1, seats: '2', roles: 'admin', can: true, scores: {} }, {}],
    ['no number', { seats: Number.NaN, scores: [1, Number.POSITIVE_INFINITY, '3', 4] }, { scores: [1, 4] }],
    ['another value', { plan: 'gold', roles: ['admin', 'owner', 1] }, { roles: ['admin'] }],
    ['nothing there', { beta: null, name: undefined }, {}],
    ['a long text', { name: 'a'.repeat(4097) }, {}],
    ['what is inherited', Object.create({ beta: true }), {}],
    [
      'what a getter says',
      {
        get beta() {
          return true
        },
      },
      {},
    ],
    ['a prototype', JSON.parse('{"__proto__": {"beta": true}}'), {}],
  ])('are dropped: %s', (_, signed, kept) => {
    expect(claimsAllowedBy(schema, { signed })).toEqual({ ...kept, unsigned: {} })
  })

  it.each([undefined, null, 'text', 1, [], ['beta']].map((given) => [given]))('are none in %j', (given) => {
    expect(claimsAllowedBy(schema, { signed: given, unsigned: given })).toEqual({ unsigned: {} })
  })

  it('end where a list is long', () => {
    const { scores } = claimsAllowedBy(schema, { signed: { scores: Array(10_000).fill(1) } })
    expect(scores).toHaveLength(500)
    expect(claimsAllowedBy(schema, { signed: { name: 'a'.repeat(4096) } }).name).toHaveLength(4096)
  })

  it('lie below unsigned when nobody signed them', () => {
    const unsigned = { beta: true, product: 'OIM', name: 'Ada', unsigned: { product: 'x' } }
    expect(claimsAllowedBy(schema, { unsigned })).toEqual({ unsigned: { beta: true, product: 'OIM' } })
    expect(claimsAllowedBy(schema, { signed: { beta: false }, unsigned })).toEqual({
      beta: false,
      unsigned: { beta: true, product: 'OIM' },
    })
  })

  it('of a token win there too', () => {
    const given = {
      signed: { unsigned: { product: 'signed', can: { view: false } } },
      unsigned: { product: 'unsigned', beta: true, can: { view: true, edit: true }, toString: 'unsigned' },
    }
    expect(claimsAllowedBy(schema, given)).toEqual({
      unsigned: { product: 'signed', beta: true, can: { view: false, edit: true }, toString: 'unsigned' },
    })
  })

  it('without a signature are none where the schema declares none', () => {
    const { unsigned: _, ...properties } = schema.properties
    expect(claimsAllowedBy({ ...schema, properties }, { unsigned: { beta: true } })).toEqual({ unsigned: {} })
  })
})

function objectOf(properties: Record<string, ClaimSchema>): ClaimSchema {
  return { type: 'object', description, properties, additionalProperties: false }
}
