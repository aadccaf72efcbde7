// A real browser signs in with the SAML provider of an organization, which is then there for nobody else.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSamlProvider, type SamlPerson } from '../../test/counterparts/saml-provider.ts'
import { openBrowser } from '../browser.ts'
import { apiOf, makeFolder, newDatabase, runCommand, type Server, startServer, TOKEN } from '../server.ts'
import { closeAll, overflowOf, seriousFindings } from '../sites.ts'

const PASSWORD = 'seven quiet lamps'
let folder: string
let env: Record<string, string>
let server: Server
let browser: Browser
let origin = ''
let idp: Awaited<ReturnType<typeof openPages>>

/** The provider on another site than ours, with a page that ends in a form, as all of them have. */
async function openPages() {
  const pages = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1')
    answer(address.href).then(
      (html) => response.writeHead(200, { 'content-type': 'text/html' }).end(html),
      (error) => response.writeHead(500).end(String(error.stack)),
    )
  })
  await new Promise<void>((done) => pages.listen(0, '127.0.0.1', done))
  const ssoUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/sso`
  const provider = openSamlProvider({ ssoUrl })
  let current: SamlPerson = { subject: 'nobody' }
  async function answer(address: string) {
    const question = await provider.read(address)
    const response = await provider.answer(question, current, { now: new Date() })
    return `<!doctype html><title>Provider</title><form method="post" action="${question.acsUrl}">
      <input type="hidden" name="SAMLResponse" value="${response}"><button>Go back</button></form>`
  }
  return {
    ...provider,
    be: (person: SamlPerson) => {
      current = person
    },
    close: () => new Promise((done) => pages.close(done)),
  }
}

beforeAll(async () => {
  folder = await makeFolder()
  idp = await openPages()
  env = { ...(await newDatabase()).env, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' }
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

async function open(path: string, options = {}): Promise<Page> {
  const page = await (await browser.newContext({ bypassCSP: true, ...options })).newPage()
  await page.goto(path.startsWith('http') ? path : origin + path)
  return page
}

async function signInByPassword(email: string) {
  const page = await open('/o/~sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${origin}/o`)
  return page
}

async function inspect(page: Page, name: string) {
  const folder = process.env.QUIRE_TEST_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  expect(await seriousFindings(page)).toEqual([])
  const overflow = await overflowOf(page)
  expect(overflow).toBeLessThanOrEqual(0)
}

describe('an organization with a SAML provider, in a browser', () => {
  it('is set up by its admin, and then there for those who come in by it alone', async () => {
    const api = apiOf(server.url, TOKEN)
    const email = 'maria@example.org'
    const { body: user } = await api('POST', '/v1/users', { email })
    const { body: made } = await api('POST', `/v1/users/${user.id}/tokens`, { label: 'Old' })
    const mine = apiOf(server.url, made.token)
    const { body: organization } = await mine('POST', '/v1/orgs', { title: 'Example Docs' })
    const { body: link } = await api('POST', `/v1/users/${user.id}/password-link`)
    const first = await open(link.url)
    await first.getByLabel('New password').fill(PASSWORD)
    await first.getByRole('button', { name: 'Save and sign in' }).click()
    await first.waitForURL(`${origin}/o`)

    // The admin enters the provider, and comes in by it.
    const settings = `${origin}/o/${organization.id}/~sign-in`
    const admin = first
    await admin.goto(settings)
    await inspect(admin, 'settings-empty')
    await admin.getByText('Add a SAML provider').first().click()
    await admin.getByLabel('Name of the provider').first().fill('Okta')
    await admin.getByLabel('Or paste the metadata').first().fill(String(idp.metadata()))
    await admin.getByRole('button', { name: 'Add a SAML provider' }).click()
    await admin.getByRole('heading', { name: 'Okta' }).waitFor()
    await inspect(admin, 'settings')
    await admin.getByRole('button', { name: 'Require this sign-in' }).click()
    await admin.getByText('Sign in with an identity provider of the organization first').waitFor()
    idp.be({ subject: 'maria-1', email })
    await admin.getByRole('button', { name: 'Test the sign-in' }).click()
    await admin.getByRole('button', { name: 'Go back' }).click()
    await admin.getByRole('button', { name: 'Link Okta' }).click()
    await admin.waitForURL(settings)
    await admin.getByRole('button', { name: 'Require this sign-in' }).click()
    await admin.getByRole('button', { name: 'Stop requiring it' }).waitFor()
    await admin.setViewportSize({ width: 390, height: 844 })
    await inspect(admin, 'settings-phone')

    // With the password alone it is not there, and neither is it for a token that was made before.
    const other = await signInByPassword(email)
    await inspect(other, 'home-closed')
    expect(await other.getByText('Example Docs').count()).toBe(0)
    expect((await other.goto(`${origin}/o/${organization.id}`))?.status()).toBe(404)
    expect((await mine('GET', `/v1/orgs/${organization.id}`)).status).toBe(404)

    // Home leads there; what is made after that opens it.
    await other.goto(`${origin}/o`)
    await other.getByRole('button', { name: 'Continue with Okta' }).click()
    await other.getByRole('button', { name: 'Go back' }).click()
    await other.waitForURL(`${origin}/o`)
    await other.getByRole('link', { name: 'Example Docs' }).first().waitFor()
    await other.goto(`${origin}/o/~account/tokens`)
    await other.getByLabel('What it is for').fill('New')
    await other.getByRole('button', { name: 'Create' }).click()
    const token = (await other.locator('code.secret').first().textContent()) ?? ''
    expect((await apiOf(server.url, token)('GET', `/v1/orgs/${organization.id}`)).status).toBe(200)

    // Nobody is signed in yet: by the address of the organization, on a phone, without script.
    const phone = await open('/o/~sign-in', {
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
      bypassCSP: false,
    })
    await phone.getByRole('link', { name: 'Sign in with your organization' }).click()
    await phone.getByLabel('Address of your organization').fill(`${origin}/o/01kx6m0v9d4q8w2z7r5t3y1c6b`)
    await phone.getByRole('button').click()
    await phone.getByText('There is no sign-in at this address').waitFor()
    await phone.getByLabel('Address of your organization').fill(`${origin}/o/${organization.id}`)
    await phone.getByRole('button').click()
    await phone.getByRole('button', { name: 'Go back' }).click()
    await phone.getByRole('link', { name: 'Example Docs' }).first().waitFor()

    // The way out, for whoever runs the server.
    const opened = await runCommand(folder, ['org', 'open', organization.id], env)
    expect(opened.code, opened.err).toBe(0)
    expect((await mine('GET', `/v1/orgs/${organization.id}`)).status).toBe(200)
  })
})
