// The tree of pages: arranged with the mouse, with a finger, with keys alone, and without script; with thousands of pages.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../server.ts'
import { openSites, overflowOf, type Sites, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

type Listed = { id: string; title: string; pages?: Listed[] }

async function openTree() {
  const { api, server, browser, organization } = sites
  const space = await sites.newSpace('Guide', { Alpha: 'a', Beta: 'b', Gamma: 'c', Delta: 'd' })
  const home = `${server.url}/o/${organization.split('/').at(-1)}/s/${space}`
  const list = async (content = 'content'): Promise<Listed[]> =>
    (await api('GET', `/v1/spaces/${space}/${content}/pages`)).pages
  const outline = (pages: Listed[]): string =>
    pages.map(({ title, pages = [] }) => title + (pages.length > 0 ? `(${outline(pages)})` : '')).join(' ')
  /** Waits until the server has it so. */
  const is = (expected: string, content?: string) =>
    until(async () => outline(await list(content)) === expected).catch(async () => {
      expect(outline(await list(content))).toBe(expected)
    })
  function open(options: BrowserContextOptions = {}, path = '~/pages') {
    return openSignedIn(browser, server.url, `${new URL(home).pathname}/${path}`, options)
  }
  return { api, space, home, open, is }
}

const row = (page: Page, title: string) => page.getByRole('treeitem', { name: title, exact: true })
const told = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

async function middleOf(locator: Locator, part = 0.5) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not shown')
  return { x: box.x + 120, y: box.y + box.height * part }
}

async function drag(page: Page, from: string, to: string, part: number) {
  const start = await middleOf(row(page, from))
  const end = await middleOf(row(page, to), part)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y - 4, { steps: 5 })
  await page.mouse.move(end.x, end.y)
  await page.mouse.up()
}

