import { readCondition } from '../adaptive/conditions.ts'
import { type ExpressionScope, evaluateExpression, hasName, isMet } from '../adaptive/evaluate-expression.ts'
import type { PageRecord, Variables } from '../content/records.ts'

/** Whoever writes reads everything, conditions included; a visitor reads what they decide. */
export type Audience = { kind: 'writer' } | VisitorAudience

/** `spaceIds`: the spaces of the site that they may read. Links to others lead nowhere, and name nothing. */
export type VisitorAudience = {
  kind: 'visitor'
  claims: Readonly<Record<string, unknown>>
  readonly spaceIds: readonly string[]
}

export const WRITER: Audience = { kind: 'writer' }

/** A visitor of a site who reads these spaces of it. A site may have hundreds, and most answers do not ask for them. */
export function visitorAudience(
  claims: VisitorAudience['claims'],
  siteSpaces: readonly { space: { id: string } }[] = [],
): VisitorAudience {
  return {
    kind: 'visitor',
    claims,
    get spaceIds() {
      return siteSpaces.map(({ space }) => space.id)
    },
  }
}

/** What the names in conditions and expressions stand for. */
export function scopeFor(
  audience: Audience,
  space: Variables,
  page?: Pick<PageRecord, 'variables'>,
): ExpressionScope {
  const claims = audience.kind === 'visitor' ? audience.claims : {}
  return { visitor: { claims }, space: { vars: space }, page: { vars: page?.variables ?? {} } }
}

/** A condition that cannot be read is not met: what it guards is not meant for everybody. */
export function meets(condition: string | null | undefined, scope: ExpressionScope): boolean {
  if (condition === null || condition === undefined || condition.trim() === '') return true
  const read = readCondition(condition)
  return read.kind === 'tree' && isMet(read.tree, scope)
}

/** Whether an expression says the same to all visitors. */
export function isForEverybody(expression: string): boolean {
  const read = readCondition(expression)
  return read.kind === 'tree' && !hasName(read.tree, 'visitor')
}

/** What an expression says; undefined where it says nothing. */
export function textOfExpression(expression: string, scope: ExpressionScope): string | undefined {
  const read = readCondition(expression)
  const value = read.kind === 'tree' ? evaluateExpression(read.tree, scope) : undefined
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}
