// A space translated by files: the API beside the command line.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  apiOf,
  makeFolder,
  newDatabase,
  removeFolder,
  runCommand,
  type Server,
  startServer,
  until,
} from './server.ts'

const TOKEN = 'acceptance-admin-token'
let folder: string
let env: Record<string, string>
let server: Server
let api: ReturnType<typeof apiOf>

beforeAll(async () => {
  folder = await makeFolder()
  env = { ...(await newDatabase()).env, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' }
  server = await startServer({ folder, env })
  api = apiOf(server.url, TOKEN)
})

afterAll(async () => {
  server.signal('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

async function ask(method: string, path: string, body?: unknown) {
  const answer = await api(method, path, body)
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

async function translated() {
  const organization = `/v1/orgs/${(await ask('POST', '/v1/orgs', { title: 'Translated' })).id}`
  const space = await ask('POST', `${organization}/spaces`, { title: 'Guide' })
  const markdown = 'Run `npm i` **now**.\n\nThen wait.\n'
  const changes = [{ operation: 'insert_page', title: 'Start', document: { markdown } }]
  const written = await ask('POST', `/v1/spaces/${space.id}/content`, { changes })
  const source = { space: space.id, language: 'en' }
  const made = await ask('POST', `${organization}/translations`, { source, language: 'de' })
  const german = `/v1/spaces/${made.spaces.de}/content/page/${written.changes[0].page.id}?format=markdown`
  return { id: made.id, at: `${organization}/translations/${made.id}`, german }
}

const quire = (...args: string[]) => runCommand(folder, ['translations', ...args], env)

describe('quire translations', () => {
  it('writes what is missing as XLIFF, and takes back what is not damaged', async () => {
    const { id, at, german } = await translated()
    const file = join(folder, 'de.xlf')
    const exported = await quire('export', id, '--to', file)
    expect(exported).toMatchObject({ code: 0, out: expect.stringContaining('Exported 3 units') })
    const xliff = (await readFile(file, 'utf8'))
      .replace(/<source (xml:space="preserve")>([\s\S]*?)<\/source>/g, '$&<target $1>$2</target>')
      .replace('>Start</target>', '><bad/></target>')
      .replace('>Then wait.</target>', '>Dann warten.</target>')
    await writeFile(file, xliff)
    const imported = await quire('import', id, file)
    expect(imported).toMatchObject({ code: 1, out: expect.stringContaining('Took 2 translations') })
    expect(imported.out).toContain('<bad> is not allowed in a text')
    // The pages follow in a job.
    const page = await until(async () => {
      const { status, body } = await api('GET', german)
      return status === 200 && body
    })
    expect(page.markdown).toBe('Run `npm i` **now**.\n\nDann warten.\n')
    expect((await ask('GET', `${at}/status`)).languages).toMatchObject([{ percentage: 66 }])
  })

  it('does so as JSON', async () => {
    const { id, at } = await translated()
    const file = join(folder, 'de.json')
    await quire('export', id, '--to', file, '--language', 'de')
    expect((await quire('export', id, '--to', file)).err).toContain('--force')
    const { language, units } = JSON.parse(await readFile(file, 'utf8'))
    const targets = units.map((unit: { source: string }) => ({ ...unit, target: unit.source }))
    await writeFile(file, JSON.stringify({ language, units: targets }))
    const { code, out } = await quire('import', id, file, '--json')
    expect([code, JSON.parse(out)]).toMatchObject([0, { accepted: 3, refused: [] }])
    await until(async () => (await ask('GET', `${at}/units`)).count === 0)
  })

  it('says what is wrong', async () => {
    const { id } = await translated()
    const file = join(folder, 'wrong.json')
    await writeFile(file, '[]')
    expect((await quire('import', id, file)).err).toContain('is not {"language"')
    expect((await quire('export', 'nowhere')).err).toContain('Translation nowhere')
    expect((await quire('export', id, '--language', 'fr')).err).toContain('must be one of its languages: de')
  })
})