describe('the tree of pages', () => {
  it('is arranged with the mouse, undone, and remembers what is open', async () => {
    const { open, is } = await openTree()
    const page = await open()
    await row(page, 'Alpha').waitFor()
    await drag(page, 'Gamma', 'Alpha', 0.5)
    await told(page, 'Moved “Gamma” below “Alpha”, 1 of 1.')
    await is('Alpha(Gamma) Beta Delta')
    await page.getByRole('button', { name: 'Undo' }).click()
    await is('Alpha Beta Gamma Delta')
    await drag(page, 'Delta', 'Alpha', 0.1)
    await is('Delta Alpha Beta Gamma')
    await drag(page, 'Beta', 'Delta', 0.5)
    await is('Delta(Beta) Alpha Gamma')
    await row(page, 'Delta').getByRole('button', { name: 'Collapse “Delta”' }).click()
    await row(page, 'Beta').waitFor({ state: 'detached' })
    await page.reload()
    await row(page, 'Delta').waitFor()
    expect(await row(page, 'Delta').getAttribute('aria-expanded')).toBe('false')
    await row(page, 'Alpha').hover()
    await row(page, 'Alpha').getByLabel('Actions for “Alpha”').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await is('Delta(Beta) Gamma')
    await page.getByRole('button', { name: 'Undo' }).click()
    await is('Delta(Beta) Alpha Gamma')
    await page.context().close()
  })

  it('is arranged with keys alone, and tells what happened', async () => {
    const { open, is } = await openTree()
    const page = await open()
    await row(page, 'Alpha').waitFor()
    await row(page, 'Alpha').focus()
    const { keyboard } = page
    await keyboard.press('b')
    await keyboard.press('Alt+ArrowRight')
    await told(page, 'Moved “Beta” below “Alpha”, 1 of 1.')
    await is('Alpha(Beta) Gamma Delta')
    await keyboard.press('End')
    await keyboard.press('Alt+ArrowUp')
    await is('Alpha(Beta) Delta Gamma')
    await keyboard.press('Control+z')
    await is('Alpha(Beta) Gamma Delta')
    await keyboard.press('Home')
    await keyboard.press('ArrowDown')
    await keyboard.press('Alt+ArrowLeft')
    await is('Alpha Beta Gamma Delta')
    await keyboard.press('F2')
    await keyboard.type('Bravo')
    await keyboard.press('Enter')
    await is('Alpha Bravo Gamma Delta')
    await keyboard.press(' ')
    await keyboard.press('m')
    await page.getByRole('menuitem', { name: 'Move up' }).waitFor()
    for (let presses = 0; presses < 20; presses += 1) {
      if (await page.getByRole('menuitem', { name: 'Move to…' }).evaluate((item) => item.matches(':focus')))
        break
      await keyboard.press('ArrowDown')
    }
    await keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Move below' }).waitFor()
    await keyboard.type('delt')
    await keyboard.press('Enter')
    await is('Alpha Gamma Delta(Bravo)')
    await page.context().close()
  })

  it('is arranged with a finger, in a change request', async () => {
    const { open, is, api, space } = await openTree()
    await api('POST', `/v1/spaces/${space}/change-requests`, { subject: 'Order' })
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
    const page = await open(phone, '~/changes/1/~pages')
    await row(page, 'Alpha').waitFor()
    const box = async (title: string, part: number) => {
      const { x, y, height } = (await row(page, title).boundingBox()) ?? { x: 0, y: 0, height: 0 }
      return { x: x + 12, y: y + height * part }
    }
    const finger = await page.context().newCDPSession(page)
    const touch = (type: string, points: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points })
    const end = await box('Alpha', 0.05)
    await touch('touchStart', [await box('Gamma', 0.5)])
    await touch('touchMove', [{ x: end.x, y: end.y + 20 }])
    await touch('touchMove', [end])
    await touch('touchEnd', [])
    await is('Gamma Alpha Beta Delta', 'change-requests/1/content')
    await is('Alpha Beta Gamma Delta')
    expect(await seriousFindings(page)).toEqual([])
    await row(page, 'Gamma').focus()
    await page.keyboard.press('F2')
    const { x, width } = (await row(page, 'Gamma').getByLabel('Actions for “Gamma”').boundingBox()) ?? {
      x: 390,
      width: 0,
    }
    expect(x + width).toBeLessThanOrEqual(390)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await page.context().close()
  })

  it('sends a page to another space, with all that belongs to it', async () => {
    const { api, open, is, space } = await openTree()
    const { pages } = await api('GET', `/v1/spaces/${space}/content/pages`)
    const [alpha, beta] = pages
    const changes = [
      { operation: 'update_page', page: beta.id, into: alpha.id },
      { operation: 'update_page', page: alpha.id, document: { markdown: 'See [Gamma](gamma.md).' } },
      { operation: 'update_page', page: pages[2].id, document: { markdown: 'To [Alpha](alpha.md).' } },
    ]
    await api('POST', `/v1/spaces/${space}/content`, { changes })
    const far = await sites.newSpace('Far away', { Start: 's' })
    const page = await open({ bypassCSP: true })
    await row(page, 'Alpha').focus()
    await page.keyboard.press('Space')
    await page.getByRole('menuitem', { name: 'Move to another space…' }).click()
    await page.getByRole('heading', { name: 'Move “Alpha” to another space' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Space', { exact: true }).selectOption('Far away')
    await page.getByLabel('Propose it there in a change request').check()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByRole('treeitem', { name: 'Alpha', exact: true }).waitFor()
    await page.getByText('You are arranging the pages of change request #1').waitFor()
    await is('Gamma Delta')
    const proposed = await api('GET', `/v1/spaces/${far}/change-requests/1/content/pages`)
    expect(proposed.pages[1]).toMatchObject({ title: 'Alpha', pages: [{ title: 'Beta' }] })
    const at = `/v1/spaces/${far}/change-requests/1/content/page/${proposed.pages[1].id}`
    expect((await api('GET', `${at}?format=markdown`)).markdown).toMatch(
      new RegExp(`^See \\[Gamma\\]\\(http.*/s/${space}/${pages[2].id}\\)\\.$`),
    )
    const gamma = await api('GET', `/v1/spaces/${space}/content/page/${pages[2].id}?format=markdown`)
    expect(gamma.markdown).toMatch(
      new RegExp(`^To \\[Alpha\\]\\(http.*/s/${far}/${proposed.pages[1].id}\\)\\.$`),
    )
    await page.context().close()
  })

  it('works without script', async () => {
    const { open, is } = await openTree()
    const page = await open({ javaScriptEnabled: false })
    await page.getByLabel('Actions for “Alpha”').click()
    await page.getByRole('button', { name: 'Move down' }).first().click()
    await page.getByText('Readers see the change now').waitFor()
    await is('Beta Alpha Gamma Delta')
    await page.context().close()
  })

  it('takes thousands of pages, of which few are in the document', async () => {
    const { open, api, space } = await openTree()
    const chapters: string[] = []
    const add = async (count: number, into?: string) => {
      const changes = Array.from({ length: count }, (_, at) => ({
        operation: 'insert_page',
        title: `Topic ${chapters.length}-${at}`,
        document: { markdown: '' },
        into,
      }))
      return (await api('POST', `/v1/spaces/${space}/content`, { changes })).changes
    }
    for (const { page } of await add(40)) chapters.push(page.id)
    for (const chapter of chapters) await add(50, chapter)
    const page = await open()
    await page.getByRole('button', { name: 'Expand all' }).click()
    await row(page, 'Alpha').focus()
    await page.keyboard.press('End')
    await page.waitForFunction(() => {
      // biome-ignore lint/suspicious/noExplicitAny: there is a document in the browser.
      const { document } = globalThis as any
      return document.activeElement?.getAttribute('aria-posinset') === '50'
    })
    expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
    await page.getByLabel('Filter pages').fill('topic 40-17')
    await row(page, 'Topic 40-17').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await seriousFindings(page)).toEqual([])
    const plain = await open({ javaScriptEnabled: false })
    await plain.getByText('Pages 1 to 200 of 2044').waitFor()
    await plain.getByRole('link', { name: 'Next' }).click()
    await plain.getByText('Pages 201 to 400 of 2044').waitFor()
    await plain.context().close()
    await page.context().close()
  })
})
