// A published site as people meet it: made with one command, read in a real browser.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { makeFolder, newDatabase, runCommand, type Server, startServer, until } from '../server.ts'
import { closeAll, seriousFindings } from '../sites.ts'

const PAGES: Record<string, string> = {
  'README.md': '# Lighthouse\n\nHow to keep a light burning. Begin with [the lamp](guide/lamp.md).\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Lighthouse](README.md)\n\n## Guide\n\n* [The lamp](guide/lamp.md)\n  * [The wick](guide/wick.md)\n* [Every block](guide/blocks.md)\n',
  'guide/lamp.md':
    '---\ndescription: What it is made of\n---\n\n# The lamp\n\n## Lighting it\n\nTurn the *regulator* slowly.\n\n## Putting it out\n\nNever blow. See [the wick](wick.md).\n',
  'guide/wick.md': '# The wick\n\nTrim it daily with the kestrelscissors.\n',
  'guide/blocks.md': `# Every block

{% hint style="warning" %}
Hot.
{% endhint %}

{% tabs %}
{% tab title="Oil" %}
Rapeseed oil.
{% endtab %}
{% tab title="Gas" %}
Acetylene gas.
{% endtab %}
{% endtabs %}

\`\`\`ts
const light = 'on' // burning
\`\`\`

<details>

<summary>Why?</summary>

Ships.

</details>

| Part | Of |
| ---- | -- |
| Lens | Glass |

$$
E = mc^2
$$

- [x] trimmed
- [ ] filled

<script>window.ranHostile = true</script>

<img src="x" onerror="window.ranHostile = true">

[click](javascript:window.ranHostile=true)
`,
}

let server: Server
let browser: Browser
let folder: string
let home: string

beforeAll(async () => {
  folder = await makeFolder()
  const docs = join(folder, 'lighthouse')
  for (const [path, text] of Object.entries(PAGES)) {
    mkdirSync(dirname(join(docs, path)), { recursive: true })
    writeFileSync(join(docs, path), text)
  }
  const { env } = await newDatabase()
  const published = await runCommand(folder, ['publish', docs, '--json'], env)
  expect(published.code, published.err).toBe(0)
  const { address, pages } = JSON.parse(published.out)
  expect(pages).toBe(4)
  server = await startServer({ folder, env })
  home = server.url + new URL(address).pathname
  browser = await openBrowser()
  // The index follows what was published before there was a server.
  await until(async () => {
    const found = await (await fetch(`${home}~search.json?q=kestrelscissors`)).json()
    return found.pages.length > 0
  })
  // A browser may have to be installed first.
}, 900_000)

afterAll(() => closeAll({ browser, server, folder }))

/** A page on which nothing may go wrong: no error, and nothing that the policy had to stop. */
async function open(path = '', options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  const response = await page.goto(home + path)
  return { page, context, complaints, status: response?.status() }
}

