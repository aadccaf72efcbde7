// The pictures of the manual are of the running product: whoever changes a screen makes them anew, with QUIRE_PICTURES=write.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { openSignedIn } from '../console/signed-in.ts'
import { makeFolder, newDatabase, runCommand, type Server, startServer, TOKEN, until } from '../server.ts'
import { closeAll } from '../sites.ts'

const MANUAL = resolve('docs/manual')
const FOLDER = join(MANUAL, 'pictures')

let folder: string
let server: Server
let browser: Browser
let home: string

beforeAll(async () => {
  folder = await makeFolder()
  const env = { ...(await newDatabase()).env, QUIRE_ADMIN_TOKEN: TOKEN }
  const { code, err } = await runCommand(folder, ['demo'], env)
  expect(code, err).toBe(0)
  server = await startServer({ folder, env })
  browser = await openBrowser()
  const answer = await fetch(`${server.url}/v1/orgs`, { headers: { authorization: `Bearer ${TOKEN}` } })
  home = `/o/${(await answer.json()).items[0].id}`
})

afterAll(() => closeAll({ browser, server, folder }))

const open = (page: Page, ...names: string[]) =>
  names.reduce(async (before, name) => {
    await before
    await page
      .getByRole('link', { name: new RegExp(`^(\\W* )?${name}`) })
      .first()
      .click()
  }, Promise.resolve())

/** What is gone to from the page of the organization. */
const PICTURES: Record<string, (page: Page) => Promise<unknown>> = {
  organization: (page) => page.getByText('Product guide').first().waitFor(),
  async tree(page) {
    await open(page, 'Product guide', 'Pages')
    await page.getByRole('treeitem').first().waitFor()
  },
  async editor(page) {
    await open(page, 'Product guide')
    await page.getByRole('link', { name: 'Edit' }).first().click()
    await page.getByText('Beacon looks at your services').click()
    // As wide as for readers.
    await page.waitForFunction(() => Number(document.querySelector('figure img[src]')?.clientWidth) > 600)
  },
  async review(page) {
    await open(page, 'Change requests', 'Thirty days of holiday')
  },
  async appearance(page) {
    await open(page, 'Sites', 'Beacon docs', 'Appearance')
    await page.frameLocator('iframe').first().getByRole('heading').first().waitFor()
  },
  async site(page) {
    await open(page, 'Sites', 'Beacon docs')
    await page.goto((await page.getByRole('link', { name: 'Open the site' }).getAttribute('href')) ?? '')
    await open(page, 'Quickstart')
  },
  async audience(page) {
    await open(page, 'Sites', 'Customer portal', 'Audience')
  },
}

async function take(page: Page, name: string) {
  if (process.env.LOOK) await page.screenshot({ path: `/tmp/p-${name}.png` })
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'))
}

describe('a picture of the manual', () => {
  for (const [name, goThere] of Object.entries(PICTURES))
    it(`shows ${name}`, async () => {
      const page = await openSignedIn(browser, server.url, home, { viewport: { width: 1280, height: 800 } })
      await goThere(page)
      await until(() =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLImageElement>('img[src]')].every(
            (image) => image.naturalWidth > 0,
          ),
        ),
      )
      if (process.env.QUIRE_PICTURES === 'write') await take(page, name)
      await page.context().close()
    })

  it('is shown there, and no other', async () => {
    const pages = await readdir(MANUAL, { recursive: true })
    const texts = await Promise.all(
      pages.filter((path) => path.endsWith('.md')).map((path) => readFile(join(MANUAL, path), 'utf8')),
    )
    const shown = [...texts.join('\n').matchAll(/pictures\/([\w-]+)\.webp/g)].map(([, name]) => name)
    const made = (await readdir(FOLDER)).map((file) => basename(file, '.webp'))
    expect(shown.sort()).toEqual(Object.keys(PICTURES).sort())
    expect(made.sort()).toEqual(Object.keys(PICTURES).sort())
  })
})
