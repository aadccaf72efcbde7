import type { DatabaseConnection, Driver } from 'kysely'
import type { WatchStatement } from '../../../world/tracing/tracing.ts'
import { type Answer, resultOf } from '../database/driver.ts'
import { type Db, openHandle } from '../db.ts'

/** `shared` and `alone` as in `prepared`. */
export type Ask = (text: string, values: readonly unknown[], how: 'shared' | 'alone') => Promise<Answer>

/** A handle whose statements go where each is sent. It has no transactions. */
export function routedHandle(route: Ask, watch?: WatchStatement): Db {
  const ask: Ask = watch
    ? (text, values, how) => watch(text, () => route(text, values, how))
    : (text, values, how) => route(text, values, how)
  const rowsOf = (how: 'shared' | 'alone') => async (text: string, values: readonly unknown[]) =>
    (await ask(text, values, how)).rows
  return openHandle(driverOver(ask), { shared: rowsOf('shared'), alone: rowsOf('alone') })
}

function driverOver(ask: Ask): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => resultOf(await ask(sql, parameters, 'alone')),
    streamQuery() {
      throw new Error('Rows are not streamed here')
    },
  }
  const refuse = async () => {
    throw new Error('A handle for readers has no transactions')
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}