describe('a reader in a browser', () => {
  it('reads, follows links and knows where they are', async () => {
    const { page, complaints, context } = await open()
    expect(await page.title()).toBe('Lighthouse')
    expect(await page.locator('h1').innerText()).toBe('Lighthouse')
    await page.locator('article a', { hasText: 'the lamp' }).first().click()
    await page.waitForURL(/guide\/lamp$/)
    expect(await page.locator('nav a[aria-current=page]').first().innerText()).toBe('The lamp')
    expect(await page.locator('[id="page:outline-title"]').isVisible()).toBe(true)
    await page.locator('a', { hasText: 'Putting it out' }).first().click()
    await page.waitForURL(/#putting-it-out$/)
    await page.locator('a[rel=next], .pagination a, a', { hasText: 'The wick' }).last().click()
    await page.waitForURL(/guide\/(lamp\/)?wick$/)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('finds by keyboard', async () => {
    const { page, complaints, context } = await open()
    await page.keyboard.press('Control+k')
    await page.locator('dialog.finder input').waitFor()
    await page.keyboard.type('kestrelscissors')
    await page.locator('dialog.finder [role=option]').first().waitFor()
    expect(await page.locator('dialog.finder').innerText()).toContain('The wick')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/wick/)
    expect(complaints).toEqual([])
    await context.close()
  })

  it.each([
    '"kestrelscissors"',
    'kestrelscissors-',
    "kestrelscissors'",
    '<kestrelscissors>',
    '_kestrelscissors_',
  ])('finds %s, whatever signs stand in it', async (typed) => {
    const { page, complaints, context } = await open('guide/blocks')
    // A tab that was chosen is no field that somebody types in.
    await page.getByRole('radio', { name: 'Gas' }).check()
    await page.keyboard.press('/')
    await page.locator('dialog.finder input').waitFor()
    await page.keyboard.type(typed)
    await page.locator('dialog.finder [role=option]').first().waitFor()
    expect(await page.locator('dialog.finder').innerText()).toContain('The wick')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('finds what was typed before the dialog was there', async () => {
    const { page, context } = await open()
    let letThrough = () => {}
    const typed = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/search.js', (route) => typed.then(() => route.continue()))
    await page.reload()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('kestrel')
    letThrough()
    await page.locator('dialog.finder input').waitFor()
    await page.keyboard.type('scissors')
    await page.locator('dialog.finder [role=option]').first().waitFor()
    expect(await page.locator('dialog.finder').innerText()).toContain('The wick')
    await context.close()
  })

  it('chooses a theme that stays', async () => {
    const { page, context } = await open()
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const before = await paper()
    await page.locator('button.theme').click()
    const after = await paper()
    expect(after).not.toBe(before)
    await page.goto(`${home}guide/lamp`)
    expect(await paper()).toBe(after)
    await context.close()
  })

  it('sees every block, and nothing that strangers wrote runs', async () => {
    const { page, complaints, context } = await open('guide/blocks')
    await page.locator('text=Rapeseed oil').waitFor()
    expect(await page.getByText('Acetylene gas').isVisible()).toBe(false)
    await page.getByRole('radio', { name: 'Gas' }).check()
    expect(await page.getByText('Acetylene gas').isVisible()).toBe(true)
    expect(await page.locator('math').count()).toBe(1)
    expect(await page.locator('pre .hljs-keyword, pre [class*=keyword]').first().innerText()).toBe('const')
    expect(await page.evaluate(() => (globalThis as { ranHostile?: boolean }).ranHostile)).toBeUndefined()
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
    expect(await page.locator('body').innerText()).not.toMatch(/\{%/)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('shows the heading that a link of another tool means', async () => {
    const { page, context } = await open('guide/lamp#id-putting.it.-out', {
      viewport: { width: 1280, height: 300 },
    })
    const top = () =>
      page.locator('#putting-it-out').evaluate((heading) => heading.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(150)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await context.close()
  })

  it('needs no script', async () => {
    const { page, context } = await open('guide/lamp', { javaScriptEnabled: false })
    expect(await page.locator('article').innerText()).toContain('Turn the regulator slowly.')
    await page.locator('aside a, nav a', { hasText: 'Every block' }).first().click()
    await page.waitForURL(/blocks$/)
    await page.goto(`${home}~search?q=regulator`)
    expect(await page.locator('main').innerText()).toContain('The lamp')
    await context.close()
  })

  it('reads on a phone', async () => {
    const { page, context } = await open('guide/blocks', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    expect(await page.locator('.sidebar').isVisible()).toBe(false)
    await page.locator('button.menu').click()
    await page.locator('.sidebar a', { hasText: 'The lamp' }).click()
    await page.waitForURL(/lamp$/)
    await page.goto(home)
    // A title of one word is not broken for what can be done with the page.
    const lines = await page.evaluate(() => {
      const title = document.querySelector('h1') as HTMLElement
      title.textContent = 'Specifications'
      return title.offsetHeight / Number.parseFloat(getComputedStyle(title).lineHeight)
    })
    expect(Math.round(lines)).toBe(1)
    await context.close()
  })

  it.each([
    ['a page', 'guide/blocks', 'light'],
    ['a page in the dark', 'guide/blocks', 'dark'],
    ['what was found', '~search?q=lamp', 'light'],
    ['a page that is not there', 'nowhere', 'dark'],
  ] as const)('meets no barrier on %s', async (_, path, colorScheme) => {
    const { page, context } = await open(path, { colorScheme, bypassCSP: true })
    expect(await seriousFindings(page)).toEqual([])
    await context.close()
  })
})
