// Title, description and emoji of a page, written in the page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { isSaved, pageEditor, textOf, twoPeople } from './editor.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

async function openHead(text = 'The end') {
  const opened = await pageEditor(sites, text)
  const { api, space, id } = opened
  const head = async () => {
    const page = await api('GET', `/v1/spaces/${space}/change-requests/1/content/page/${id}`)
    return [page.title, page.description ?? '', page.emoji ?? '']
  }
  return { ...opened, head }
}

describe('above the text', () => {
  it('a title, a description and an emoji are written with keys alone, and taken away', async () => {
    const { open, head, proposed } = await openHead()
    const page = await open({ bypassCSP: true })
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Title', { exact: true }).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' guide\n')
    await page.keyboard.type('How it is set up.\n')
    await page.keyboard.type('Here. ')
    await page.getByRole('button', { name: 'Add an emoji' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Emoji' }).waitFor()
    await page.keyboard.type('bulb\n')
    await isSaved(page)
    expect(await head()).toEqual(['Setup guide', 'How it is set up.', '💡'])
    expect(await proposed()).toBe('Here. The end')
    await page.reload()
    await textOf(page).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Setup guide')
    await page.getByRole('button', { name: 'Change the emoji' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Description', { exact: true }).fill('')
    await isSaved(page)
    expect(await head()).toEqual(['Setup guide', '', ''])
    await page.context().close()
  })

  it('an icon is drawn in the direction of the space', async () => {
    const { open } = await pageEditor(sites, 'The end', async (space) => {
      const at = `/v1/spaces/${space}`
      const [first] = (await sites.api('GET', `${at}/content/pages`)).pages
      const changes = [{ operation: 'update_page', page: first.id, icon: 'book' }]
      await sites.api('POST', `${at}/content`, { changes })
      await sites.api('PATCH', at, { language: 'ar' })
    })
    const page = await open()
    const sign = page.getByRole('button', { name: 'Change the emoji' })
    await sign.locator('.icon-drawn').waitFor()
    expect(await sign.textContent()).toBe('')
    expect(await page.locator('.edit-surface').getAttribute('dir')).toBe('rtl')
    await page.context().close()
  })

  it('asks where two people wrote another title, and takes in what only one wrote', async () => {
    const { open, head } = await openHead()
    const [one, two] = await twoPeople(open)
    await two.getByLabel('Description', { exact: true }).fill('Theirs')
    await two.getByLabel('Title', { exact: true }).fill('Their title')
    await isSaved(two)
    await one.getByLabel('Title', { exact: true }).fill('My title')
    const choice = one.getByRole('region', { name: 'Both of you changed this' })
    await choice.getByText('Their title').waitFor()
    await choice.getByText('My title').waitFor()
    expect(await one.getByLabel('Description', { exact: true }).inputValue()).toBe('Theirs')
    expect(await head()).toEqual(['Their title', 'Theirs', ''])
    await choice.getByRole('button', { name: 'Keep yours' }).click()
    await isSaved(one)
    expect(await head()).toEqual(['My title', 'Theirs', ''])
    await Promise.all([one.context().close(), two.context().close()])
  })
})
