// What stands in a line and is no text: variables, buttons, icons and footnotes.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitServer, openGitServer } from '../../test/counterparts/git-server.ts'
import { until } from '../server.ts'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { cursorAfter, isSaved, pageEditor } from './editor.ts'

let sites: Sites
let git: GitServer
beforeAll(async () => {
  git = await openGitServer()
  sites = await openSites({ QUIRE_ALLOW_PRIVATE_NETWORK: 'on' })
  await git.createRepository('guide')
})
afterAll(async () => {
  await sites.close()
  await git.close()
})

const value = (expression: string) => `<code class="expression">${expression}</code>`

/** A page of a repository, which is where variables come from. */
async function openWithVariables(text: string) {
  await git.commitFiles('guide', 'main', {
    '.gitbook/vars.yaml': 'product: Quire\nversion: "2.1"\n',
    'README.md': `---\nvars:\n  api_level: 3\n---\n\n# Setup\n\n${text}`,
  })
  const remote = { url: git.urlWithCredentials('guide'), ref: 'refs/heads/main', force: true }
  return pageEditor(sites, '', async (space) => {
    await sites.api('POST', `/v1/spaces/${space}/git/import`, remote)
    await until(
      async () =>
        (await sites.api('GET', `/v1/spaces/${space}/git/operations`)).items[0]?.state === 'success',
    )
  })
}

const chip = (page: Page, text: string) => page.locator('.inline-atom').getByText(text, { exact: true })

