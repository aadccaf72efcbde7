// The everyday jobs of a docs team in a real browser: with the mouse, with the keyboard alone, on a phone, without script.
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { apiOf, makeFolder, newDatabase, runCommand, type Server, startServer, TOKEN } from '../server.ts'
import { closeAll, seriousFindings } from '../sites.ts'
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

/** Somebody without a mouse goes on until they are at what they look for. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: there is a document in the browser.
      const { document } = globalThis as any
      const element = document.activeElement
      return element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent
    })
    if (at?.trim() === name) return
  }
  throw new Error(`"${name}" is not reached by the keyboard at ${page.url()}`)
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

  it('opens a change request, adds a page, asks for a review and merges, with the keyboard alone', async () => {
    const page = await open(home)
    const space = await newSpace(page, 'Keyboards')
    await page.goto(`${server.url}${space}/~/changes`)
    await tabTo(page, 'New change request')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Subject')
    await page.keyboard.type('Explain the keys')
    await page.keyboard.press('Enter')
    await page.waitForURL(/~pages$/)
    await tabTo(page, 'Add a page')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Title')
    await page.keyboard.type('Keys')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Keys', exact: true }).waitFor()
    await page.goto(`${server.url}${space}/~/changes/1/~review`)
    await tabTo(page, 'Comment on this change request')
    await page.keyboard.type('Ready, I think.')
    await tabTo(page, 'Comment')
    await page.keyboard.press('Enter')
    await page.locator('.prose', { hasText: 'Ready, I think.' }).waitFor()
    await tabTo(page, 'Merge')
    await page.keyboard.press('Enter')
    await page.getByText('Readers see the changes now').waitFor()
    await page.goto(`${server.url}${space}/keys`)
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor()
    await page.context().close()
  })

  it('reads, comments, approves and merges on a phone, without script', async () => {
    const page = await open(home, PHONE)
    const space = await newSpace(page, 'Phones')
    await page.goto(`${server.url}${space}/~/changes`)
    await fillIn(page, 'New change request', { Subject: 'On the way' }, 'Create')
    await fillIn(page, 'Add a page', { Title: 'Trains' }, 'Add')
    await page.context().close()
    const phone = await open(`${space}/~/changes/1/~review`, { ...PHONE, javaScriptEnabled: false })
    await phone.getByRole('link', { name: 'Trains' }).tap()
    await phone.getByRole('heading', { name: 'Trains' }).waitFor()
    await phone.goBack()
    await phone.getByLabel('Comment on this change request').fill('Read on the train.')
    await phone.getByRole('button', { name: 'Comment', exact: true }).tap()
    await phone.locator('.prose', { hasText: 'Read on the train.' }).waitFor()
    await phone.getByRole('button', { name: 'Approve' }).tap()
    await phone.getByText('Your review is saved').waitFor()
    await phone.getByRole('button', { name: 'Merge' }).tap()
    await phone.getByText('Readers see the changes now').waitFor()
    await phone.context().close()
  })

  it('resolves a conflict by choosing what they see', async () => {
    const page = await open(`${handbook}/~/changes/3/~review`)
    await page.getByRole('link', { name: 'Resolve conflicts' }).click()
    await page.getByRole('radio', { name: /This change request.*From next year on/ }).check()
    await page.getByRole('radio', { name: /The space.*Time off and birthdays/ }).check()
    await page.getByRole('button', { name: 'Keep what is chosen' }).click()
    await page.getByText('There are no conflicts').waitFor()
    await page.getByRole('link', { name: 'Back to the change request' }).click()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('Readers see the changes now').waitFor()
    await page.goto(`${server.url}${handbook}/people/time-off`)
    await page.getByRole('heading', { name: 'Time off and birthdays' }).waitFor()
    await page.getByText('From next year on you have 30 days').waitFor()
    await page.context().close()
  })

  it('brings back an old version, and invites a colleague', async () => {
    const page = await open(`${handbook}/~/history`)
    await page.getByText('Restore', { exact: true }).last().click()
    await page.getByRole('button', { name: 'Restore this version' }).last().click()
    await page.getByText('The space is as it was then').waitFor()
    await page.goto(`${server.url}${home}/~people`)
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
      const overflow = await page.evaluate(() => {
        // biome-ignore lint/suspicious/noExplicitAny: there is a document in the browser.
        const { document, innerWidth } = globalThis as any
        return document.documentElement.scrollWidth - innerWidth
      })
      expect(overflow, path).toBeLessThanOrEqual(0)
      const file = `${path.replace(/\W+/g, '-')}-${name.replace(/\W+/g, '-')}.png`
      if (PICTURES) await page.screenshot({ path: join(PICTURES, file), fullPage: true })
    }
    await page.context().close()
  })
})
