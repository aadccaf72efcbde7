// A team and a space of it, for tests of what people do every day.
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openSignedIn } from '../console/signed-in.ts'
import { apiOf } from '../server.ts'
import type { Sites } from '../sites.ts'

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}

export type Team = Awaited<ReturnType<typeof openTeam>>

/** Pages are titles and Markdown, in order. */
export async function openTeam(sites: Sites, pages: Record<string, string>) {
  const { api, server, browser, organization } = sites
  const space = await sites.newSpace('Lighthouse', pages)
  const home = `/o/${organization.split('/').at(-1)}/s/${space}`
  const requests = `/v1/spaces/${space}/change-requests`
  const listed: { id: string; title: string }[] = (await api('GET', `/v1/spaces/${space}/content/pages`))
    .pages

  const idOf = (title: string) => {
    const found = listed.find((one) => one.title === title)
    if (!found) throw new Error(`No ${title}`)
    return found.id
  }
  const edit = (title: string, markdown: string) => ({
    operation: 'update_page',
    page: idOf(title),
    document: { markdown },
  })
  return {
    ...{ sites, api, space, home, requests, idOf },
    /** Below the space, or anywhere. */
    open: (path: string, options: BrowserContextOptions & { token?: string } = {}) =>
      openSignedIn(browser, server.url, path.startsWith('/') ? path : `${home}/~/${path}`, options),
    /** A change request that has edited pages so. */
    async propose(subject: string, texts: Record<string, string> = {}): Promise<number> {
      const { number } = await api('POST', requests, { subject })
      const changes = Object.entries(texts).map((one) => edit(...one))
      if (changes.length > 0) await api('POST', `${requests}/${number}/content`, { changes })
      return number
    },
    publish: (title: string, markdown: string) =>
      api('POST', `/v1/spaces/${space}/content`, { changes: [edit(title, markdown)] }),
    /** What readers of the space get, or those of a change request. */
    async read(title: string, number?: number): Promise<string> {
      const content = number === undefined ? 'content' : `change-requests/${number}/content`
      return (await api('GET', `/v1/spaces/${space}/${content}/page/${idOf(title)}?format=markdown`)).markdown
    },
    /** Somebody else, with a role in this space. */
    async person(name: string, role: 'review' | 'edit') {
      const email = `${name}-${space}@example.org`.toLowerCase()
      const { id } = await api('POST', '/v1/users', { email, displayName: name })
      await api('POST', `${organization}/invites`, { emails: [{ email, role: null }] })
      await api('POST', `/v1/spaces/${space}/permissions`, { role, users: [id] })
      const { token } = await api('POST', `/v1/users/${id}/tokens`, { label: 'test' })
      return { id: id as string, email, token: token as string, api: apiOf(server.url, token) }
    },
  }
}

/** How often somebody pressed a mouse button since, on whichever page. */
export async function countClicks(context: BrowserContext) {
  let clicks = 0
  await context.exposeBinding('toldOfPress', () => {
    clicks += 1
  })
  const listen = () =>
    // biome-ignore lint/suspicious/noExplicitAny: the browser has what was exposed.
    addEventListener('pointerdown', () => (globalThis as any).toldOfPress(), true)
  await context.addInitScript(listen)
  for (const page of context.pages()) await page.evaluate(listen)
  return () => clicks
}

/** Puts the cursor behind these words, as a mouse does. */
export async function clickAfter(page: Page, words: string) {
  const { x, y } = await page.evaluate((words) => {
    const text = document.querySelector('.ProseMirror') ?? document
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(words) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(node, at + words.length - 1)
      range.setEnd(node, at + words.length)
      const { right, top, height } = range.getBoundingClientRect()
      return { x: right, y: top + height / 2 }
    }
    throw new Error(`No ${words}`)
  }, words)
  await page.mouse.click(x, y)
}
