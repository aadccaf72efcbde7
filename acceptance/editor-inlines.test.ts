// What stands in a line and is no text: variables, chosen by their names.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitServer, openGitServer } from '../test/git-server.ts'
import { cursorAfter, isSaved, pageEditor } from './editor.ts'
import { until } from './server.ts'
import { openSites, type Sites, seriousFindings } from './sites.ts'

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
    await isSaved(page)
    expect(await proposed()).toBe(
      written
        .replace('space.vars.version', 'page.vars.api_level')
        .replace('| x |', `| x ${value('page.vars.api_level + 1')} |`),
    )
    await page.context().close()
  })
})
