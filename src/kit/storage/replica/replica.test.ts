// Readers of sites on a real replica, which is held back, stopped, started and promoted.
import { beforeAll, describe, expect, it } from 'vitest'
import { openReplicated, type ReplicatedDatabase } from '../../../../test/database/replica.ts'
import { page, spaceMaker } from '../../../../test/pages.ts'
import { buildTestServices, furnish } from '../../../../test/services.ts'
import { checkReplica } from '../../../command/checks/checks-replica.ts'
import { readConfig } from '../../../config.ts'
import { openLog } from '../../../world/log/log.ts'
import { type Database, openDatabase } from '../db.ts'
import { openReplica } from './replica.ts'

let databases: ReplicatedDatabase
beforeAll(async () => {
  databases = await openReplicated()
})

/** Sites on a database with a replica. Its time passes when the test says so. */
async function openSites() {
  let time = 0
  const now = () => time
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const openIt = (primary: Database) =>
    openReplica({ primary, log, replica: openDatabase(databases.replica, { maxConnections: 4 }) }, now)
  const built = await buildTestServices({ connection: databases.primary, replica: openIt })
  const setting = await furnish(built)
  const { as, admin, organization, services, app, drain } = setting
  const { replica } = services
  if (!replica) throw new Error('There is no replica')
  const client = as(admin)
  const newSpace = spaceMaker(client, organization)

  async function newSite(visibility = 'public') {
    const guide = await newSpace('Guide', page('Home', 'First words.'))
    const wanted = { title: 'Docs', visibility, spaces: [guide.id] }
    const site = await client.post(`${organization.url}/sites`, wanted, 201)
    const url = `${organization.url}/sites/${site.id}`
    const { urls } = await client.post(`${url}/publish`)
    await drain()
    const { pathname } = new URL(urls.published)
    const read = (path = '', headers: Record<string, string> = {}) =>
      app.inject({ url: pathname + path, headers })
    const { pages } = await client.get(`/v1/spaces/${guide.id}/content/pages`)
    async function edit(markdown: string) {
      const change = { operation: 'update_page', page: pages[0].id, document: { markdown } }
      await client.post(`/v1/spaces/${guide.id}/content`, { changes: [change] })
      await drain()
    }
    /** Whether a search finds a page; `cookie` is that of somebody. */
    const finds = async (words: string, cookie = '') =>
      (await read(`~search.json?q=${words}`, { cookie })).body.includes('Home')
    return { url, read, edit, finds }
  }

  /** Waits until it has everything, and is used. */
  async function inUse() {
    await databases.caughtUp()
    time += 10
    await expect.poll(async () => replica?.look().then(() => replica.hindrance())).toBeUndefined()
  }
  const pass = (milliseconds: number) => {
    time += milliseconds
  }
  return { ...setting, client, replica, newSite, inUse, pass, lines }
}

