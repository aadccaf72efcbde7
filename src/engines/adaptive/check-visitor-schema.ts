import { isPlainObject, isUnreachable } from './own-values.ts'
import {
  type ClaimSchema,
  type ClaimSchemas,
  DRAFT,
  type ObjectClaimSchema,
  type SimpleClaimSchema,
  type VisitorSchema,
} from './visitor-schema.ts'

const MAX_BYTES = 64 * 1024
const MAX_DEPTH = 8
const MAX_PROPERTIES = 500
const MAX_ENUM = 100
const MAX_NAME = 100
/** Nobody reads more; a schema that is wrong everywhere is not walked to its end. */
const MAX_PROBLEMS = 50

/** `path` is a JSON path: `$.properties.plan.enum[2]`. */
export type SchemaProblem = { path: string; message: string }

export type CheckedSchema =
  | { kind: 'schema'; schema: VisitorSchema }
  | { kind: 'problems'; problems: SchemaProblem[] }

type Keys = Readonly<Record<string, unknown>>

export function checkVisitorSchema(value: unknown): CheckedSchema {
  const check = new SchemaCheck()
  const schema = check.root(value)
  // Only what was walked is measured: JSON that is nested without end would overflow the stack.
  if (schema && check.problems.length === 0) check.size(schema)
  return schema && check.problems.length === 0
    ? { kind: 'schema', schema }
    : { kind: 'problems', problems: check.problems }
}

class SchemaCheck {
  readonly problems: SchemaProblem[] = []
  private properties = 0

  root(value: unknown): VisitorSchema | undefined {
    if (!isPlainObject(value)) return this.tell('$', 'The visitor schema must be an object.')
    this.onlyKeys('$', value, ['$schema', 'type', 'properties', 'additionalProperties'])
    if (value.$schema !== undefined && value.$schema !== DRAFT) this.tell('$.$schema', `Must be "${DRAFT}".`)
    if (value.type !== 'object') this.tell('$.type', 'Must be "object".')
    const properties = this.inside('$', value, 0)
    const draft = value.$schema === undefined ? {} : { $schema: DRAFT }
    return { ...draft, type: 'object', properties, additionalProperties: false }
  }

  size(schema: VisitorSchema): void {
    const bytes = Buffer.byteLength(JSON.stringify(schema))
    if (bytes > MAX_BYTES) this.tell('$', `May have at most ${MAX_BYTES} bytes as JSON, has ${bytes}.`)
  }

  private inside(path: string, keys: Keys, depth: number): ClaimSchemas {
    if (keys.additionalProperties !== false) this.tell(`${path}.additionalProperties`, 'Must be false.')
    const at = `${path}.properties`
    if (!isPlainObject(keys.properties)) {
      this.tell(at, 'Must be an object: the claims by their names.')
      return {}
    }
    if (depth >= MAX_DEPTH) {
      this.tell(at, `Claims may be nested at most ${MAX_DEPTH} levels deep.`)
      return {}
    }
    const claims: [string, ClaimSchema][] = []
    for (const [name, value] of Object.entries(keys.properties)) {
      if (!this.mayGoOn(at)) break
      const claim = this.named(at, name, value, depth)
      if (claim) claims.push([name, claim])
    }
    return Object.fromEntries(claims)
  }

  private mayGoOn(path: string): boolean {
    this.properties += 1
    if (this.properties === MAX_PROPERTIES + 1) {
      this.tell(path, `A schema may have at most ${MAX_PROPERTIES} claims in all.`)
    }
    return this.properties <= MAX_PROPERTIES && this.problems.length < MAX_PROBLEMS
  }

  private named(parent: string, name: string, value: unknown, depth: number): ClaimSchema | undefined {
    const path = pathTo(parent, name)
    if (name.length < 1 || name.length > MAX_NAME) {
      return this.tell(path, `The name of a claim has 1 to ${MAX_NAME} characters.`)
    }
    if (isUnreachable(name) || /\p{Cc}/u.test(name)) return this.tell(path, 'A claim cannot have this name.')
    const claim = this.claim(path, value, depth)
    if (claim && claim.type !== 'object' && path === '$.properties.unsigned') {
      return this.tell(`${path}.type`, 'Must be "object": the claims that come without a signature.')
    }
    return claim
  }

  private claim(path: string, value: unknown, depth: number): ClaimSchema | undefined {
    if (isPlainObject(value)) {
      if (value.type === 'array') return this.list(path, value)
      if (value.type === 'object') return this.object(path, value, depth)
    }
    return this.simple(path, value, '"boolean", "string", "number", "array" or "object"')
  }

  private simple(path: string, value: unknown, types: string): SimpleClaimSchema | undefined {
    if (!isPlainObject(value)) return this.tell(path, 'Must be an object with a type and a description.')
    const { type } = value
    if (type !== 'boolean' && type !== 'number' && type !== 'string') {
      return this.tell(`${path}.type`, `Must be ${types}.`)
    }
    this.onlyKeys(path, value, type === 'string' ? ['type', 'description', 'enum'] : ['type', 'description'])
    const description = this.description(path, value)
    if (type !== 'string' || value.enum === undefined) return { type, description }
    return { type, enum: this.enum(`${path}.enum`, value.enum), description }
  }

  private list(path: string, value: Keys): ClaimSchema | undefined {
    this.onlyKeys(path, value, ['type', 'description', 'items'])
    const description = this.description(path, value)
    const items = this.simple(`${path}.items`, value.items, '"boolean", "string" or "number"')
    return items && { type: 'array', description, items }
  }

  private object(path: string, value: Keys, depth: number): ObjectClaimSchema {
    this.onlyKeys(path, value, ['type', 'description', 'properties', 'additionalProperties'])
    const description = this.description(path, value)
    return {
      type: 'object',
      description,
      properties: this.inside(path, value, depth + 1),
      additionalProperties: false,
    }
  }

  private enum(path: string, value: unknown): string[] {
    if (!Array.isArray(value) || value.length > MAX_ENUM) {
      this.tell(path, `Must be a list of at most ${MAX_ENUM} texts.`)
      return []
    }
    const wrong = value.findIndex((one) => typeof one !== 'string')
    if (wrong >= 0) this.tell(`${path}[${wrong}]`, 'Must be a text.')
    return value.filter((one) => typeof one === 'string')
  }

  private description(path: string, { description }: Keys): string {
    if (typeof description === 'string') return description
    this.tell(`${path}.description`, 'Must be a text that describes the claim.')
    return ''
  }

  private onlyKeys(path: string, value: Keys, known: readonly string[]): void {
    for (const key of Object.keys(value)) {
      if (!known.includes(key)) this.tell(pathTo(path, key), `Only ${known.join(', ')} are known here.`)
      if (this.problems.length >= MAX_PROBLEMS) return
    }
  }

  private tell(path: string, message: string): undefined {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ path, message })
  }
}

function pathTo(parent: string, name: string): string {
  return /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u.test(name)
    ? `${parent}.${name}`
    : `${parent}[${JSON.stringify(name.slice(0, MAX_NAME))}]`
}
