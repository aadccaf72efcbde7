// How a site is arranged, as somebody does it with a mouse, and in part with the keyboard alone: jobs 19, 20, 21, 25 and 26
// of a docs team.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../console/signed-in.ts'
import { openSites, type Site, type Sites } from '../sites.ts'
import { tabTo, unfold } from './keyboard.ts'

let sites: Sites
let home: string

beforeAll(async () => {
  sites = await openSites()
  home = `/o/${sites.organization.split('/').at(-1)}`
})
afterAll(() => sites.close())

const open = (path: string, options: BrowserContextOptions = {}) =>
  openSignedIn(sites.browser, sites.server.url, path, options)
const pageOf = (site: Site, part: string) => `${home}/~sites/${site.id}/${part}`
const titles = (page: Page) => page.locator('.structure .title').allTextContents()
const rowOf = (page: Page, title: string) =>
  page.locator('.structure > li', { has: page.locator(`.title:text-is("${title}")`) })

/** With the mouse, onto a part of another row: 0 is its upper edge, 1 its lower. */
async function drag(page: Page, from: string, to: string, part: number) {
  const [start, end] = [await rowOf(page, from).boundingBox(), await rowOf(page, to).boundingBox()]
  if (!start || !end) throw new Error('A row is not on the screen')
  await page.mouse.move(start.x + 60, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + 70, end.y + end.height * part, { steps: 8 })
  await page.locator('.structure.dragging').waitFor()
  await page.mouse.up()
  await page.getByRole('status').waitFor()
}

async function addSpace(page: Page, title: string, where: string) {
  await page.locator('summary', { hasText: 'Add a space' }).click()
  await page.getByLabel('Space', { exact: true }).selectOption({ label: title })
  await page.getByLabel('Where it is shown').selectOption({ label: where })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await rowOf(page, title).first().waitFor()
}

describe('the sections of a site', () => {
  it('are added, grouped and dragged into their order, and readers see them', async () => {
    const guide = await sites.newSpace('Guide', { Start: 'Welcome.' })
    await sites.newSpace('Reference', { Calls: 'All calls.' })
    await sites.newSpace('News', { Today: 'Nothing new.' })
    const site = await sites.newSite('Sections', [guide])
    const page = await open(pageOf(site, 'structure'))
    await addSpace(page, 'Reference', 'As a section of its own')
    await addSpace(page, 'News', 'As a section of its own')
    await page.locator('summary', { hasText: 'Add a group' }).click()
    await page.locator('#new-group').fill('More')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await rowOf(page, 'More').waitFor()
    expect(await titles(page)).toEqual(['Guide', 'Reference', 'News', 'More'])

    await drag(page, 'News', 'Guide', 0.1)
    await expect.poll(() => titles(page), { timeout: 15_000 }).toEqual(['News', 'Guide', 'Reference', 'More'])
    await drag(page, 'Reference', 'More', 0.5)
    await page.locator('.depth-1', { hasText: 'Reference' }).waitFor()
    // What is in a group goes with it.
    await drag(page, 'More', 'News', 0.1)
    await expect.poll(() => titles(page), { timeout: 15_000 }).toEqual(['More', 'Reference', 'News', 'Guide'])
    // Escape leaves it where it was.
    const [news, more] = [await rowOf(page, 'News').boundingBox(), await rowOf(page, 'More').boundingBox()]
    await page.mouse.move((news?.x ?? 0) + 60, (news?.y ?? 0) + 20)
    await page.mouse.down()
    await page.mouse.move((more?.x ?? 0) + 60, (more?.y ?? 0) + 4, { steps: 4 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await page.locator('.structure.dragging').count()).toBe(0)
    await page.reload()
    expect(await titles(page)).toEqual(['More', 'Reference', 'News', 'Guide'])

    const visitor = await sites.read(site.home)
    await visitor.page.getByRole('link', { name: 'News' }).first().click()
    await visitor.page.getByText('Nothing new.').waitFor()
    await visitor.context.close()
    await page.context().close()
  })

  it('are dragged with a finger by their handle', async () => {
    const [one, two] = [await sites.newSpace('One', { A: 'a' }), await sites.newSpace('Two', { B: 'b' })]
    const site = await sites.newSite('By finger', [one])
    await sites.api('POST', `${site.url}/sections`, { spaceId: two })
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open(pageOf(site, 'structure'), options)
    const [from, to] = [await rowOf(page, 'Two').boundingBox(), await rowOf(page, 'One').boundingBox()]
    const touch = await page.context().newCDPSession(page)
    const at = (box: typeof from, part: number) => [
      { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + (box?.height ?? 0) * part },
    ]
    const handle = await rowOf(page, 'Two').locator('.drag-handle').boundingBox()
    const start = [{ x: (handle?.x ?? 0) + 8, y: (handle?.y ?? 0) + 12 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: start })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to, 0.8) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to, 0.2) })
    await page.locator('.structure.dragging').waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => titles(page), { timeout: 15_000 }).toEqual(['Two', 'One'])
    await page.context().close()
  })

  it('are made of several spaces and moved, without script', async () => {
    await sites.newSpace('Handbook', { Start: 'Hello.' })
    await sites.newSpace('Product guide', { Start: 'Hello.' })
    const page = await open(`${home}/~sites/new`, { javaScriptEnabled: false })
    await page.getByLabel('Name of the site').fill('Everything')
    await page.getByLabel('Handbook', { exact: true }).check()
    await page.getByLabel('Product guide', { exact: true }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('This site is not published').waitFor()
    await page.getByRole('link', { name: 'Structure' }).click()
    const before = await titles(page)
    await page.getByRole('button', { name: `Move down: ${before[0]}` }).click()
    await page.getByRole('status').waitFor()
    expect(await titles(page)).toEqual(before.toReversed())
    await page.context().close()
  })
})

