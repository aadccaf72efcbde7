// Two-step sign-in and passkeys in a real browser, with an authenticator that the browser makes up.
import { TOTP } from 'otpauth'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { apiOf, makeFolder, newDatabase, removeFolder, type Server, startServer, TOKEN } from '../server.ts'
import { seriousFindings } from '../sites.ts'

const PASSWORD = 'seven quiet lamps'
let folder: string
let server: Server
let browser: Browser
/** Passkeys belong to a host name: an address with numbers has none. */
let origin: string

beforeAll(async () => {
  folder = await makeFolder()
  const { env } = await newDatabase()
  server = await startServer({
    folder,
    env: (port) => ({
      ...env,
      QUIRE_ADMIN_TOKEN: TOKEN,
      QUIRE_RATE_LIMIT: 'off',
      QUIRE_PUBLIC_URL: `http://localhost:${port}`,
    }),
  })
  origin = server.url.replace('127.0.0.1', 'localhost')
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
  server.signal('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

/** A person with a password, in a browser of their own that has an authenticator. */
async function openPerson(name: string, options: BrowserContextOptions = {}) {
  const api = apiOf(server.url, TOKEN)
  const email = `${name}@example.org`
  const { body: user } = await api('POST', '/v1/users', { email })
  const { body: link } = await api('POST', `/v1/users/${user.id}/password-link`)
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isStatus = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isStatus) complaints.push(message.text())
  })
  await addAuthenticator(context, page)
  await page.goto(link.url)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/o')
  return { api, email, user, context, page, complaints }
}

async function addAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

const security = (page: Page) => page.goto(`${origin}/o/~account/security`)

async function addPasskey(page: Page, label: string) {
  await security(page)
  await page.getByLabel('Name of the passkey').last().fill(label)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.waitForURL(/~sign-in\?ended/)
}

async function enterPassword(page: Page, email: string) {
  await page.goto(`${origin}/o/~sign-in?next=${encodeURIComponent('/o/~account')}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('a passkey', () => {
  it('is added, signs in alone, is a second factor, and is removed', async () => {
    const { page, email, context, complaints } = await openPerson('lamp')
    await addPasskey(page, 'Work laptop')
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    expect(await page.locator('.codes li').count()).toBe(10)
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await page.getByText('Work laptop').waitFor()
    expect(await page.getByText('Never used').count()).toBe(1)
    await signOut(page)

    await page.goto(`${origin}/o/~sign-in?next=${encodeURIComponent('/o/~account')}`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(`${origin}/o/~account`)
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
    await security(page)
    await page.getByText(/Last used/).waitFor()
    await signOut(page)

    await enterPassword(page, email)
    await page.waitForURL(/second-factor$/)
    expect(await page.getByLabel('Code from your authenticator app').count()).toBe(0)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL(`${origin}/o/~account`)

    await security(page)
    const row = page.locator('.rows li', { hasText: 'Work laptop' })
    await row.getByText('Rename').click()
    await row.getByLabel('Name of the passkey').fill('Old laptop')
    await row.getByRole('button', { name: 'Save' }).click()
    const renamed = page.locator('.rows li', { hasText: 'Old laptop' })
    await renamed.getByText('Remove', { exact: true }).first().click()
    await renamed.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The passkey is removed.').waitFor()
    await signOut(page)
    await enterPassword(page, email)
    await page.waitForURL(`${origin}/o/~account`)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('that the device refuses is told, and the other ways still work', async () => {
    const { page, email, context } = await openPerson('candle')
    await addPasskey(page, 'Key')
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    const code = await page.locator('.codes code').first().innerText()
    await page.goto(`${origin}/o/~account`)
    await signOut(page)
    // Another browser has no such passkey.
    const other = await browser.newContext()
    const stranger = await other.newPage()
    const { devtools, authenticatorId } = await addAuthenticator(other, stranger)
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await enterPassword(stranger, email)
    await stranger.getByRole('button', { name: 'Use a passkey' }).click()
    await stranger.getByText('The passkey was not used. Try again.').waitFor()
    await stranger.getByText('Use a recovery code').click()
    await stranger.getByLabel('Recovery code').fill(code)
    await stranger.getByRole('button', { name: 'Continue' }).click()
    await stranger.waitForURL(`${origin}/o/~account`)
    await other.close()
    await context.close()
  })
})

describe('a second factor that an organization requires', () => {
  it('is set up on the way from a mail to a comment, and the comment is there', async () => {
    const { api, user, email, page, complaints } = await openPerson('wick')
    const { body: organization } = await api('POST', '/v1/orgs', { title: 'Lamps' })
    const at = `/v1/orgs/${organization.id}`
    await api('POST', `${at}/invites`, { emails: [email], role: 'edit' })
    const { body: space } = await api('POST', `${at}/spaces`, { title: 'Guide' })
    const body = { markdown: 'Is this still so?' }
    const { body: said } = await api('POST', `/v1/spaces/${space.id}/comments`, { body })
    await signOut(page)
    await api('PUT', `${at}/second-factor`, { isRequired: true })
    expect(await api('GET', `${at}/members/${user.id}`)).toMatchObject({ status: 200 })
    const comments = `${origin}/o/${organization.id}/s/${space.id}/~/comments`
    await page.goto(`${comments}?at=comment-${said.id}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await page.waitForURL(({ hash }) => hash === `#comment-${said.id}`)
    await page.locator(':target').getByText('Is this still so?').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

describe('an authenticator app', () => {
  it('is set up, asked for and turned off without a script', async () => {
    const { email, user, api, context } = await openPerson('mirror')
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const page = await plain.newPage()
    await enterPassword(page, email)
    await security(page)
    expect(await page.getByText(/Passkeys need JavaScript/).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Add a passkey' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '')
    const totp = new TOTP({ secret })
    const first = Date.now()
    await page.getByLabel('Code from your authenticator app').fill(totp.generate({ timestamp: first }))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as text' }).click()
    expect((await download).suggestedFilename()).toBe('quire-recovery-codes.txt')
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await signOut(page)

    await enterPassword(page, email)
    // The code of the next half minute counts already, and was not used before.
    await page
      .getByLabel('Code from your authenticator app')
      .fill(totp.generate({ timestamp: first + 30_000 }))
    await page.getByRole('button', { name: 'Continue' }).first().click()
    await page.waitForURL(`${origin}/o/~account`)
    await security(page)
    await page.getByText('Turn off', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Saved.').waitFor()
    const { body } = await api('GET', `/v1/users/${user.id}/account`)
    expect(body).toMatchObject({ hasSecondFactor: false })
    await plain.close()
    await context.close()
  })
})

describe('the pages', () => {
  it('have nothing that keeps people out', async () => {
    // Axe is a script that our policy would refuse.
    const { page, email, context } = await openPerson('lantern', { bypassCSP: true, colorScheme: 'dark' })
    await addPasskey(page, 'Laptop')
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await security(page)
    await page.getByText('Rename').click()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Code from your authenticator app').fill(new TOTP({ secret }).generate())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByText('Turn off').first().click()
    expect(await seriousFindings(page)).toEqual([])
    await page.goto(`${origin}/o/~account`)
    await signOut(page)
    expect(await seriousFindings(page)).toEqual([])
    await enterPassword(page, email)
    await page.getByText('Use a recovery code').click()
    expect(await seriousFindings(page)).toEqual([])
    await context.close()
  })
})
