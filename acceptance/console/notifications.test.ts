// What people are told: the inbox and its settings in a browser without script, and mails of two processes on one database.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { openMailServer } from '../../test/counterparts/mail-server.ts'
import { openBrowser } from '../browser.ts'
import {
  apiOf,
  makeFolder,
  newDatabase,
  removeFolder,
  runCommand,
  type Server,
  startServer,
  TOKEN,
  until,
} from '../server.ts'
import { overflowOf, seriousFindings } from '../sites.ts'

const PASSWORD = 'correct horse battery'
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** So many processes on one database, and a mail server that takes what it is sent. */
async function openServers(count: number, settings: Record<string, string> = {}) {
  const { url: smtpUrl, received } = await openMailServer()
  const folder = await makeFolder()
  closing.push(() => removeFolder(folder))
  const env = {
    ...(await newDatabase()).env,
    QUIRE_ADMIN_TOKEN: TOKEN,
    QUIRE_RATE_LIMIT: 'off',
    QUIRE_SMTP_URL: smtpUrl,
    ...settings,
  }
  const servers: Server[] = []
  for (let number = 0; number < count; number += 1) servers.push(await startServer({ folder, env }))
  closing.push(async () => {
    for (const server of servers) server.signal('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
  })
  return { servers, env, folder, received }
}

type Answer = Awaited<ReturnType<ReturnType<typeof apiOf>>>

/** A person with a token of their own. */
async function addPerson(url: string, name: string) {
  const admin = apiOf(url, TOKEN)
  const { body: user } = await admin('POST', '/v1/users', { email: `${name}@example.org`, displayName: name })
  const { body: issued } = await admin('POST', `/v1/users/${user.id}/tokens`, { label: 'test' })
  return { id: user.id as string, email: user.email as string, api: apiOf(url, issued.token) }
}

async function openReview(url: string, names: string[]) {
  const admin = apiOf(url, TOKEN)
  const people = []
  for (const name of names) people.push(await addPerson(url, name))
  const { body: organization } = await admin('POST', '/v1/orgs', { title: 'Example Docs' })
  const emails = people.map(({ email }) => email)
  await admin('POST', `/v1/orgs/${organization.id}/invites`, { emails, role: 'edit' })
  const { body: space } = await admin('POST', `/v1/orgs/${organization.id}/spaces`, {
    title: 'Product guide',
    emoji: '1f4d8',
  })
  const at = `/v1/spaces/${space.id}`
  const { body: request }: Answer = await admin('POST', `${at}/change-requests`, {
    subject: 'Explain how to install behind a proxy',
  })
  return { admin, people, space, request, at: `${at}/change-requests/${request.id}` }
}

describe('an inbox in a browser', () => {
  it('is read, kept and chosen without script', async () => {
    const { servers, folder, env, received } = await openServers(1)
    const url = servers[0]?.url ?? ''
    const { admin, people, at, space, request } = await openReview(url, ['kim', 'maria', 'lee'])
    const [kim, maria, lee] = people
    if (!kim || !maria || !lee) throw new Error('Somebody is missing')
    const { out } = await runCommand(folder, ['user', 'reset', kim.email, '--json'], env)
    const browser = await openBrowser()
    closing.push(() => browser.close())
    const context = await browser.newContext({ javaScriptEnabled: false, bypassCSP: true })
    const page = await context.newPage()
    await page.goto(`${url}${new URL(JSON.parse(out).url).pathname}`)
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.waitForURL(`${url}/o`)
    await page.goto(`${url}/o/~inbox`)
    await page.getByText('added you to the organization').waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('link', { name: 'Archived' }).click()
    await page.getByText('Nothing is archived.').waitFor()

    const mention = `[@kim](${url}/u/${kim.id} "mention")`
    await admin('POST', `${at}/requested-reviewers`, { users: [kim.id] })
    await maria.api('POST', `${at}/comments`, {
      body: { markdown: `${mention}, do we still support **SOCKS** proxies? The page says so.` },
    })
    const { body: asked } = await kim.api('POST', `/v1/spaces/${space.id}/comments`, {
      body: { markdown: 'Which screenshots are out of date?' },
    })
    await lee.api('POST', `/v1/spaces/${space.id}/comments/${asked.id}/replies`, {
      body: { markdown: 'The ones of the setup page.' },
    })
    await until(async () => (await kim.api('GET', '/v1/user/notifications/count')).body.unread === 2)
    await page.goto(`${url}/o`)
    await page.getByRole('link', { name: 'Inbox, 2 unread' }).click()
    await page.getByText('maria mentioned you').waitFor()
    await page.getByText('do we still support SOCKS proxies').waitFor()
    await look(browser, page, '/o/~inbox')
    await page.getByRole('link', { name: 'Explain how to install behind a proxy' }).click()
    const { pathname, hash } = new URL(page.url())
    expect(pathname).toBe(`${new URL(request.urls.app).pathname}/~review`)
    await page.locator(hash).getByText('do we still support SOCKS proxies').waitFor()
    const mailed = () => received.find(({ to, text }) => to.includes(kim.email) && text.includes('SOCKS'))
    await until(async () => mailed() !== undefined)
    const [address = ''] = /\S+~review\?at=\S+/.exec(mailed()?.text ?? '') ?? []
    await leadsToComment(browser, kim.email, { address, hash, javaScriptEnabled: false })
    await leadsToComment(browser, kim.email, { address: page.url(), hash, javaScriptEnabled: true })
    await page.goto(`${url}/o/~inbox`)
    await page.getByRole('link', { name: 'Inbox, 1 unread' }).waitFor()
    await page.getByRole('heading', { name: 'Earlier' }).waitFor()
    await page.getByRole('button', { name: 'Mark as read: Comments on Product guide' }).click()
    await page.getByRole('link', { name: 'Inbox', exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Archive: Comments on Product guide' }).click()
    expect(await page.getByText('Comments on Product guide').count()).toBe(0)
    await page.getByRole('link', { name: 'Archived' }).click()
    await page.getByRole('button', { name: 'Move to the inbox: Comments on Product guide' }).click()
    await page.goto(`${url}/o/~inbox`)

    await page.getByRole('link', { name: 'Settings for Product guide' }).first().click()
    await page.getByLabel('Nothing').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your settings are saved.').waitFor()
    await look(browser, page, `/o/~account/notifications?space=${space.id}`)
    await page.goto(`${url}/o/~account/notifications`)
    await page.getByText('Nothing · As in general').waitFor()
    await page.getByLabel('Everything').check()
    await page.getByLabel('E-mail').selectOption('daily')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your settings are saved.').waitFor()
    expect((await kim.api('GET', '/v1/user/notification-settings')).body).toMatchObject({
      level: 'everything',
      delivery: 'daily',
      spaces: [{ title: 'Product guide', level: 'nothing', delivery: null }],
    })
    await look(browser, page, '/o/~account/notifications')
    await page.goto(`${url}/o/~account/notifications?space=none`)
    await page.getByText('There is nothing at this address').waitFor()
    await context.close()
  })

  /** Also whoever has to sign in first; a fragment survives that only with script. */
  async function leadsToComment(
    browser: Browser,
    email: string,
    { address, hash, javaScriptEnabled }: { address: string; hash: string; javaScriptEnabled: boolean },
  ) {
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(address)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/~review') && url.hash === hash)
    await page.locator(`${hash}:target`).getByText('do we still support SOCKS proxies').waitFor()
    await context.close()
  }

  /** A page as others see it who are signed in like this one: on a phone, in the dark; nothing wider than the screen. */
  async function look(browser: Browser, page: Page, path: string) {
    const looks: BrowserContextOptions[] = [
      {},
      { colorScheme: 'dark' },
      PHONE,
      { ...PHONE, colorScheme: 'dark' },
    ]
    const state = await page.context().storageState()
    for (const options of looks) {
      const other = await browser.newContext({ ...options, storageState: state, bypassCSP: true })
      const shown = await other.newPage()
      await shown.goto(new URL(path, page.url()).href)
      expect(await seriousFindings(shown)).toEqual([])
      expect(await overflowOf(shown)).toBeLessThanOrEqual(0)
      const { QUIRE_SCREENSHOTS: kept } = process.env
      if (kept)
        await shown.screenshot({
          path: `${kept}/${path.replaceAll(/\W+/g, '-')}-${looks.indexOf(options)}.png`,
          fullPage: true,
        })
      await other.close()
    }
  }
})

describe('two processes', () => {
  it('send each mail once', async () => {
    const { servers, received } = await openServers(2, { QUIRE_PUBLIC_URL: 'http://quire.test' })
    const [one, other] = servers.map(({ url }) => url)
    const names = Array.from({ length: 12 }, (_, at) => `person${at}`)
    const { admin, people, at } = await openReview(one ?? '', names)
    const mentions = people.map(({ id }) => `[@](http://quire.test/u/${id} "mention")`).join(' ')
    const ROUNDS = 4
    for (let round = 0; round < ROUNDS; round += 1) {
      const say = round % 2 === 0 ? admin : apiOf(other ?? '', TOKEN)
      await say('POST', `${at}/comments`, { body: { markdown: `${mentions} round${round}.` } })
    }
    // One mail may tell of several rounds.
    const told = () =>
      people.map(({ email }) =>
        received
          .filter(({ to }) => to.includes(email))
          .flatMap(({ text }) => text.match(/round\d/g) ?? [])
          .toSorted(),
      )
    const all = people.map(() => Array.from({ length: ROUNDS }, (_, round) => `round${round}`))
    await until(async () => told().flat().length >= all.flat().length)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(told()).toEqual(all)
  })
})
