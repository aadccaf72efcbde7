import {
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Transaction,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { WatchStatement } from '../../world/tracing/tracing.ts'
import { type Answer, openDriver, pipelineRemaining } from './database/driver.ts'
import { DatabaseSilent, isStalePlan, SchemaNewer } from './database/failures.ts'
import { openReaders, type Readers, streamOf } from './database/readers.ts'
import type { Tables } from './tables/tables.ts'

export type { Tables } from './tables/tables.ts'

/** A handle on the data, to read with. */
export type Db = Kysely<Tables>

/** A transaction: what writes or locks takes one. */
export type Tx = Transaction<Tables>

/** Ways to the data, on the connections of a database. */
export type Ways = {
  db: Db
  inTransaction<T>(work: (db: Tx) => Promise<T>): Promise<T>
}

export type Database = Ways & {
  pool: pg.Pool
  /** A connection that stays with one session of the server, for what is told there. */
  openSession(): Promise<pg.PoolClient>
  /** A statement outside of transactions, as it is. */
  ask(text: string, values: readonly unknown[], how: keyof Shortcut): Promise<Answer>
  /** The same, each statement of which somebody watches. */
  watchedBy(watch: WatchStatement): Ways
  /** Aborts waiting queries, and fails new ones until the database answers again. */
  beginSilence(): void
  endSilence(): void
  /** For good: the database belongs to a newer release. */
  retire(): void
  close(): Promise<void>
}

export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string }

export type DatabaseOptions = {
  /**
   * Where the server itself is, if the connection leads to a pooler that gives each transaction another session, such as
   * PgBouncer.
   */
  direct?: ConnectionSettings
  maxConnections?: number
  onConnect?: (client: pg.ClientBase) => void
  /** Told when a connection that lay idle broke: the server is going, or gone. */
  onLost?: (error: Error) => void
}

// Counts and sums fit a double here; as text they would leak onto the wire as strings.
const INT8 = 20
pg.types.setTypeParser(INT8, Number)

// A server in UTC writes times in a form that the engine reads quickly; pg's own parser takes five times as long.
const TIMESTAMPTZ = 1184
const parseTime = pg.types.getTypeParser(TIMESTAMPTZ)
pg.types.setTypeParser(TIMESTAMPTZ, (text) =>
  text.endsWith('+00') && text[10] === ' '
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseTime(text),
)

export function openDatabase(connection: ConnectionSettings, options: DatabaseOptions = {}): Database {
  const { direct } = options
  const usual = { connectionTimeoutMillis: 5_000, application_name: 'quire' }
  // Behind a pooler a session is nobody's: transactions have the settings, and for single statements it is we who give up.
  const settings = { ...connection, ...usual, ...(direct ? { query_timeout: GIVEN_UP_AFTER } : TIMEOUTS) }
  const atBegin = direct && BEHIND_POOLER
  const onLost = (error: Error) => options.onLost?.(error)
  const connections = new Set<pg.ClientBase>()
  let isSilent = false
  let isRetired = false
  const requireAnswers = () => {
    if (isRetired) throw new SchemaNewer()
    if (isSilent) throw new DatabaseSilent()
  }
  const onConnect = (client: pg.ClientBase) => {
    connections.add(client)
    client.once('end', () => connections.delete(client))
    options.onConnect?.(client)
  }
  const pool = new pg.Pool({ ...settings, pipeline: true, max: options.maxConnections ?? 20 })
  pool.on('error', onLost)
  // A connection may also break while a transaction holds it between two statements. The next statement fails
  // then; without a listener the process would.
  pool.on('connect', (client) => client.on('error', onLost))
  pool.on('connect', onConnect)
  const sessions = direct ? new pg.Pool({ ...direct, ...usual, ...TIMEOUTS, max: 1 }) : pool
  if (direct) sessions.on('error', () => {})
  const readers = openReaders(settings, { onConnect, onLost })
  // A name is known to one session, and the next transaction may have another one.
  const statements = preparedStatements(requireAnswers, direct ? 0 : MOST_NAMES)
  const close = () => Promise.all([pool.end(), readers.close(), ...(direct ? [sessions.end()] : [])])
  function openWays(watch?: WatchStatement): Ways {
    const { ask } = statements
    const watched: typeof ask = watch
      ? (client, text, values) => watch(text, () => ask(client, text, values))
      : ask
    const driver = openDriver(pool, { requireAnswers, ask: watched, close, atBegin })
    const db = openHandle(driver, {
      shared: rowsOf(statements.asking(readers, watched)),
      alone: rowsOf(statements.asking(pool, watched)),
    })
    return { db, inTransaction: (work) => inTransaction(db, work) }
  }
  const ways = openWays()
  const { db } = ways
  const asks = {
    shared: statements.asking(readers, statements.ask),
    alone: statements.asking(pool, statements.ask),
  }
  return {
    ...ways,
    pool,
    openSession: () => sessions.connect(),
    ask: (text, values, how) => asks[how](text, values),
    watchedBy: openWays,
    beginSilence() {
      isSilent = true
      for (const client of connections) streamOf(client).destroy(new DatabaseSilent())
    },
    endSilence() {
      isSilent = false
    },
    retire() {
      isRetired = true
    },
    close: () => db.destroy(),
  }
}

const TIMEOUTS = {
  // No request needs a query of several seconds; a longer one must not hold a connection forever.
  statement_timeout: 30_000,
  // A request that waits for a lock that long fails with "try again", and frees its connection.
  lock_timeout: 10_000,
}
const GIVEN_UP_AFTER = 40_000
const BEHIND_POOLER = `select ${Object.entries(TIMEOUTS)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`

