// More than one who writes on one page: others are seen at once, and tabs of one person agree.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../server.ts'
import { openSites, type Sites } from '../sites.ts'
import { cursorAfter, isSaved, pageEditor, textOf, withoutLooking } from './editor.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

async function write(page: Page, after: string, words: string) {
  await cursorAfter(page, after)
  await page.keyboard.type(words)
}

describe('what others write', () => {
  it('is there at once for somebody who reads, and for somebody who writes elsewhere on the page', async () => {
    const { open, proposed, home, id } = await pageEditor(sites, 'One\n\nTwo\n\nThree')
    const first = await open()
    await write(first, 'One', ' a')
    await isSaved(first)
    const second = await open({}, 1)
    await withoutLooking(second)
    await second.goto(`${home}/~/changes/1/~edit/${id}`)
    await textOf(second).getByText('One a').waitFor()
    await write(first, 'Two', ' b')
    await textOf(second).getByText('Two b').waitFor()
    await write(second, 'Three', ' c')
    await write(first, 'Two b', 'b')
    await textOf(second).getByText('Two bb').waitFor()
    await isSaved(first)
    await isSaved(second)
    expect(await proposed()).toBe('One a\n\nTwo bb\n\nThree c')
    await first.context().close()
    await second.context().close()
  })
})

describe('what is written while the editor looks for what others wrote', () => {
  it('is saved once it has looked', async () => {
    const { open, proposed, home, id } = await pageEditor(sites, 'One')
    const page = await open()
    await write(page, 'One', ' a')
    await isSaved(page)
    await withoutLooking(page)
    await page.goto(`${home}/~/changes/1/~edit/${id}`)
    await textOf(page).getByText('One a').waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked = page.waitForRequest(/change-requests\/1$/)
    await page.route(/change-requests\/1$/, async (route) => {
      await held
      await route.continue()
    })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await asked
    await write(page, 'One a', 'b')
    await page.keyboard.press('Control+s')
    release()
    await isSaved(page)
    expect(await proposed()).toBe('One ab')
    await page.context().close()
  })
})

describe('two tabs of one person', () => {
  it('write to one change request, agree, and lose nothing', async () => {
    const { open, proposed, api, space, home, id } = await pageEditor(sites, 'One\n\nTwo\n\nThree')
    const first = await open()
    const second = await first.context().newPage()
    await second.goto(`${home}/~/edit/${id}`)
    await textOf(second).waitFor()
    await Promise.all([write(first, 'One', ' first'), write(second, 'Three', ' second')])
    await isSaved(first)
    await isSaved(second)
    await until(async () => (await proposed()) === 'One first\n\nTwo\n\nThree second')
    for (const tab of [first, second]) {
      await tab.bringToFront()
      await textOf(tab).getByText('One first').waitFor()
      await textOf(tab).getByText('Three second').waitFor()
    }
    const { items } = await api('GET', `/v1/spaces/${space}/change-requests?status=draft`)
    expect(items).toHaveLength(1)

    // In one block: whoever saves later is asked, and has both.
    await first.context().setOffline(true)
    await write(first, 'Two', ' first')
    await write(second, 'Two', ' second')
    for (const tab of [first, second]) await tab.getByText('Offline.', { exact: false }).first().waitFor()
    await first.context().setOffline(false)
    const asked = (tab: Page) => tab.getByRole('button', { name: 'Keep both' })
    const chosen = await Promise.any(
      [first, second].map(async (tab) => {
        await asked(tab).waitFor()
        return tab
      }),
    )
    await asked(chosen).click()
    await isSaved(chosen)
    await until(async () => /Two first/.test(await proposed()) && /Two second/.test(await proposed()))
    for (const tab of [first, second]) {
      await tab.bringToFront()
      await textOf(tab).getByText('Two first').waitFor()
      await textOf(tab).getByText('Two second').waitFor()
    }
    await second.reload()
    await textOf(second).getByText('Two second').waitFor()
    expect(await second.getByText('There is unsaved text of yours').count()).toBe(0)
    await first.context().close()
  })
})
