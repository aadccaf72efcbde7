// Processes of two releases on one database, as there are while a new release is rolled out.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  apiOf,
  makeFolder,
  newDatabase,
  removeFolder,
  type Server,
  spawnServer,
  startServer,
  TOKEN,
  until,
} from '../server.ts'

const ROOT = join(import.meta.dirname, '../..')
const REFUSAL = /A newer release of Quire has migrated the database/

let folder: string
let env: Record<string, string>
let older: Server
let newer: Server

/** This release with one migration more. */
function makeNewerRelease() {
  const checkout = join(folder, 'newer')
  for (const part of ['bin', 'dist', 'src/kit/storage/migrations', 'src/world/passwords']) {
    mkdirSync(join(checkout, part, '..'), { recursive: true })
    execFileSync('cp', ['-r', join(ROOT, part), join(checkout, part)])
  }
  execFileSync('cp', [join(ROOT, 'package.json'), checkout])
  execFileSync('ln', ['-s', join(ROOT, 'node_modules'), join(checkout, 'node_modules')])
  const migration = join(checkout, 'src/kit/storage/migrations/999-newer.sql')
  writeFileSync(migration, 'create table newer (id integer);\n')
  return join(checkout, 'bin/quire.js')
}

beforeAll(async () => {
  folder = await makeFolder()
  const { env: database } = await newDatabase()
  env = { ...database, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_SECRET_KEY: 'shared-by-both-releases' }
  older = await startServer({ folder, env })
})

afterAll(async () => {
  for (const server of [older, newer]) server?.signal('SIGTERM')
  await Promise.all([older?.ended, newer?.ended])
  await removeFolder(folder)
})

describe('while a newer release is rolled out', () => {
  it('the older process refuses clearly what it served until then, and the newer one serves', async () => {
    expect((await apiOf(older.url, TOKEN)('GET', '/v1/user')).status).toBe(200)
    newer = await startServer({ folder, env, bin: makeNewerRelease() })
    const refused = await until(async () => {
      const answer = await fetch(`${older.url}/readyz`)
      return answer.status === 503 && (await answer.text())
    })
    expect(refused).toMatch(REFUSAL)
    for (const [method, path, body] of [
      ['GET', '/v1/user', undefined],
      ['POST', '/v1/orgs', { title: 'Written by the older one' }],
    ] as const) {
      const answer = await apiOf(older.url, TOKEN)(method, path, body)
      expect(answer.status).toBe(503)
      expect(answer.body.error.message).toMatch(REFUSAL)
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    expect((await fetch(`${older.url}/healthz`)).status).toBe(200)
    const written = await apiOf(newer.url, TOKEN)('POST', '/v1/orgs', { title: 'Written by the newer one' })
    expect(written.status).toBe(201)
  })

  it('says so in its log, and does not say every second that something failed', async () => {
    await until(async () => REFUSAL.test(older.output()))
    // Longer than any round takes to come again.
    const asked = Date.now()
    await until(async () => Date.now() - asked > 3_000)
    expect(older.output()).not.toMatch(/a round failed|could not ask/)
  })

  it('an older process does not start', async () => {
    const late = await spawnServer({ folder, env })
    expect(await late.ended).toBe(1)
    expect(late.output()).toContain('A newer Quire has used this database (999-newer.sql)')
  })

  it('the older process stops as any other', async () => {
    older.signal('SIGTERM')
    expect(await older.ended).toBe(0)
  })
})
