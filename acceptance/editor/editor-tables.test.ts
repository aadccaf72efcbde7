// Tables of a page, edited cell by cell: with keys alone, with a mouse, and with what comes from a spreadsheet.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { isSaved, PICTURE, pageEditor, textOf } from './editor.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const TABLE = '| Name | Value |\n|------|:-----:|\n| __a__  | 1   |\n| b | *two* |\n'
const TEXT = `Before\n\n${TABLE}\nAfter`

const picture = { name: 'cover.png', mimeType: 'image/png', buffer: PICTURE }

const cell = (page: Page, name: string) => page.getByRole('cell', { name, exact: true })

function paste(page: Page, type: string, text: string) {
  return page.evaluate(
    ([type = '', text = '']) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(type, text)
      document
        .querySelector('.ProseMirror')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [type, text],
  )
}

/** Sends all keys before the page has taken the first one. */
async function pressAtOnce(page: Page, keys: { key: string; code: number; isShifted?: boolean }[]) {
  const browser = await page.context().newCDPSession(page)
  const events = keys.flatMap(({ key, code, isShifted }) =>
    (['keyDown', 'keyUp'] as const).map((type) => ({
      type,
      key,
      code: key,
      windowsVirtualKeyCode: code,
      modifiers: isShifted ? 8 : 0,
    })),
  )
  await Promise.all(events.map((event) => browser.send('Input.dispatchKeyEvent', event)))
}

