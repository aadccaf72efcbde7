// Processes on several machines: one database, and whatever else is kept in one place or is not.
import { afterAll, describe, expect, it } from 'vitest'
import {
  apiOf,
  makeFolder,
  newDatabase,
  removeFolder,
  runCommand,
  type Server,
  startServer,
  until,
} from '../server.ts'

const TOKEN = 'acceptance-admin-token'
const servers: Server[] = []
const folders: string[] = []

afterAll(async () => {
  for (const server of servers) server.signal('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
  for (const folder of folders) await removeFolder(folder)
})

/** A machine is a folder of its own. */
async function startMachine(env: Record<string, string>) {
  const folder = await makeFolder()
  folders.push(folder)
  const server = await startServer({ folder, env })
  servers.push(server)
  return { ...server, folder, api: apiOf(server.url, TOKEN) }
}

describe('processes on several machines', () => {
  it('share the limit of requests', async () => {
    const { env } = await newDatabase()
    const settings = { ...env, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: '200' }
    const [one, other] = [await startMachine(settings), await startMachine(settings)]
    const ask = async ({ api }: typeof one) => {
      const { status, headers } = await api('GET', '/v1/user')
      return { status, remaining: Number(headers.get('x-ratelimit-remaining')) }
    }
    for (let count = 0; count < 150; count++) expect((await ask(one)).status).toBe(200)
    // At once it may not have heard of them.
    let asked = 0
    await until(async () => {
      asked += 1
      return (await ask(other)).remaining < 100
    })
    for (;;) {
      const { status } = await ask(other)
      if (status === 429) break
      asked += 1
    }
    // Alone it would have taken 200.
    expect(asked).toBeGreaterThanOrEqual(45)
    expect(asked).toBeLessThan(100)
    await until(async () => (await ask(one)).status === 429)
  })

  it('are told at start that another key seals, before there is anything to lose', async () => {
    const { env } = await newDatabase()
    const settings = { ...env, QUIRE_ADMIN_TOKEN: TOKEN }
    const one = await startMachine(settings)
    expect(one.output()).not.toContain('not all of this installation is here')
    const other = await startMachine(settings)
    const lines = await until(async () => {
      const found = other
        .output()
        .split('\n')
        .filter((line) => line.includes('not all of this installation'))
      return found.length > 0 && found
    })
    const [told] = lines.map((line) => JSON.parse(line))
    expect(told).toMatchObject({ check: 'keys', finding: expect.stringContaining('is not the key') })
    expect(told.advice).toContain('set QUIRE_SECRET_KEY')
    const { out, code } = await runCommand(other.folder, ['doctor', '--json'], settings)
    expect(code).toBe(1)
    const keys = expect.objectContaining({ name: 'keys', state: 'failed' })
    expect(JSON.parse(out).checks).toContainEqual(keys)
    // The first machine's key is the right one, also after a restart of both.
    const first = await runCommand(one.folder, ['doctor', '--json'], settings)
    expect(JSON.parse(first.out).checks).toContainEqual(
      expect.objectContaining({ name: 'keys', state: 'fine' }),
    )
    const same = await startMachine({ ...settings, QUIRE_SECRET_KEY: 'one-key-for-all-of-the-machines' })
    expect(same.output()).toContain('QUIRE_SECRET_KEY is not the key')
  })

  it('are told at start what is on another one, and so is who asks the doctor', async () => {
    const { env } = await newDatabase()
    const settings = { ...env, QUIRE_ADMIN_TOKEN: TOKEN }
    const one = await startMachine(settings)
    expect(one.output()).not.toContain('not all of this installation is here')
    const organization = (await one.api('POST', '/v1/orgs', { title: 'Two' })).body.id
    const space = (await one.api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Guide' })).body.id
    const picture = Buffer.from('89504e470d0a1a0a', 'hex')
    const { body: upload } = await one.api('POST', `/v1/orgs/${organization}/storage/upload`, {
      file: { name: 'a.png', type: 'image/png', size: picture.length },
      kind: 'import_file',
    })
    const headers = { 'content-type': 'image/png' }
    expect((await fetch(upload.url, { method: 'PUT', headers, body: picture })).ok).toBe(true)
    const changes = [{ operation: 'insert_files', files: [{ name: 'a.png', url: upload.url }] }]
    expect((await one.api('POST', `/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    const hooks = { url: 'https://hooks.example.org', events: ['*'] }
    expect((await one.api('POST', `/v1/orgs/${organization}/webhooks`, hooks)).status).toBe(201)

    const other = await startMachine(settings)
    const told = await until(async () =>
      other
        .output()
        .split('\n')
        .filter((line) => line.includes('not all of this installation is here'))
        .map((line) => JSON.parse(line)),
    )
    expect(told).toMatchObject([
      { check: 'stored files', finding: expect.stringMatching(/^1 of 1 looked for are not in /) },
      { check: 'keys', finding: expect.stringContaining('is not the key') },
    ])
    expect(told[0].advice).toContain('QUIRE_BLOBS_URL')
    const { out, code } = await runCommand(other.folder, ['doctor', '--json'], settings)
    const { checks } = JSON.parse(out)
    expect(code).toBe(1)
    expect(checks).toContainEqual(expect.objectContaining({ name: 'stored files', state: 'failed' }))
    const fine = await runCommand(one.folder, ['doctor', '--json'], settings)
    expect(JSON.parse(fine.out).checks).toContainEqual(
      expect.objectContaining({ name: 'stored files', state: 'fine' }),
    )
  })
})
