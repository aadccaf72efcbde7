// The page editor, as a person meets it: with a mouse, with keys alone, without a network, beside others.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSites, overflowOf, type Sites, seriousFindings } from '../sites.ts'
import { cursorAfter, isSaved, pageEditor, textOf, twoPeople } from './editor.ts'

let sites: Sites
const openPage = (text = TEXT) => pageEditor(sites, text)
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const TEXT = '# Setup\n\nRun the  instaler.\n\n*   one\n*   two\n\n~~~sh\nmake\n~~~\n\nThe end'

describe('the page editor', () => {
  it('puts in what was typed after a slash, however fast', async () => {
    const { open, proposed } = await openPage('')
    const page = await open()
    await textOf(page).focus()
    await page.keyboard.type('/divider\nOne\n/quote\nTwo')
    await isSaved(page)
    expect(await proposed()).toBe('***\n\nOne\n\n> Two\n')
    await page.context().close()
  })

  it('lets two people write in different blocks, and asks where they wrote in the same', async () => {
    const { open, proposed } = await openPage()
    const [one, two] = await twoPeople(open)
    await cursorAfter(two, 'Setup')
    await two.keyboard.type(' guide')
    await isSaved(two)
    await cursorAfter(one, 'two')
    await one.keyboard.type(' and three')
    await isSaved(one)
    await textOf(one).getByText('Setup guide').waitFor()
    expect(await proposed()).toBe(
      TEXT.replace('# Setup', '# Setup guide').replace('two', 'two and three').replace('The end', 'The end!'),
    )
    await cursorAfter(two, 'The end!')
    await two.keyboard.type(' Theirs')
    await isSaved(two)
    await cursorAfter(one, 'The end!')
    await one.keyboard.type(' Mine')
    const choice = one.getByRole('region', { name: 'Both of you changed this' })
    await choice.waitFor()
    await choice.getByText('The end! Theirs').waitFor()
    await choice.getByText('The end! Mine').waitFor()
    expect(await proposed()).toContain('The end! Theirs')
    await choice.getByRole('button', { name: 'Keep both' }).click()
    await isSaved(one)
    expect(await proposed()).toContain('The end! Mine\n\nThe end! Theirs')
    await Promise.all([one.context().close(), two.context().close()])
  })

  it('keeps what is written while nobody answers, through a crash, and saves it later', async () => {
    const { open, proposed } = await openPage()
    const page = await open()
    await cursorAfter(page, 'instal')
    await page.keyboard.type('l')
    await isSaved(page)
    await page.context().setOffline(true)
    await cursorAfter(page, 'The end')
    await page.keyboard.type(' is near')
    await page.getByText('Your text is kept on this device').first().waitFor()
    await page.context().setOffline(false)
    await page.route('**/content?compat=false', (route) => route.abort())
    await page.keyboard.type(' now')
    await page.waitForTimeout(1_000)
    const address = page.url()
    const again = await page.context().newPage()
    await page.close({ runBeforeUnload: false })
    await again.goto(address)
    await textOf(again).waitFor()
    await again.getByRole('button', { name: 'Restore it' }).click()
    await isSaved(again)
    expect(await proposed()).toBe(
      TEXT.replace('instaler', 'installer').replace('The end', 'The end is near now'),
    )
    await again.reload()
    await textOf(again).waitFor()
    expect(await again.getByRole('button', { name: 'Restore it' }).count()).toBe(0)
    await again.context().close()
  })

  it('says when the session ended, and goes on after a sign-in elsewhere', async () => {
    const { open, proposed } = await openPage()
    const page = await open()
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await cursorAfter(page, 'The end')
    await page.keyboard.type('.')
    await page.getByText('You are signed out').first().waitFor()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await page.context().addCookies(cookies)
    await page.getByRole('button', { name: 'Try again' }).click()
    await isSaved(page)
    expect(await proposed()).toBe(TEXT.replace('The end', 'The end.'))
    await page.context().close()
  })

  it('switches to Markdown and back without a change, and edits a table as Markdown', async () => {
    const table = '| a | b |\n|---|:-:|\n| 1 | 2 |'
    const { open, proposed } = await openPage(`One\n\n${table}\n\n*  odd   list\n`)
    const page = await open()
    await page.getByRole('button', { name: 'Markdown', exact: true }).click()
    const source = page.getByLabel('Markdown of the page')
    await source.waitFor()
    await page.getByRole('button', { name: 'Back to the page' }).click()
    await page.getByText('No changes yet').waitFor()
    await page.getByRole('cell', { name: '1', exact: true }).click()
    await page.getByRole('button', { name: 'Edit as Markdown' }).click()
    const block = page.getByRole('dialog').getByRole('textbox')
    await block.fill((await block.inputValue()).replace('1', '17'))
    await page.getByRole('button', { name: 'Apply' }).click()
    await isSaved(page)
    expect(await proposed()).toBe(`One\n\n${table.replace('1', '17')}\n\n*  odd   list\n`)
    await page.getByRole('button', { name: 'Markdown', exact: true }).click()
    await source.fill((await source.inputValue()).replace('One', 'First'))
    await page.getByRole('button', { name: 'Back to the page' }).click()
    await textOf(page).getByText('First').waitFor()
    expect(await proposed()).toContain('First\n\n| a | b |')
    await page.context().close()
  })

  it('links to a page, and takes what was copied elsewhere without what could act', async () => {
    const { open, proposed } = await openPage()
    const page = await open()
    await cursorAfter(page, 'The end')
    await page.keyboard.type(' see [[other')
    await page.getByRole('option', { name: 'Other page' }).click()
    await page.keyboard.press('Enter')
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData(
        'text/html',
        '<h2>Copied</h2><p>Some <b>bold</b><img src="x" onerror="document.title=1"></p><ul><li>item</ul>',
      )
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.querySelector('.ProseMirror')?.dispatchEvent(event)
    })
    await textOf(page).getByText('Copied').waitFor()
    await isSaved(page)
    expect(await proposed()).toContain(
      'The end see [Other page](other-page.md)\n\n## Copied\n\nSome **bold**',
    )
    await page.context().close()
  })

  it('shows hostile pages without running anything of them', async () => {
    const hostile = `<script>document.title = 'taken'</script>

<img src="x" onerror="document.title = 'taken'">

[click](javascript:document.title='taken')

<svg onload="document.title='taken'"></svg>

<iframe srcdoc="<script>top.document.title='taken'</script>"></iframe>

{% embed url="javascript:document.title='taken'" %}

Harmless`
    const { open, proposed } = await openPage(hostile)
    const page = await open()
    await textOf(page).getByText('click').click()
    await cursorAfter(page, 'Harmless')
    await page.keyboard.type('!')
    await isSaved(page)
    expect(await page.title()).toContain('Setup')
    expect(await proposed()).toBe(`${hostile}!`)
    await page.context().close()
  })

  it('works on a phone in the dark, and for who cannot see it', async () => {
    const text = `${TEXT}\n\n* [ ] Oil`
    const { open, proposed } = await openPage(text)
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, bypassCSP: true }
    const page = await open({ ...phone, colorScheme: 'dark' })
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await cursorAfter(page, 'one')
    await page.getByRole('button', { name: 'Numbered list' }).tap()
    await isSaved(page)
    expect(await proposed()).toBe(text.replace('*   one\n*   two', '1. one\n2. two'))
    await page.context().close()
  })

  it('opens a long page, whose text another process reads, and saves one block of it', async () => {
    const text = Array.from({ length: 300 }, (_, at) => `Paragraph ${at} with  some *bold* text.`).join(
      '\n\n',
    )
    const { open, proposed } = await openPage(text)
    const page = await open()
    await cursorAfter(page, 'Paragraph 152')
    await page.keyboard.type(' and more')
    await isSaved(page)
    expect(await proposed()).toBe(text.replace('Paragraph 152', 'Paragraph 152 and more'))
    await page.context().close()
  })

  it('is small enough to open quickly', () => {
    const script = readFileSync('dist/islands/editor.js')
    expect(gzipSync(script).length).toBeLessThan(160_000)
  })
})
