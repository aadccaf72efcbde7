// What goes wrong while somebody writes: the text is still there, and they are told what to do.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSites, type Sites } from '../sites.ts'
import { cursorAfter, isSaved, pageEditor, textOf } from './editor.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const TEXT = 'First\n\nThe end'
const told = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words }).waitFor()

/** Offered again, whenever the page is opened. */
const isKept = (page: Page, words: string) =>
  page.waitForFunction(
    (words) =>
      new Promise<boolean>((resolve) => {
        const request = indexedDB.open('quire-editor')
        request.onsuccess = () => {
          const all = request.result.transaction('drafts').objectStore('drafts').getAll()
          all.onsuccess = () => resolve(JSON.stringify(all.result).includes(words))
          request.result.close()
        }
      }),
    words,
  )

describe('a text that is being written', () => {
  it('outlives the server, and is saved when that is back', async () => {
    const { open, proposed } = await pageEditor(sites, TEXT)
    const page = await open()
    await cursorAfter(page, 'First')
    await page.keyboard.type('!')
    await isSaved(page)
    await sites.crashedDuring(async () => {
      await cursorAfter(page, 'The end')
      await page.keyboard.type(' is near')
      await told(page, 'Your text is kept on this device')
      await isKept(page, 'is near')
    })
    await isSaved(page)
    expect(await proposed()).toBe('First!\n\nThe end is near')
    await page.context().close()
  })

  it('stays when the disk of the server is full, and is saved when there is room', async () => {
    const { open, proposed } = await pageEditor(sites, TEXT)
    const page = await open()
    await page.route('**/content?compat=false', (route) =>
      route.fulfill({
        status: 507,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 507, message: 'There is no room left' } }),
      }),
    )
    await cursorAfter(page, 'The end')
    await page.keyboard.type('!')
    await told(page, 'tell your administrator')
    await isKept(page, 'The end!')
    await page.unroute('**/content?compat=false')
    await page.getByRole('button', { name: 'Try again' }).click()
    await isSaved(page)
    expect(await proposed()).toBe(`${TEXT}!`)
    await page.context().close()
  })

  it('stays when somebody may not edit any more', async () => {
    const { api, organization } = sites
    const user = await api('POST', '/v1/users', { email: 'ada@example.org', displayName: 'Ada' })
    const { token } = await api('POST', `/v1/users/${user.id}/tokens`, { label: 'Ada' })
    await api('POST', `${organization}/invites`, { emails: ['ada@example.org'], role: 'edit' })
    const { open } = await pageEditor(sites, TEXT)
    const page = await open({}, undefined, token)
    await cursorAfter(page, 'First')
    await page.keyboard.type('!')
    await isSaved(page)
    await api('PATCH', `${organization}/members/${user.id}`, { role: 'read' })
    await cursorAfter(page, 'The end')
    await page.keyboard.type(' of mine')
    await told(page, 'You may no longer edit this page')
    await isKept(page, 'of mine')
    expect(await textOf(page).textContent()).toContain('The end of mine')
    await page.context().close()
  })

  it('stays when the page is deleted meanwhile', async () => {
    const { api, space, id, open } = await pageEditor(sites, TEXT)
    const page = await open()
    await cursorAfter(page, 'First')
    await page.keyboard.type('!')
    await isSaved(page)
    const changes = [{ operation: 'delete_page', page: id }]
    await api('POST', `/v1/spaces/${space}/change-requests/1/content`, { changes })
    await cursorAfter(page, 'The end')
    await page.keyboard.type(' of mine')
    await told(page, 'no longer exists')
    await isKept(page, 'of mine')
    expect(await textOf(page).textContent()).toContain('The end of mine')
    await page.context().close()
  })

  it('is written with an input method, and from right to left', async () => {
    const { open, proposed } = await pageEditor(sites, 'Start\n\n')
    const page = await open()
    const devtools = await page.context().newCDPSession(page)
    await cursorAfter(page, 'Start')
    await page.keyboard.press('Enter')
    for (const text of ['に', 'にほ', 'にほん', 'にほんご'])
      await devtools.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    await devtools.send('Input.imeSetComposition', { text: '日本語', selectionStart: 3, selectionEnd: 3 })
    await devtools.send('Input.insertText', { text: '日本語' })
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('مرحبا')
    await page.keyboard.type(' ')
    await page.keyboard.insertText('بالعالم')
    await isSaved(page)
    expect((await proposed()).trim()).toBe('Start\n\n日本語\n\nمرحبا بالعالم')
    const isRightToLeft = await textOf(page)
      .getByText('مرحبا')
      .evaluate((line) => {
        const range = document.createRange()
        range.selectNodeContents(line)
        const [text, box] = [range.getBoundingClientRect(), line.getBoundingClientRect()]
        return box.right - text.right < text.left - box.left
      })
    expect(isRightToLeft).toBe(true)
    await page.context().close()
  })

  it('takes nothing that acts from what is dropped', async () => {
    const { open, proposed } = await pageEditor(sites, TEXT)
    const page = await open()
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData(
        'text/html',
        '<p>Dropped <img src="x" onerror="document.title=1"><a href="javascript:document.title=1">link</a></p><script>document.title=1</script>',
      )
      const line = document.querySelector('.ProseMirror p')
      const { left, top } = line?.getBoundingClientRect() ?? { left: 0, top: 0 }
      const at = { clientX: left + 2, clientY: top + 5, bubbles: true, cancelable: true }
      line?.dispatchEvent(new DragEvent('dragover', { dataTransfer, ...at }))
      line?.dispatchEvent(new DragEvent('drop', { dataTransfer, ...at }))
    })
    await textOf(page).getByText('Dropped').waitFor()
    await isSaved(page)
    expect(await proposed()).not.toMatch(/javascript:|onerror|<script/)
    expect(await page.title()).toContain('Setup')
    await page.context().close()
  })
})
