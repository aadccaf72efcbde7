// A condition as people put it together: what is known of visitors, each with what it is compared with. Whatever else
// conditions can say is written as text.
import type { AccessStep, Expression, Literal } from './expression.ts'
import { parseExpression } from './parse-expression.ts'
import { stepTo } from './template-conditions.ts'
import type { ClaimSchema, ClaimSchemas, VisitorSchema } from './visitor-schema.ts'

/** One thing that a visitor schema declares. `path` is how conditions name it. */
export type Claim = {
  path: string
  description: string
  type: 'boolean' | 'number' | 'string'
  isList: boolean
  values?: readonly string[]
}

export type Comparison = 'yes' | 'no' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'includes' | 'excludes'
export type ConditionPart = { path: string; comparison: Comparison; value: string | number | boolean }
/** `&&` where all of them are meant, `||` where one is enough. */
export type ConditionParts = { joined: '&&' | '||'; parts: readonly ConditionPart[] }

const MOST_CLAIMS = 500

export function claimsOf({ properties }: VisitorSchema): Claim[] {
  const found: Claim[] = []
  for (const claim of claimsBelow(properties, 'visitor.claims', false)) {
    found.push(claim)
    if (found.length === MOST_CLAIMS) break
  }
  return found
}

function* claimsBelow(schemas: ClaimSchemas, path: string, mayBeMissing: boolean): Generator<Claim> {
  for (const [name, schema] of Object.entries(schemas)) {
    const at = path + stepTo(name, mayBeMissing ? '?.' : '')
    if (schema.type === 'object') yield* claimsBelow(schema.properties, at, at !== 'visitor.claims.unsigned')
    else yield claimOf(schema, name, at)
  }
}

function claimOf(schema: Exclude<ClaimSchema, { type: 'object' }>, name: string, path: string): Claim {
  const one = schema.type === 'array' ? schema.items : schema
  return {
    path,
    description: schema.description.trim() || name,
    type: one.type,
    isList: schema.type === 'array',
    ...(one.type === 'string' && one.enum && { values: [...new Set(one.enum)] }),
  }
}

export function comparisonsOf({ type, isList }: Claim): readonly Comparison[] {
  if (isList) return ['includes', 'excludes']
  if (type === 'boolean') return ['yes', 'no']
  return type === 'number' ? ['==', '!=', '<', '<=', '>', '>='] : ['==', '!=']
}

/** How a claim is compared where nobody said it yet. */
export function firstPart(claim: Claim): ConditionPart {
  const [comparison = '=='] = comparisonsOf(claim)
  const value = claim.type === 'string' ? (claim.values?.[0] ?? '') : claim.type === 'number' ? 0 : true
  return { path: claim.path, comparison, value }
}

export function writeCondition({ joined, parts }: ConditionParts): string {
  return parts.map(writePart).join(` ${joined} `)
}

function writePart({ path, comparison, value }: ConditionPart): string {
  switch (comparison) {
    case 'yes':
      return path
    case 'no':
      return `!${path}`
    case 'includes':
      return `${path}.includes(${JSON.stringify(value)})`
    case 'excludes':
      return `!${path}.includes(${JSON.stringify(value)})`
    default:
      return `${path} ${comparison} ${JSON.stringify(value)}`
  }
}

/** Undefined for what is not put together of such parts. */
export function partsOf(condition: string, claims: readonly Claim[]): ConditionParts | undefined {
  const read = parseExpression(condition)
  if (read.kind === 'error') return
  const { tree } = read
  const isChain = tree.kind === 'chain' && tree.operator !== '??'
  const named = new Map(claims.map((claim) => [keysIn(claim.path), claim]))
  const parts = (isChain ? tree.items : [tree]).map((one) => partOf(one, named))
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length) return
  return { joined: isChain && tree.operator === '||' ? '||' : '&&', parts: known }
}

type Named = ReadonlyMap<string, Claim>

function partOf(tree: Expression, claims: Named): ConditionPart | undefined {
  if (tree.kind === 'not') {
    const part = partOf(tree.of, claims)
    if (part?.comparison === 'yes') return { ...part, comparison: 'no' }
    return part?.comparison === 'includes' ? { ...part, comparison: 'excludes' } : undefined
  }
  if (tree.kind === 'path') return namedPart(tree, claims)
  if (tree.kind !== 'compare' || tree.right.kind !== 'literal') return
  const claim = claims.get(keysOf(tree.left) ?? '')
  const comparison = claim && comparisonsOf(claim).find((one) => one === tree.operator)
  if (!claim || !comparison || !isOf(claim, tree.right.value)) return
  return { path: claim.path, comparison, value: tree.right.value }
}

function namedPart(tree: Extract<Expression, { kind: 'path' }>, claims: Named): ConditionPart | undefined {
  const last = tree.steps.at(-1)
  if (last?.kind !== 'call') {
    const claim = claims.get(keysOf(tree) ?? '')
    const isYes = claim?.type === 'boolean' && !claim.isList
    return isYes ? { path: claim.path, comparison: 'yes', value: true } : undefined
  }
  const claim = claims.get(keysOf({ ...tree, steps: tree.steps.slice(0, -1) }) ?? '')
  const [argument, ...more] = last.args
  if (last.name !== 'includes' || !claim?.isList || more.length > 0 || argument?.kind !== 'literal') return
  return isOf(claim, argument.value)
    ? { path: claim.path, comparison: 'includes', value: argument.value }
    : undefined
}

function isOf({ type }: Claim, value: Literal): value is string | number | boolean {
  return typeof value === type
}

function keysIn(path: string): string {
  const read = parseExpression(path)
  return (read.kind === 'tree' && keysOf(read.tree)) || path
}

/** Names from the outside in; undefined for what calls a function. */
function keysOf(tree: Expression): string | undefined {
  if (tree.kind !== 'path' || tree.from.kind !== 'name') return
  const keys = tree.steps.map((step: AccessStep) => (step.kind === 'key' ? step.key : undefined))
  return keys.includes(undefined) ? undefined : JSON.stringify([tree.from.name, ...keys])
}
