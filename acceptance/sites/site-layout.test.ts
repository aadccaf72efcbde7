// Where things stand on pages that are hard to lay out, measured in a real browser on a phone and on a desk.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitServer, openGitServer } from '../../test/counterparts/git-server.ts'
import { until } from '../server.ts'
import { openSites, type Site, type Sites } from '../sites.ts'

const LONG = 'A very long title that goes on and on until it is wider than the phone it is shown on'
const WORD = 'AnIdentifierThatIsOneWordAndNeverEnds_and_more_and_more_and_more'
const cards = (count: number) =>
  `<table data-view="cards"><thead><tr><th></th></tr></thead><tbody>${'<tr><td>One</td></tr>'.repeat(count)}</tbody></table>`

const WIDE = '---\nlayout:\n  width: wide\n---\n\n'

const PAGES = {
  Long: `<a href="https://example.org" class="button primary">${LONG}</a> <a href="https://example.org" class="button primary">${WORD}</a>

{% tabs %}
{% tab title="${LONG}" %}
Text.
{% endtab %}
{% tab title="${WORD}" %}
Text.
{% endtab %}
{% endtabs %}
`,
  Scrolls: `| ${'Name | '.repeat(9)}
| ${'--- | '.repeat(9)}
| ${'word and word | '.repeat(9)}

\`\`\`sh
${'curl https://example.org/ '.repeat(12)}
\`\`\`
`,
  Names: `See \`organizationIdentifierOfTheParent\` here.

| Name | Meaning | Default | Type | Notes |
| ---- | ------- | ------- | ---- | ----- |
| \`organizationId\` | ${'Words and words. '.repeat(8)} | \`log_format\` | string | ${'More. '.repeat(20)} |

<table><thead><tr><th data-type="select">Kind</th><th>Words</th></tr></thead><tbody><tr><td><span data-option="Not yet available">Not yet available</span></td><td>${'Many words. '.repeat(30)}</td></tr></tbody></table>

${'Words '.repeat(7)}<mark style="background-color:orange;">Deprecated since 4</mark> ${'words '.repeat(6)}<mark style="background-color:orange;">Deprecated since 4</mark>
`,
  Cards: `${cards(3)}\n\n${cards(4)}\n\n${cards(2)}\n`,
  Outlined: '#### First\n\nText.\n\n#### Second\n\nText.\n',
  Plain: 'Words. '.repeat(200),
}

let sites: Sites
let git: GitServer
let site: Site

beforeAll(async () => {
  git = await openGitServer()
  await git.createRepository('docs')
  const titles = Object.keys(PAGES)
  const file = (title: string) => `${title.toLowerCase()}.md`
  await git.commitFiles('docs', 'main', {
    'SUMMARY.md': `# Summary\n\n${titles.map((title) => `* [${title}](${file(title)})\n`).join('')}`,
    ...Object.fromEntries(
      Object.entries(PAGES).map(([title, text]) => [
        file(title),
        `${title === 'Cards' ? WIDE : ''}# ${title}\n\n${text}`,
      ]),
    ),
  })
  sites = await openSites({ QUIRE_ALLOW_PRIVATE_NETWORK: 'on' })
  const space = await sites.newSpace('Guide', {})
  await sites.api('POST', `/v1/spaces/${space}/git/import`, {
    url: git.urlWithCredentials('docs'),
    ref: 'refs/heads/main',
  })
  await until(async () => {
    const { items } = await sites.api('GET', `/v1/spaces/${space}/git/operations?limit=1`)
    return items[0]?.state === 'success'
  })
  const change = (changes: object[]) => sites.api('POST', `/v1/spaces/${space}/content`, { changes })
  await change([{ operation: 'insert_page', type: 'group', title: 'Group', at: 0 }])
  const { pages } = await sites.api('GET', `/v1/spaces/${space}/content/pages`)
  const into = pages.find(({ title }: { title: string }) => title === 'Group').id
  await change([{ operation: 'insert_page', title: 'Inside', into, document: { markdown: 'Text.' } }])
  site = await sites.newSite('Layout', [space])
  // A browser may have to be installed first.
}, 900_000)

afterAll(async () => {
  await sites?.close()
  await git?.close()
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

const boxesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return { left, right, top, bottom, lines: one.getClientRects().length }
    }),
  )

