// Every option of a site's customization, seen in a real browser.
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitServer, openGitServer } from '../../test/counterparts/git-server.ts'
import { until } from '../server.ts'
import { openSites, type Site, type Sites, stayHere } from '../sites.ts'

const HOME = `Some text with [a link](https://example.org/elsewhere) and \`code\`.

{% hint style="info" %}
One.
{% endhint %}

{% hint style="success" %}
Two.
{% endhint %}

{% hint style="warning" %}
Three.
{% endhint %}

{% hint style="danger" %}
Four.
{% endhint %}
`

const PROMPT = `## Task

Line **one** with \`code\` and [a link](https://example.org/elsewhere).

- a
  - b
- c

1. First.

   \`\`\`js
   let x = 1

   x += 1
   \`\`\`

> Quoted.

- [x] done
- [ ] open

| A | B |
| --- | --- |
| c | d |`

const WORD = 'long'.repeat(60)
const WIDE = `<table><thead><tr><th width="900">A</th>${'<th>B</th>'.repeat(20)}</tr></thead><tbody><tr><td><code>a</code></td>${'<td>word</td>'.repeat(20)}</tr></tbody></table>

\`\`\`
${WORD}
\`\`\`

$$
${'a + '.repeat(200)}b
$$
`

let sites: Sites
let site: Site
let git: GitServer
let context: BrowserContext
let page: Page
// biome-ignore lint/suspicious/noExplicitAny: settings as the API gives them.
let defaults: any

beforeAll(async () => {
  git = await openGitServer()
  await git.createRepository('docs')
  await git.commitFiles('docs', 'main', {
    'docs/README.md': `# Home\n\n${HOME}`,
    'docs/SUMMARY.md':
      '# Summary\n\n* [Home](README.md)\n* [Second](second.md)\n* [Prompt](prompt.md)\n* [Wide](wide.md)\n',
    'docs/second.md': '# Second\n\nMore.\n',
    'docs/wide.md': `# Wide\n\n${WIDE}`,
    'docs/prompt.md': `# Prompt\n\n{% prompt description="Ask" %}\n${PROMPT}\n{% endprompt %}\n`,
  })
  sites = await openSites({ QUIRE_ALLOW_PRIVATE_NETWORK: 'on' })
  const space = await sites.newSpace('Guide', {})
  await sites.api('POST', `/v1/spaces/${space}/git/import`, {
    url: git.urlWithCredentials('docs'),
    ref: 'refs/heads/main',
    repoProjectDirectory: 'docs',
    gitInfo: { provider: 'github', url: 'https://github.com/example/docs' },
  })
  await until(async () => {
    const { items } = await sites.api('GET', `/v1/spaces/${space}/git/operations?limit=1`)
    return items[0]?.state === 'success'
  })
  site = await sites.newSite('Beacon', [space])
  defaults = await sites.api('GET', `${site.url}/customization`)
  context = await sites.browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await stayHere(context, site.home)
  page = await context.newPage()
  // A browser may have to be installed first.
}, 900_000)

afterAll(async () => {
  await sites?.close()
  await git?.close()
})

const both = (color: string) => ({ light: color, dark: color })
const logo = { light: 'https://example.org/light.png', dark: 'https://example.org/dark.png' }
const link = (title: string, url = `https://example.org/${title}`) => ({ title, to: { kind: 'url', url } })
/** Of the first element that is there; undefined where there is none. Nothing waits: the page has come. */
const styleOf = (selector: string, property: string) => () =>
  page.evaluate(
    ([selector = '', property = '']) => {
      const element = document.querySelector(selector)
      return element ? getComputedStyle(element).getPropertyValue(property) : undefined
    },
    [selector, property],
  )
const textOf = (selector: string) => () =>
  page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.innerText, selector)
const attributeOf = (selector: string, name: string) => () =>
  page.evaluate(
    ([selector = '', name = '']) => document.querySelector(selector)?.getAttribute(name),
    [selector, name],
  )
const countOf = (selector: string) => () => page.locator(selector).count()
const isSeen = (selector: string) => () => page.locator(selector).first().isVisible()

const PURPLE = '#7a1fa2'
const IS_PURPLE = 'rgb(122, 31, 162)'

/** What is set, what is looked at, and what must be there. */
type Row = [path: string, value: unknown, look: () => Promise<unknown>, expected: unknown]

