// What `npm pack` makes is all that a team needs: installed in an empty folder, without this repository, for a plain user.
import { execFile } from 'node:child_process'
import { chown, copyFile, mkdtemp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchNode, NODE_VERSIONS } from '../../bin/fetch-node.js'
import { type Api, apiOf, environment, makeFolder, removeFolder, startServer, TOKEN } from '../server.ts'

const run = promisify(execFile)
/** Everybody's, on Debian and elsewhere. */
const NOBODY = 65_534
const MEGABYTE = 1_048_576
const MOST = 350 * MEGABYTE

let folder: string

beforeAll(async () => {
  folder = await makeFolder()
  // It was built already.
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { stdout } = await run('npm', packing, { cwd: resolve('.') })
  const [{ filename }] = JSON.parse(stdout)
  await writeFile(join(folder, 'package.json'), '{"private": true}')
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${filename}`], {
    cwd: folder,
    maxBuffer: 10_000_000,
  })
}, 600_000)

afterAll(() => removeFolder(folder))

it('is small, and says what can be added', async () => {
  const { stdout: size } = await run('du', ['-sb', join(folder, 'node_modules')])
  expect(Number(size.split('\t')[0])).toBeLessThan(MOST)
  const { stdout } = await run(join(folder, 'node_modules/.bin/quire'), ['doctor'], {
    cwd: folder,
    env: environment(folder, { PORT: '0' }),
  })
  expect(stdout).toMatch(/✓ PDF/)
  expect(stdout).toMatch(/scripts of integrations: .*\n.*npm install workerd@/)
})

it('runs for a plain user: a database of its own, a site, a PDF', () => runsWith(process.execPath))

// Elsewhere there is no package of Node to be had.
it.skipIf(process.platform !== 'linux').each(Object.keys(NODE_VERSIONS))(
  'runs with Node %s',
  async (major) => {
    // A plain user may not enter the folder of this checkout.
    const node = join(folder, `node-${major}`)
    await copyFile(join(fetchNode(major), 'node'), node)
    await runsWith(node)
  },
)

async function runsWith(node: string) {
  const place = await mkdtemp(join(folder, 'place-'))
  const uid = process.getuid?.() === 0 ? NOBODY : undefined
  if (uid) await chown(place, uid, uid)
  const env = { QUIRE_ADMIN_TOKEN: TOKEN }
  const bin = join(folder, 'node_modules/quire/bin/quire.js')
  const server = await startServer({ folder: place, env, uid, node, bin })
  await publishes(apiOf(server.url, TOKEN), server.url)
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
}

async function publishes(api: Api, origin: string) {
  const made = async (path: string, body: object) => {
    const answer = await api('POST', path, body)
    expect([path, answer.status, answer.body]).toEqual([path, 201, answer.body])
    return answer.body
  }
  const { id: org } = await made('/v1/orgs', { title: 'Example Docs' })
  const { id: space } = await made(`/v1/orgs/${org}/spaces`, { title: 'Guide' })
  const changes = [{ operation: 'insert_page', title: 'Install', document: { markdown: 'Run **it**.' } }]
  expect((await api('POST', `/v1/spaces/${space}/content`, { changes })).status).toBe(200)
  const site = await made(`/v1/orgs/${org}/sites`, { title: 'Guide', visibility: 'public', spaces: [space] })
  const { body } = await api('POST', `/v1/orgs/${org}/sites/${site.id}/publish`)
  const page = await fetch(origin + new URL(body.urls.published).pathname)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<strong>it</strong>')])
  const { body: pdf } = await api('GET', `/v1/spaces/${space}/pdf`)
  const file = await fetch(origin + new URL(pdf.url).pathname + new URL(pdf.url).search)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
}
