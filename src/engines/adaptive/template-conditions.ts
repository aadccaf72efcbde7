import { CONDITION_LENGTH } from './parse-expression.ts'
import type { ClaimSchema, ClaimSchemas, VisitorSchema } from './visitor-schema.ts'

export type TemplateCondition = { description: string; condition: string }

const MAX_CONDITIONS = 500

/** A condition for everything that can be told from the schema alone: each boolean, and each value of a list of values. */
export function templateConditions({ properties }: VisitorSchema): TemplateCondition[] {
  const found: TemplateCondition[] = []
  for (const one of conditionsOf(properties, 'visitor.claims', '')) {
    if (one.condition.length <= CONDITION_LENGTH) found.push(one)
    if (found.length === MAX_CONDITIONS) break
  }
  return found
}

function* conditionsOf(
  schemas: ClaimSchemas,
  path: string,
  separator: '' | '?.',
): Generator<TemplateCondition> {
  for (const [name, schema] of Object.entries(schemas)) {
    yield* conditionsOn(schema, name, path + stepTo(name, separator))
  }
}

function* conditionsOn(schema: ClaimSchema, name: string, path: string): Generator<TemplateCondition> {
  const description = schema.description.trim() || name
  switch (schema.type) {
    case 'boolean':
      return yield { description, condition: path }
    case 'string':
      for (const value of new Set(schema.enum)) {
        yield { description: `${description}: ${value}`, condition: `${path} == ${JSON.stringify(value)}` }
      }
      return
    case 'array':
      if (schema.items.type !== 'string') return
      for (const value of new Set(schema.items.enum)) {
        yield {
          description: `${description}: ${value}`,
          condition: `${path}.includes(${JSON.stringify(value)})`,
        }
      }
      return
    case 'object':
      // Every visitor has `unsigned`; other objects may be missing.
      return yield* conditionsOf(schema.properties, path, path === 'visitor.claims.unsigned' ? '' : '?.')
    case 'number':
      return
    default:
      return schema satisfies never
  }
}

export function stepTo(name: string, separator: '' | '?.'): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return `${separator || '.'}${name}`
  return `${separator}[${JSON.stringify(name)}]`
}
