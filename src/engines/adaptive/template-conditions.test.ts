import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../test/drawn/draws.ts'
import { evaluateExpression } from './evaluate-expression.ts'
import { isUnreachable } from './own-values.ts'
import { parseExpression } from './parse-expression.ts'
import { templateConditions } from './template-conditions.ts'
import type { ClaimSchema, VisitorSchema } from './visitor-schema.ts'

const beta: ClaimSchema = { type: 'boolean', description: 'Takes part in the beta' }
const plan: ClaimSchema = { type: 'string', enum: ['free', 'pro'], description: 'The plan' }
const roles: ClaimSchema = {
  type: 'array',
  description: 'The roles',
  items: { type: 'string', enum: ['admin'], description: 'A role' },
}

describe('the conditions that a schema suggests', () => {
  it.each<[what: string, properties: Record<string, ClaimSchema>, conditions: [string, string][]]>([
    ['a boolean', { beta }, [['Takes part in the beta', 'visitor.claims.beta']]],
    [
      'a text of a few values',
      { plan },
      [
        ['The plan: free', 'visitor.claims.plan == "free"'],
        ['The plan: pro', 'visitor.claims.plan == "pro"'],
      ],
    ],
    ['a list of such texts', { roles }, [['The roles: admin', 'visitor.claims.roles.includes("admin")']]],
    [
      'objects in objects',
      { can: objectOf({ schedule: objectOf({ beta, roles }) }) },
      [
        ['Takes part in the beta', 'visitor.claims.can?.schedule?.beta'],
        ['The roles: admin', 'visitor.claims.can?.schedule?.roles.includes("admin")'],
      ],
    ],
    [
      'unsigned claims',
      { unsigned: objectOf({ beta, can: objectOf({ beta }) }) },
      [
        ['Takes part in the beta', 'visitor.claims.unsigned.beta'],
        ['Takes part in the beta', 'visitor.claims.unsigned.can?.beta'],
      ],
    ],
    [
      'names that are none in a condition',
      { 'is beta': beta, can: objectOf({ 'a"b': beta, 'c-d': beta }), unsigned: objectOf({ '1': beta }) },
      [
        ['Takes part in the beta', 'visitor.claims["is beta"]'],
        ['Takes part in the beta', 'visitor.claims.can?.["a\\"b"]'],
        ['Takes part in the beta', 'visitor.claims.can?.["c-d"]'],
        ['Takes part in the beta', 'visitor.claims.unsigned["1"]'],
      ],
    ],
    [
      'a claim without description',
      { beta: { ...beta, description: ' ' } },
      [['beta', 'visitor.claims.beta']],
    ],
    [
      'nothing for what may be anything',
      {
        name: { type: 'string', description: 'x' },
        seats: { type: 'number', description: 'x' },
        tags: { type: 'array', description: 'x', items: { type: 'string', description: 'x' } },
        scores: { type: 'array', description: 'x', items: { type: 'number', description: 'x' } },
      },
      [],
    ],
    [
      'a value that is listed twice',
      { plan: { type: 'string', enum: ['pro', 'pro'], description: 'x' } },
      [['x: pro', 'visitor.claims.plan == "pro"']],
    ],
  ])('%s', (_, properties, conditions) => {
    expect(templateConditions(schemaOf(properties))).toEqual(
      conditions.map(([description, condition]) => ({ description, condition })),
    )
  })

  it('are at most 500', () => {
    const values = Array.from({ length: 100 }, (_, number) => `value ${number}`)
    const claims = Array.from({ length: 6 }, (_, number): [string, ClaimSchema] => [
      `plan${number}`,
      { type: 'string', enum: values, description: 'x' },
    ])
    expect(templateConditions(schemaOf(Object.fromEntries(claims)))).toHaveLength(500)
  })

  it('are short enough to be used', () => {
    const plan: ClaimSchema = { type: 'string', enum: ['a'.repeat(997), 'a'.repeat(998)], description: 'x' }
    const conditions = templateConditions(schemaOf({ plan })).map(({ condition }) => condition.length)
    expect(conditions).toEqual([1022, 1023])
    const longer: ClaimSchema = {
      type: 'string',
      enum: ['a'.repeat(999), 'a'.repeat(1000)],
      description: 'x',
    }
    expect(templateConditions(schemaOf({ plan: longer }))).toHaveLength(1)
  })

  it('are met by a visitor who is as they say, whatever the names and values', () => {
    const name = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 12 })
      .filter((name) => !isUnreachable(name))
    const value = fc.string({ unit: 'binary', maxLength: 12 })
    fc.assert(
      fc.property(name, name, value, (outer, inner, value) => {
        const properties = {
          [outer]: objectOf({ [inner]: { type: 'string', enum: [value], description: 'x' } }),
        }
        const [template] = templateConditions(schemaOf(properties))
        const parsed = parseExpression(template?.condition ?? '')
        if (parsed.kind === 'error') throw new Error(parsed.error.message)
        const met = { visitor: { claims: { [outer]: { [inner]: value } } } }
        expect(evaluateExpression(parsed.tree, met)).toBe(true)
        expect(evaluateExpression(parsed.tree, { visitor: { claims: {} } })).toBe(false)
      }),
      { numRuns: draws(300) },
    )
  })
})

function schemaOf(properties: Record<string, ClaimSchema>): VisitorSchema {
  return { type: 'object', properties, additionalProperties: false }
}

function objectOf(properties: Record<string, ClaimSchema>): ClaimSchema {
  return { type: 'object', description: 'x', properties, additionalProperties: false }
}
