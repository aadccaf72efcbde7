// The manual says nothing that does not work: it is published, and its commands run as a reader would paste them.
import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  environment,
  makeFolder,
  newDatabase,
  removeFolder,
  runCommand,
  type Server,
  startServer,
} from '../server.ts'

const run = promisify(execFile)
const MANUAL = resolve('docs/manual')
const TOUR = 'connect/api-tour.md'

/** What installs, takes over the terminal, or names a place that a reader has to replace. */
const NOT_RUN = [/^npm (ci|start)$/, /^npx quire publish /, / <[a-z -]+>$/]

/** What the pages behind the tour begin with: an organization, a space with a page, and a repository. */
const GIVEN = `
api() { curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; echo; }
ORG=$(api $API/orgs -d '{"title": "Example Docs"}' | field id)
SPACE=$(api $API/orgs/$ORG/spaces -d '{"title": "Guide"}' | field id)
api $API/spaces/$SPACE/content -d '{"changes": [{"operation": "insert_page", "title": "Install", "document": {"markdown": "Run it."}}]}'
git init --quiet --bare --initial-branch=main "$TOUR/docs.git"`

let folder: string
let env: Record<string, string>
let server: Server

beforeAll(async () => {
  folder = await makeFolder()
  env = { ...(await newDatabase()).env, QUIRE_GIT_LOCAL_PATHS: 'on' }
  server = await startServer({ folder, env })
})

afterAll(async () => {
  server.signal('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

async function pagesInOrder() {
  const summary = await readFile(join(MANUAL, 'SUMMARY.md'), 'utf8')
  return [...summary.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, path = '']) => path)
}

/** The commands of a page, without the indentation of the list they are in, for the server of the test. */
async function commandsOf(path: string) {
  const page = await readFile(join(MANUAL, path), 'utf8')
  const text = page.replaceAll(/^````markdown\n[\s\S]*?^````/gm, '')
  const blocks = [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```/gm)].map(([, indent = '', body = '']) =>
    body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
  return blocks.map((block) => block.replaceAll('http://127.0.0.1:4000', server.url))
}

async function paste(commands: string[]) {
  const quire = `npx() { shift; ${process.execPath} ${resolve('bin/quire.js')} "$@"; }`
  const script = ['set -euo pipefail', quire, ...commands].join('\n')
  const options = { cwd: folder, env: environment(folder, env), maxBuffer: 50_000_000 }
  const { stdout } = await run('bash', ['-c', script], options)
  return stdout
}

describe('the manual', () => {
  it('is published whole, and all its links lead somewhere', async () => {
    const apart = join(folder, 'published')
    await mkdir(apart)
    const { out } = await runCommand(apart, ['publish', resolve('docs'), '--json'], (await newDatabase()).env)
    const { pages, problems } = JSON.parse(out)
    expect(problems).toEqual([])
    expect(pages).toBe((await pagesInOrder()).length)
  })

  it('has a tour that works from its first command to its last', async () => {
    const printed = await paste(await commandsOf(TOUR))
    // Two mistakes are made on purpose.
    expect(printed.match(/"error":\{.*/g)).toHaveLength(2)
  })

  it('has commands that work', async () => {
    const pages = await pagesInOrder()
    const [begin = ''] = await commandsOf(TOUR)
    const blocks = await Promise.all(pages.filter((page) => page !== TOUR).map(commandsOf))
    const isRun = (line: string) => !NOT_RUN.some((pattern) => pattern.test(line))
    const commands = blocks.flat().map((block) => block.split('\n').filter(isRun).join('\n'))
    expect(commands.filter((command) => command.trim() !== '').length).toBeGreaterThan(25)
    const printed = await paste([begin, GIVEN, ...commands])
    expect(printed).toContain('"object":"custom-hostname"')
  })
})
