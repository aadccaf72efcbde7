// Everyday jobs of those who write: each with the mouse, and with keys alone.
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../test/measures/pdf.ts'
import { isSaved, PICTURE, textOf } from '../editor/editor.ts'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { press, skipToContent, tabBackTo, tabTo, unfold } from './keyboard.ts'
import { clickAfter, countClicks, openTeam } from './team.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const TYPO = '# Setup\n\nRun the  instaler.\n\n*   one\n*   two\n\n~~~sh\nmake\n~~~\n\nThe end'
const RIGHT = TYPO.replace('instaler', 'installer')

describe('a typo', () => {
  it('is mended in three clicks, from the page that readers see to what they see then', async () => {
    const { space, open, read } = await openTeam(sites, { Setup: TYPO })
    const { home } = await sites.newSite('Lights', [space])
    const page = await open('/o')
    await page.goto(home)
    const clicks = await countClicks(page.context())
    await page.getByRole('link', { name: 'Edit' }).first().click()
    await textOf(page).waitFor()
    await clickAfter(page, 'instal')
    await page.keyboard.type('l')
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('Readers see your change now').waitFor()
    expect(clicks()).toBe(3)
    expect(await read('Setup')).toBe(RIGHT)
    await page.goto(home)
    await page.getByText('Run the installer.').waitFor()
    await page.context().close()
  })

  it('is mended with keys alone, from the palette', async () => {
    const { open, read } = await openTeam(sites, { Wiring: TYPO })
    const page = await open('/o')
    const { keyboard } = page
    await keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to or run' }).waitFor()
    await keyboard.type('wiring')
    await page.getByRole('option', { name: /Wiring.*Lighthouse/ }).waitFor()
    await keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/o')
    await press(page, 'link', 'Edit')
    await textOf(page).waitFor()
    await skipToContent(page)
    await tabTo(page, 'textbox', 'Text of the page')
    for (const key of ['Control+Home', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'])
      await keyboard.press(key)
    await keyboard.type('l')
    await page.getByRole('button', { name: 'Merge' }).waitFor()
    await keyboard.press('Escape')
    expect(await tabBackTo(page, 'button', 'Merge')).toBe(1)
    await keyboard.press('Enter')
    await page.getByText('Readers see your change now').waitFor()
    expect(await read('Wiring')).toBe(RIGHT)
    await page.getByRole('link', { name: 'Back to pages' }).and(page.locator(':focus')).waitFor()
    await page.context().close()
  })
})

const WRITTEN = `# Title

Some **bold** and \`code\`.

* one
* two

1. first

> quoted

\`\`\`sh
make
  run
  it
\`\`\`

{% hint style="info" %}
Mind this
{% endhint %}
`

describe('a page', () => {
  it('is added and written with the mouse', async () => {
    const { open, api, requests } = await openTeam(sites, { Setup: TYPO })
    const page = await open('pages')
    await page.getByRole('button', { name: 'Change it in a change request' }).click()
    await page.getByText('Add a page', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).first().fill('Wicks')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('treeitem', { name: 'Wicks' }).getByRole('link', { name: 'Edit: Wicks' }).click()
    await textOf(page).click()
    await page.keyboard.type('Trim it')
    await page.getByLabel('Kind of text').selectOption('Heading 1')
    await textOf(page).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Bulleted list' }).click()
    await page.keyboard.type('every evening\n\n')
    await page.getByRole('button', { name: 'Insert' }).click()
    await page.getByRole('option', { name: 'Hint' }).click()
    await page.keyboard.type('Mind the glass')
    await isSaved(page)
    expect(await newPage(api, requests)).toEqual({
      title: 'Wicks',
      markdown: '# Trim it\n\n* every evening\n\n{% hint style="info" %}\nMind the glass\n{% endhint %}\n',
    })
    await page.context().close()
  })

  it('is added and written with keys alone, as Markdown is typed', async () => {
    const { open, api, requests } = await openTeam(sites, { Setup: TYPO })
    const page = await open('pages')
    const { keyboard } = page
    await press(page, 'button', 'Change it in a change request')
    await page.waitForURL(/changes\/1\/~pages/)
    await unfold(page, 'Add a page')
    await tabTo(page, 'textbox', 'Title')
    await keyboard.type('Wicks\n')
    // The new page has the focus.
    await page.getByRole('treeitem', { name: 'Wicks' }).and(page.locator(':focus')).waitFor()
    await keyboard.press('Space')
    await page.getByRole('menuitem', { name: 'Edit' }).and(page.locator(':focus')).waitFor()
    await keyboard.press('Enter')
    await textOf(page).waitFor()
    await skipToContent(page)
    await tabTo(page, 'textbox', 'Text of the page')
    const lines = ['# Title', 'Some **bold** and `code`.', '- one', 'two', '', '1. first', '', '> quoted', '']
    for (const line of lines) await keyboard.type(`${line}\n`)
    await keyboard.type('```sh make\n  run\nit')
    await keyboard.press('Control+Enter')
    await keyboard.type('/hin')
    await page.getByRole('option', { name: 'Hint' }).waitFor()
    await keyboard.press('Enter')
    await keyboard.type('Mind this')
    await isSaved(page)
    expect(await newPage(api, requests)).toEqual({ title: 'Wicks', markdown: WRITTEN })
    await page.reload()
    await textOf(page).waitFor()
    await page.getByText('No changes yet').waitFor()
    await page.context().close()
  })

  /** The last one of the first change request. */
  async function newPage(api: Sites['api'], requests: string) {
    const { pages } = await api('GET', `${requests}/1/content/pages`)
    const { id, title } = pages.at(-1)
    const { markdown } = await api('GET', `${requests}/1/content/page/${id}?format=markdown`)
    return { title, markdown }
  }
})

describe('a picture', () => {
  const lamp = { name: 'lamp.png', mimeType: 'image/png', buffer: PICTURE }

  async function isThere(page: Page, read: (title: string, number: number) => Promise<string>) {
    await isSaved(page)
    const text = await read('Setup', 1)
    expect(text).toMatch(/\n\nThe end\n\n(!\[A lamp\]\(|<figure><img src=").*lamp\.png/)
    expect(text.startsWith(TYPO)).toBe(true)
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.ProseMirror img')?.naturalWidth === 1,
    )
  }

  it('is put in and described with the mouse', async () => {
    const { open, read, idOf } = await openTeam(sites, { Setup: TYPO })
    const page = await open(`edit/${idOf('Setup')}`)
    await textOf(page).waitFor()
    await clickAfter(page, 'The end')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Image' }).click()
    await (await chooser).setFiles(lamp)
    await page.getByLabel('Description for those who cannot see it').click()
    await page.keyboard.type('A lamp')
    await isThere(page, read)
    await page.context().close()
  })

  it('is put in and described with keys alone', async () => {
    const { open, read, idOf } = await openTeam(sites, { Setup: TYPO })
    const page = await open(`edit/${idOf('Setup')}`)
    const { keyboard } = page
    await textOf(page).waitFor()
    await skipToContent(page)
    await tabTo(page, 'textbox', 'Text of the page')
    await keyboard.press('Control+End')
    const chooser = page.waitForEvent('filechooser')
    await keyboard.type(' /picture')
    await page.getByRole('option', { name: 'Image' }).waitFor()
    await keyboard.press('Enter')
    await (await chooser).setFiles(lamp)
    const description = page.getByLabel('Description for those who cannot see it')
    await description.waitFor()
    await keyboard.press('Escape')
    expect(await tabTo(page, 'textbox', 'Description for those who cannot see it')).toBe(1)
    await keyboard.type('A lamp')
    await keyboard.press('Escape')
    await textOf(page).and(page.locator(':focus')).waitFor()
    await isThere(page, read)
    await page.context().close()
  })
})

describe('a change request', () => {
  it('is opened with the mouse, and then listed for those who review', async () => {
    const { open, person } = await openTeam(sites, { Setup: TYPO })
    const rita = await person('Rita', 'review')
    const page = await open('changes')
    await page.getByText('New change request', { exact: true }).click()
    await page.getByLabel('Subject').fill('Explain the lamp')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('You are arranging the pages of change request #1').waitFor()
    await page.getByRole('link', { name: 'Explain the lamp' }).click()
    await page.getByRole('button', { name: 'Open it for review' }).click()
    await page.getByText('It is open.').waitFor()
    const other = await open('changes', { token: rita.token })
    await other.getByRole('link', { name: 'Explain the lamp' }).click()
    await other.getByRole('button', { name: 'Approve' }).waitFor()
    await page.context().close()
    await other.context().close()
  })

  it('is opened with keys alone', async () => {
    const { open } = await openTeam(sites, { Setup: TYPO })
    const page = await open('changes')
    const { keyboard } = page
    await unfold(page, 'New change request')
    await tabTo(page, 'textbox', 'Subject')
    await keyboard.type('Explain the keys\n')
    await page.waitForURL(/~pages$/)
    await skipToContent(page)
    await press(page, 'link', 'Explain the keys')
    await page.waitForURL(/~review$/)
    await skipToContent(page)
    await press(page, 'button', 'Open it for review')
    await page.getByText('It is open.').and(page.locator(':focus')).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.context().close()
  })
})

describe('a PDF', () => {
  const pages = { Lamp: 'Trim the wick.', Keeper: 'Wakes at night.' }

  /** What somebody reads who opens it. */
  async function opened(page: Page) {
    const link = page.getByRole('link', { name: 'Open the PDF' })
    await link.waitFor()
    const answer = await fetch(new URL((await link.getAttribute('href')) ?? '', page.url()))
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    return JSON.stringify(readPdf(Buffer.from(await answer.arrayBuffer())))
  }

  it('of a whole space is made with the mouse while somebody looks, and opened', async () => {
    const page = await (await openTeam(sites, pages)).open('pages')
    await page.getByRole('link', { name: 'PDF', exact: true }).click()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Make the PDF' }).click()
    const text = await opened(page)
    expect(text).toContain('Trim the wick.')
    expect(text).toContain('Wakes at night.')
    expect(await seriousFindings(page)).toEqual([])
    await page.context().close()
  })

  it('of one page is made with keys alone, on a narrow screen in the dark', async () => {
    const viewport = { width: 390, height: 800 }
    const page = await (await openTeam(sites, pages)).open('pages', { viewport, colorScheme: 'dark' })
    await page.getByRole('treeitem', { name: 'Lamp' }).waitFor()
    await skipToContent(page)
    await press(page, 'link', 'PDF')
    await page.waitForURL(/~\/pdf$/)
    await skipToContent(page)
    await tabTo(page, 'combobox', 'What is in it')
    await page.keyboard.type('Keeper')
    await tabTo(page, 'checkbox', 'Without the pages below it')
    await page.keyboard.press('Space')
    await press(page, 'button', 'Make the PDF')
    const text = await opened(page)
    expect(text).toContain('Wakes at night.')
    expect(text).not.toContain('Trim the wick.')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await skipToContent(page)
    await tabTo(page, 'link', 'Open the PDF')
    await page.context().close()
  })
})

describe('a Word document', () => {
  const parts = {
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml':
      '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Wind the clock </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>daily</w:t></w:r></w:p></w:body></w:document>',
  }
  const zipped = zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])))
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const clock = { name: 'The clock.docx', mimeType: type, buffer: Buffer.from(zipped) }

  it('is taken in with the mouse', async () => {
    const { open } = await openTeam(sites, { Lamp: 'Trim the wick.' })
    const page = await open('pages')
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByLabel('File', { exact: true }).setInputFiles(clock)
    await page.getByRole('button', { name: 'Import' }).first().click()
    await page.getByRole('status').getByRole('link', { name: 'Pages' }).click()
    await page
      .getByRole('treeitem', { name: 'The clock' })
      .getByRole('link', { name: 'The clock', exact: true })
      .click()
    await page.getByText('Wind the clock daily').waitFor()
    await page.context().close()
  })

  it('is taken in with keys alone', async () => {
    const { open } = await openTeam(sites, { Lamp: 'Trim the wick.' })
    const page = await open('import')
    const { keyboard } = page
    await skipToContent(page)
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, 'button', 'File')
    await keyboard.press('Enter')
    await (await chooser).setFiles(clock)
    await press(page, 'button', 'Import')
    // What came of it has the focus.
    await page.locator('[role=status]:focus').waitFor()
    await press(page, 'link', 'Pages')
    const row = page.getByRole('treeitem', { name: 'The clock' })
    await row.waitFor()
    await skipToContent(page)
    await tabTo(page, 'treeitem', 'Lamp')
    await keyboard.press('End')
    await row.and(page.locator(':focus')).waitFor()
    await keyboard.press('Enter')
    await page.getByText('Wind the clock daily').waitFor()
    await page.context().close()
  })
})
