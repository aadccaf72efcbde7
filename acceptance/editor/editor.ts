// The page editor in a browser, for tests of what people do in it.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { TOKEN, until } from '../server.ts'
import type { Sites } from '../sites.ts'

/** One pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A space with one page, and somebody who opens it. `prepare` may make another first page. */
export async function pageEditor(
  sites: Sites,
  text: string,
  prepare: (space: string) => Promise<unknown> = async () => {},
) {
  const { api, server, browser, organization } = sites
  const space = await sites.newSpace('Guide', { Setup: text, 'Other page': 'Other' })
  // Pages are found a moment after they were written, and what people look for is asked once.
  await until(async () => (await api('GET', `/v1/spaces/${space}/search?query=other`)).items.length > 0)
  await prepare(space)
  const { pages } = await api('GET', `/v1/spaces/${space}/content/pages`)
  const id: string = pages[0].id
  const home = `${server.url}/o/${organization.split('/').at(-1)}/s/${space}`
  async function signIn(options: BrowserContextOptions = {}, token = TOKEN) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto(`${server.url}/o/~sign-in?token`)
    await page.getByLabel('API token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${server.url}/o`)
    return page
  }
  async function open(options: BrowserContextOptions = {}, number?: number, token = TOKEN) {
    const page = await signIn(options, token)
    await page.goto(number === undefined ? `${home}/~/edit/${id}` : `${home}/~/changes/${number}/~edit/${id}`)
    await textOf(page).waitFor()
    return page
  }
  const read = async (content: string) =>
    (await api('GET', `/v1/spaces/${space}/${content}/page/${id}?format=markdown`)).markdown
  const proposed = (number = 1): Promise<string> => read(`change-requests/${number}/content`)
  const published = (): Promise<string> => read('content')
  return { api, server, space, id, home, signIn, open, proposed, published }
}

export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' })
export const isSaved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()

/** Somebody who would never look by themselves whether others wrote. */
export const withoutLooking = (page: Page) =>
  page.addInitScript(() => {
    const every = window.setInterval.bind(window)
    Object.assign(window, {
      setInterval: (work: () => void, after: number) => (after === 20_000 ? 0 : every(work, after)),
    })
  })

/** Two people on one page of a change request, of whom the first hears of the other only by saving. */
export async function twoPeople(open: Awaited<ReturnType<typeof pageEditor>>['open']) {
  const one = await open()
  await cursorAfter(one, 'The end')
  await one.keyboard.type('!')
  await isSaved(one)
  const two = await open({}, 1)
  await one.route('**/o/v1/user/activity/stream*', (route) => route.abort())
  await withoutLooking(one)
  await one.reload()
  await textOf(one).waitFor()
  return [one, two] as const
}

export async function cursorAfter(page: Page, words: string) {
  await page.evaluate((words) => {
    const walker = document.createTreeWalker(
      document.querySelector('.ProseMirror') ?? document,
      NodeFilter.SHOW_TEXT,
    )
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(words) ?? -1
      if (at < 0) continue
      document.querySelector<HTMLElement>('.ProseMirror')?.focus()
      getSelection()?.collapse(node, at + words.length)
      return
    }
    throw new Error(`No ${words}`)
  }, words)
  await page.waitForTimeout(50)
}