describe('a table', () => {
  it('is made and filled with keys alone', async () => {
    const { open, proposed } = await pageEditor(sites, '')
    const page = await open({ bypassCSP: true })
    await textOf(page).focus()
    await page.keyboard.type('/table')
    await page.getByRole('option', { name: 'Table' }).waitFor()
    await page.keyboard.press('Enter')
    for (const words of ['Name', 'Size', 'Lamp', 'small', 'Wick', '**thin**']) {
      await page.keyboard.type(words)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type('Oil')
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('The end')
    await isSaved(page)
    expect(await proposed()).toBe(
      '| Size | Name |\n| --- | --- |\n| small | Lamp |\n|  | Oil |\n| **thin** | Wick |\n\nThe end\n',
    )
    expect(await seriousFindings(page)).toEqual([])
    await page.context().close()
  })

  it('changes where somebody typed, and every other byte stays', async () => {
    const { open, proposed } = await pageEditor(sites, TEXT)
    const page = await open()
    await cell(page, 'b').click()
    await page.keyboard.press('End')
    await page.keyboard.type('ig')
    await isSaved(page)
    expect(await proposed()).toBe(TEXT.replace('| b |', '| big |'))
    await page.getByRole('button', { name: 'Add a row above' }).click()
    await page.keyboard.type('new')
    await isSaved(page)
    expect(await proposed()).toContain('| __a__  | 1   |\n| new |  |\n| big | *two* |\n')
    await page.getByRole('button', { name: 'Delete the row' }).click()
    await isSaved(page)
    expect(await proposed()).toBe(TEXT.replace('| b |', '| big |'))
    await page.keyboard.press('Tab')
    await page.getByLabel('Alignment').selectOption('right')
    await page.getByRole('button', { name: 'Add a column before' }).click()
    await page.keyboard.type('middle')
    await page.getByRole('button', { name: 'Move the column forward' }).click()
    await isSaved(page)
    expect(await proposed()).toContain('| big | *two* | middle |')
    await page.getByRole('button', { name: 'Delete the column' }).click()
    await isSaved(page)
    expect(await proposed()).toContain('| ---: |\n')
    await page.getByRole('button', { name: 'Undo' }).click()
    await cell(page, 'middle').waitFor()
    await page.context().close()
  })

  it('takes cells of a spreadsheet where the cursor is, and text of anything else', async () => {
    const { open, proposed } = await pageEditor(sites, TEXT)
    const page = await open()
    await cell(page, '1').click()
    await paste(page, 'text/plain', 'p\tq\n"x ""y"""\tz\nlast\t\n')
    await isSaved(page)
    expect(await proposed()).toContain('| __a__ | p | q |\n| b | x "y" | z |\n|  | last |  |\n')
    await cell(page, 'last').click()
    await page.keyboard.press('End')
    // The browser tells of a selection a moment after the key, and nobody pastes within that.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    await paste(
      page,
      'text/html',
      '<h2>!</h2><script>document.title = 1</script><p>Two <b>bold</b> <a href="javascript:document.title=1">words</a></p>',
    )
    await isSaved(page)
    expect(await proposed()).toContain('| last!<br>Two **bold** words |')
    expect(await page.title()).toContain('Setup')
    await page.context().close()
  })

  it('keeps its shape when several cells are selected and deleted', async () => {
    const { open, proposed } = await pageEditor(sites, TEXT)
    const page = await open()
    await cell(page, 'a').click()
    // Faster than the browser tells what is selected, as on a slow machine.
    await pressAtOnce(page, [
      { key: 'Home', code: 36 },
      { key: 'ArrowDown', code: 40, isShifted: true },
      { key: 'End', code: 35, isShifted: true },
      { key: 'Delete', code: 46 },
    ])
    await isSaved(page)
    expect(await proposed()).toMatch(/\|[^|\n]*\|[^|\n]*\|\n\|[^|\n]*\| \*two\* \|\n\nAfter$/)
    await page.context().close()
  })

  it('has values where its columns hold them, and words where its titles are', async () => {
    const typed =
      '<table><thead><tr><th>Feature</th><th data-type="checkbox">Pro</th><th data-type="number">Price</th><th><strong>Plan</strong><select><option value="a" label="Free"></option><option value="b" label="Paid"></option></select></th></tr></thead><tbody><tr><td>Search</td><td><input type="checkbox"></td><td>9.90</td><td><span data-option="a">Free</span></td></tr></tbody></table>\n'
    const { open, proposed } = await pageEditor(sites, typed)
    const page = await open()
    await cell(page, '☐').click()
    await page.getByLabel('Value of the cell').check()
    await cell(page, 'Free').click()
    await page.getByLabel('Value of the cell').selectOption('Paid')
    await page.getByRole('columnheader', { name: 'Feature' }).click()
    await page.getByLabel('Value of the cell').waitFor({ state: 'detached' })
    await page.keyboard.press('End')
    await page.keyboard.type('s')
    await isSaved(page)
    expect(await proposed()).toBe(
      typed
        .replace('Feature', 'Features')
        .replace('type="checkbox"></td>', 'type="checkbox" checked></td>')
        .replace('<span data-option="a">Free</span>', '<span data-option="b">Paid</span>'),
    )
    await cell(page, 'Paid').click()
    await page.getByLabel('Value of the cell').waitFor()
    await page.keyboard.type('x')
    await page.keyboard.press('Delete')
    await isSaved(page)
    expect(await proposed()).toContain('<td>9.90</td><td></td></tr>')
    await page.context().close()
  })

  it('is cards with where they lead and their pictures, filled in place', async () => {
    const { open, proposed, api, space } = await pageEditor(sites, '')
    const page = await open({ bypassCSP: true })
    await textOf(page).focus()
    await page.keyboard.type('/cards')
    await page.getByRole('option', { name: 'Cards' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('First')
    await page.keyboard.press('Tab')
    await page.keyboard.type('What it is')
    await page.getByRole('cell', { name: 'Leads nowhere' }).first().click()
    await page.getByRole('button', { name: 'Choose where it leads' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose where it leads' })
    await page.keyboard.type('Other')
    await dialog.getByRole('button', { name: /^Other page/ }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('cell', { name: 'Other page' }).waitFor()
    await page.getByRole('cell', { name: 'No picture' }).first().click()
    await page.getByLabel('Upload a picture').setInputFiles(picture)
    await page.locator('.cell-pictures img').waitFor()
    await isSaved(page)
    expect(await seriousFindings(page)).toEqual([])
    const written = await proposed()
    expect(written).toContain(
      '<table data-view="cards"><thead><tr><th></th><th></th><th data-type="content-ref" data-hidden data-card-target></th><th data-type="files" data-hidden data-card-cover></th></tr></thead>',
    )
    expect(written).toMatch(
      /<tr><td>First<\/td><td>What it is<\/td><td><a href="[^"]*other-page[^"]*">[^<]*<\/a><\/td><td><a href="[^"]*cover\.png">[^<]*<\/a><\/td><\/tr>/,
    )
    await api('POST', `/v1/spaces/${space}/change-requests/1/merge`, {})
    await page.context().close()
    const again = await open()
    const card = again.getByRole('row').filter({ hasText: 'First' })
    await card.getByRole('cell', { name: 'Other page' }).click()
    await again.getByRole('button', { name: 'Empty the cell' }).click()
    await isSaved(again)
    expect(await proposed(2)).toBe(written.replace(/<a href="other-page[^>]*>[^<]*<\/a>/, ''))
    await again.context().close()
  })
})
