// Published sites for tests in a browser: one server, one browser, and as many sites as a test wants.
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openBrowser } from './browser.ts'
import { openDoor } from './running/database-door.ts'
import { type Api, apiOf, makeFolder, newDatabase, removeFolder, type Server, startServer } from './server.ts'

const TOKEN = 'acceptance-admin-token'
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export type Sites = Awaited<ReturnType<typeof openSites>>
export type Site = { url: string; home: string; id: string }

export async function openSites(settings: Record<string, string> = {}) {
  const folder = await makeFolder()
  const { env } = await newDatabase()
  const door = await openDoor(env.QUIRE_DATABASE_URL)
  const all = { QUIRE_DATABASE_URL: door.url, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off', ...settings }
  const server = await startServer({ folder, env: all })
  let running = server
  const browser = await openBrowser()
  const call: Api = apiOf(server.url, TOKEN)
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const organization = `/v1/orgs/${(await api('POST', '/v1/orgs', { title: 'Sites' })).id}`

  /** Pages are titles and Markdown, in order. */
  async function newSpace(title: string, pages: Record<string, string>, more: object = {}) {
    const space = await api('POST', `${organization}/spaces`, { title, ...more })
    const changes = Object.entries(pages).map(([title, markdown]) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
    }))
    if (changes.length > 0) await api('POST', `/v1/spaces/${space.id}/content`, { changes })
    return space.id as string
  }

  async function newSite(title: string, spaces: string[], more: object = {}): Promise<Site> {
    const { id } = await api('POST', `${organization}/sites`, { title, spaces, ...more })
    const url = `${organization}/sites/${id}`
    const { urls } = await api('POST', `${url}/publish`)
    return { id, url, home: server.url + new URL(urls.published).pathname }
  }

  return {
    server,
    browser,
    api,
    organization,
    newSpace,
    newSite,
    read: (address: string, options?: BrowserContextOptions) => readIn(browser, address, options),
    /** Runs something while nobody reaches the database. */
    withoutDatabase: door.closedDuring,
    /** Kills the server as a crash does, runs something, and starts it again at the same address. */
    async crashedDuring(work: () => Promise<void>) {
      running.signal('SIGKILL')
      await running.ended
      await work()
      running = await startServer({ folder, env: all, port: Number(new URL(server.url).port) })
    },
    async close() {
      await closeAll({ browser, server: running, folder })
      await door.close()
    },
  }
}

type Opened = { browser?: Browser; server?: Server; folder: string }

/** Also when not all of it came to be. */
export async function closeAll({ browser, server, folder }: Opened) {
  await browser?.close()
  server?.signal('SIGTERM')
  await server?.ended
  await removeFolder(folder)
}

/** Nobody here asks other hosts: whether those answer is nothing of ours. */
export function stayHere(context: BrowserContext, home: string) {
  return context.route(
    (url) => url.origin !== new URL(home).origin && url.protocol !== 'data:',
    (route) => route.abort(),
  )
}

/** A page that tells of everything that went wrong on it: errors, what the policy had to stop, dialogs. */
export async function readIn(browser: Browser, address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  await stayHere(context, address)
  const page = await context.newPage()
  const complaints: string[] = []
  const isOurs = (text: string) => !/net::ERR_|Failed to load resource/.test(text)
  page.on('console', (message) => {
    if (message.type() === 'error' && isOurs(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const response = await page.goto(address)
  return { page, context, complaints, status: response?.status() }
}

/** By how many pixels it is wider than the screen. On a phone, `innerWidth` grows with what is too wide. */
export async function overflowOf(page: Page): Promise<number> {
  const width = page.viewportSize()?.width ?? 0
  return (await page.evaluate<number>('document.documentElement.scrollWidth')) - width
}

export async function seriousFindings(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE }).catch(() => {})
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself there.
    const { violations } = await (globalThis as any).axe.run()
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`)
  })
}