describe('variables', () => {
  const TEXT = `Get ${value('space.vars.product')}  *now*, ${value('page.vars.api\\_level')} and ${value('space.vars.gone')}.\n\n| A | B |\n|---|:-:|\n| ${value('1 + 1')} | x |\n`

  it('are read with their values, and stay as they are written', async () => {
    const { open, proposed } = await openWithVariables(TEXT)
    const page = await open({ bypassCSP: true })
    await chip(page, 'Quire').waitFor()
    await chip(page, '3').waitFor()
    await chip(page, '1 + 1').waitFor()
    await page.locator('.inline-atom.missing').getByText('gone').waitFor()
    await page.getByText('No changes yet').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await cursorAfter(page, 'Get ')
    await page.keyboard.type('the ')
    await isSaved(page)
    expect(await proposed()).toBe(TEXT.replace('Get', 'Get the'))
    await page.context().close()
  })

  it('are put in with keys alone, in text and in a cell, and made another', async () => {
    const { open, proposed } = await openWithVariables(TEXT)
    const page = await open({ bypassCSP: true })
    await cursorAfter(page, 'Get ')
    await page.keyboard.type('/vari')
    await page.getByRole('option', { name: 'Variable' }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Variable' })
    await dialog.getByRole('button', { name: 'version' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.type('2.1')
    await page.keyboard.press('Enter')
    await chip(page, '2.1').waitFor()
    await page.keyboard.type(' of ')
    await isSaved(page)
    const written = TEXT.replace('Get ', `Get ${value('space.vars.version')} of `)
    expect(await proposed()).toBe(written)
    for (let back = 0; back < 5; back++) await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Change' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'api_level' }).click()
    await page.getByRole('cell', { name: 'x' }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' /vari')
    await page.getByRole('option', { name: 'Variable' }).waitFor()
    expect(await page.getByRole('listbox', { name: 'Insert a block' }).getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await dialog.getByText('Write an expression instead').click()
    await dialog.getByLabel('Expression').fill('page.vars.api_level +')
    await dialog.getByText('This cannot be read from here on:').waitFor()
    await dialog.getByLabel('Expression').fill('page.vars.api_level + 1')
    await dialog.getByText('This cannot be read from here on:').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await isSaved(page)
    expect(await proposed()).toBe(
      written
        .replace('space.vars.version', 'page.vars.api_level')
        .replace('| x |', `| x ${value('page.vars.api_level + 1')} |`),
    )
    await page.context().close()
  })
})

describe('buttons and icons', () => {
  it('are put in, seen as readers see them, and changed', async () => {
    const before =
      'Press\n\n<a href="https://example.org/a" class="button secondary" data-x="1">Old  one</a> __b__'
    const { open, proposed } = await pageEditor(sites, before)
    const page = await open({ bypassCSP: true })
    await page.locator('.inline-atom.button.secondary').getByText('Old').waitFor()
    await cursorAfter(page, 'Press')
    await page.keyboard.type(' /button')
    await page.getByRole('option', { name: 'Button' }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Button' })
    await dialog.getByLabel('Text of the button').waitFor()
    await page.keyboard.type('Go on')
    await dialog.getByLabel('Address, or words of a page').fill('other')
    await dialog.getByRole('button', { name: 'Other page' }).click()
    await dialog.getByText('Icon', { exact: true }).click()
    await dialog.getByLabel('Find an icon').fill('rocket')
    await dialog.getByRole('button', { name: 'rocket', exact: true }).click()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.locator('.inline-atom.button.primary .icon-drawn').waitFor()
    await isSaved(page)
    const made = '<a href="other-page.md" class="button primary" data-icon="rocket">Go on</a>'
    expect(await proposed()).toBe(before.replace('Press', `Press ${made}`))
    await page.locator('.inline-atom.button.secondary').click()
    await dialog.getByLabel('Look').selectOption('Primary')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await isSaved(page)
    expect(await proposed()).toBe(
      before.replace('Press', `Press ${made}`).replace('button secondary', 'button primary'),
    )
    await page.context().close()
  })

  it('are put in with keys alone: an icon by its name, and another', async () => {
    const { open, proposed } = await pageEditor(sites, 'See')
    const page = await open()
    await cursorAfter(page, 'See')
    await page.keyboard.type(' /icon')
    await page.getByRole('option', { name: 'Icon' }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Icon' })
    await dialog.getByRole('button').nth(3).waitFor()
    await page.keyboard.type('lightbulb')
    await dialog.getByRole('button', { name: 'lightbulb', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await isSaved(page)
    expect(await proposed()).toBe('See <i class="fa-lightbulb">:lightbulb:</i>')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Change' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Find an icon').fill('house chimney')
    await dialog.getByRole('button', { name: 'house-chimney', exact: true }).click()
    await isSaved(page)
    expect(await proposed()).toBe('See <i class="fa-house-chimney">:house-chimney:</i>')
    await page.context().close()
  })
})

describe('footnotes', () => {
  it('are made of chosen words, read, changed and called without words', async () => {
    const { open, proposed } = await pageEditor(sites, 'A lamp  *burns* oil.\n\nThe __end__')
    const page = await open({ bypassCSP: true })
    await cursorAfter(page, 'A ')
    for (const _ of 'lamp') await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('toolbar').getByRole('button', { name: 'Footnote' }).click()
    const dialog = page.getByRole('dialog', { name: 'Footnote' })
    const text = dialog.getByLabel('What it says')
    await text.fill('It has a *wick*.')
    await dialog.locator('.edit-preview em').waitFor()
    expect(await dialog.getByLabel('Words that it explains').inputValue()).toBe('lamp')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await isSaved(page)
    const made = 'A [lamp](#user-content-fn-1)[^1]  *burns* oil.\n\nThe __end__\n\n[^1]: It has a *wick*.\n'
    expect(await proposed()).toBe(made.replace('*wick*', '_wick_'))
    await page.locator('.inline-atom.annotation').click()
    await text.fill('It has two wicks.')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await isSaved(page)
    const changed = made.replace('a *wick*', 'two wicks')
    expect(await proposed()).toBe(changed)
    await cursorAfter(page, 'The ')
    await page.keyboard.type('/foot')
    await page.getByRole('option', { name: 'Footnote' }).waitFor()
    await page.keyboard.press('Enter')
    await text.waitFor()
    await page.keyboard.type('Not of the lamp.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await isSaved(page)
    expect(await proposed()).toBe(`${changed.replace('The ', 'The [^2]')}\n[^2]: Not of the lamp.\n`)
    await page.context().close()
  })
})

describe('people and pages', () => {
  it('are mentioned by their names, with keys alone, and shown by them', async () => {
    const { open, proposed, api } = await pageEditor(sites, 'Ask\n\nSee [x](other-page.md "mention").')
    await api('POST', `${sites.organization}/invites`, { emails: ['ada@example.org'], role: 'edit' })
    const { items } = await api('GET', `${sites.organization}/members?limit=100`)
    const { user } = items.find(({ user }: { user: { email?: string } }) => user.email === 'ada@example.org')
    const page = await open({ bypassCSP: true })
    await page.locator('.inline-atom.mention').getByText('Other page').waitFor()
    await cursorAfter(page, 'Ask')
    await page.keyboard.type(' @ada')
    const people = page.getByRole('listbox', { name: 'People to mention' })
    await people.getByRole('option', { name: 'ada@example.org' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.locator('.inline-atom.mention').getByText('@').waitFor()
    await page.keyboard.type('or @nobody')
    await people.waitFor({ state: 'detached' })
    await isSaved(page)
    expect(await proposed()).toMatch(
      new RegExp(
        `^Ask \\[@[^\\]]+\\]\\(http://[^)]*/u/${user.id} "mention"\\) or @nobody\\n\\nSee \\[x\\]\\(other-page.md "mention"\\)\\.$`,
      ),
    )
    await page.context().close()
  })
})
