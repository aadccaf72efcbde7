import pg from 'pg'

/** The name of the constraint a statement broke, if that is what went wrong. */
export function brokenConstraint(error: unknown) {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

/** The database neither answers nor disconnects: its machine hangs, or the network drops everything. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent'
  constructor() {
    super('The database does not answer')
  }
}

/** A newer release has migrated the database: what this one would write there may not fit. */
export class SchemaNewer extends Error {
  override readonly name = 'SchemaNewer'
  constructor() {
    super(
      'A newer release of Quire has migrated the database: this process is out of date and serves no more',
    )
  }
}

// The last two are of a name that is not found now, and of a socket with too many at its door.
const GONE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EAGAIN',
])
// By pg, of a statement without an answer too, and by Node of a connection that ended before TLS began, or before a write.
const GONE_IN_WORDS =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client network socket disconnected|This socket has been ended)/

/** Whether the database itself could not be reached, as opposed to having refused a statement. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseSilent || error instanceof SchemaNewer) return true
  // Class 08 is broken connections, 57P01 to 57P03 a server that stops or starts, 53300 too many clients.
  if (error instanceof pg.DatabaseError) return /^(08...|57P0[123]|53300)$/.test(error.code ?? '')
  // Of a host with several addresses, each has failed on its own.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseGone)
  return isOfConnection(error) || GONE_IN_WORDS.test(error.message)
}

/**
 * Others fail with the same codes: a file that is missing, but it has a path; the answer of another server (a store of
 * blobs) that broke off, but Node tells that without a system call. The rest of the world has failures of its own.
 */
function isOfConnection(error: NodeJS.ErrnoException) {
  const { code = '', syscall, path } = error
  return GONE.has(code) && syscall !== undefined && path === undefined
}

/** Whether there was no room for what was to be written: of the database, or of a file of ours. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return error.code === '53100'
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause)
}

/** A new row refers to a row that was removed in the meantime. */
export function isMissingReference(error: unknown) {
  return error instanceof pg.DatabaseError && error.code === '23503'
}

/** A prepared statement that no longer fits its tables, because a migration ran since. */
export function isStalePlan(error: unknown) {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.message.startsWith('cached plan')
  )
}

/** Two transactions waited for each other; PostgreSQL ended this one so that the other could go on. */
export function isDeadlock(error: unknown) {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
}

/** Somebody else held a row for longer than a statement waits, or the statement itself took too long. */
export function isTimeout(error: unknown) {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '57014')
}
