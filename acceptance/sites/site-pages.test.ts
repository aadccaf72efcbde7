// What readers meet on sites of every kind, in a real browser: who is let in, what is drawn, what never runs.
import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../server.ts'
import { openSites, type Site, type Sites, seriousFindings } from '../sites.ts'

const PART = `A page as people write them, with some words in a row so that it has a length.

## Part of it

{% hint style="info" %}
Something to know, and [a link](https://example.org).
{% endhint %}

\`\`\`js
const answer = 42
\`\`\`

`
const HINTS = ['success', 'warning', 'danger']
  .map(
    (style) =>
      `{% hint style="${style}" %}\nMind **this**, and [that](https://example.org).\n{% endhint %}\n`,
  )
  .join('\n')
const BLOCKS = `${PART}
${HINTS}
{% tabs %}
{% tab title="Oil" %}
Rapeseed oil.
{% endtab %}
{% tab title="Gas" %}
Gas.
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### Install

Run it.
{% endstep %}
{% endstepper %}

<details>

<summary>Why?</summary>

So.

</details>

| Part | Of |
| ---- | -- |
| Lens | Glass |

<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td><strong>One</strong></td></tr></tbody></table>

{% content-ref url="https://example.org" %}
[Example](https://example.org)
{% endcontent-ref %}

$$
a^2
$$

{% updates format="full" %}
{% update date="2026-11-01" tags="api" %}
## Version 2

New things.
{% endupdate %}
{% endupdates %}

{% columns %}
{% column width="33%" %}
Left column.
{% endcolumn %}
{% column %}
Right column.
{% endcolumn %}
{% endcolumns %}
`
const DIAGRAMS = `\`\`\`mermaid
flowchart LR
  A[Reader] --> B[Page]
\`\`\`

\`\`\`mermaid
flowchart LR
  A --> --> [[
\`\`\`
`
const ARABIC = '## البداية\n\nنص عربي ليقرأه الناس.\n\n* واحد\n\n```js\nconst a = 1\n```\n'

let sites: Sites
let docs: Site

beforeAll(async () => {
  sites = await openSites()
  const guide = await sites.newSpace('Guide', {
    Welcome: 'Hello.',
    'As people write': PART.repeat(6),
    Blocks: BLOCKS,
    Diagrams: DIAGRAMS,
  })
  docs = await sites.newSite('Beacon', [guide])
  const api = await sites.newSpace('API', { Reference: 'Ask.' })
  await sites.api('POST', `${docs.url}/sections`, { spaceId: api, title: 'API', icon: 'code' })
  const arabic = await sites.newSpace('العربية', { مرحبا: ARABIC, ثان: 'نص.' }, { language: 'ar' })
  await sites.api('POST', `${docs.url}/site-spaces`, { spaceId: arabic })
  // A browser may have to be installed first.
}, 900_000)

afterAll(() => sites?.close())

describe('the weight of a page of 20 KB', () => {
  it('is less than 60 KB with its styles and scripts, and 25 KB as it travels', async () => {
    const context = await sites.browser.newContext()
    const page = await context.newPage()
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(`${docs.home}as-people-write`, { waitUntil: 'networkidle' })
    const isFont = (response: Response) => response.url().endsWith('.woff2')
    const sizes = await Promise.all(
      responses
        .filter((response) => !isFont(response))
        .map(async (response) => {
          const body = await response.body()
          expect(response.headers()['content-encoding'], response.url()).toBe('gzip')
          return { url: response.url(), raw: body.length, packed: gzipSync(body).length }
        }),
    )
    const [html] = sizes
    expect(html?.raw).toBeGreaterThan(18_000)
    expect(html?.raw).toBeLessThan(22_000)
    const sum = (of: 'raw' | 'packed') => sizes.reduce((total, size) => total + size[of], 0)
    expect(sum('raw'), JSON.stringify(sizes)).toBeLessThan(60_000)
    expect(sum('packed')).toBeLessThan(25_000)
    // Its text and its code: packed already, and kept for all pages.
    const fonts = await Promise.all(responses.filter(isFont).map((response) => response.body()))
    expect(fonts.length).toBeGreaterThan(0)
    expect(fonts.reduce((total, { length }) => total + length, 0)).toBeLessThan(70_000)
    await context.close()
  })
})

