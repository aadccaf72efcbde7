// Git as a team would use it: over HTTP with credentials, by the API and the command line, and through a crash.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitServer, openGitServer } from '../test/counterparts/git-server.ts'
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
const ENV = { QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off', QUIRE_ALLOW_PRIVATE_NETWORK: 'on' }
const MANY = 1_500
let folder: string
let env: Record<string, string>
let server: Server
let git: GitServer

beforeAll(async () => {
  folder = await makeFolder()
  git = await openGitServer()
  env = { ...ENV, ...(await newDatabase()).env }
  server = await startServer({ folder, env })
})

afterAll(async () => {
  server.signal('SIGTERM')
  await server.ended
  await git.close()
  await removeFolder(folder)
})

const api = (method: string, path: string, body?: unknown) => apiOf(server.url, TOKEN)(method, path, body)

async function newSpace() {
  const { body: organization } = await api('POST', '/v1/orgs', { title: 'Git' })
  const { body: space } = await api('POST', `/v1/orgs/${organization.id}/spaces`, { title: 'Docs' })
  return space.id as string
}

async function newest(space: string) {
  const { body } = await api('GET', `/v1/spaces/${space}/git/operations?limit=1`)
  return body.items[0]
}

async function pageCount(space: string) {
  const { body } = await api('GET', `/v1/spaces/${space}/content/pages`)
  return body.pages.length as number
}

function manyPages() {
  const files: Record<string, string> = {}
  for (let number = 0; number < MANY; number++)
    files[`page-${number}.md`] = `# Page ${number}\n\n${`Words of page ${number}. `.repeat(60)}\n`
  return files
}

describe('a repository', () => {
  it('is never half imported: killed in the middle, the next start brings it to its end', async () => {
    await git.createRepository('large')
    await git.commitFiles('large', 'main', manyPages())
    const space = await newSpace()
    const remote = { url: git.urlWithCredentials('large'), ref: 'refs/heads/main' }
    expect((await api('POST', `/v1/spaces/${space}/git/import`, remote)).status).toBe(204)
    // Two at once: the second waits its turn.
    await api('POST', `/v1/spaces/${space}/git/import`, remote)
    await until(async () => {
      const { body } = await api('GET', `/v1/spaces/${space}/git/operations`)
      return body.items.at(-1).stage === 'content_process'
    })
    expect(await pageCount(space)).toBe(0)
    server.signal('SIGKILL')
    await server.ended
    server = await startServer({ folder, env })
    const counts = new Set<number>()
    await until(async () => {
      counts.add(await pageCount(space))
      return (await newest(space)).state === 'success'
    })
    // It may be what ended the process: so it was tried again in another one.
    expect(server.output()).toContain('running it in a separate one')
    counts.add(await pageCount(space))
    expect([...counts].filter((count) => count !== 0)).toEqual([MANY])
    const { body } = await api('GET', `/v1/spaces/${space}/git/operations`)
    expect(body.items.map((item: { state: string }) => item.state)).toEqual(['success', 'success'])
  })

  it('is imported and exported by the command line, beside the running server', async () => {
    await git.createRepository('small')
    await git.commitFiles('small', 'trunk', {
      'README.md': '# Home\n\nOld.\n',
      'SUMMARY.md': '* [Home](README.md)\n',
    })
    // Where no branch is named, it is the one that the repository shows first.
    await git.git('small', 'symbolic-ref', 'HEAD', 'refs/heads/trunk')
    const space = await newSpace()
    const url = git.urlWithCredentials('small')
    const imported = await runCommand(folder, ['git', 'import', space, '--url', url], env)
    expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('1 page created') })
    const { body } = await api('GET', `/v1/spaces/${space}/content/pages`)
    const changes = [{ operation: 'update_page', page: body.pages[0].id, document: { markdown: 'New.\n' } }]
    expect((await api('POST', `/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    const message = ['--message', 'From the command line']
    const exported = await runCommand(
      folder,
      ['git', 'export', space, '--url', url, ...message, '--json'],
      env,
    )
    expect(exported.code, exported.err).toBe(0)
    expect(JSON.parse(exported.out)).toMatchObject({ state: 'success', direction: 'export' })
    expect(await git.git('small', 'show', 'trunk:README.md')).toBe('# Home\n\nNew.\n')
    const wrong = url.replace(/:[^:@]*@/, ':wrong@')
    const refused = await runCommand(folder, ['git', 'import', space, '--url', wrong, '--force'], env)
    expect(refused.code).toBe(1)
    expect(refused.out + refused.err).not.toContain('wrong@')
  })

  it('is imported with a list of where its links are broken', async () => {
    await git.createRepository('broken')
    const links = Array.from({ length: 23 }, (_, number) => `[${number}](gone-${number}.md)\n`)
    await git.commitFiles('broken', 'main', { 'README.md': `# Home\n\n${links.join('\n')}` })
    const space = await newSpace()
    const url = git.urlWithCredentials('broken')
    const { code, out, err } = await runCommand(folder, ['git', 'import', space, '--url', url], env)
    expect(code, err).toBe(0)
    expect(out).toContain('  23 × broken-link\n')
    expect(out).toMatch(/^ {4}README\.md:3 {2}.*gone-0\.md/m)
    expect(out.match(/README\.md:\d+ {2}/g)).toHaveLength(20)
    const [, path] = /^ {4}and 3 more: GET (\S+) lists them/m.exec(out) ?? []
    const { body } = await api('GET', path ?? '')
    expect(body.report.problems).toHaveLength(23)
  })

  it('leaves its credentials in no log and no file of the data folder', async () => {
    const secrets = [git.credentials.password, encodeURIComponent(git.credentials.password)]
    const basic = Buffer.from(`${git.credentials.username}:${git.credentials.password}`).toString('base64')
    for (const secret of [...secrets, basic]) expect(server.output()).not.toContain(secret)
    const data = join(folder, 'data')
    const inGit = readdirSync(join(data, 'git'), { recursive: true, withFileTypes: true })
    expect(inGit.length).toBeGreaterThan(0)
    for (const entry of inGit) {
      if (!entry.isFile()) continue
      const text = readFileSync(join(entry.parentPath, entry.name), 'latin1')
      for (const secret of [...secrets, basic]) expect(text.includes(secret), entry.name).toBe(false)
    }
  })
})