describe('on a phone', () => {
  it('no page is wider than the screen', async () => {
    const { page, context } = await sites.read(site.home, PHONE)
    for (const path of Object.keys(PAGES)) {
      await page.goto(`${site.home}${path.toLowerCase()}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    }
    await context.close()
  })

  it('names in tables and badges stay whole, and long names break between their parts', async () => {
    const { page, context } = await sites.read(`${site.home}names`, PHONE)
    for (const { lines } of await boxesOf(page, 'td code, .content .badge')) expect(lines).toBe(1)
    const heights = await boxesOf(page, '.content td .tag')
    for (const { top, bottom } of heights) expect(bottom - top).toBeLessThan(30)
    const parts = await page
      .locator('p > code')
      .first()
      .evaluate((code) => code.innerHTML.split('<wbr>'))
    expect(parts).toEqual(['organization', 'Identifier', 'Of', 'The', 'Parent'])
    await context.close()
  })
})

describe('tables and code that scroll', () => {
  for (const [selector, name] of [
    ['.table', 'a table'],
    ['.code-block > pre', 'code'],
  ] as const)
    it(`show on which side ${name} goes on`, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, context } = await sites.read(`${site.home}scrolls`, { ...PHONE, colorScheme })
        const edges = async () => {
          const picture = await page.locator(selector).first().screenshot()
          return edgesOf(page, picture.toString('base64'))
        }
        const start = await edges()
        expect(start.right, `${name} ${colorScheme}`).toBeGreaterThan(start.left + 4)
        await page
          .locator(selector)
          .first()
          .evaluate((box) => box.scrollTo(box.scrollWidth, 0))
        const end = await edges()
        expect(end.left, `${name} ${colorScheme}`).toBeGreaterThan(end.right + 4)
        await context.close()
      }
    })
})

/** How far the ground at both ends is from that in the middle, by its lowest line, which has no letters. */
function edgesOf(page: Page, picture: string) {
  return page.evaluate(async (picture) => {
    const image = new Image()
    image.src = `data:image/png;base64,${picture}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const drawn = canvas.getContext('2d', { willReadFrequently: true })
    drawn?.drawImage(image, 0, 0)
    const at = (x: number) => {
      const [red = 0] = drawn?.getImageData(x, image.height - 14, 1, 1).data ?? []
      return red
    }
    const middle = at(image.width / 2)
    return { left: Math.abs(at(3) - middle), right: Math.abs(at(image.width - 4) - middle) }
  }, picture)
}

describe('the search dialog', () => {
  it('says that it searches until there is an answer', async () => {
    const { page, context } = await sites.read(`${site.home}plain`)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/~search.json?*', async (route) => {
      await asked
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.locator('dialog.finder input').fill('words')
    await page.locator('dialog.finder[data-busy]').waitFor()
    expect(await page.locator('dialog.finder .note').innerText()).toBe('Searching…')
    expect(await page.locator('#page\\:found').getAttribute('aria-busy')).toBe('true')
    answer()
    await page.locator('dialog.finder:not([data-busy]) [role=option]').first().waitFor()
    expect(await page.locator('#page\\:found').getAttribute('aria-busy')).toBe('false')
    await context.close()
  })
})

describe('on a desk', () => {
  it('cards fill their rows', async () => {
    const { page, context } = await sites.read(`${site.home}cards`)
    const [right = 0] = (await boxesOf(page, 'article')).map((box) => box.right)
    for (const list of [0, 1, 2]) {
      const all = await boxesOf(page, `.cards >> nth=${list} >> .card`)
      expect(Math.abs((all.at(-1)?.right ?? 0) - right), `list ${list}`).toBeLessThan(2)
    }
    await context.close()
  })

  it('the text begins at the same place with and without an outline', async () => {
    const { page, context } = await sites.read(`${site.home}outlined`)
    const [outlined] = await boxesOf(page, 'h1')
    await page.goto(`${site.home}plain`)
    const [plain] = await boxesOf(page, 'h1')
    expect(plain?.left).toBe(outlined?.left)
    await context.close()
  })

  it('an outline of one level has no steps', async () => {
    const { page, context } = await sites.read(`${site.home}outlined`)
    const padding = await page
      .locator('.outline a')
      .first()
      .evaluate((link) => getComputedStyle(link).paddingInlineStart)
    expect(padding).toBe('14px')
    await context.close()
  })

  it('a page behind a group is apart from it', async () => {
    const { page, context } = await sites.read(`${site.home}plain`)
    const [inside] = await boxesOf(page, '.tree .group ul a')
    const [after, next] = await boxesOf(page, '.tree > .group + li > a, .tree > .group + li + li > a')
    expect((after?.top ?? 0) - (inside?.bottom ?? 0)).toBeGreaterThan(16)
    expect((next?.top ?? 0) - (after?.bottom ?? 0)).toBeLessThan(8)
    await context.close()
  })
})
