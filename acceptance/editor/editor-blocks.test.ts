// Blocks that are no text: seen as readers see them, chosen by their words, and edited as source.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../server.ts'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { cursorAfter, isSaved, pageEditor, textOf } from './editor.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const BLOCKS = `{% content-ref url="other-page.md" %}
[other-page.md](other-page.md)
{% endcontent-ref %}

$$
a^2
$$

<svg onload="document.title='taken'"></svg>

{% embed url="https://example.org/<script>document.title=1</script>" %}

{% file src="x.pdf" %}

The end`

describe('blocks that are no text', () => {
  it('are seen as readers see them, and nothing of them runs or can be reached', async () => {
    const { open, proposed } = await pageEditor(sites, BLOCKS)
    const page = await open({ bypassCSP: true })
    const shown = page.locator('.edit-rendered')
    await shown.getByText('Other page').waitFor()
    await shown.locator('math').waitFor({ state: 'attached' })
    expect(await shown.locator('script, [onload]').count()).toBe(0)
    expect(await shown.first().evaluate((element) => element.closest('[inert]') !== null)).toBe(true)
    expect(await page.title()).toContain('Setup')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByText('No changes yet').waitFor()
    await cursorAfter(page, 'The end')
    await page.keyboard.type('!')
    await isSaved(page)
    expect(await proposed()).toBe(`${BLOCKS}!`)
    await page.context().close()
  })

  it('are put in with keys alone: a card of a page, and a formula with its preview', async () => {
    const { open, proposed } = await pageEditor(sites, '')
    const page = await open()
    await textOf(page).focus()
    await page.keyboard.type('/content-ref')
    await page.getByRole('option', { name: 'Card of a page' }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Card of a page' })
    await dialog.waitFor()
    await page.keyboard.type('other')
    await dialog.getByRole('button', { name: 'Other page' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.edit-rendered').getByText('Other page').waitFor()
    await page.keyboard.type('/formula')
    await page.getByRole('option', { name: 'Formula' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Markdown of this block' }).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('$$\nx^2\n$$')
    await page.locator('.edit-preview math').waitFor({ state: 'attached' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await isSaved(page)
    expect(await proposed()).toBe(
      '{% content-ref url="other-page.md" %}\n[other-page.md](other-page.md)\n{% endcontent-ref %}\n\n$$\nx^2\n$$\n',
    )
    await page.context().close()
  })

  it('may be operations of an API that the organization describes', async () => {
    const { api, organization } = sites
    const document = {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'All' } } } } },
    }
    await api('POST', `${organization}/openapi`, {
      slug: 'pets',
      source: { text: JSON.stringify(document) },
    })
    await until(async () => (await api('GET', `${organization}/openapi/pets`)).processingState === 'complete')
    const { open, proposed } = await pageEditor(sites, '')
    const page = await open()
    await textOf(page).focus()
    await page.keyboard.type('/api')
    await page.getByRole('option', { name: 'API operation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'GET /pets' }).click()
    await isSaved(page)
    expect(await proposed()).toContain('{% openapi-operation spec="pets" path="/pets" method="get" %}')
    await page.context().close()
  })
})
