// Behind PgBouncer in transaction mode.
import { afterAll, describe, expect, it } from 'vitest'
import { testConnection } from '../../test/database/database.ts'
import { openPgbouncer } from '../../test/database/pgbouncer.ts'
import { debianProgram } from '../../test/debian-program.ts'
import {
  apiOf,
  emptyDatabase,
  makeFolder,
  removeFolder,
  runCommand,
  type Server,
  startServer,
  until,
} from '../server.ts'

const TOKEN = 'acceptance-admin-token'
const PAGES = 12
const servers: Server[] = []
const folders: string[] = []

afterAll(async () => {
  for (const server of servers) server.signal('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
  for (const folder of folders) await removeFolder(folder)
})

const program = debianProgram('pgbouncer') ?? ''

async function openBehind() {
  // Nobody has migrated it yet.
  const { env, name, connect } = await emptyDatabase()
  const { host, port, user, password } = await openPgbouncer(program, await testConnection())
  const account = `${user}:${encodeURIComponent(password)}`
  const folder = await makeFolder()
  folders.push(folder)
  const settings = {
    QUIRE_DATABASE_URL: `postgres://${account}@${encodeURIComponent(host)}:${port}/${name}`,
    QUIRE_DATABASE_DIRECT_URL: env.QUIRE_DATABASE_URL,
    QUIRE_ADMIN_TOKEN: TOKEN,
    QUIRE_RATE_LIMIT: 'off',
  }
  return { settings, folder, connect }
}

describe.skipIf(program === '')('behind a pooler in transaction mode', () => {
  it('two processes start, work and hear of each other', async () => {
    const { settings, folder, connect } = await openBehind()
    for (const _ of [1, 2]) servers.push(await startServer({ folder, env: settings }))
    const [one, other] = servers.map(({ url }) => apiOf(url, TOKEN))
    if (!one || !other) throw new Error('There are no two')
    const organization = (await one('POST', '/v1/orgs', { title: 'Pooled' })).body.id
    const space = (await one('POST', `/v1/orgs/${organization}/spaces`, { title: 'Guide' })).body.id
    // Statements of many requests in one pipeline, and transactions beside each other.
    const write = (at: number) => {
      const document = { markdown: `Lighthouse number${at}.` }
      const changes = [{ operation: 'insert_page', title: `Page ${at}`, document }]
      return (at % 2 ? one : other)('POST', `/v1/spaces/${space}/content`, { changes })
    }
    const written = await Promise.all(Array.from({ length: PAGES }, (_, at) => write(at)))
    expect(written.map(({ status }) => status)).toEqual(Array(PAGES).fill(200))
    const read = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        (at % 2 ? one : other)('GET', `/v1/spaces/${space}/content/pages`),
      ),
    )
    for (const { body } of read) expect(body.pages).toHaveLength(PAGES)
    // Jobs run, and what one process keeps in memory goes when the other changes it.
    const wanted = { title: 'Docs', visibility: 'public', spaces: [space] }
    const site = (await one('POST', `/v1/orgs/${organization}/sites`, wanted)).body.id
    const { urls } = (await one('POST', `/v1/orgs/${organization}/sites/${site}/publish`)).body
    const path = `${new URL(urls.published).pathname}page-1`
    const show = async ({ url }: Server) => (await fetch(url + path)).text()
    const [first, second] = servers as [Server, Server]
    expect(await show(first)).toContain('Lighthouse number1.')
    expect(await show(second)).toContain('Lighthouse number1.')
    const { pages } = read[0]?.body ?? {}
    const page = pages.find(({ title }: { title: string }) => title === 'Page 1').id
    const change = { operation: 'update_page', page, document: { markdown: 'A harbour instead.' } }
    await one('POST', `/v1/spaces/${space}/content`, { changes: [change] })
    await until(async () => (await show(second)).includes('A harbour instead.'))
    await until(async () => {
      const { body } = await other('GET', `/v1/spaces/${space}/search?query=harbour`)
      return body.items?.length === 1
    })
    // What a session keeps would be somebody else's; what a job locks just now goes with its transaction.
    const client = await connect()
    await until(async () => {
      const { rows } = await client.query(
        `select from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length === 0
    })
    await client.end()
    for (const { output } of servers) expect(output()).not.toMatch(/prepared statement|"level":"error"/)
    expect(await (await fetch(`${first.url}/readyz`)).json()).toMatchObject({ status: 'ready' })
  })

  it('gives transactions their limits, and nobody else', async () => {
    const { settings, folder, connect } = await openBehind()
    const server = await startServer({ folder, env: settings })
    servers.push(server)
    const api = apiOf(server.url, TOKEN)
    const organization = (await api('POST', '/v1/orgs', { title: 'Pooled' })).body.id
    const space = (await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Guide' })).body.id
    const holder = await connect()
    await holder.query('begin')
    await holder.query('select from spaces where id = $1 for update', [space])
    const changes = [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text.' } }]
    const { status } = await api('POST', `/v1/spaces/${space}/content`, { changes })
    await holder.query('rollback')
    await holder.end()
    expect(status).toBe(503)
    expect((await api('POST', `/v1/spaces/${space}/content`, { changes })).status).toBe(200)
  })

  it('commands work, and who forgot the direct address is told of it', async () => {
    const { settings, folder } = await openBehind()
    const migrated = await runCommand(folder, ['migrate'], settings)
    expect(migrated.code).toBe(0)
    const made = await runCommand(
      folder,
      ['user', 'create', '--email', 'maria@example.org', '--administrator'],
      settings,
    )
    expect(made.code).toBe(0)
    expect((await runCommand(folder, ['doctor', '--json'], settings)).code).toBe(0)
    const backup = await runCommand(folder, ['backup', 'all.quire'], settings)
    expect(backup.code).toBe(0)
    const { QUIRE_DATABASE_DIRECT_URL: _, ...alone } = settings
    const forgotten = await runCommand(folder, ['migrate'], alone)
    expect(forgotten.code).not.toBe(0)
    expect(forgotten.err).toContain('QUIRE_DATABASE_DIRECT_URL')
  })
})
