// What is cut or copied in the editor is pasted as it was: here, on another page, in another space.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSites, type Sites } from '../sites.ts'
import { cursorAfter, isSaved, PICTURE, pageEditor, textOf } from './editor.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const LINE = `See [Other page](other-page.md), <mark style="color:red;">red</mark>, <code class="expression">space.vars.x</code>, $$a^2$$ and :bulb:`
const CARD = `{% content-ref url="other-page.md" %}
[other-page.md](other-page.md)
{% endcontent-ref %}`
const EACH = [
  LINE,
  '#### A small heading <a href="#small" id="small"></a>',
  CARD,
  '{% hint style="warning" %}\nMind the **gap**\n{% endhint %}',
  '* [x] done\n* [ ] open',
  '{% tabs %}\n{% tab title="Linux" %}\napt install\n{% endtab %}\n{% endtabs %}',
  '```js\nconst a = 1\n```',
  '<details>\n\n<summary>More</summary>\n\nInside\n\n</details>',
  '![A lamp](https://example.org/lamp.png)',
  '{% embed url="https://example.org/video" %}',
  '| a | b |\n| --- | --- |\n| **1** | 2 |',
]
const ALL = EACH.join('\n\n')

/** Whatever was saved on the way there. */
const saved = (proposed: () => Promise<string>, text: string) =>
  expect.poll(async () => (await proposed()).trimEnd(), { timeout: 15_000 }).toBe(text)

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(50)
  }
}

describe('what is cut', () => {
  it('is pasted as it was, whatever is in it', async () => {
    const { open, proposed } = await pageEditor(sites, ALL)
    const page = await open()
    await textOf(page).focus()
    await press(page, 'Control+a', 'Control+x')
    await isSaved(page)
    expect(await proposed()).toBe('')
    await press(page, 'Control+v')
    await saved(proposed, ALL)
    await page.context().close()
  })
})

describe('what is copied', () => {
  it('is there twice, and the anchor of a heading once', async () => {
    const { open, proposed } = await pageEditor(sites, ALL)
    const page = await open()
    await textOf(page).focus()
    await press(page, 'Control+a', 'Control+c', 'Control+End', 'Control+Enter', 'Control+v')
    const second = ALL.replace(' <a href="#small" id="small"></a>', '')
    await saved(proposed, `${ALL}\n\n${second}`)
    await page.context().close()
  })

  it('is words with what stands among them, also within a cell', async () => {
    const { open, proposed } = await pageEditor(
      sites,
      `${LINE}\n\n| a | b |\n| --- | --- |\n| one | two |\n\nThe end`,
    )
    const page = await open()
    await cursorAfter(page, 'See ')
    await press(page, 'Shift+End', 'Control+c')
    await cursorAfter(page, 'one')
    await press(page, 'Control+v')
    await cursorAfter(page, 'The end')
    await press(page, 'Space', 'Control+v')
    const words = LINE.slice('See '.length)
    await saved(proposed, `${LINE}\n\n| a | b |\n| --- | --- |\n| one${words} | two |\n\nThe end ${words}`)
    await page.context().close()
  })

  it('goes to another page by its links, also where that page is in another space', async () => {
    const { api, open, space, id, home } = await pageEditor(sites, `${LINE}\n\n${CARD}\n\n[Up](#top)`)
    const page = await open()
    await textOf(page).focus()
    await press(page, 'Control+a', 'Control+c')
    const { pages } = await api('GET', `/v1/spaces/${space}/content/pages`)
    const paste = async (address: string, space: string, to: string) => {
      await page.goto(address)
      await textOf(page).focus()
      await press(page, 'Control+a', 'Control+v')
      await isSaved(page)
      const { document } = await api(
        'GET',
        `/v1/spaces/${space}/change-requests/1/content/page/${to}?format=document`,
      )
      return JSON.stringify(document)
    }
    const other = pages[1].id
    const beside = await paste(`${home}/~/edit/${other}`, space, other)
    expect(beside).toContain(`{"kind":"page","page":"${other}"}`)
    expect(beside).toContain(`{"kind":"anchor","page":"${id}","anchor":"top"}`)
    const far = await sites.newSpace('Far', { Start: 'Text' })
    const [start] = (await api('GET', `/v1/spaces/${far}/content/pages`)).pages
    const away = await paste(`${home.replace(space, far)}/~/edit/${start.id}`, far, start.id)
    expect(away).toContain(`{"kind":"page","space":"${space}","page":"${other}"}`)
    expect(away).toContain(`{"kind":"anchor","space":"${space}","page":"${id}","anchor":"top"}`)
    await page.context().close()
  })

  it('brings its pictures along to another space', async () => {
    const { api, open, home, space } = await pageEditor(sites, 'A picture')
    const page = await open()
    await cursorAfter(page, 'A picture')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Image' }).click()
    await (await chooser).setFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: PICTURE })
    await page.locator('.ProseMirror img').waitFor()
    await isSaved(page)
    await textOf(page).focus()
    await press(page, 'Control+a', 'Control+c')
    const far = await sites.newSpace('Far', { Start: 'Text' })
    const [start] = (await api('GET', `/v1/spaces/${far}/content/pages`)).pages
    await page.goto(`${home.replace(space, far)}/~/edit/${start.id}`)
    await textOf(page).focus()
    await press(page, 'Control+a', 'Control+v')
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.ProseMirror img')?.naturalWidth === 1,
    )
    await isSaved(page)
    const { items } = await api('GET', `/v1/spaces/${far}/change-requests/1/content/files`)
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['lamp.png'])
    await page.context().close()
  })
})