/** A handle over a driver, and the shortcut to the same. */
export function openHandle(driver: Driver, shortcut: Shortcut): Db {
  const db = new Kysely<Tables>({ dialect: snakeCaseDialect(driver) })
  shortcuts.set(db, shortcut)
  return db
}

function rowsOf(ask: (text: string, values: readonly unknown[]) => Promise<Answer>): Ask {
  return async (text, values) => (await ask(text, values)).rows
}

async function inTransaction<T>(db: Db, work: (db: Tx) => Promise<T>): Promise<T> {
  const before: (() => Promise<void>)[] = []
  const after: (() => void)[] = []
  const result = await db.transaction().execute(async (transaction: Transaction<Tables>) => {
    beforeCommits.set(transaction, before)
    afterCommits.set(transaction, after)
    const done = await work(transaction)
    if (before.length > 0) await pipelineRemaining(transaction)
    for (const act of before) await act()
    return done
  })
  for (const act of after) act()
  return result
}

const beforeCommits = new WeakMap<Tx, (() => Promise<void>)[]>()
const afterCommits = new WeakMap<Tx, (() => void)[]>()

/** Writes something as the last of a transaction, without a look at the answers: these come with that to the commit. */
export function beforeCommit(db: Tx, act: () => Promise<void>) {
  const acts = beforeCommits.get(db)
  if (!acts) throw new Error('This transaction does not belong to the database')
  acts.push(act)
}

/** Does something in this process once the transaction is committed. */
export function afterCommit(db: Tx, act: () => void) {
  afterCommits.get(db)?.push(act)
}

/**
 * For the rest of a transaction that nobody waits for. Five minutes, since the queue gives a job no longer for an
 * attempt.
 */
export async function allowLongStatements(db: Db) {
  await sql`select set_config('statement_timeout', '5min', true), set_config('lock_timeout', '1min', true)`.execute(
    db,
  )
}

type Ask = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** `shared` for what takes no time to speak of; `alone` on a connection of its own, where it keeps nobody waiting. */
type Shortcut = { shared: Ask; alone: Ask }

const shortcuts = new WeakMap<Db, Shortcut>()

/**
 * For a handle that is no transaction: a way to the pool that leaves out Kysely's layers for what is compiled already
 * (a quarter of the cost of a one-row read on our side: 82 µs with, 60 µs without).
 */
export function shortcutOf(db: Db): Shortcut | undefined {
  return shortcuts.get(db)
}

export async function pingDatabase(db: Db) {
  await sql`select 1`.execute(db)
}

// SQL is snake_case, code is camelCase. Kysely's own plugin for this copies the tree of every query and every row it
// meets; names are worked out once here, at the two ends: when a statement is written, and when its rows come back.
function snakeCaseDialect(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new SnakeCaseCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string) {
    return super.sanitizeIdentifier(snakeCase(name))
  }
}

const snakeCase = remembering((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
const camelCase = remembering((name) =>
  name.replaceAll(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase()),
)

function remembering(make: (name: string) => string) {
  const made = new Map<string, string>()
  return (name: string) => {
    const known = made.get(name)
    if (known !== undefined) return known
    const fresh = make(name)
    made.set(name, fresh)
    return fresh
  }
}

function toRows({ rows, fields }: pg.QueryArrayResult<unknown[]>) {
  const names = fields.map((field) => camelCase(field.name))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = values[at]
    return row
  })
}

// Every statement with parameters is prepared once a connection under a name made from its text, which saves
// PostgreSQL the parsing and planning of each call (a third of the cost of a one-row read). A name is earned by use, and
// long texts (inserts of many rows) get none: statements of varying text can neither fill the server's memory nor take
// the names of others.
const MOST_NAMES = 1_000
const USES_BEFORE_NAME = 2
const LONGEST_NAMED = 4_000

type Client = Pick<Readers, 'query'>

function preparedStatements(requireAnswers: () => void, mostNames: number) {
  const names = new Map<string, string>()
  const uses = new LRUCache<string, number>({ max: MOST_NAMES })
  let generation = 0

  function nameOf(text: string) {
    const name = names.get(text)
    if (name || names.size >= mostNames || text.length > LONGEST_NAMED) return name
    const used = uses.get(text) ?? 0
    uses.set(text, used + 1)
    if (used < USES_BEFORE_NAME) return
    uses.delete(text)
    const fresh = `q${generation}_${names.size}`
    names.set(text, fresh)
    return fresh
  }

  async function ask(client: Client, text: string, values: readonly unknown[]) {
    const name = values.length > 0 ? nameOf(text) : undefined
    try {
      const result = await client.query({ name, text, values: [...values], rowMode: 'array' })
      return { command: result.command, rowCount: result.rowCount, rows: toRows(result) }
    } catch (error) {
      if (isStalePlan(error)) forgetNames()
      throw error
    }
  }

  // Another release has changed a table: statements prepared before are no longer valid.
  function forgetNames() {
    generation += 1
    names.clear()
  }

  function asking(client: Client, asked: typeof ask) {
    return async function askAgain(text: string, values: readonly unknown[]): Promise<Answer> {
      requireAnswers()
      const attempt = () => asked(client, text, values)
      return attempt().catch((error) => {
        if (isStalePlan(error)) return attempt()
        throw error
      })
    }
  }

  return { ask, asking }
}
