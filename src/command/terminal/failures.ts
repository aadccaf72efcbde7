import { CommanderError } from 'commander'
import pg from 'pg'
import { ConfigError } from '../../config.ts'
import { isDatabaseGone } from '../../kit/storage/database/failures.ts'
import type { Environment } from '../context.ts'

const FAILED = 1
const WRONG_USAGE = 2

export type Failure = { code: 0 | 1 | 2; message: string; causes: string[]; stack?: string }

/** What to tell of something thrown, and how to exit. */
export function explainFailure(error: unknown, { QUIRE_LOG_LEVEL: level }: Environment): Failure {
  if (error instanceof CommanderError) return explainUsage(error)
  if (error instanceof ConfigError) return { code: WRONG_USAGE, message: error.message, causes: [] }
  const [message = 'Something went wrong', ...causes] = chainOf(error)
  const stack = error instanceof Error && /^(debug|trace)$/.test(level ?? '') ? error.stack : undefined
  return { code: FAILED, message, causes, stack }
}

function explainUsage(error: CommanderError): Failure {
  // Help that was asked for arrives here as well, with code 0.
  const code = error.exitCode === 0 ? 0 : WRONG_USAGE
  const isHelp = error.code === 'commander.help'
  const message = isHelp ? 'Missing command: see quire --help' : error.message.replace(/^error: /, '')
  return { code, message, causes: [] }
}

function chainOf(error: unknown, said: string[] = []): string[] {
  const message = messageOf(error)
  // Many a wrapper repeats what it wraps.
  const chain = said.some((earlier) => earlier.includes(message)) ? said : [...said, message]
  const hasCause = error instanceof Error && error.cause !== undefined && chain.length < 10
  return hasCause ? chainOf(error.cause, chain) : chain
}

function messageOf(error: unknown): string {
  if (isOfPooler(error))
    return 'QUIRE_DATABASE_URL leads to a pooler, such as PgBouncer: set QUIRE_DATABASE_DIRECT_URL to the address of the server behind it'
  if (!isOfDatabase(error)) return plainMessage(error)
  return `Cannot use the database: ${plainMessage(error)}. Check QUIRE_DATABASE_URL, or run: quire doctor`
}

export function plainMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Of a host with several addresses, each has failed on its own, and the whole has no message.
  if (error instanceof AggregateError && !error.message) return error.errors.map(plainMessage).join('; ')
  return error.message || error.name
}

/** It hands on no settings of a session. */
function isOfPooler(error: unknown) {
  return error instanceof pg.DatabaseError && error.message.startsWith('unsupported startup parameter')
}

/** Not reached, not let in, or let into a database that is not there. */
function isOfDatabase(error: unknown) {
  if (error instanceof pg.DatabaseError && /^(28...|3D000|42501)$/.test(error.code ?? '')) return true
  // The same codes come from files, which have a path.
  return error instanceof Error && !('path' in error) && isDatabaseGone(error)
}
