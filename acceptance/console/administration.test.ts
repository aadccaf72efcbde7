// The pages of those who run sites and an organization, in a real browser; what they do there is in ../jobs.
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { apiOf, makeFolder, newDatabase, runCommand, type Server, startServer, TOKEN } from '../server.ts'
import { closeAll, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

let server: Server
let browser: Browser
let folder: string
let home: string
/** Of the demo: a site of three sections that everyone can read. */
let site: string
let ask: ReturnType<typeof apiOf>

beforeAll(async () => {
  folder = await makeFolder()
  const env = { ...(await newDatabase()).env, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' }
  const { code, err } = await runCommand(folder, ['demo'], env)
  expect(code, err).toBe(0)
  server = await startServer({ folder, env })
  browser = await openBrowser()
  ask = apiOf(server.url, TOKEN)
  const { items } = (await ask('GET', '/v1/orgs')).body
  home = new URL(items[0].urls.app).pathname
  const sites = (await ask('GET', `/v1/orgs/${items[0].id}/sites`)).body.items
  const beacon = sites.find(({ title }: { title: string }) => title === 'Beacon docs')
  site = `${home}/~sites/${beacon.id}`
}, 900_000)

afterAll(() => closeAll({ browser, server, folder }))

function open(path: string, options: BrowserContextOptions = {}) {
  return openSignedIn(browser, server.url, path, options)
}

describe('somebody who runs a site', () => {
  it('finds no fault of accessibility on these pages, in any width and theme', async () => {
    const paths = ['structure', 'look', 'audience', 'domain', 'redirects', 'insights'].map(
      (part) => `${site}/${part}`,
    )
    const others = [
      '~people/teams',
      '~people/access',
      '~settings',
      '~settings/delete',
      '~settings/tokens',
      '~settings/webhooks',
      '~settings/audit',
    ]
    const space = (await ask('GET', `/v1${home.replace('/o', '/orgs')}/spaces`)).body.items[0]
    const { id } = (await ask('GET', `/v1${site.replace('/o', '/orgs').replace('/~', '/')}/site-spaces`)).body
      .items[0]
    const single = [`${site}/look/${id}`, `${home}/s/${space.id}/~/settings/transfer`, '/o/~new-organization']
    const tools = ['~integrations', '~specs', '~translations', '~sites/new']
    const all = [...paths, ...single, ...[...others, ...tools].map((part) => `${home}/${part}`)]
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(site, { colorScheme })
      for (const path of all) {
        await page.goto(server.url + path)
        expect(await seriousFindings(page), `${path} ${colorScheme}`).toEqual([])
        const { width = 0 } = page.viewportSize() ?? {}
        // biome-ignore lint/suspicious/noExplicitAny: there is a document in the browser.
        const whole = await page.evaluate(() => (globalThis as any).document.documentElement.scrollWidth)
        expect(whole, path).toBeLessThanOrEqual(width)
      }
      await page.context().close()
    }
  })

  it('moves no page sideways on a phone, however long what it shows is', async () => {
    const path = `/v1${site.replace('/o', '/orgs').replace('/~', '/')}`
    const source = `/${'partofanoldaddress'.repeat(10)}`
    const url = `https://docs.example.org${source}`
    const { status } = await ask('POST', `${path}/redirects`, {
      source,
      destination: { kind: 'external', url },
    })
    expect(status).toBe(201)
    const webhook = await ask('POST', `/v1${home.replace('/o', '/orgs')}/webhooks`, { url, events: ['*'] })
    expect(webhook.status).toBe(201)
    const width = 390
    const phone = { viewport: { width, height: 844 }, isMobile: true, hasTouch: true }
    const page = await open(site, phone)
    const webhooks = `${home}/~settings/webhooks`
    const ofSite = ['', '/structure', '/look', '/audience', '/domain', '/redirects', '/insights']
    const paths = [...ofSite.map((part) => site + part), webhooks, `${webhooks}/${webhook.body.id}`]
    for (const path of [...paths, `${home}/~people`, `${home}/~sign-in`, `${home}/~settings/audit`]) {
      await page.goto(server.url + path)
      // biome-ignore lint/suspicious/noExplicitAny: there is a document in the browser.
      const whole = await page.evaluate(() => (globalThis as any).document.documentElement.scrollWidth)
      // A phone shows a page that is too wide smaller: its window is as wide as the page then.
      expect(whole, path).toBe(width)
    }
    await page.context().close()
  })
})
