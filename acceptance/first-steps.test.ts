// What a newcomer does: opens /docs, and pastes its first steps into a terminal.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFolder, newDatabase, removeFolder, type Server, startServer } from './server.ts'

const run = promisify(execFile)
let folder: string
let server: Server

beforeAll(async () => {
  folder = await makeFolder()
  server = await startServer({ folder, env: (await newDatabase()).env })
})

afterAll(async () => {
  server.signal('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

it('the first steps of the reference lead from a token to a merged page when they are pasted', async () => {
  expect(await (await fetch(`${server.url}/docs`)).text()).toContain('href="/docs/first-steps"')
  const page = await (await fetch(`${server.url}/docs/first-steps`)).text()
  const steps = [...page.matchAll(/<pre[^>]*><code[^>]*>(.*?)<\/code><\/pre>/gs)].map(([, text = '']) =>
    text.replace(/<[^>]*>/g, '').replace(/&([#\w]+);/g, (whole, name: string) => ENTITIES[name] ?? whole),
  )
  expect(steps.length).toBeGreaterThan(5)
  const { stdout } = await run('bash', ['-c', steps.join('\necho\n')], { cwd: folder })
  const answers = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  expect(answers.filter(({ error }) => error)).toEqual([])
  expect(answers).toContainEqual(expect.objectContaining({ result: 'merge' }))
  expect(answers.at(-1)).toMatchObject({ title: 'Installing', markdown: expect.stringContaining('## Linux') })
})
