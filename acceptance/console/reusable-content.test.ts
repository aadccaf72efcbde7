// Texts that pages include: written with the mouse, with keys alone, and on a phone.
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSaved, textOf } from '../editor/editor.ts'
import { until } from '../server.ts'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const TEXT = 'Call  us at noon.\n\n*   one\n*   two\n'
const INCLUDE = '{% include ".gitbook/includes/phone-numbers.md" %}\n'

async function openShared() {
  const { api, server, browser, organization } = sites
  const space = await sites.newSpace('Guide', {})
  const at = `/v1/spaces/${space}`
  const { changes } = await api('POST', `${at}/content?compat=false`, {
    changes: [
      {
        operation: 'insert_reusable_content',
        title: 'Phone numbers',
        document: { markdown: TEXT },
      },
      { operation: 'insert_page', title: 'Contact', document: { markdown: INCLUDE } },
    ],
  })
  const id: string = changes[0].reusableContent
  const home = `/o/${organization.split('/').at(-1)}/s/${space}`
  const list = async (content: string): Promise<{ id: string; title: string }[]> =>
    (await api('GET', `${at}/${content}`)).reusableContents
  const read = async (content: string, name = id) =>
    (await api('GET', `${at}/${content}/reusable-contents/${name}?format=markdown`)).markdown
  const open = (path: string, options: BrowserContextOptions = {}) =>
    openSignedIn(browser, server.url, `${home}/${path}`, options)
  return { api, at, id, home, list, read, open }
}

describe('reusable content', () => {
  it('is edited in the page editor, and merged as it is shown on pages', async () => {
    const { open, read, at, api } = await openShared()
    const page = await open('~/pages')
    await page.getByRole('link', { name: 'Reusable content' }).click()
    await page.getByText('Used on').getByRole('link', { name: 'Contact' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Edit: Phone numbers' }).click()
    await textOf(page).waitFor()
    await textOf(page).getByText('Call us at noon.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Or later.')
    await isSaved(page)
    await page.waitForURL(/changes\/1\/~edit-reusable/)
    expect(await read('change-requests/1/content')).toBe('Call  us at noon. Or later.\n\n*   one\n*   two\n')
    expect(await read('content')).toBe(TEXT)
    await page.reload()
    await textOf(page).getByText('Or later.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('Readers see your change now').waitFor()
    expect(await read('content')).toContain('Or later.')
    const { pages } = await api('GET', `${at}/content/pages`)
    expect(pages).toHaveLength(1)
    await page.context().close()
  })

  it('is made, renamed and deleted in a change request, with keys alone', async () => {
    const { open, list, read, id } = await openShared()
    const page = await open('~/reusable')
    await page.getByText('New reusable content').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Opening hours')
    await page.keyboard.press('Enter')
    await page.waitForURL(/changes\/1\/~edit-reusable/)
    await textOf(page).waitFor()
    await page.getByRole('textbox', { name: 'Title' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('- always')
    await isSaved(page)
    const made = (await list('change-requests/1/content')).find(({ title }) => title === 'Opening hours')
    expect(await read('change-requests/1/content', made?.id)).toBe('* always\n')
    expect(await list('content')).toHaveLength(1)

    await page.goto(page.url().replace(/~edit-reusable.*/, '~reusable'))
    await page.getByText('As proposed in change request #1').waitFor()
    const menu = page.locator('summary[aria-label*="Phone numbers"]')
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Numbers')
    await page.keyboard.press('Enter')
    await page.getByText('Saved in this change request').waitFor()
    expect((await list('change-requests/1/content')).map(({ title }) => title).sort()).toEqual([
      'Numbers',
      'Opening hours',
    ])
    await page.locator('summary[aria-label*="Numbers"]').focus()
    await page.keyboard.press('Enter')
    await page.getByText('It is used in the places above').waitFor()
    await page.getByRole('button', { name: 'Delete' }).focus()
    await page.keyboard.press('Enter')
    await until(async () => (await list('change-requests/1/content')).length === 1)
    expect((await list('content')).map((one) => one.id)).toEqual([id])
    await page.context().close()
  })

  it('can be read and written on a phone', async () => {
    const { open, read } = await openShared()
    const page = await open('~/reusable', { viewport: { width: 390, height: 844 }, hasTouch: true })
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(await isWide()).toBe(false)
    await page.getByRole('link', { name: 'Edit: Phone numbers' }).tap()
    await textOf(page).getByText('Call us at noon.').tap()
    await page.keyboard.press('End')
    await page.keyboard.type(' Soon.')
    await isSaved(page)
    expect(await isWide()).toBe(false)
    expect(await read('change-requests/1/content')).toContain('Call  us at noon. Soon.')
    await page.context().close()
  })
})
