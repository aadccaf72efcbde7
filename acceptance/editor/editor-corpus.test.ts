// Pages as people wrote them, in a browser: opened and left, nothing is saved; with one letter more, that is all that is
// new. A folder of real ones may be told.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSites, type Sites } from '../sites.ts'
import { isSaved, pageEditor, textOf } from './editor.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const FEW = [
  '# Setup\n\nRun the  instaler.\n\n*   one\n*   two\n\n~~~sh\nmake\n~~~\n\nThe end',
  'Setext\n------\n\n+ plus\n+ list\n\n3) three\n4) four\n\n> quoted\n> text\n',
  'Before\r\n\r\n| Name | Value |\r\n|------|:-----:|\r\n| __some__  | 1   |\r\n\r\nAfter\r\n',
  '{% hint style="warning" %}\nMind the **gap**.\n\n1. first\n2. second\n{% endhint %}\n\n{% tabs %}\n{% tab title="Linux" %}\nInstall\n{% endtab %}\n{% endtabs %}\n',
  '<details><summary>More</summary>\n\nInside it.\n\n</details>\n\n<table><thead><tr><th>Name</th></tr></thead><tbody><tr><td>Lamp</td></tr></tbody></table>\n',
]

const MOST = 300
/** Some seconds for each page, where many are told. */
const PATIENCE = 3_600_000
const LONGEST = 20_000

/** As many as are tried, from all over the folder. */
function textsOf(folder: string | undefined): string[] {
  if (!folder) return FEW
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  const texts = names
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.length < LONGEST && /[a-z]{2}/i.test(text))
  const step = Math.max(1, Math.floor(texts.length / MOST))
  return texts.filter((_, at) => at % step === 0).slice(0, MOST)
}

/** Puts the cursor in the middle of the text; false where none of it can be written in. */
function cursorInMiddle(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const root = document.querySelector<HTMLElement>('.ProseMirror')
    if (!root) return false
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: { node: Node; at: number }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = /[a-z](?=[a-z])/i.exec(node.textContent ?? '')?.index
      const { parentElement } = node
      const isText = !parentElement?.closest('a, [contenteditable="false"], .kept, .edit-atom')
      if (at !== undefined && isText) found.push({ node, at: at + 1 })
    }
    const place = found[found.length >> 1]
    if (!place) return false
    root.focus()
    getSelection()?.collapse(place.node, place.at)
    return true
  })
}

/** Blanks in a cell give way to what is typed in it, so that bars stay below each other. */
function withoutOneLetter(after: string, text: string): string {
  let at = 0
  while (at < text.length && after[at] === text[at]) at += 1
  const line = after.slice(0, at).split('\n').length - 1
  const rest = after.slice(0, at) + after.slice(at + 1)
  if (rest === text) return rest
  const [lines, before] = [rest.split('\n'), text.split('\n')]
  const bars = (one = '') => one.replaceAll(/ +(?=\|)/g, ' ')
  if (bars(lines[line]) === bars(before[line])) lines[line] = before[line] ?? ''
  return lines.join('\n')
}

describe('real pages in a browser', () => {
  it(
    'keep every byte that nobody touched',
    async () => {
      const { api, newSpace, organization, server } = sites
      const texts = textsOf(process.env.QUIRE_TEST_PAGES)
      const { signIn } = await pageEditor(sites, 'Text')
      const space = await newSpace('Corpus', {})
      const ids: string[] = []
      for (const [at, markdown] of texts.entries()) {
        const changes = [{ operation: 'insert_page', title: `Page ${at}`, document: { markdown } }]
        const { changes: done } = await api('POST', `/v1/spaces/${space}/content`, { changes })
        ids.push(done[0].page.id ?? done[0].page)
      }
      const { number } = await api('POST', `/v1/spaces/${space}/change-requests`, { subject: 'Letters' })
      const request = `/v1/spaces/${space}/change-requests/${number}`
      const home = `${server.url}/o/${organization.split('/').at(-1)}/s/${space}`
      const page = await signIn()
      let typed = 0
      const changed: string[] = []
      for (const [at, id] of ids.entries()) {
        const { revision } = await api('GET', request)
        await page.goto(`${home}/~/changes/${number}/~edit/${id}`)
        await textOf(page).waitFor()
        const isPlaced = await cursorInMiddle(page)
        await page.getByText('No changes yet').waitFor()
        expect((await api('GET', request)).revision).toBe(revision)
        if (!isPlaced) continue
        await page.keyboard.type('Q')
        await page.keyboard.press('Control+s')
        await isSaved(page)
        const { markdown } = await api('GET', `${request}/content/page/${id}?format=markdown`)
        const text = texts[at] ?? ''
        typed += 1
        if (withoutOneLetter(markdown, text) !== text) changed.push(`${text.slice(0, 80)}\n→\n${markdown}`)
      }
      expect(changed).toEqual([])
      expect(typed).toBeGreaterThan(texts.length * 0.8)
      if (process.env.QUIRE_TEST_PAGES) console.info({ pages: texts.length, typed })
      await page.context().close()
    },
    PATIENCE,
  )
})
