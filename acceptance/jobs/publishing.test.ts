// Jobs 1 to 3 of a docs team: a folder or a repository becomes a site, and the site follows it; with the mouse, and with keys alone.
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitServer, openGitServer } from '../../test/counterparts/git-server.ts'
import { openSignedIn } from '../console/signed-in.ts'
import { openSites, type Sites } from '../sites.ts'
import { press, skipToContent, tabTo, unfold } from './keyboard.ts'

let sites: Sites
let git: GitServer
let home: string

beforeAll(async () => {
  sites = await openSites({ QUIRE_ALLOW_PRIVATE_NETWORK: 'on' })
  git = await openGitServer()
  const { id } = await sites.api('POST', '/v1/orgs', { title: 'Harbour' })
  home = `/o/${id}`
})
afterAll(async () => {
  await sites.close()
  await git.close()
})

const open = () => openSignedIn(sites.browser, sites.server.url, home)

async function newSpace(page: Page, title: string) {
  await page.getByText('New space', { exact: true }).first().click()
  await page.getByLabel('Name of the space').fill(title)
  await page.getByRole('button', { name: 'Create', exact: true }).first().click()
  await page.waitForURL(/~\/pages/)
}

async function newSpaceByKeys(page: Page, title: string) {
  await skipToContent(page)
  await unfold(page, 'New space')
  await tabTo(page, 'textbox', 'Name of the space')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await page.waitForURL(/~\/pages/)
}

/** From a page of the space to the page that readers see. */
async function publish(page: Page, space: string, site: string) {
  await page.getByRole('link', { name: 'Harbour', exact: true }).click()
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await page.getByRole('link', { name: 'New site' }).click()
  await page.getByLabel('Name of the site').fill(site)
  await page.getByLabel(space, { exact: true }).check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: 'Open the site' }).click()
}

async function publishByKeys(page: Page, space: string, site: string) {
  await press(page, 'link', 'Harbour')
  await page.waitForURL(/\/o\/[^/]+$/)
  await press(page, 'link', 'Sites')
  await page.waitForURL(/~sites/)
  await skipToContent(page)
  await press(page, 'link', 'New site')
  await page.waitForURL(/~sites\/new/)
  await skipToContent(page)
  await tabTo(page, 'textbox', 'Name of the site')
  await page.keyboard.type(site)
  await tabTo(page, 'checkbox', space)
  await page.keyboard.press('Space')
  await press(page, 'button', 'Create')
  await page.getByText('This site is not published').waitFor()
  await press(page, 'button', 'Publish')
  await page.getByRole('link', { name: 'Open the site' }).waitFor()
  await press(page, 'link', 'Open the site')
}

async function readLamp(page: Page) {
  await page.getByRole('link', { name: 'The lamp' }).first().click()
  await page.getByText('Trim the wick every evening.').waitFor()
}

async function readByKeys(page: Page) {
  await page.waitForURL(/\/sites\//)
  await press(page, 'link', 'The lamp')
  await page.getByText('Trim the wick every evening.').waitFor()
}

const PATIENT = { timeout: 60_000 }
const README = '# Lighthouses\n\nWhere they stand.\n'
const LAMP = '# The lamp\n\nTrim the wick every evening.\n'

describe('a folder of pages', () => {
  const bytes = zipSync({ 'README.md': strToU8(README), 'lamp.md': strToU8(LAMP) })
  const zip = { name: 'pages.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) }

  it('becomes a site with the mouse', async () => {
    const page = await open()
    await newSpace(page, 'Folder')
    await page.getByRole('link', { name: 'Import', exact: true }).first().click()
    await page.getByLabel('File', { exact: true }).setInputFiles(zip)
    await page.getByRole('button', { name: 'Import' }).first().click()
    await page.getByRole('status').getByText('pages and files imported').waitFor()
    await publish(page, 'Folder', 'Folder docs')
    await readLamp(page)
    await page.context().close()
  })

  it('becomes a site with keys alone', async () => {
    const page = await open()
    await newSpaceByKeys(page, 'Folder by keys')
    await press(page, 'link', 'Import')
    await page.waitForURL(/~\/import/)
    await skipToContent(page)
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, 'button', 'File')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(zip)
    await press(page, 'button', 'Import')
    await page.locator('[role=status]:focus').waitFor()
    await publishByKeys(page, 'Folder by keys', 'Keys docs')
    await readByKeys(page)
    await page.context().close()
  })
})

describe('a repository', () => {
  const [user, token] = ['writer', 'pass word/7']

  async function repository(name: string) {
    await git.createRepository(name)
    await git.commitFiles(name, 'main', { 'README.md': README, 'lamp.md': LAMP })
    return {
      url: git.url(name),
      change: () => git.commitFiles(name, 'main', { 'lamp.md': LAMP.replace('evening', 'morning') }),
    }
  }

  /** The page that is read now says the other once the repository was brought in again. */
  async function follows(page: Page, change: () => Promise<unknown>, bringAgain: () => Promise<void>) {
    const read = page.url()
    await change()
    await bringAgain()
    await page.goto(read)
    await page.getByText('Trim the wick every morning.').waitFor()
    await page.context().close()
  }

  it('becomes a site with the mouse, and the site follows it', async () => {
    const { url, change } = await repository('lighthouses')
    const page = await open()
    await newSpace(page, 'Repository')
    const bring = async (done: number) => {
      await page.getByLabel('Address of the repository').fill(url)
      await page.getByText('The repository is private').click()
      await page.getByLabel('User name').fill(user)
      await page.getByLabel('Access token').fill(token)
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expect.poll(() => page.getByText('Done', { exact: true }).count(), PATIENT).toBe(done)
    }
    await page.getByRole('link', { name: 'Import', exact: true }).first().click()
    await page.getByRole('link', { name: 'Git' }).click()
    await bring(1)
    const repositoryPage = page.url()
    await publish(page, 'Repository', 'Repository docs')
    await readLamp(page)
    await follows(page, change, async () => {
      await page.goto(repositoryPage)
      await bring(2)
    })
  })

  it('becomes a site with keys alone, and the site follows it', async () => {
    const { url, change } = await repository('by-keys')
    const page = await open()
    const { keyboard } = page
    await newSpaceByKeys(page, 'Repository by keys')
    const type = async (label: string, text: string) => {
      await tabTo(page, 'textbox', label)
      await keyboard.press('Control+a')
      await keyboard.type(text)
    }
    const bring = async (done: number) => {
      await skipToContent(page)
      await type('Address of the repository', url)
      await unfold(page, 'The repository is private')
      await type('User name', user)
      await type('Access token', token)
      await press(page, 'button', 'Import')
      await expect.poll(() => page.getByText('Done', { exact: true }).count(), PATIENT).toBe(done)
    }
    await press(page, 'link', 'Import')
    await page.waitForURL(/~\/import/)
    await skipToContent(page)
    await press(page, 'link', /Git/)
    await page.waitForURL(/~\/git/)
    await bring(1)
    const repositoryPage = page.url()
    await publishByKeys(page, 'Repository by keys', 'Repository by keys docs')
    await readByKeys(page)
    await follows(page, change, async () => {
      await page.goto(repositoryPage)
      await bring(2)
    })
  })
})
