// Without a network, or without a server: people are told, lose nothing, and go on when it is back.
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageEditor, textOf } from '../editor/editor.ts'
import { openDraft } from '../jobs/lamp.ts'
import { PHONE } from '../jobs/team.ts'
import { until } from '../server.ts'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

/** A folder for pictures of what the tests see, for people to look at. */
const PICTURES = process.env.QUIRE_TEST_PICTURES

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const noConnection = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is no connection' })
const isBack = (page: Page) => page.getByRole('alert').filter({ hasText: 'The connection is back.' })
const tryAgain = (page: Page) => page.locator('.live-bar').getByRole('button', { name: 'Try again' })

async function openSpace() {
  const { api, server, browser, organization } = sites
  const space = await sites.newSpace('Guide', { Alpha: 'The first page.', Beta: 'The second page.' })
  const at = `/o/${organization.split('/').at(-1)}/s/${space}`
  const open = (path: string, options: BrowserContextOptions = {}) =>
    openSignedIn(browser, server.url, `${at}${path}`, options)
  const titles = async () =>
    (await api('GET', `/v1/spaces/${space}/content/pages`)).pages.map(({ title }: { title: string }) => title)
  return { api, space, at, open, titles }
}

async function pictureOf(page: Page, name: string) {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) })
}

describe('a page without a network', () => {
  it.each(['wide', 'phone'])('keeps a form that is sent, and sends it later (%s)', async (width) => {
    const { api, open, space, at } = await openSpace()
    const page = await open('/~/settings', width === 'phone' ? PHONE : {})
    await page.getByLabel('Name', { exact: false }).first().fill('Handbook')
    await page.context().setOffline(true)
    await noConnection(page).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await tryAgain(page).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${at}/~/settings`)
    expect(await page.getByLabel('Name', { exact: false }).first().inputValue()).toBe('Handbook')
    expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    await pictureOf(page, `offline-form-${width}`)
    await tryAgain(page).click()
    await noConnection(page).waitFor()
    await page.context().setOffline(false)
    await isBack(page).waitFor()
    await pictureOf(page, `offline-back-${width}`)
    await tryAgain(page).click()
    await page.waitForURL(/saved/)
    expect((await api('GET', `/v1/spaces/${space}`)).title).toBe('Handbook')
    await page.context().close()
  })

  it('follows a link once it is back, and tells of nothing when nothing waits', async () => {
    const { open } = await openSpace()
    const page = await open('/~/settings')
    await page.context().setOffline(true)
    await noConnection(page).waitFor()
    await page.context().setOffline(false)
    await noConnection(page).waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'History' }).click()
    await tryAgain(page).waitFor()
    await page.context().setOffline(false)
    await isBack(page).waitFor()
    await tryAgain(page).click()
    await page.waitForURL(/\/~\/history$/)
    await page.context().close()
  })

  it('says so in the palette, and stays where one is', async () => {
    const { open, at } = await openSpace()
    const page = await open('/~/settings')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Go to or run' })
    await palette.getByRole('option', { name: 'Home', exact: true }).waitFor()
    await page.context().setOffline(true)
    await page.keyboard.type('Home')
    await palette.getByText('The server did not answer.').waitFor()
    await palette.getByRole('option', { name: 'Home', exact: true }).click()
    await tryAgain(page).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${at}/~/settings`)
    await page.context().setOffline(false)
    await isBack(page).waitFor()
    await tryAgain(page).click()
    await page.waitForURL((url) => url.pathname === '/o')
    await page.context().close()
  })

  it('keeps what was done in the tree, and does it when it is back', async () => {
    const { open, titles } = await openSpace()
    const page = await open('/~/pages')
    await page.getByRole('treeitem', { name: 'Alpha', exact: true }).click()
    await page.keyboard.press('F2')
    await page.context().setOffline(true)
    await page.keyboard.type('Renamed')
    await page.keyboard.press('Enter')
    await noConnection(page).waitFor()
    await page.getByText('Try again when it is back.').waitFor()
    await pictureOf(page, 'offline-tree')
    await page.getByRole('treeitem', { name: 'Renamed', exact: true }).waitFor()
    expect(await titles()).toEqual(['Alpha', 'Beta'])
    await page.context().setOffline(false)
    await until(async () => (await titles()).includes('Renamed'))
    await page.getByText('Try again when it is back.').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('keeps a comment on a change, and sends it later', async () => {
    const request = await openDraft(sites)
    const page = await request.open(request.compared)
    const piece = page.locator('.piece', { hasText: 'wait until the flame' })
    await piece.getByRole('link', { name: 'Comment' }).click()
    await page.getByLabel('Comment on this block').fill('Which flame?')
    await page.context().setOffline(true)
    const form = piece.locator('form[data-say]')
    await form.getByRole('button', { name: 'Comment', exact: true }).click()
    await tryAgain(page).waitFor()
    expect(await page.getByLabel('Comment on this block').inputValue()).toBe('Which flame?')
    await pictureOf(page, 'offline-review')
    await page.context().setOffline(false)
    await isBack(page).waitFor()
    await tryAgain(page).click()
    await piece.locator('.prose', { hasText: 'Which flame?' }).waitFor()
    await page.context().close()
  })

  it('keeps the preview of a site as it was, and follows later', async () => {
    const space = await sites.newSpace('Manual', { Start: 'Welcome.' })
    const { id } = await sites.newSite('Preview', [space])
    const look = `/o/${sites.organization.split('/').at(-1)}/~sites/${id}/look`
    const page = await openSignedIn(sites.browser, sites.server.url, look)
    const preview = page.frameLocator('iframe')
    await preview.getByText('Welcome.').waitFor()
    await page.getByText('Header and footer').click()
    await page.context().setOffline(true)
    await page.getByLabel('Title that readers see').fill('Tried out')
    await tryAgain(page).waitFor()
    await preview.getByText('Welcome.').waitFor()
    await page.context().setOffline(false)
    await isBack(page).waitFor()
    await tryAgain(page).click()
    await preview.getByText('Tried out').first().waitFor()
    await page.context().close()
  })

  it('keeps what is written in the editor when somebody goes on', async () => {
    const { open } = await pageEditor(sites, 'The end.')
    const page = await open()
    await page.context().setOffline(true)
    await textOf(page).getByText('The end.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Almost.')
    await page.getByText('Your text is kept on this device').first().waitFor()
    await page.locator('.trail a').last().click()
    await tryAgain(page).waitFor()
    await textOf(page).getByText('The end. Almost.').waitFor()
    await pictureOf(page, 'offline-editor')
    await page.context().setOffline(false)
    await page.context().close()
  })
})

describe('a page without a server', () => {
  it('keeps a form that is sent, and sends it when the server is there again', async () => {
    const { api, open, space } = await openSpace()
    const page = await open('/~/settings')
    const streamed = page.waitForResponse(/activity\/stream/)
    await page.reload()
    await streamed
    await sites.crashedDuring(async () => {
      await page.getByLabel('Name', { exact: false }).first().fill('Manual')
      await page.getByRole('button', { name: 'Save' }).click()
      await tryAgain(page).waitFor()
      await noConnection(page).waitFor()
      await page.getByRole('link', { name: 'History' }).click()
      await noConnection(page).waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      expect(await page.getByLabel('Name', { exact: false }).first().inputValue()).toBe('Manual')
    })
    await isBack(page).waitFor()
    await tryAgain(page).click()
    await page.waitForURL(/saved/)
    expect((await api('GET', `/v1/spaces/${space}`)).title).toBe('Manual')
    await page.context().close()
  })
})
