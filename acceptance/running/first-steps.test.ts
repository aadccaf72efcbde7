// What a newcomer does: opens /docs, pastes its first steps into a terminal, and looks for an operation to try.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { makeFolder, newDatabase, removeFolder, type Server, startServer } from '../server.ts'

const run = promisify(execFile)
let folder: string
let server: Server
let browser: Browser

beforeAll(async () => {
  folder = await makeFolder()
  server = await startServer({ folder, env: (await newDatabase()).env })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
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

it('an operation of the reference is found with the keyboard and tried with a token', async () => {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('request', (request) => {
    if (!/^data:/.test(request.url()) && new URL(request.url()).origin !== server.url)
      complaints.push(request.url())
  })
  await page.goto(`${server.url}/docs`)
  await page.keyboard.press('/')
  await page.locator('dialog.finder input').fill('user the token belongs')
  await page.getByRole('option', { name: /GET \/v1\/user$/ }).click()
  await page.waitForURL(/\/docs\/users-and-tokens#get-the-user-the-token-belongs-to$/)
  const operation = page.locator('.api-operation').first()
  expect(await operation.innerText()).toContain('Access: Anyone signed in')
  await operation.getByRole('button', { name: 'Try it' }).click()
  const panel = page.locator('dialog.try-it')
  await panel.getByLabel('Token').fill((await readFile(join(folder, 'data/admin-token'), 'utf8')).trim())
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByText('200 OK').waitFor()
  expect(complaints).toEqual([])
  await page.close()
})
