// Databases of earlier releases, as test/upgrades/make-dump.js kept them.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { BackupHead } from '../../src/command/backups/format.ts'
import { beginLoad } from '../../src/kit/storage/snapshot/load.ts'
import type { TestDatabase } from '../database/create-database.ts'
import { emptyDatabase } from '../database/database.ts'

const FOLDER = join(import.meta.dirname, 'releases')
const MIGRATIONS = join(import.meta.dirname, '../../src/kit/storage/migrations')

/** What the release itself said of the dump, and of what people saw of it. */
const Release = Type.Object({
  version: Type.String(),
  commit: Type.String(),
  /** Digests of its migrations. */
  texts: Type.Record(Type.String(), Type.String()),
  facts: Type.Record(Type.String(), Type.Unknown()),
})

export const VERSIONS = readdirSync(FOLDER)
  .map((name) => name.replace('.tar.br', ''))
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

export async function readRelease(version: string) {
  const entries = extract()
  entries.end(brotliDecompressSync(readFileSync(join(FOLDER, `${version}.tar.br`))))
  const parts = new Map<string, Buffer>()
  for await (const entry of entries) parts.set(entry.header.name, await buffer(entry))
  const json = (name: string) => JSON.parse(String(parts.get(name)))
  return {
    ...Value.Parse(Release, json('release.json')),
    head: Value.Parse(BackupHead, json('backup.json')),
    tables: [...parts].flatMap(([name, bytes]) => {
      const table = /^tables\/(\w+)\//.exec(name)?.[1]
      return table === undefined ? [] : [{ table, bytes }]
    }),
    files: [...parts].flatMap(([name, bytes]) => (name.startsWith('files/') ? [bytes] : [])),
  }
}

export type KeptRelease = Awaited<ReturnType<typeof readRelease>>

/** A database as that release left it. */
export async function databaseOf({ head, tables }: KeptRelease): Promise<TestDatabase> {
  const database = await emptyDatabase()
  const load = await beginLoad(database, head)
  try {
    for (const { table, bytes } of tables) await load.put(table, bytes)
    await load.commit()
  } finally {
    await load.close()
  }
  return database
}

export function digestToday(migration: string) {
  const text = readFileSync(join(MIGRATIONS, migration))
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
