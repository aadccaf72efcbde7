// Databases for tests, in the PostgreSQL of this run.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { createDatabase, TEMPLATE, type TestConnection, type TestDatabase } from './create-database.ts'

let asked: Promise<TestConnection> | undefined

/** Whoever asks first has PostgreSQL started. */
export function testConnection(): Promise<TestConnection> {
  asked ??= askCluster(inject('cluster'))
  return asked
}

async function askCluster(address: string): Promise<TestConnection> {
  const { connection, problem } = JSON.parse(await text(connect(address)))
  if (problem) throw new Error(`PostgreSQL for tests does not start: ${problem}`)
  return connection
}

/** A database of one's own, migrated and empty. */
export async function cloneTemplate(): Promise<TestDatabase> {
  return createDatabase(await testConnection(), newName(), TEMPLATE)
}

/** A database without any tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase(await testConnection(), newName())
}

const newName = () => `test_${randomBytes(8).toString('hex')}`

/** As `QUIRE_DATABASE_URL` has it. */
export function databaseUrl({ host, port, user, password, database }: TestDatabase) {
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
