// How much a request asks of the database, as numbers that no other work on the machine changes.
import pg from 'pg'
import { vi } from 'vitest'

/** Statements, the items of lists that went out with them, and rows that came back. */
export type Asked = { statements: number; items: number; rows: number }

export async function askedDuring(run: () => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { statements: 0, items: 0, rows: 0 }
  const answers: unknown[] = []
  const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
    const [statement] = args as unknown[]
    asked.statements += 1
    asked.items += itemsIn(statement)
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

function itemsIn(statement: unknown): number {
  if (typeof statement !== 'object' || statement === null || !('values' in statement)) return 0
  const { values } = statement
  if (!Array.isArray(values)) return 0
  return values.reduce((sum: number, value) => sum + (Array.isArray(value) ? value.length : 1), 0)
}

function rowsIn(answer: unknown): number {
  return typeof answer === 'object' && answer !== null && 'rows' in answer && Array.isArray(answer.rows)
    ? answer.rows.length
    : 0
}