describe('the versions of what a site shows', () => {
  it('are variants of a section, ordered by hand, and readers choose between them', async () => {
    const now = await sites.newSpace('Manual 2', { Start: 'The second edition.' })
    await sites.newSpace('Manual 1', { Start: 'The first edition.' })
    const site = await sites.newSite('Versions', [now])
    const page = await open(pageOf(site, 'structure'))
    await addSpace(page, 'Manual 1', 'As a variant: another version or language')
    expect(await titles(page)).toEqual(['Manual 2', 'Manual 1'])
    await drag(page, 'Manual 1', 'Manual 2', 0.1)
    await expect.poll(() => titles(page), { timeout: 15_000 }).toEqual(['Manual 1', 'Manual 2'])
    await rowOf(page, 'Manual 1').getByText('Default', { exact: true }).waitFor()
    const first = await sites.read(site.home)
    await first.page.getByText('The first edition.').waitFor()
    await first.context.close()
    await rowOf(page, 'Manual 2').getByText('⋯').click()
    await page.getByRole('button', { name: 'Make it the default' }).click()
    await rowOf(page, 'Manual 2').getByText('Default', { exact: true }).waitFor()
    const visitor = await sites.read(site.home)
    await visitor.page.getByText('The second edition.').waitFor()
    await visitor.page.getByText('Manual 2').first().click()
    await visitor.page.getByRole('link', { name: 'Manual 1' }).first().click()
    await visitor.page.getByText('The first edition.').waitFor()
    await visitor.context.close()
    await page.context().close()
  })
})

