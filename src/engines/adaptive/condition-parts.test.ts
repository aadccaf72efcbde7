import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimsOf, comparisonsOf, firstPart, partsOf, writeCondition } from './condition-parts.ts'
import type { VisitorSchema } from './visitor-schema.ts'

const SCHEMA: VisitorSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    isBeta: { type: 'boolean', description: 'Takes part in the beta' },
    plan: { type: 'string', description: '', enum: ['free', 'pro', 'pro'] },
    seats: { type: 'number', description: 'Seats' },
    'first-name': { type: 'string', description: 'Name' },
    roles: { type: 'array', description: 'Roles', items: { type: 'string', description: '' } },
    company: {
      type: 'object',
      description: '',
      additionalProperties: false,
      properties: { size: { type: 'number', description: 'Size' } },
    },
    unsigned: {
      type: 'object',
      description: '',
      additionalProperties: false,
      properties: { language: { type: 'string', description: 'Language' } },
    },
  },
}
const CLAIMS = claimsOf(SCHEMA)

describe('claims', () => {
  it('are everything that a schema declares, as conditions name it', () => {
    expect(CLAIMS.map(({ path }) => path)).toEqual([
      'visitor.claims.isBeta',
      'visitor.claims.plan',
      'visitor.claims.seats',
      'visitor.claims["first-name"]',
      'visitor.claims.roles',
      'visitor.claims.company?.size',
      'visitor.claims.unsigned.language',
    ])
    expect(CLAIMS[1]).toMatchObject({ description: 'plan', values: ['free', 'pro'] })
  })
})

describe('parts of a condition', () => {
  it.each([
    'visitor.claims.isBeta',
    '!visitor.claims.isBeta',
    'visitor.claims.plan == "pro" && visitor.claims.seats >= 5',
    'visitor.claims.roles.includes("admin") || !visitor.claims.roles.includes("guest")',
    'visitor.claims["first-name"] != "Ada \\"L\\""',
    'visitor.claims.company?.size < 10 && visitor.claims.unsigned.language == "fr"',
  ])('are written as they were read: %s', (condition) => {
    const parts = partsOf(condition, CLAIMS)
    expect(parts && writeCondition(parts)).toBe(condition)
  })

  it('are the same however somebody spells the way to a claim', () => {
    expect(partsOf(`visitor.claims['plan']=='pro'`, CLAIMS)).toEqual(
      partsOf('visitor.claims.plan == "pro"', CLAIMS),
    )
    expect(partsOf('visitor.claims.company.size < 10', CLAIMS)?.parts[0]?.path).toBe(
      'visitor.claims.company?.size',
    )
  })

  it.each([
    'visitor.claims.unknown',
    'visitor.claims.plan',
    'visitor.claims.plan < "a"',
    'visitor.claims.seats == "5"',
    'visitor.claims.isBeta && (visitor.claims.seats > 1 || visitor.claims.seats < 0)',
    'visitor.claims.plan ?? "x"',
    'visitor.claims.plan.includes("p")',
    'visitor.claims.plan == visitor.claims.unsigned.language',
    'visitor.claims.plan ==',
    '',
  ])('are not what says more, or cannot be read: %s', (condition) => {
    expect(partsOf(condition, CLAIMS)).toBeUndefined()
  })

  it('come back from their text, whatever they are', () => {
    const part = fc.constantFrom(...CLAIMS).chain((claim) =>
      fc.record({
        path: fc.constant(claim.path),
        comparison: fc.constantFrom(...comparisonsOf(claim)),
        value:
          claim.type === 'string'
            ? fc.string()
            : claim.type === 'number'
              ? fc.nat()
              : fc.constant(true as const),
      }),
    )
    const all = fc.record({
      joined: fc.constantFrom('&&' as const, '||' as const),
      parts: fc.array(part, { minLength: 2, maxLength: 4 }),
    })
    fc.assert(
      fc.property(all, (parts) => {
        const text = writeCondition(parts)
        fc.pre(text.length <= 1024)
        expect(partsOf(text, CLAIMS)).toEqual(parts)
      }),
    )
  })

  it('begin with something that can be said of the claim', () => {
    for (const claim of CLAIMS)
      expect(partsOf(writeCondition({ joined: '&&', parts: [firstPart(claim)] }), CLAIMS)).toBeDefined()
  })
})
