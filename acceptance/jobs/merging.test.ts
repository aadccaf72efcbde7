// Everyday jobs of those who decide what readers see: each with the mouse, and with keys alone; a merge on a phone, too.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { press, skipToContent, tabTo, unfold } from './keyboard.ts'
import { AFTER, BEFORE, LAMP, openDraft } from './lamp.ts'
import { openTeam, PHONE } from './team.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const hasFocus = (page: Page, text: string) => page.getByText(text).and(page.locator(':focus')).waitFor()

describe('a change request', () => {
  it('is merged with the mouse', async () => {
    const { open, read } = await openDraft(sites)
    const page = await open('changes/1/~review')
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('Readers see the changes now').waitFor()
    expect(await read(LAMP)).toBe(AFTER)
    await page.context().close()
  })

  it('is merged with keys alone', async () => {
    const { open, read } = await openDraft(sites)
    const page = await open('changes/1/~review')
    await skipToContent(page)
    await press(page, 'button', 'Merge')
    await hasFocus(page, 'Readers see the changes now')
    expect(await read(LAMP)).toBe(AFTER)
    await press(page, 'link', 'Read the changes')
    await page.context().close()
  })

  it.each([true, false])('is merged on a phone, with script: %s', async (javaScriptEnabled) => {
    const { open, read } = await openDraft(sites)
    const page = await open('changes/1/~review', { ...PHONE, javaScriptEnabled })
    await page.getByRole('button', { name: 'Merge' }).tap()
    await page.getByText('Readers see the changes now').waitFor()
    expect(await read(LAMP)).toBe(AFTER)
    await page.context().close()
  })
})

describe('a conflict', () => {
  const THERE = BEFORE.replace('slowly until', 'at once, when')

  async function openConflict() {
    const team = await openDraft(sites)
    await team.publish(LAMP, THERE)
    await team.api('POST', `${team.requests}/1/update`)
    return team
  }

  it('is resolved with the mouse by choosing what they see', async () => {
    const { open, read } = await openConflict()
    const page = await open('changes/1/~review')
    await page.getByRole('link', { name: 'Resolve conflicts' }).click()
    await page.getByRole('radio', { name: /The space.*at once, when/ }).check()
    await page.getByRole('button', { name: 'Keep what is chosen' }).click()
    await page.getByText('There are no conflicts').waitFor()
    await page.getByRole('link', { name: 'Back to the change request' }).click()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('Readers see the changes now').waitFor()
    expect(await read(LAMP)).toBe(
      AFTER.replace(/Turn the regulator.*/, (line) =>
        line.replace('slowly, and wait until', 'at once, when').concat('\n\nOpen the damper by half.'),
      ),
    )
    await page.context().close()
  })

  it('is resolved with keys alone by a text of their own', async () => {
    const { open, read } = await openConflict()
    const page = await open('changes/1/~review')
    const { keyboard } = page
    await skipToContent(page)
    await press(page, 'link', 'Resolve conflicts')
    await page.waitForURL(/~conflicts$/)
    await skipToContent(page)
    await unfold(page, 'Write your own')
    await tabTo(page, 'textbox', 'Your text, in Markdown')
    await keyboard.press('Control+A')
    await keyboard.type('Turn it **my** way.')
    await press(page, 'button', 'Preview')
    await page.getByText('As readers will see it').waitFor()
    expect(await page.locator('.own strong').textContent()).toBe('my')
    expect(await seriousFindings(page)).toEqual([])
    await skipToContent(page)
    await press(page, 'button', 'Keep what is chosen')
    await hasFocus(page, 'Your choice is kept.')
    expect(await read(LAMP, 1)).toBe(AFTER.replace(/Turn the regulator.*/, 'Turn it **my** way.'))
    await press(page, 'link', 'Back to the change request')
    await page.waitForURL(/~review$/)
    await skipToContent(page)
    await press(page, 'button', 'Merge')
    await hasFocus(page, 'Readers see the changes now')
    await page.context().close()
  })
})

describe('an old version', () => {
  async function openChanged() {
    const team = await openTeam(sites, { [LAMP]: BEFORE })
    await team.publish(LAMP, AFTER)
    return team
  }

  it('of a space comes back with the mouse', async () => {
    const { open, read } = await openChanged()
    const page = await open('pages')
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText('Restore', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Restore this version' }).first().click()
    await page.getByText('The space is as it was then').waitFor()
    expect(await read(LAMP)).toBe(BEFORE)
    await page.context().close()
  })

  it('of a page comes back with keys alone, and says what changed', async () => {
    const { open, read, idOf } = await openChanged()
    const page = await open('pages')
    const { keyboard } = page
    await page.getByRole('treeitem', { name: LAMP }).waitFor()
    await skipToContent(page)
    await tabTo(page, 'treeitem', LAMP)
    await keyboard.press('Space')
    await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
    await keyboard.type('s')
    await page.getByRole('menuitem', { name: 'Settings' }).and(page.locator(':focus')).waitFor()
    await keyboard.press('Enter')
    await page.waitForURL(/~\/page\//)
    await skipToContent(page)
    await press(page, 'link', 'Versions of this page')
    await page.waitForURL((url) => url.pathname.endsWith(`${idOf(LAMP)}/versions`))
    expect(await seriousFindings(page)).toEqual([])
    await skipToContent(page)
    await unfold(page, 'Restore')
    await press(page, 'button', 'Restore this version of the page')
    await hasFocus(page, 'The page is as it was then.')
    expect(await read(LAMP)).toBe(BEFORE)
    await press(page, 'link', 'What changed')
    await page.locator('.piece.edited').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.context().close()
  })
})
