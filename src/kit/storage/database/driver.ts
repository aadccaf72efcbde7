import { CompiledQuery, type DatabaseConnection, type Driver, type Transaction } from 'kysely'
import type pg from 'pg'

export type Answer = { command: string; rowCount: number | null; rows: Record<string, unknown>[] }

type DriverOptions = {
  /** Throws where there would be none. */
  requireAnswers: () => void
  ask: (client: pg.PoolClient, text: string, values: readonly unknown[]) => Promise<Answer>
  close: () => Promise<unknown>
  /** What each transaction begins with, where sessions have no settings. */
  atBegin?: string
}

const BEGIN = CompiledQuery.raw('begin')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * Kysely's way to PostgreSQL, over connections that send a statement without waiting for the answers to those before it:
 * `begin` travels with the first statement of a transaction, and what is written last with `commit`. Transactions have no
 * settings of their own here: all are what the server makes them.
 */
export function openDriver(pool: pg.Pool, { requireAnswers, ask, close, atBegin }: DriverOptions): Driver {
  const connections = new WeakMap<pg.PoolClient, Connection>()

  return {
    init: async () => {},
    async acquireConnection() {
      requireAnswers()
      const client = await pool.connect()
      const connection = connections.get(client) ?? new Connection(client, ask)
      connections.set(client, connection)
      return connection
    },
    async beginTransaction(connection, { isolationLevel, accessMode }) {
      if (isolationLevel || accessMode) throw new Error('Transactions have no settings here')
      ours(connection).begin(atBegin)
    },
    commitTransaction: (connection) => ours(connection).commit(),
    rollbackTransaction: (connection) => ours(connection).rollback(),
    releaseConnection: async (connection) => ours(connection).release(),
    async destroy() {
      await close()
    },
  }
}

/** For the rest of a transaction: what is sent is answered with nothing at once, and should it fail, the commit fails. */
export async function pipelineRemaining<Tables>(db: Transaction<Tables>) {
  await db.getExecutor().provideConnection(async (connection) => ours(connection).pipelineRemaining())
}

/** As Kysely has it. */
export function resultOf<Row>({ command, rowCount, rows }: Answer) {
  const numAffectedRows = CHANGES.has(command) ? BigInt(rowCount ?? 0) : undefined
  return { numAffectedRows, rows: rows as Row[] }
}

function ours(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection
  throw new Error('This connection does not belong to the driver')
}

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #ask: DriverOptions['ask']
  /** Answers that were not awaited. */
  #unheard: Promise<unknown>[] = []
  #isWaiting = true

  constructor(client: pg.PoolClient, ask: DriverOptions['ask']) {
    this.#client = client
    this.#ask = ask
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
    const answer = this.#ask(this.#client, sql, parameters)
    if (!this.#isWaiting) {
      this.#hearLater(answer)
      return { rows: [] }
    }
    return resultOf<Row>(await answer)
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed here')
  }

  begin(first: string | undefined) {
    this.#hearLater(this.executeQuery(BEGIN))
    if (first) this.#hearLater(this.executeQuery(CompiledQuery.raw(first)))
  }

  pipelineRemaining() {
    this.#isWaiting = false
  }

  async commit() {
    this.#isWaiting = true
    // After a statement that failed, PostgreSQL takes this for a rollback.
    await Promise.all([...this.#hear(), this.executeQuery(COMMIT)])
  }

  async rollback() {
    this.#isWaiting = true
    this.#hear()
    await this.executeQuery(ROLLBACK)
  }

  release() {
    this.#client.release()
  }

  #hearLater(answer: Promise<unknown>) {
    // Heard with the commit; what is rolled back may fail as it likes.
    answer.catch(() => {})
    this.#unheard.push(answer)
  }

  #hear() {
    return this.#unheard.splice(0)
  }
}