const ROWS: Row[] = [
  ['title', 'Another name', textOf('.brand .name'), 'Another name'],
  ['styling.theme', 'muted', styleOf('body', 'background-color'), 'rgb(246, 246, 248)'],
  ['styling.theme', 'gradient', styleOf('body', 'background-image'), expect.stringContaining('gradient')],
  ['styling.primaryColor', both(PURPLE), styleOf('.monogram', 'background-color'), IS_PURPLE],
  ['styling.primaryColor', both(PURPLE), styleOf('.tree [aria-current]', 'color'), IS_PURPLE],
  ['styling.tint', { color: both('#ff0000') }, styleOf('body', 'background-color'), 'rgb(255, 249, 249)'],
  ['styling.infoColor', both(PURPLE), styleOf('.hint.info .hint-sign', 'color'), IS_PURPLE],
  ['styling.successColor', both(PURPLE), styleOf('.hint.success .hint-sign', 'color'), IS_PURPLE],
  ['styling.warningColor', both(PURPLE), styleOf('.hint.warning .hint-sign', 'color'), IS_PURPLE],
  ['styling.dangerColor', both(PURPLE), styleOf('.hint.danger .hint-sign', 'color'), IS_PURPLE],
  ['styling.corners', 'straight', styleOf('.around a', 'border-radius'), '0px'],
  ['styling.corners', 'circular', styleOf('.around a', 'border-radius'), '18px'],
  ['styling.corners', 'straight', styleOf('.hint', 'border-radius'), '0px'],
  ['styling.depth', 'flat', styleOf('.around a', 'box-shadow'), 'none'],
  ['styling.links', 'accent', styleOf('.content a:not([class])', 'text-decoration-thickness'), '2px'],
  [
    'styling.font',
    'Merriweather',
    styleOf('body', 'font-family'),
    expect.stringMatching(/^"?Merriweather.*serif/),
  ],
  [
    'styling.monospaceFont',
    'FiraCode',
    styleOf('.content code', 'font-family'),
    expect.stringMatching(/^"?Fira Code.*monospace/),
  ],
  ['styling.background', 'match', styleOf('body', 'background-color'), 'rgb(250, 251, 254)'],
  ['styling.icons', 'thin', styleOf('.theme .ui', 'stroke-width'), '0.9px'],
  ['styling.icons', 'duotone', styleOf('.theme .ui', 'fill'), expect.not.stringMatching('none')],
  ['styling.sidebar.background', 'filled', styleOf('.sidebar', 'background-color'), 'rgb(250, 250, 251)'],
  ['styling.sidebar.list', 'pill', styleOf('.tree a', 'border-radius'), '99px'],
  ['styling.sidebar.list', 'line', styleOf('.tree > li', 'border-left-width'), '1px'],
  ['styling.search', 'subtle', styleOf('.top .search label', 'border-top-color'), 'rgba(0, 0, 0, 0)'],
  ['internationalization.locale', 'fr', attributeOf('.search input', 'placeholder'), 'Rechercher…'],
  [
    'favicon',
    { emoji: '1f680' },
    attributeOf('link[rel=icon]', 'href'),
    expect.stringContaining(encodeURIComponent('🚀')),
  ],
  ['favicon', { icon: logo }, attributeOf('link[rel=icon]', 'href'), logo.light],
  ['header.preset', 'bold', styleOf('.top', 'background-color'), 'rgb(47, 95, 208)'],
  ['header.preset', 'contrast', styleOf('.top', 'background-color'), 'rgb(26, 26, 31)'],
  ['header.preset', 'none', isSeen('.top'), false],
  ['header.preset', 'none', isSeen('.drawer .brand'), true],
  ['header.backgroundColor', both(PURPLE), styleOf('.top', 'background-color'), IS_PURPLE],
  ['header.linkColor', both('#ffe0ff'), styleOf('.top .search label', 'color'), 'rgb(255, 224, 255)'],
  ['header.logo', logo, attributeOf('.top img.logo.on-light', 'src'), logo.light],
  [
    'header.links',
    [{ ...link('Blog'), links: [] }],
    attributeOf('.links .plain', 'href'),
    'https://example.org/Blog',
  ],
  [
    'header.links',
    [{ ...link('Start'), style: 'button-primary', links: [] }],
    styleOf('.links .button', 'background-color'),
    'rgb(47, 95, 208)',
  ],
  [
    'header.links',
    [{ ...link('Start'), style: 'button-secondary', links: [] }],
    styleOf('.links .button', 'border-top-width'),
    '1px',
  ],
  [
    'header.links',
    [{ title: 'More', to: null, links: [link('One'), link('Two')] }],
    countOf('.links .menu-box li a'),
    2,
  ],
  ['footer.logo', logo, attributeOf('.bottom img.logo', 'src'), logo.light],
  [
    'footer.groups',
    [{ title: 'Company', links: [link('About')] }],
    textOf('.footer-groups'),
    'Company\nAbout',
  ],
  ['footer.copyright', '© Beacon', textOf('.small-print p'), '© Beacon'],
  [
    'announcement',
    { enabled: true, message: 'Version 2 is out', style: 'danger', link: link('Read') },
    textOf('.announcement'),
    'Version 2 is out Read',
  ],
  [
    'announcement',
    { enabled: true, message: 'Version 2 is out', style: 'danger' },
    styleOf('.announcement', '--tone'),
    expect.stringContaining('#b3302a'),
  ],
  ['themes.default', 'dark', styleOf('body', 'background-color'), 'rgb(18, 18, 20)'],
  ['themes.toggeable', false, countOf('.theme'), 0],
  ['pdf.enabled', false, countOf('.print'), 0],
  ['feedback.enabled', true, isSeen('.feedback'), true],
  [
    'git.showEditLink',
    true,
    attributeOf('.facts a', 'href'),
    'https://github.com/example/docs/edit/main/docs/README.md',
  ],
  ['pageActions.externalAI', true, countOf('.actions a[href^="https://chatgpt.com/"]'), 1],
  ['pageActions.markdown', false, countOf('.copy-page'), 0],
  ['externalLinks.target', 'blank', attributeOf('.content a:not([class])', 'target'), '_blank'],
  ['pagination.enabled', false, countOf('.around'), 0],
  ['trademark.enabled', false, countOf('.trademark'), 0],
  [
    'privacyPolicy.url',
    'https://example.org/privacy',
    attributeOf('.small-print a', 'href'),
    'https://example.org/privacy',
  ],
  [
    'socialPreview.url',
    'https://example.org/card.png',
    attributeOf('meta[property="og:image"]', 'content'),
    'https://example.org/card.png',
  ],
]

/** Of these nothing can be seen on a page without more around it. */
const NOT_SEEN = ['ai.mode', 'advancedCustomization.enabled', 'pageActions.mcp', 'insights.trackingCookie']

/** Other settings that one needs to be seen. */
const TOGETHER: Record<string, object> = {
  'header.backgroundColor': { preset: 'custom' },
  'header.linkColor': { preset: 'custom', backgroundColor: both('#101010') },
}

async function set(path: string, value: unknown) {
  const look = structuredClone(defaults)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const place = keys.reduce((part, key) => part[key], look)
  Object.assign(place, TOGETHER[path], { [last]: value })
  await sites.api('PUT', `${site.url}/customization`, look)
}

/** Of events of one type: which values they had, and how often. */
async function counted(column: string, eventType: string): Promise<string> {
  const { columns } = await sites.api('POST', `${site.url}/insights/events/aggregate`, {
    range: 'last30Days',
    select: [{ column }, { column: 'eventsCount' }],
    groupBy: [{ column }],
    where: [{ column: 'eventType', values: [eventType] }],
  })
  const [{ values }, { values: counts }] = columns
  return values
    .map((value: unknown, at: number) => `${value} ${counts[at]}`)
    .sort()
    .join(', ')
}

describe('the customization of a site', () => {
  it('is another one than there is without it', async () => {
    await page.goto(site.home)
    for (const [path, value, look, expected] of ROWS)
      expect(await look(), `${path} ${JSON.stringify(value)}`).not.toEqual(expected)
  })

  it.each(ROWS)('%s %j is seen', async (path, value, look, expected) => {
    await set(path, value)
    await page.goto(site.home)
    expect(await look()).toEqual(expected)
  })

  it('has no option that this does not look at', () => {
    const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
    const { properties } = document.components.schemas.SiteCustomizationSettings
    const paths = Object.entries<{ properties?: object }>(properties).flatMap(([name, { properties }]) =>
      properties && !['announcement', 'favicon'].includes(name)
        ? Object.keys(properties).map((key) => `${name}.${key}`)
        : [name],
    )
    const seen = ROWS.map(([path]) => path.split('.').slice(0, 2).join('.'))
    expect(paths.filter((path) => !seen.includes(path)).sort()).toEqual([...NOT_SEEN].sort())
  })

  it('shows colours of its own in the dark', async () => {
    const look = structuredClone(defaults)
    look.styling.primaryColor = { light: '#123456', dark: '#fedcba' }
    look.themes.default = 'dark'
    await sites.api('PUT', `${site.url}/customization`, look)
    await page.goto(site.home)
    expect(await styleOf('.monogram', 'background-color')()).toBe('rgb(254, 220, 186)')
    await page.locator('button.theme').click()
    expect(await styleOf('.monogram', 'background-color')()).toBe('rgb(18, 52, 86)')
    await page.evaluate(() => localStorage.clear())
  })

  it('lets readers close an announcement for good, and shows the next one', async () => {
    await set('announcement', { enabled: true, message: 'First news', style: 'info' })
    await page.goto(site.home)
    await page.locator('.announcement .close').click()
    await page.goto(`${site.home}second`)
    expect(await isSeen('.announcement')()).toBe(false)
    await set('announcement', { enabled: true, message: 'Second news', style: 'info' })
    await page.goto(site.home)
    expect(await isSeen('.announcement')()).toBe(true)
  })

  it('lets readers say whether a page helped, and copy it as Markdown', async () => {
    await set('feedback.enabled', true)
    await page.goto(`${site.home}second`)
    await page.getByRole('button', { name: 'Partly' }).click()
    await page.getByText('Thank you!').waitFor()
    // It says so for a moment only.
    const said = page.waitForFunction(() => document.querySelector('.copy-page.is-done'))
    await page.locator('.copy-page').click()
    await said
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('# Second\n\nMore.\n')
    await until(async () => (await counted('eventPageFeedbackRating', 'page_post_feedback')) === 'ok 1')
  })

  it('loses nothing on paper, where nothing scrolls', async () => {
    await page.goto(`${site.home}wide`)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 720, height: 900 })
    const boxes = await page.locator('.content :is(.table, pre, .formula)').evaluateAll((all) =>
      all.map((box) => ({
        overflow: getComputedStyle(box).overflow,
        fits: box.scrollWidth <= box.clientWidth || box.matches('.formula'),
      })),
    )
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(boxes).toEqual(new Array(3).fill({ overflow: 'visible', fits: true }))
  })

  it('lets readers copy a prompt as Markdown', async () => {
    await page.goto(`${site.home}prompt`)
    const said = page.waitForFunction(() => document.querySelector('.prompt > .copy.is-done'))
    await page.getByRole('button', { name: 'Copy prompt' }).click()
    await said
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PROMPT)
  })

  it('lets readers be counted by the links they follow and by what they open of what was found', async () => {
    const elsewhere = link('Elsewhere', 'https://elsewhere.example/some/path')
    await set('header.links', [{ ...elsewhere, style: 'link', links: [] }])
    await page.goto(site.home)
    await page.mouse.move(40, 40)
    // What counts comes when the reader stirs, and nobody is as quick as this.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/links.js')),
    )
    // As text: the test runner would make another import of it.
    await page.evaluate(
      "import(document.querySelector('script[type=module]').src.replace('site.js', 'links.js'))",
    )
    await page.locator('main a', { hasText: 'a link' }).click({ modifiers: ['ControlOrMeta'] })
    await page.locator('.top a', { hasText: 'Elsewhere' }).click({ modifiers: ['ControlOrMeta'] })
    await page.locator('.sidebar a', { hasText: 'Second' }).click()
    await page.waitForURL(/second$/)
    await page.keyboard.press('Control+k')
    await page.locator('dialog.finder input').fill('more')
    await page.locator('dialog.finder [role=option]').first().click()
    await until(
      async () => (await counted('eventLinkPosition', 'link_click')) === 'content 1, header 1, sidebar 1',
    )
    expect(await counted('eventLinkTargetDomain', 'link_click')).toBe(
      'elsewhere.example 1, example.org 1, null 1',
    )
    await until(async () => (await counted('eventSearchQuery', 'search_open_result')) === 'more 1')
  })
})