describe('a table that is copied', () => {
  it('brings the files of its cells along to another space', async () => {
    const cell =
      '<a href=".gitbook/assets/plan.png">plan.png</a><a href="https://example.org/a.png">a.png</a>'
    const rows = `<tr><td>One</td><td>${cell}</td></tr>`
    const cards = `<table data-view="cards"><thead><tr><th></th><th data-type="files" data-hidden data-card-cover></th></tr></thead><tbody>${rows}</tbody></table>`
    const files = [{ name: 'plan.png', base64: PICTURE.toString('base64'), contentType: 'image/png' }]
    const prepare = async (space: string) => {
      const at = `/v1/spaces/${space}/content`
      await sites.api('POST', at, { changes: [{ operation: 'insert_files', files }] })
      const [first] = (await sites.api('GET', `${at}/pages`)).pages
      const text = { operation: 'update_page', page: first.id, document: { markdown: `${cards}\n` } }
      await sites.api('POST', at, { changes: [text] })
    }
    const { api, open, home, space } = await pageEditor(sites, 'Cards', prepare)
    const page = await open()
    await textOf(page).focus()
    await press(page, 'Control+a', 'Control+c')
    const far = await sites.newSpace('Far', { Start: 'Text' })
    const [start] = (await api('GET', `/v1/spaces/${far}/content/pages`)).pages
    await page.goto(`${home.replace(space, far)}/~/edit/${start.id}`)
    await textOf(page).focus()
    await press(page, 'Control+a', 'Control+v')
    await page.locator('.cell-pictures img').first().waitFor()
    await isSaved(page)
    const content = `/v1/spaces/${far}/change-requests/1/content`
    const { items } = await api('GET', `${content}/files`)
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['plan.png'])
    const { markdown } = await api('GET', `${content}/page/${start.id}?format=markdown`)
    expect(markdown.trim()).toBe(cards)
    await page.context().close()
  })
})

describe('a clipboard that another page filled', () => {
  it('puts nothing in but what its HTML says', async () => {
    const { open, proposed } = await pageEditor(sites, 'Start')
    const page = await open()
    await cursorAfter(page, 'Start')
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      const content = [
        {
          type: 'atom',
          attrs: { block: { object: 'block', type: 'embed', data: { url: 'https://example.org' } } },
        },
      ]
      const copied = { name: 'guess', from: {}, slice: { content, openStart: 0, openEnd: 0 } }
      clipboardData.setData('application/x-quire', JSON.stringify(copied))
      clipboardData.setData(
        'text/html',
        '<p data-pm-slice="1 1 []"> words<a href="javascript:alert(1)"> here</a></p>',
      )
      document
        .querySelector('.ProseMirror')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await saved(proposed, 'Start words here')
    await page.context().close()
  })
})
