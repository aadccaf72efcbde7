// A team begins in a real browser, without script; and every page in every width and theme.
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { apiOf, makeFolder, newDatabase, runCommand, type Server, startServer, TOKEN } from '../server.ts'
import { closeAll, overflowOf, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

/** A folder for pictures of what the tests see, for people to look at. */
const PICTURES = process.env.QUIRE_TEST_PICTURES
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}

let server: Server
let browser: Browser
let folder: string
let home: string
/** Of the demo: a space with history, and a change request of it in conflict. */
let handbook: string

beforeAll(async () => {
  folder = await makeFolder()
  const env = { ...(await newDatabase()).env, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' }
  const { code, err } = await runCommand(folder, ['demo'], env)
  expect(code, err).toBe(0)
  server = await startServer({ folder, env })
  browser = await openBrowser()
  const { items } = (await apiOf(server.url, TOKEN)('GET', '/v1/orgs')).body
  home = new URL(items[0].urls.app).pathname
  const spaces = (await apiOf(server.url, TOKEN)('GET', `/v1/orgs/${items[0].id}/spaces`)).body.items
  const space = spaces.find(({ title }: { title: string }) => title === 'Handbook')
  handbook = new URL(space.urls.app).pathname.replace(/\/$/, '')
}, 900_000)

afterAll(() => closeAll({ browser, server, folder }))

function open(path: string, options: BrowserContextOptions = {}) {
  return openSignedIn(browser, server.url, path, options)
}

/** Opens what a button opens, and presses the button in it. */
async function fillIn(page: Page, button: string, fields: Record<string, string>, submit: string) {
  await page.getByText(button, { exact: true }).first().click()
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).first().fill(value)
  await page.getByRole('button', { name: submit, exact: true }).first().click()
}

async function newSpace(page: Page, title: string) {
  await page.goto(server.url + home)
  await fillIn(page, 'New space', { 'Name of the space': title }, 'Create')
  await page.waitForURL(/~\/pages$/)
  return new URL(page.url()).pathname.replace('/~/pages', '')
}

describe('somebody with a browser', () => {
  it('publishes a zip file of pages as a site, without script', async () => {
    const page = await open(home, { javaScriptEnabled: false })
    const space = await newSpace(page, 'Lighthouses')
    await page.goto(`${server.url}${space}/~/import`)
    const bytes = zipSync({
      'README.md': strToU8('# Lighthouses\n\nWhere they stand.\n'),
      'lamp.md': strToU8('# The lamp\n\nTrim the wick every evening.\n'),
    })
    const file = { name: 'pages.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) }
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByRole('button', { name: 'Import' }).first().click()
    await page.getByRole('status').getByText('pages and files imported').waitFor()
    await page.goto(`${server.url}${home}/~sites`)
    await page.getByRole('link', { name: 'New site' }).click()
    await page.getByLabel('Name of the site').fill('Lighthouse docs')
    await page.getByLabel('Lighthouses', { exact: true }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('This site is not published').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('link', { name: 'Open the site' }).click()
    await page.getByRole('link', { name: 'The lamp' }).first().click()
    await page.getByText('Trim the wick every evening.').waitFor()
    await page.context().close()
  })

  it('invites a colleague', async () => {
    const page = await open(`${home}/~people`)
    await fillIn(page, 'Invite', { 'E-mail': 'new-colleague@example.org' }, 'Invite')
    await page.getByText('new-colleague@example.org').waitFor()
    await page.context().close()
  })
})

describe('every page', () => {
  const views = [
    ['wide', { viewport: { width: 1440, height: 900 } }],
    ['narrow, in the dark', { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' }],
    ['on a phone, in the dark', { ...PHONE, colorScheme: 'dark' }],
  ] as const

  it.each(views)('is accessible and fits: %s', async (name, options) => {
    const page = await open('/o', options)
    const space = [
      'pages',
      'changes',
      'changes/1/~review',
      'changes/2/~review',
      'history',
      'import',
      'git',
      'links',
    ]
    const paths = [
      ...['/o', '/o/~search?q=holiday', '/o/nowhere', home, `${home}/~sites`, `${home}/~changes`],
      ...[`${home}/~people`, ...space.map((path) => `${handbook}/~/${path}`), `${handbook}/~/settings`],
    ]
    for (const path of paths) {
      await page.goto(server.url + path)
      expect(await seriousFindings(page), path).toEqual([])
      expect(await overflowOf(page), path).toBeLessThanOrEqual(0)
      const file = `${path.replace(/\W+/g, '-')}-${name.replace(/\W+/g, '-')}.png`
      if (PICTURES) await page.screenshot({ path: join(PICTURES, file), fullPage: true })
    }
    await page.context().close()
  })
})
