// Light, dark, and the fonts of a site, as a browser shows them.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../server.ts'
import { openSites, type Site, type Sites } from '../sites.ts'

const LIGHT = 'rgb(255, 255, 255)'
const DARK = 'rgb(18, 18, 20)'

let sites: Sites
let site: Site

beforeAll(async () => {
  sites = await openSites()
  const space = await sites.newSpace('Guide', {
    Welcome: 'Hello, `code` and *emphasis*.',
    Greek: 'Καλημέρα κόσμε.',
    Pictures:
      '<picture><source srcset="https://example.org/dark.png" media="(prefers-color-scheme: dark)"><img src="https://example.org/light.png" alt="A"></picture>',
  })
  site = await sites.newSite('Beacon', [space])
  // A browser may have to be installed first.
}, 900_000)

afterAll(() => sites?.close())

const paperOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

async function customize(change: (look: { themes: object; styling: object }) => void) {
  const look = await sites.api('GET', `${site.url}/customization`)
  change(look)
  await sites.api('PUT', `${site.url}/customization`, look)
}

describe('a site that nobody customized', () => {
  for (const javaScriptEnabled of [true, false])
    it(`is as light or dark as the device, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      for (const [colorScheme, paper] of [
        ['dark', DARK],
        ['light', LIGHT],
      ] as const) {
        const { page, context } = await sites.read(site.home, { colorScheme, javaScriptEnabled })
        expect(await paperOf(page)).toBe(paper)
        await page.goto(`${site.home}pictures`)
        const shown = await page
          .locator('.content img')
          .evaluateAll((all) =>
            all
              .filter((one) => getComputedStyle(one).display !== 'none')
              .map((one) => one.getAttribute('src')),
          )
        expect(shown).toEqual([`https://example.org/${colorScheme}.png`])
        await context.close()
      }
    })

  it('follows the device while it is open, until the reader chooses', async () => {
    const { page, context } = await sites.read(site.home, { colorScheme: 'light' })
    await until(async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.emulateMedia({ colorScheme: 'dark' })
      return (await paperOf(page)) === DARK
    })
    await page.locator('button.theme').click()
    expect(await paperOf(page)).toBe(LIGHT)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paperOf(page)).toBe(LIGHT)
    await page.reload()
    expect(await paperOf(page)).toBe(LIGHT)
    await context.close()
  })

  it('is what members see of it, and so are their own pages', async () => {
    const { page, context } = await sites.read(`${sites.server.url}/o`, { colorScheme: 'dark' })
    expect(await paperOf(page)).toBe(DARK)
    await context.close()
  })
})

describe('a theme that was chosen', () => {
  it('stays as it is on every device', async () => {
    for (const [theme, paper, colorScheme] of [
      ['light', LIGHT, 'dark'],
      ['dark', DARK, 'light'],
    ] as const) {
      await customize((look) => Object.assign(look.themes, { default: theme }))
      const { page, context } = await sites.read(site.home, { colorScheme })
      expect(await paperOf(page)).toBe(paper)
      await context.close()
    }
  })
})

describe('the fonts of a site', () => {
  const fontsOf = async (address: string) => {
    const { page, context, complaints } = await sites.read(address)
    await page.waitForLoadState('networkidle')
    const loaded = await page.evaluate(async () => {
      const faces = [...(await document.fonts.ready)]
      return faces.filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', ''))
    })
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    await context.close()
    expect(complaints).toEqual([])
    const files = asked.filter((url) => url.endsWith('.woff2')).map((url) => url.split('/').at(-1) ?? '')
    return { loaded: [...new Set(loaded)].sort(), files: files.sort() }
  }

  it('come with it, and only those that it has and that its words need', async () => {
    expect(await fontsOf(site.home)).toEqual({
      loaded: ['IBM Plex Mono', 'Inter'],
      files: [
        'ibm-plex-mono-latin-400-normal.woff2',
        'inter-latin-wght-italic.woff2',
        'inter-latin-wght-normal.woff2',
      ],
    })
    expect((await fontsOf(`${site.home}greek`)).files).toEqual([
      'inter-greek-wght-normal.woff2',
      'inter-latin-wght-normal.woff2',
    ])
    await customize((look) => Object.assign(look.styling, { font: 'Lato', monospaceFont: 'FiraCode' }))
    expect((await fontsOf(site.home)).loaded).toEqual(['Fira Code', 'Lato'])
  })
})
