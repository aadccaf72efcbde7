// A real browser signs in with an identity provider and with links by mail.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openIdentityProvider } from '../../test/counterparts/identity-provider.ts'
import { openMailServer } from '../../test/counterparts/mail-server.ts'
import { openBrowser } from '../browser.ts'
import {
  apiOf,
  makeFolder,
  newDatabase,
  runCommand,
  type Server,
  startServer,
  TOKEN,
  until,
} from '../server.ts'
import { closeAll, overflowOf, seriousFindings } from '../sites.ts'

const PASSWORD = 'seven quiet lamps'
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
let folder: string
let env: Record<string, string>
let server: Server
let browser: Browser
let origin = ''
let idp: Awaited<ReturnType<typeof openIdentityProvider>>
let mails: Awaited<ReturnType<typeof openMailServer>>

beforeAll(async () => {
  folder = await makeFolder()
  idp = await openIdentityProvider({ origin: () => origin })
  mails = await openMailServer()
  const { issuer, clientId, clientSecret } = idp.settings()
  const provider = {
    id: 'idp',
    label: 'Example ID',
    issuer,
    clientId,
    clientSecret,
    allowPrivateNetwork: true,
  }
  env = {
    ...(await newDatabase()).env,
    QUIRE_ADMIN_TOKEN: TOKEN,
    QUIRE_RATE_LIMIT: 'off',
    QUIRE_SMTP_URL: mails.url,
    QUIRE_OIDC_PROVIDERS: JSON.stringify([provider]),
  }
  server = await startServer({
    folder,
    env: (port) => {
      origin = `http://localhost:${port}`
      return { ...env, QUIRE_PUBLIC_URL: origin }
    },
  })
  browser = await openBrowser()
})

afterAll(async () => {
  await closeAll({ browser, server, folder })
  await idp.close()
})

/** A person with a password. */
async function newPerson(name: string) {
  const api = apiOf(server.url, TOKEN)
  const email = `${name}@example.org`
  const { body: user } = await api('POST', '/v1/users', { email })
  const { body: link } = await api('POST', `/v1/users/${user.id}/password-link`)
  const page = await open(link.url)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.waitForURL(`${origin}/o`)
  await page.context().close()
  return { email }
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(path.startsWith('http') ? path : origin + path)
  return page
}

async function inspect(page: Page) {
  expect(await seriousFindings(page)).toEqual([])
  const overflow = await overflowOf(page)
  expect(overflow).toBeLessThanOrEqual(0)
}

describe('an identity provider, in a browser', () => {
  it('is linked to the account of its address once that is shown, signs in, and is unlinked', async () => {
    const { email } = await newPerson('ada')
    idp.be({ sub: 'ada-1', email, email_verified: true, name: 'Ada' })
    const page = await open('/o/~sign-in?next=%2Fo%2F~account%2Fsecurity', { bypassCSP: true })
    await page.getByRole('button', { name: 'Continue with Example ID' }).click()
    await page.getByRole('heading', { name: 'You have an account here' }).waitFor()
    await inspect(page)
    await page.getByRole('link', { name: 'Sign in to my account' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Link Example ID' }).click()
    await page.waitForURL(`${origin}/o/~account/security`)
    await page.getByRole('heading', { name: 'Linked accounts' }).waitFor()
    await inspect(page)

    // Without script, and on a phone.
    const phone = await open('/o/~sign-in?next=%2Fo%2F~account', { ...PHONE, javaScriptEnabled: false })
    await phone.getByRole('button', { name: 'Continue with Example ID' }).click()
    await phone.waitForURL(`${origin}/o/~account`)
    expect(await phone.getByLabel('E-mail').inputValue()).toBe(email)

    await page.getByText('Unlink').first().click()
    await page.getByRole('button', { name: 'Unlink' }).click()
    await page.getByText('The account is no longer linked').waitFor()
    await phone.reload()
    expect(phone.url()).toContain('~sign-in')
    await phone.getByRole('button', { name: 'Continue with Example ID' }).click()
    await phone.getByRole('heading', { name: 'You have an account here' }).waitFor()
    await Promise.all([page, phone].map((one) => one.context().close()))
  })

  it('is linked on the page of the account', async () => {
    const { email } = await newPerson('grace')
    idp.be({ sub: 'grace-1', email: 'grace@elsewhere.example', email_verified: true })
    const page = await open('/o/~account/security')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Link Example ID' }).click()
    await page.getByText('Example ID is linked to your account').waitFor()
    await page.context().close()
  })
})

describe('a link by mail, in a browser', () => {
  it('signs in the browser that asked for it, and no other', async () => {
    const { email } = await newPerson('hedy')
    const page = await open('/o/~sign-in', { ...PHONE, colorScheme: 'dark', bypassCSP: true })
    await inspect(page)
    await page.getByRole('link', { name: 'Send me a link to sign in' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send a link' }).click()
    await page.getByText('Look into your mailbox').waitFor()
    await inspect(page)
    const link = await until(async () => {
      const mail = mails.received.findLast(
        ({ to, text }) => to.includes(email) && text.includes('~sign-in/link'),
      )
      return /http\S+~sign-in\/link\/\w+/.exec(mail?.text ?? '')?.[0]
    })
    const elsewhere = await open(link)
    await elsewhere.getByText('only in the browser in which you asked for it').waitFor()
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${origin}/o`)
    await Promise.all([page, elsewhere].map((one) => one.context().close()))
  })
})

describe('methods that leave no administrator a way in', () => {
  it('keep the service from starting, with a message', async () => {
    const { code, err } = await runCommand(folder, ['setup'], { ...env, QUIRE_SIGN_IN_METHODS: 'passkey' })
    expect([code, err]).toEqual([2, expect.stringContaining('leaves no administrator a way to sign in')])
  })
})
