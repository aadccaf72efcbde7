// What only some readers get: put under a condition, which is put together of what a site knows of its visitors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { cursorAfter, isSaved, pageEditor } from './editor.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const SCHEMA = {
  type: 'object',
  properties: {
    plan: { type: 'string', description: 'Plan', enum: ['free', 'pro'] },
    isBeta: { type: 'boolean', description: 'Takes part in the beta' },
    seats: { type: 'number', description: 'Seats' },
  },
  additionalProperties: false,
}

async function openOnSite(text: string) {
  const editor = await pageEditor(sites, text)
  const site = await sites.newSite('Docs', [editor.space])
  await sites.api('PUT', `${site.url}/adaptive-schema`, { jsonSchema: SCHEMA })
  return editor
}

describe('a condition', () => {
  const TEXT = `First\n\n* __one__\n* two  \n* three\n\n{% if visitor.claims.plan == "pro" %}\nFor *some*\n{% endif %}\n\nLast`

  it('is put around a block, put together, changed and taken away with keys alone', async () => {
    const { open, proposed } = await openOnSite(TEXT)
    const page = await open({ bypassCSP: true })
    await cursorAfter(page, 'one')
    await page.keyboard.press('Escape')
    const tools = page.getByRole('toolbar')
    const tool = tools.getByRole('button', { name: 'Condition' })
    await tools.locator('select').first().and(page.locator(':focus')).waitFor()
    const isThere = () => tool.evaluate((button) => button === document.activeElement)
    for (let stops = 0; stops < 30 && !(await isThere()); stops++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Condition' })
    await dialog.getByRole('button', { name: 'Add a part' }).waitFor()
    await dialog.getByRole('button', { name: 'Add a part' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Comparison').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await dialog.getByLabel('As text').inputValue()).toBe('visitor.claims.plan == "free"')
    await dialog.getByLabel('As text').focus()
    await page.keyboard.press('Enter')
    await isSaved(page)
    const around = '{% if visitor.claims.plan == "free" %}\n* __one__\n* two  \n* three\n{% endif %}'
    expect(await proposed()).toBe(TEXT.replace('* __one__\n* two  \n* three', around))
    await page.keyboard.type('!')
    await isSaved(page)
    expect(await proposed()).toBe(
      TEXT.replace('* __one__\n* two  \n* three', around.replace('one__', 'one!__')),
    )
    await page.keyboard.press('Backspace')
    await isSaved(page)
    await page.getByRole('button', { name: 'Change the condition' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Show to everybody' }).focus()
    await page.keyboard.press('Enter')
    await isSaved(page)
    expect(await proposed()).toBe(TEXT)
    await page.context().close()
  })

  it('is seen as what it is, put together of several parts, and told where it cannot be read', async () => {
    const { open, proposed } = await openOnSite(TEXT)
    const page = await open({ bypassCSP: true })
    await page.getByRole('button', { name: 'visitor.claims.plan == "pro"' }).click()
    const dialog = page.getByRole('dialog', { name: 'Condition' })
    await dialog.getByRole('button', { name: 'Add a part' }).click()
    const second = dialog.getByRole('group', { name: 'Part 2' })
    await second.getByLabel('What is known of the visitor').selectOption('Seats')
    await second.getByLabel('Comparison').selectOption('is at least')
    await second.getByLabel('Value').fill('5')
    await dialog.getByLabel('Shown if').selectOption('any of this holds')
    const text = dialog.getByLabel('As text')
    expect(await text.inputValue()).toBe('visitor.claims.plan == "pro" || visitor.claims.seats >= 5')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await isSaved(page)
    const written = TEXT.replace('"pro"', '"pro" || visitor.claims.seats >= 5')
    expect(await proposed()).toBe(written)
    await page.getByRole('button', { name: 'visitor.claims.seats' }).click()
    await text.fill('visitor.claims.plan == ')
    await dialog.getByText('This cannot be read from here on:').waitFor()
    await text.fill('visitor.claims.plan ? true : false')
    await dialog.getByText('Edit it as text').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await proposed()).toBe(written)
    await page.context().close()
  })
})

describe('a condition in the middle of a line', () => {
  const LINE = 'Some  {%- if visitor.claims.plan == "pro" -%}*know*{% endif %} __it__ of *those who read*.'

  it('is seen as what it is, and changed and taken away with the mouse', async () => {
    const { open, proposed } = await openOnSite(`${LINE}\n\nLast`)
    const page = await open({ bypassCSP: true })
    const tags = page.locator('.edit-text .condition-tag')
    expect(await tags.allInnerTexts()).toEqual([
      'Shown if visitor.claims.plan == "pro"',
      'End of the condition',
    ])
    expect(await seriousFindings(page)).toEqual([])
    await tags.last().click()
    const dialog = page.getByRole('dialog', { name: 'Condition' })
    await dialog.getByLabel('Value').selectOption('free')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await isSaved(page)
    const changed = LINE.replace('"pro"', '"free"')
    expect(await proposed()).toBe(`${changed}\n\nLast`)
    // Words inside are edited as others are.
    await cursorAfter(page, 'know')
    await page.keyboard.type('s')
    await isSaved(page)
    expect(await proposed()).toBe(`${changed.replace('know', 'knows')}\n\nLast`)
    await tags.first().click()
    await dialog.getByRole('button', { name: 'Show to everybody' }).click()
    await isSaved(page)
    expect(await tags.count()).toBe(0)
    expect(await proposed()).toContain('knows')
    expect(await proposed()).not.toContain('{%')
    await page.context().close()
  })

  it('is put around words, changed and taken back with keys alone', async () => {
    const { open, proposed } = await openOnSite('All of you may know.\n\nLast')
    const page = await open({ bypassCSP: true })
    await cursorAfter(page, 'may')
    for (let letter = 0; letter < 3; letter++) await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Escape')
    const tools = page.getByRole('toolbar')
    const tool = tools.getByRole('button', { name: 'Condition' })
    await tools.locator('select').first().and(page.locator(':focus')).waitFor()
    const isThere = () => tool.evaluate((button) => button === document.activeElement)
    for (let stops = 0; stops < 30 && !(await isThere()); stops++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Condition' })
    await dialog.getByLabel('As text').focus()
    await page.keyboard.type('visitor.claims.isBeta')
    await page.keyboard.press('Enter')
    await isSaved(page)
    expect(await proposed()).toBe('All of you {% if visitor.claims.isBeta %}may{% endif %} know.\n\nLast')
    // The tag before the words is chosen as the cursor goes over it.
    await cursorAfter(page, 'you ')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    expect(await dialog.getByLabel('As text').inputValue()).toBe('visitor.claims.isBeta')
    await dialog.getByLabel('As text').fill('visitor.claims.seats >= 5')
    await page.keyboard.press('Enter')
    await isSaved(page)
    const more = 'All of you {% if visitor.claims.seats >= 5 %}may{% endif %} know.\n\nLast'
    expect(await proposed()).toBe(more)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await isSaved(page)
    expect(await proposed()).toBe('All of you may know.\n\nLast')
    await page.context().close()
  })
})
