// People with a browser: the first start, an invitation, a lost password, a session that is ended elsewhere.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { apiOf, makeFolder, newDatabase, runCommand, type Server, startServer, TOKEN } from '../server.ts'
import { closeAll, overflowOf, seriousFindings } from '../sites.ts'

const PASSWORD = 'correct horse battery'
const ADA = { name: 'Ada', email: 'ada@example.org' }

let folder: string
let env: Record<string, string>
let server: Server
let browser: Browser

beforeAll(async () => {
  folder = await makeFolder()
  env = { ...(await newDatabase()).env, QUIRE_ADMIN_TOKEN: TOKEN }
  server = await startServer({ folder, env })
  browser = await openBrowser()
})

afterAll(() => closeAll({ browser, server, folder }))

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: true, ...options })
  const page = await context.newPage()
  await page.goto(path.startsWith('http') ? path : server.url + path)
  return page
}

async function fill(page: Page, fields: Record<string, string>, button: string) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: button }).click()
}

const signIn = (page: Page, email: string, password: string) =>
  fill(page, { 'E-mail': email, Password: password }, 'Sign in')

async function inspect(page: Page) {
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
}

describe('people with a browser', () => {
  it('set up the installation at the address that it prints, without script', async () => {
    const [, url = ''] = /(http\S+~set-up\/\S+)/.exec(server.output()) ?? []
    const page = await open(url, { javaScriptEnabled: false })
    const form = { 'Your name': ADA.name, 'E-mail': ADA.email, Organization: 'Example Docs' }
    await fill(page, { ...form, 'New password': 'password123' }, 'Get started')
    await page.getByText('known from data breaches').waitFor()
    await fill(page, { 'New password': PASSWORD }, 'Get started')
    await page.getByText('Example Docs').waitFor()
    expect(page.url()).toBe(`${server.url}/o`)
    await page.goto(url)
    await page.getByText('This link no longer works').waitFor()
    await page.context().close()
    const { code, err } = await runCommand(folder, ['setup'], env)
    expect([code, err]).toEqual([1, expect.stringContaining('An administrator can sign in already')])
  })

  it('sign in, are told when they are wrong, and see where they are signed in', async () => {
    const page = await open('/o/~account/security', { ...PHONE, colorScheme: 'dark' })
    await inspect(page)
    await signIn(page, ADA.email, 'wrong horse battery')
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
    await inspect(page)
    await signIn(page, ADA.email, PASSWORD)
    await page.waitForURL(`${server.url}/o/~account/security`)
    await page.getByText('This browser').waitFor()
    await inspect(page)
    for (const path of ['/o/~account', '/o/~account/tokens']) {
      await page.goto(server.url + path)
      await inspect(page)
    }
    await page.context().close()
  })

  it('invite a colleague, who joins by the link', async () => {
    const api = apiOf(server.url, TOKEN)
    const { body: orgs } = await api('GET', '/v1/orgs')
    const org = `/v1/orgs/${orgs.items[0].id}`
    const { body: invited } = await api('POST', `${org}/invites`, {
      emails: ['kim@example.org'],
      role: 'edit',
    })
    const { body: link } = await api('POST', `${org}/members/${invited.users[0]}/invitation-link`)
    const page = await open(link.url, PHONE)
    await page.getByRole('heading', { name: 'Join Example Docs' }).waitFor()
    await inspect(page)
    await fill(page, { 'Your name': 'Kim', 'New password': PASSWORD }, 'Create account and join')
    await page.getByText('Example Docs').first().waitFor()
    await page.context().close()
  })

  it('get a new password from an administrator, which ends the sessions of a lost device', async () => {
    const lost = await open('/o/~sign-in')
    await signIn(lost, 'kim@example.org', PASSWORD)
    await lost.waitForURL(`${server.url}/o`)
    const { out } = await runCommand(folder, ['user', 'reset', 'kim@example.org', '--json'], env)
    const page = await open(new URL(JSON.parse(out).url).pathname)
    await inspect(page)
    await fill(page, { 'New password': 'a quite different battery' }, 'Save and sign in')
    await page.waitForURL(`${server.url}/o`)
    await lost.goto(`${server.url}/o/~account`)
    expect(lost.url()).toContain('/o/~sign-in')
    await page.goto(`${server.url}/o/~account/security`)
    await page.getByText('This browser').waitFor()
    // Signed out from the other one.
    await signIn(lost, 'kim@example.org', 'a quite different battery')
    await lost.waitForURL(`${server.url}/o/~account`)
    await page.reload()
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await lost.reload()
    expect(lost.url()).toContain('/o/~sign-in')
    await page.context().close()
    await lost.context().close()
  })
})