describe('a replica', () => {
  it('answers readers of sites, who may be a little behind, and nobody else', async () => {
    const { newSite, inUse, pass } = await openSites()
    const { edit, finds, read } = await newSite()
    await inUse()
    expect(await finds('first')).toBe(true)
    await databases.hold()
    pass(10)
    await edit('Second lighthouse.')
    // What is kept in memory is never behind: it would be so until the next change.
    expect((await read()).body).toContain('Second lighthouse.')
    expect(await finds('lighthouse')).toBe(false)
    // Somebody in particular may have just written it.
    expect(await finds('lighthouse', 'quire_share=1')).toBe(true)
    await databases.release()
    await inUse()
    expect(await finds('lighthouse')).toBe(true)
    expect((await read()).body).toContain('Second lighthouse.')
  })

  it('is not asked where it is some seconds behind, which operators see', async () => {
    const { newSite, inUse, pass, replica, app, lines } = await openSites()
    const { edit, finds, read } = await newSite()
    await inUse()
    const { warnings } = (await app.inject('/readyz')).json()
    expect(warnings).toBeUndefined()
    expect((await app.inject('/metrics')).body).toContain('quire_replica_used 1')
    await databases.hold()
    pass(10)
    await edit('Third harbour.')
    expect((await read()).body).toContain('Third harbour.')
    expect(await finds('harbour')).toBe(false)
    const before = lines.length
    pass(4_000)
    await replica.look()
    expect(await finds('harbour')).toBe(true)
    expect((await app.inject('/readyz')).json()).toEqual({
      status: 'ready',
      warnings: ['The replica of the database is 4 s behind'],
    })
    const metrics = (await app.inject('/metrics')).body
    expect(metrics).toContain('quire_replica_used 0')
    expect(metrics).toMatch(/^quire_replica_lag_seconds 4\.\d+$/m)
    pass(4_000)
    await replica.look()
    await databases.release()
    await inUse()
    const told = lines.slice(before).map((line) => JSON.parse(line).msg)
    expect(told).toEqual(['the replica is not used', 'the replica is used'])
  })

  it('is not needed: what it does not have or can not do, the database does', async () => {
    const { newSite, inUse, client } = await openSites()
    await inUse()
    await databases.hold()
    const site = await newSite()
    expect((await site.read()).body).toContain('First words.')
    await databases.release()
    await inUse()
    // A visit by a share link is written down.
    const shared = await newSite('share-link')
    const link = await client.post(`${shared.url}/share-links`, { name: 'Partners' }, 201)
    await inUse()
    const key = new URL(link.urls.published).pathname.split('/').at(-2)
    const entered = await shared.read(`${key}/`)
    expect(entered.statusCode).toBe(302)
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    expect((await shared.read('', { cookie })).body).toContain('First words.')
  })

  it('may go at any time, and come back', async () => {
    const { newSite, inUse, replica, app } = await openSites()
    const { edit, finds, read } = await newSite()
    await inUse()
    await databases.stop()
    // Before anybody has noticed.
    expect(replica.hindrance()).toBeUndefined()
    expect(await finds('first')).toBe(true)
    expect((await read()).statusCode).toBe(200)
    await replica.look()
    expect((await app.inject('/readyz')).json().warnings).toEqual([
      'The replica of the database does not answer',
    ])
    await edit('Fourth mooring.')
    expect(await finds('mooring')).toBe(true)
    await databases.start()
    await inUse()
    expect(await finds('mooring')).toBe(true)
  })

  it('is refused where it is a copy of something else, or of nothing any more', async () => {
    const { services, newSite, replica } = await openSites()
    const other = openDatabase({ ...databases.replica, database: 'postgres' }, { maxConnections: 1 })
    const elsewhere = openReplica({ primary: services.database, replica: other, log: services.log })
    await expect
      .poll(async () => elsewhere.look().then(elsewhere.hindrance))
      .toMatch('follows another database')
    await elsewhere.close()
    const { user, password, port, database } = databases.primary
    const urlOf = (host: string, name = database) =>
      `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${name}`
    const examine = (replicaUrl: string) =>
      checkReplica(
        readConfig({
          QUIRE_DATABASE_URL: urlOf(databases.primary.host),
          QUIRE_DATABASE_REPLICA_URL: replicaUrl,
        }),
      )
    expect(await examine(urlOf(databases.replica.host))).toMatchObject({ state: 'fine' })
    expect(await examine(urlOf(databases.primary.host))).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('follows no other database'),
    })
    expect(await examine(urlOf(databases.replica.host, 'postgres'))).toMatchObject({ state: 'failed' })
    expect(await examine('postgres://127.0.0.1:1/x')).toMatchObject({
      finding: 'The replica of the database does not answer',
    })
    const { read } = await newSite()
    await databases.promote()
    await expect.poll(async () => replica.look().then(replica.hindrance)).toMatch('follows no other database')
    expect((await read()).statusCode).toBe(200)
  })
})
