// How much a request asks of the database, as numbers that no other work on the machine changes.
import pg from 'pg'
import { vi } from 'vitest'

/**
 * Statements that have values, the items of lists that went out with them, and rows that came back. A connection that is
 * asked twice a second whether it is there has none.
 */
export type Asked = { statements: number; items: number; rows: number }

export async function askedDuring(run: () => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { statements: 0, items: 0, rows: 0 }
  const answers: unknown[] = []
  const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
    const values = valuesOf((args as unknown[])[0])
    if (values.length === 0) return query.apply(this, args)
    asked.statements += 1
    for (const value of values) asked.items += Array.isArray(value) ? value.length : 1
    const answer = query.apply(this, args.map(heard))
    answers.push(answer)
    return answer
  })
  try {
    await run()
    for (const answer of answers) asked.rows += rowsIn(await answer)
  } finally {
    spy.mockRestore()
  }
  return asked

  /** A pool is answered by a callback. */
  function heard(arg: unknown): unknown {
    if (typeof arg !== 'function') return arg
    return (error: unknown, answer: unknown) => {
      asked.rows += rowsIn(answer)
      arg(error, answer)
    }
  }
}

function valuesOf(statement: unknown): unknown[] {
  if (typeof statement !== 'object' || statement === null || !('values' in statement)) return []
  return Array.isArray(statement.values) ? statement.values : []
}

function rowsIn(answer: unknown): number {
  return typeof answer === 'object' && answer !== null && 'rows' in answer && Array.isArray(answer.rows)
    ? answer.rows.length
    : 0
}