describe('the languages of what a site shows', () => {
  it('come from a translation that is made here, and become variants', async () => {
    const english = await sites.newSpace('Lamp guide', { Start: 'Light the lamp.' }, { language: 'en' })
    const site = await sites.newSite('Languages', [english])
    const page = await open(`${home}/~translations`)
    await page.locator('.heading summary').first().click()
    const form = page.locator('.heading form')
    await form.getByLabel('Space').selectOption({ label: 'Lamp guide' })
    await form.locator('[name=language]').fill('en')
    await form.locator('[name=languages]').fill('de')
    await form.getByRole('button').last().click()
    await page.getByRole('link', { name: 'Translate' }).first().click()
    await page.getByText('Light the lamp.').first().waitFor()
    await page
      .locator('li, tr, .unit', { hasText: 'Light the lamp.' })
      .locator('textarea')
      .last()
      .fill('Entzünden Sie die Lampe.')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText(/translations? (was|were) saved/).waitFor()
    await page.goto(sites.server.url + pageOf(site, 'structure'))
    await page.locator('summary', { hasText: 'Add a space' }).click()
    const spaces = await page.getByLabel('Space', { exact: true }).locator('option').allTextContents()
    const german = spaces.find((title) => /lamp guide/i.test(title)) ?? ''
    await page.keyboard.press('Escape')
    await page.reload()
    await addSpace(page, german, 'As a variant: another version or language')
    expect(await titles(page)).toHaveLength(2)
    await page.context().close()
  })
})

describe('a redirect', () => {
  it('is made with the keyboard alone', async () => {
    const site = await sites.newSite('Moved', [await sites.newSpace('Moved guide', { Start: 'Hi.' })])
    const page = await open(pageOf(site, 'redirects'))
    await unfold(page, 'Add a redirect')
    await tabTo(page, 'textbox', 'Old path')
    await page.keyboard.type('/old')
    await tabTo(page, 'textbox', 'Leads to')
    await page.keyboard.type('https://example.org/new')
    await page.keyboard.press('Enter')
    await page.getByText('https://example.org/new').waitFor()
    const answer = await fetch(`${site.home}old`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('https://example.org/new')
    await page.context().close()
  })

  it('leads a reader to the page that is there now', async () => {
    const space = await sites.newSpace('Paths', { Start: 'Hi.', Setup: 'Run it.' })
    const site = await sites.newSite('Paths', [space])
    const page = await open(pageOf(site, 'redirects'))
    await page.locator('summary', { hasText: 'Add a redirect' }).click()
    await page.getByLabel('Old path', { exact: true }).fill('/install')
    await page.getByLabel('Leads to').fill('/setup')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('/install').first().waitFor()
    const visitor = await sites.read(`${site.home}install`)
    await visitor.page.getByText('Run it.').waitFor()
    expect(visitor.page.url()).toBe(`${site.home}setup`)
    await visitor.context.close()
    await page.context().close()
  })
})

/** What a job does in the background is there when the page is asked anew. */
async function reloadUntil(page: Page, text: string) {
  const look = async () => {
    await page.reload()
    return page.getByText(text).count()
  }
  await expect.poll(look, { timeout: 60_000 }).toBeGreaterThan(0)
}

const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': { get: { tags: ['pets'], summary: 'List pets', responses: { 200: { description: 'Pets' } } } },
  },
}

describe('an API reference', () => {
  it('comes from a file, and is read on the site', async () => {
    const space = await sites.newSpace('Pet shop', { Start: 'Hi.' }, { editMode: 'live' })
    const site = await sites.newSite('Pet shop', [space])
    const page = await open(`${home}/~specs`)
    await page.locator('summary', { hasText: 'New API reference' }).click()
    await page.getByLabel('Name, such as payments').fill('pets')
    const file = {
      name: 'pets.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(PETS)),
    }
    await page.locator('#file').setInputFiles(file)
    await page.getByRole('button', { name: 'Create' }).click()
    await reloadUntil(page, 'Up to date')
    await page.getByLabel('Space', { exact: true }).selectOption({ label: 'Pet shop' })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.waitForURL(/~\/pages/)
    const visitor = await sites.read(site.home)
    await reloadUntil(visitor.page, 'pets')
    await visitor.page.getByRole('link', { name: 'pets', exact: true }).first().click()
    await visitor.page.getByText('List pets').first().waitFor()
    await visitor.context.close()
    await page.context().close()
  })
})