describe('a page of 20 KB while it comes', () => {
  it('does not move', async () => {
    const context = await sites.browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(WATCH)
    await page.goto(`${docs.home}as-people-write`, { waitUntil: 'networkidle' })
    // To its end, as readers go.
    await page.mouse.wheel(0, 20_000)
    await page.waitForFunction(() => scrollY > 0)
    const seen = await page.evaluate<Seen>('seen')
    expect(seen.paints).toContain('first-contentful-paint')
    expect(seen.shifts).toEqual([])
    await context.close()
  })
})

type Seen = { paints: string[]; shifts: number[] }

/** What the browser itself tells of how a page came to be. */
const WATCH = `
  window.seen = { paints: [], shifts: [] }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name }) => seen.paints.push(name))
  watch('layout-shift', ({ value }) => seen.shifts.push(value))
`

describe('diagrams', () => {
  it('are drawn, follow the theme, and show their source where they can not be drawn', async () => {
    const { page, context, complaints } = await sites.read(`${docs.home}diagrams`)
    const picture = page.locator('pre.drawn img')
    await picture.waitFor()
    const size = await picture.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    )
    expect(size).toBeGreaterThan(100)
    expect(await picture.getAttribute('alt')).toContain('A[Reader] --> B[Page]')
    const light = await picture.getAttribute('src')
    expect(light).toContain('Reader')
    expect(await page.locator('pre.mermaid:not(.drawn)').innerText()).toContain('A --> --> [[')
    await page.locator('button.theme').click()
    await page.waitForFunction(
      (before) => document.querySelector('pre.drawn img')?.getAttribute('src') !== before,
      light,
    )
    expect(complaints).toEqual([])
    await context.close()
  })

  it('are their source without script', async () => {
    const { page, context } = await sites.read(`${docs.home}diagrams`, { javaScriptEnabled: false })
    expect(await page.locator('pre.mermaid').first().innerText()).toContain('A[Reader] --> B[Page]')
    await context.close()
  })

  it('cost nothing on other pages', async () => {
    const { page, context } = await sites.read(docs.home)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${docs.home}blocks`, { waitUntil: 'networkidle' })
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((url) => /mermaid|drawing|diagrams/.test(url))).toEqual([])
    await context.close()
  })
})

describe('who is let in', () => {
  it('is who follows the share link, and nobody else', async () => {
    const space = await sites.newSpace('Plans', { Plans: 'The canaryplan.' })
    const site = await sites.newSite('Plans', [space], { visibility: 'share-link' })
    const refused = await sites.read(site.home)
    expect(refused.status).toBe(403)
    expect(await refused.page.locator('h1').innerText()).toBe('This site is not open to everyone')
    expect(await refused.page.content()).not.toContain('canaryplan')
    const { urls } = await sites.api('POST', `${site.url}/share-links`, { name: 'Friends' })
    await refused.page.goto(sites.server.url + new URL(urls.published).pathname)
    expect(await refused.page.locator('article').innerText()).toContain('The canaryplan.')
    expect(refused.page.url()).toBe(site.home)
    // Scripts can not read what opens the site, and other sites are not sent it: only that there is such a site.
    expect(await refused.page.evaluate(() => document.cookie)).toBe('')
    const names = async (home: string) => (await refused.context.cookies(home)).map(({ name }) => name).sort()
    expect(await names(site.home)).toEqual(['quire_share', 'quire_visits'])
    expect(await names(docs.home)).toEqual(['quire_visits'])
    await refused.context.close()
  })

  it('is who signs in with a token, who then sees what is for them', async () => {
    const space = await sites.newSpace('Members', {
      Home: 'For all.\n\n{% if visitor.claims.plan == "pro" %}\nOnly the canarypro.\n{% endif %}\n',
    })
    const site = await sites.newSite('Members', [space], { visibility: 'visitor-auth' })
    await sites.api('PATCH', site.url, { adaptiveContent: { enabled: true } })
    const { privateKey } = await sites.api('GET', `${site.url}/publishing/auth`)
    const refused = await sites.read(site.home)
    expect(refused.status).toBe(401)
    expect(await refused.page.content()).not.toContain('For all.')
    for (const [plan, isPro] of [
      ['pro', true],
      ['free', false],
    ] as const) {
      const { page, context } = await sites.read(`${site.home}?jwt_token=${tokenOf({ plan }, privateKey)}`)
      expect(page.url()).not.toContain('jwt_token')
      expect(await page.locator('article').innerText()).toContain('For all.')
      expect((await page.content()).includes('canarypro')).toBe(isPro)
      await page.reload()
      expect((await page.content()).includes('canarypro')).toBe(isPro)
      await context.close()
    }
    const forged = await sites.read(`${site.home}?jwt_token=${tokenOf({ plan: 'pro' }, 'another key')}`)
    expect(forged.status).toBe(401)
    await forged.context.close()
    await refused.context.close()
  })
})

/** Of `rgb(r, g, b)`: its hue in a word. */
function nameOfColor(color: string) {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  const least = Math.min(red, green, blue)
  const most = Math.max(red, green, blue)
  if (most - least < 60) return 'grey'
  if (most === blue) return 'blue'
  if (most === green) return 'green'
  return (green - least) / (most - least) > 0.6 ? 'yellow' : 'red'
}

function tokenOf(claims: object, key: string) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, exp: Math.floor(Date.now() / 1000) + 3600 })}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

describe('pages of every kind', () => {
  it('lead from section to section and from variant to variant', async () => {
    const { page, context, complaints } = await sites.read(docs.home)
    await page.locator('.tabs-bar a', { hasText: 'API' }).click()
    expect(await page.locator('h1').innerText()).toBe('Reference')
    expect(await page.locator('.tabs-bar [aria-current]').innerText()).toBe('API')
    await page.locator('.tabs-bar a', { hasText: 'Guide' }).click()
    await page.locator('.top .variants > summary').click()
    await page.locator('.top .variants a', { hasText: 'العربية' }).click()
    expect(await page.locator('h1').innerText()).toBe('مرحبا')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('show every block as what it is, with the styles for it', async () => {
    const { page, context, complaints } = await sites.read(`${docs.home}blocks`)
    const styleOf = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property)
    expect(await page.locator('.update .date').innerText()).toBe('November 1, 2026')
    expect(await page.locator('.update .tag').innerText()).toBe('api')
    expect(await styleOf('.update', 'display')).toBe('grid')
    expect(await styleOf('.column', 'flex-grow')).toBe('35')
    expect(await styleOf('.columns', 'display')).toBe('flex')
    expect(await styleOf('.cards', 'display')).toBe('grid')
    expect(await styleOf('.card', 'position')).toBe('relative')
    expect(await styleOf('.page-card', 'display')).toBe('flex')
    expect(await styleOf('.step', 'padding-left')).toBe('48px')
    expect(await styleOf('.formula', 'text-align')).toBe('center')
    expect(await styleOf('.tabs', 'flex-wrap')).toBe('wrap')
    expect(await styleOf('.code-block', 'position')).toBe('relative')
    expect(await page.locator('body').innerText()).not.toContain('{%')
    // Hints are told apart by their colours, as everywhere.
    const signs = await page
      .locator('.hint-sign')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
    expect(signs.map(nameOfColor)).toEqual(['blue', 'green', 'yellow', 'red'])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('are read from the right where the language is', async () => {
    const { page, context } = await sites.read(docs.home)
    await page.locator('.top .variants > summary').click()
    await page.locator('.top .variants a', { hasText: 'العربية' }).click()
    await page.waitForLoadState()
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    expect(await page.locator('html').getAttribute('lang')).toBe('ar')
    expect(await page.locator('a.skip').textContent()).toBe('انتقل إلى المحتوى')
    const sidebar = await page.locator('.sidebar').boundingBox()
    const article = await page.locator('article').boundingBox()
    expect(sidebar?.x).toBeGreaterThan(article?.x ?? Number.NaN)
    expect(await page.locator('pre').evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
    await context.close()
  })

  it('have tables of names in code that fit a phone, and buttons that open the search', async () => {
    const table = '| Name | Type | What it is |\n| - | - | - |\n| `id` | `string` | Its name |\n'
    const button = '<button type="button" data-action="search" data-query="its name">Look it up</button>\n'
    const space = await sites.newSpace('Names', { Names: `${table}\n${button}` })
    const { home } = await sites.newSite('Names', [space])
    const { page, context } = await sites.read(home, { viewport: { width: 390, height: 844 } })
    expect(
      await page.locator('.table').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBe(0)
    await page.getByRole('link', { name: 'Look it up' }).click()
    expect(await page.locator('dialog.finder input').inputValue()).toBe('its name')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
    const field = page.locator('.top .search input')
    await field.fill('le')
    await page.locator('dialog.finder[open]').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => field.inputValue()).toBe('')
    await context.close()
  })

  it('have a tree that is read however deep it is, and opens nothing empty without script', async () => {
    const space = await sites.newSpace('Deep', {})
    const insert = (title: string, more: object) => ({
      operation: 'insert_page',
      title,
      document: { markdown: 'Words.' },
      ...more,
    })
    // One branch of nine levels, and so many others that they are brought when they are opened.
    const deep = Array.from({ length: 9 }, (_, at) =>
      insert(`Configuration ${at}`, { ref: `d${at}`, ...(at > 0 && { into: `d${at - 1}` }) }),
    )
    const others = Array.from({ length: 60 }, (_, at) => [
      insert(`Another page with pages below it ${at}`, { ref: `o${at}` }),
      insert(`A page that lies below it ${at}`, { into: `o${at}` }),
    ])
    const some = [0, 20, 40].map((from) => others.slice(from, from + 20).flat())
    for (const changes of [deep, ...some]) await sites.api('POST', `/v1/spaces/${space}/content`, { changes })
    const { home } = await sites.newSite('Deep', [space])
    const last = home + deep.map((_, at) => `configuration-${at}`).join('/')
    const { page, context } = await sites.read(last, { javaScriptEnabled: false })
    const current = page.locator('.tree [aria-current]')
    // Both words are whole: one line each at the most.
    const lines = await current.evaluate(
      (link) =>
        (link.firstElementChild?.getClientRects()[0]?.height ?? 0) /
        Number.parseFloat(getComputedStyle(link).lineHeight),
    )
    expect(Math.round(lines)).toBeLessThanOrEqual(2)
    expect(await page.locator('.tree [data-branch] > summary').first().isVisible()).toBe(false)
    expect(await page.locator('.tree [open] > summary').first().isVisible()).toBe(true)
    await context.close()
  })

  const KINDS = ['', 'blocks', 'diagrams', 'nowhere', '~search?q=lens', '~spaces']
  const LOOKS: [number, 'light' | 'dark'][] = [
    [1440, 'light'],
    [1024, 'dark'],
    [390, 'light'],
  ]
  it.each(LOOKS)('fit into %i pixels without a barrier, %s', async (width, theme) => {
    const options: BrowserContextOptions = { viewport: { width, height: 900 }, bypassCSP: true }
    const { page, context } = await sites.read(docs.home, options)
    await page.evaluate((theme) => localStorage.setItem('quire-theme', theme), theme)
    for (const kind of KINDS) {
      await page.goto(docs.home + kind)
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(needed, `${kind} at ${width}`).toBeLessThanOrEqual(width)
      expect(await seriousFindings(page), `${kind} at ${width}`).toEqual([])
    }
    await page.goto(docs.home)
    await page.keyboard.press('Control+k')
    await page.locator('dialog.finder input').fill('lens')
    await page.locator('dialog.finder [role=option]').first().waitFor()
    expect(await seriousFindings(page), 'search').toEqual([])
    await context.close()
  })
})

describe('pages for those who are not let in, or have to wait', () => {
  const look: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, bypassCSP: true }

  async function siteIn(theme: 'light' | 'dark', visibility: string) {
    const space = await sites.newSpace('Closed', { Closed: 'Not for all.' })
    const site = await sites.newSite('Closed', [space], { visibility })
    const customization = await sites.api('GET', `${site.url}/customization`)
    customization.themes.default = theme
    await sites.api('PUT', `${site.url}/customization`, customization)
    return site
  }

  it.each(['light', 'dark'] as const)('have no barrier, %s', async (theme) => {
    const shared = await siteIn(theme, 'share-link')
    const signed = await siteIn(theme, 'visitor-auth')
    const { urls } = await sites.api('POST', `${shared.url}/share-links`, { name: 'Friends' })
    const pages: [string, number][] = [
      [shared.home, 403],
      [signed.home, 401],
      [sites.server.url + new URL(urls.published).pathname, 200],
      [`${sites.server.url}/o`, 200],
      [`${sites.server.url}/preview/none`, 403],
    ]
    for (const [address, status] of pages) {
      const opened = await sites.read(address, look)
      expect(opened.status, address).toBe(status)
      expect(await seriousFindings(opened.page), address).toEqual([])
      await opened.context.close()
    }
  })

  it('have none while the database is away', async () => {
    const all = [await siteIn('light', 'public'), await siteIn('dark', 'public')]
    await sites.withoutDatabase(async () => {
      for (const site of all) {
        const { page, context, status } = await sites.read(site.home, look)
        expect(status).toBe(503)
        expect(await page.locator('h1').count()).toBe(1)
        expect(await seriousFindings(page)).toEqual([])
        await context.close()
      }
    })
    for (const site of all) await until(async () => (await fetch(site.home)).ok)
  })
})

describe('what strangers wrote', () => {
  const RUN = 'window.ranHostile=(window.ranHostile||0)+1;alert(1)'
  const TEXTS = [
    `<script>${RUN}</script>`,
    `<img src=x onerror="${RUN}">`,
    `<svg onload="${RUN}"><script>${RUN}</script></svg>`,
    `<a href="javascript:${RUN}">click</a> [click](javascript:${RUN}) [click](JaVaScRiPt:${RUN}) [click](&#106;avascript:${RUN})`,
    `<iframe src="javascript:${RUN}"></iframe><iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
    `<details ontoggle="${RUN}" open><summary>x</summary>y</details>`,
    `<object data="data:text/html,<script>${RUN}</script>"></object><embed src="javascript:${RUN}">`,
    `<form action="javascript:${RUN}"><button formaction="javascript:${RUN}">x</button></form>`,
    `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
    `<style>@import url(javascript:${RUN});</style><p style="background:url(javascript:${RUN})">x</p>`,
    `{% embed url="javascript:${RUN}" %}`,
    `{% hint style="info\\" onclick=\\"${RUN}" %}\nx\n{% endhint %}`,
    `{% code title="<img src=x onerror=${RUN}>" %}\n\`\`\`"><img src=x onerror="${RUN}">\nx\n\`\`\`\n{% endcode %}`,
    `$$\n\\href{javascript:${RUN}}{x}<img src=x onerror="${RUN}">\n$$`,
    `\`\`\`mermaid\n%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "</style><img src=x onerror='${RUN}'>"}}%%\nflowchart LR\n  A["<img src=x onerror='${RUN}'>"] --> B["<script>${RUN}</script>"]\n  click A href "javascript:${RUN}"\n  click B call alert(1)\n\`\`\``,
    `# <img src=x onerror="${RUN}">`,
    `| <img src=x onerror="${RUN}"> |\n| - |\n| [x](javascript:${RUN}) |`,
  ]
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script><a href="javascript:${RUN}"><text y="20">x</text></a></svg>`
  const NAME = `"><img src=x onerror="${RUN}"><script>${RUN}</script>`.slice(0, 120)

  it('never runs: in texts, titles, files and customizations', async () => {
    const space = await sites.newSpace(NAME.slice(0, 50), { [NAME]: TEXTS.join('\n\n') })
    const file = {
      name: 'x.svg',
      ref: 'drawing',
      contentType: 'image/svg+xml',
      base64: Buffer.from(SVG).toString('base64'),
    }
    await sites.api('POST', `/v1/spaces/${space}/content`, {
      changes: [
        { operation: 'insert_files', files: [file] },
        {
          operation: 'insert_page',
          title: 'Files',
          slug: 'files',
          document: { markdown: '{% file src="drawing" %}\n\n![x](drawing)' },
        },
      ],
    })
    const site = await sites.newSite(NAME.slice(0, 60), [space])
    const look = await sites.api('GET', `${site.url}/customization`)
    const link = { title: NAME.slice(0, 60), to: { kind: 'url', url: 'https://example.org/#onclick=x' } }
    look.header.links = [{ ...link, links: [link] }]
    look.footer = { groups: [{ title: NAME, links: [link] }], copyright: NAME }
    look.announcement = { enabled: true, message: NAME, style: 'info', link }
    await sites.api('PUT', `${site.url}/customization`, look)
    const opened = await sites.read(site.home)
    const { page, context, complaints } = opened
    const ran = () => page.evaluate(() => (globalThis as { ranHostile?: number }).ranHostile)
    expect(opened.status).toBe(200)
    // What draws diagrams has seen them.
    await page.locator('pre.drawn img').waitFor()
    expect(await page.locator('article').innerText()).toContain('click')
    for (const clicked of await page.locator('article :is(a, button, summary):visible').all())
      await clicked.click({ noWaitAfter: true, timeout: 2_000 }).catch(() => {})
    expect(page.url().startsWith(sites.server.url)).toBe(true)
    expect(await ran()).toBeUndefined()
    expect(
      await page.locator('[href^="javascript:" i], [onerror], [onload], [onclick], [srcdoc]').count(),
    ).toBe(0)
    await page.goto(`${site.home}~search?q=${encodeURIComponent(NAME)}`)
    expect(await ran()).toBeUndefined()
    await page.goto(`${site.home}${encodeURIComponent(NAME)}`)
    expect(await ran()).toBeUndefined()
    await page.goto(`${site.home}files`)
    const address = await page.locator('.file a').first().getAttribute('href')
    expect(await ran()).toBeUndefined()
    // Nothing came so far that the policy had to stop it.
    expect(complaints).toEqual([])
    await page.goto(sites.server.url + address).catch(() => {})
    expect(await ran()).toBeUndefined()
    // There, scripts are left to its own policy.
    expect(complaints.filter((complaint) => !/Content Security Policy|sandboxed/.test(complaint))).toEqual([])
    // The same file is none of another site's.
    const elsewhere = String(address).replace(new URL(site.home).pathname, new URL(docs.home).pathname)
    expect(elsewhere).not.toBe(address)
    expect((await fetch(sites.server.url + address)).status).toBe(200)
    expect((await fetch(sites.server.url + elsewhere)).status).toBe(404)
    await context.close()
  })

  it('is refused where colours and addresses are expected', async () => {
    const look = await sites.api('GET', `${docs.url}/customization`)
    const hostile = 'red;}</style><script>window.ranHostile=1</script>'
    const changes = [
      { styling: { ...look.styling, primaryColor: { light: hostile, dark: hostile } } },
      { styling: { ...look.styling, font: hostile } },
      { header: { ...look.header, logo: { light: 'javascript:alert(1)', dark: 'javascript:alert(1)' } } },
      { privacyPolicy: { url: 'javascript:alert(1)' } },
    ]
    for (const change of changes)
      await expect(sites.api('PUT', `${docs.url}/customization`, { ...look, ...change })).rejects.toThrow(
        /400/,
      )
  })
})
