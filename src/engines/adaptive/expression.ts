// What a condition is once it was read: a tree of our own, which nothing but evaluate-expression.ts walks.
import type { FunctionName } from './functions.ts'

export type Literal = string | number | boolean | null | undefined

/** One step from a value to what is in it. That `a?.b` and `a.b` are one: nothing is found in nothing. */
export type AccessStep =
  | { kind: 'key'; key: string | number }
  | { kind: 'call'; name: FunctionName; args: Expression[] }

export type Comparison = '==' | '!=' | '===' | '!==' | '<' | '<=' | '>' | '>=' | 'in'
export type Chaining = '&&' | '||' | '??'

/** Chains are flat, so that a tree is only as deep as its text is nested. */
export type Expression =
  | { kind: 'literal'; value: Literal }
  | { kind: 'list'; items: Expression[] }
  | { kind: 'name'; name: string }
  | { kind: 'path'; from: Expression; steps: AccessStep[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'sum'; items: Expression[] }
  | { kind: 'compare'; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'chain'; operator: Chaining; items: Expression[] }
  | { kind: 'choice'; branches: { when: Expression; value: Expression }[]; otherwise: Expression }

/** Where reading ended, for a writer: `position` counts from 0, the message from 1. */
export type ExpressionError = { position: number; found: string; expected: string; message: string }

export type ParsedExpression = { kind: 'tree'; tree: Expression } | { kind: 'error'; error: ExpressionError }
