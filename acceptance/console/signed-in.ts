import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { TOKEN } from '../server.ts'

/** A page of the console, in a browser that nobody else is in; by default as the administrator. */
export async function openSignedIn(
  browser: Browser,
  origin: string,
  path: string,
  { token = TOKEN, ...options }: BrowserContextOptions & { token?: string } = {},
): Promise<Page> {
  const viewport = { width: 1440, height: 900 }
  // axe is put into pages whose policy keeps scripts of others out.
  const context = await browser.newContext({ viewport, bypassCSP: true, ...options })
  const page = await context.newPage()
  await page.goto(`${origin}/o/~sign-in?${new URLSearchParams({ token: '', next: path })}`)
  await page.getByLabel('API token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === path.split('?')[0])
  return page
}
