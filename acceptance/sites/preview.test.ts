// What is not published, as those who work on it meet it: signed in by pasting a token, read in a real browser.
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { BEFORE as LAMP } from '../jobs/lamp.ts'
import { apiOf, makeFolder, newDatabase, type Server, startServer } from '../server.ts'
import { closeAll, seriousFindings } from '../sites.ts'

const TOKEN = 'a-token-for-the-preview-tests'
/** A folder for pictures of what the tests see, for people to look at. */
const PICTURES = process.env.QUIRE_TEST_PICTURES

/** Without what only stands between changes. */
const BEFORE = LAMP.replace(/One more line.*fourth one that stays\.\n\n/s, '')
const AFTER = `## Lighting it

Turn the regulator slowly, and wait until the flame stands still.

| Part | Of |
| ---- | -- |
| Lens | Glass |
| Wick | Cotton |

## Putting it out

Close the damper.

{% hint style="warning" %}
Never blow over the chimney.
{% endhint %}

- Put the matches back.
- Count the spare wicks, and order more below ten.
- Write the hour into the log.
- Wind the clock.
`

let server: Server
let browser: Browser
let folder: string
let paths: { space: string; request: string; preview: string; site: string; organization: string }

beforeAll(async () => {
  folder = await makeFolder()
  const { env } = await newDatabase()
  server = await startServer({ folder, env: { ...env, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' } })
  browser = await openBrowser()
  paths = await makeContent()
  // A browser may have to be installed first.
}, 900_000)

afterAll(() => closeAll({ browser, server, folder }))

/** A space that is on no published site, and a change request of it. */
async function makeContent() {
  const call = apiOf(server.url, TOKEN)
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const organization =
    (await api('GET', '/v1/orgs')).items[0] ?? (await api('POST', '/v1/orgs', { title: 'Lights' }))
  const orgUrl = `/v1/orgs/${organization.id}`
  const space = await api('POST', `${orgUrl}/spaces`, { title: 'Lighthouse' })
  await api('POST', `${orgUrl}/spaces`, { title: 'Tide tables' })
  const url = `/v1/spaces/${space.id}`
  const page = (title: string, markdown: string) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
  })
  await api('POST', `${url}/content`, {
    changes: [
      page('Welcome', 'How to keep a light burning. Begin with [the lamp](the-lamp.md).'),
      page('The lamp', BEFORE),
      page('The fog horn', 'Two long blasts.'),
      page('The keeper', 'Sleeps by day.'),
    ],
  })
  const { pages } = await api('GET', `${url}/content/pages`)
  const idOf = (title: string) => pages.find((one: { title: string }) => one.title === title).id
  const request = await api('POST', `${url}/change-requests`, { subject: 'A safer way to put it out' })
  await api('POST', `${url}/change-requests/${request.number}/content`, {
    changes: [
      { operation: 'update_page', page: idOf('The lamp'), document: { markdown: AFTER } },
      { operation: 'delete_page', page: idOf('The fog horn') },
      page('The wick', 'Trim it daily.'),
    ],
  })
  await api('PATCH', `${url}/change-requests/${request.number}`, { status: 'open' })
  const site = await api('POST', `${orgUrl}/sites`, { title: 'Lights', spaces: [space.id] })
  const path = (address: string) => new URL(address).pathname + new URL(address).search
  return {
    organization: path(organization.urls.app),
    space: path(space.urls.app),
    request: path(request.urls.app),
    preview: path(request.urls.preview),
    site: path(site.urls.app),
  }
}

/** A page on which nothing may go wrong: no error, and nothing that the policy had to stop. */
async function open(path: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  // That they are asked to sign in first is no mistake.
  const isMeant = (text: string) => /status of 401/.test(text)
  page.on('console', (message) => {
    if (message.type() === 'error' && !isMeant(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(server.url + path)
  return { page, context, complaints }
}

async function signIn(page: Page, token = TOKEN) {
  const byToken = page.getByRole('link', { name: 'Sign in with an API token' })
  if (await byToken.isVisible()) await byToken.click()
  await page.getByLabel('API token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function picture(page: Page, name: string) {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
}

describe('somebody who reviews a change', () => {
  it('signs in by pasting a token, and comes to where they wanted', async () => {
    const { page, context, complaints } = await open(paths.request)
    await picture(page, 'sign-in')
    await signIn(page, 'not-a-token')
    await page.getByRole('alert').waitFor()
    await signIn(page)
    await page.waitForURL(server.url + paths.request)
    expect(await page.locator('.preview').innerText()).toContain('A safer way to put it out')
    expect(await page.locator('.preview .state').innerText()).toBe('open')
    const cookies = await context.cookies()
    expect(cookies.map(({ name, httpOnly, path }) => ({ name, httpOnly, path }))).toEqual([
      { name: 'quire-session', httpOnly: true, path: '/' },
      // It says to scripts of sites that somebody is signed in, and nothing else.
      { name: 'quire-member', httpOnly: false, path: '/' },
    ])
    expect(JSON.stringify(cookies)).not.toContain(TOKEN)
    await page.goto(server.url + paths.organization)
    await picture(page, 'organization')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    await page.goto(server.url + paths.space)
    expect(await page.locator('body').innerText()).not.toContain('How to keep a light burning')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('sees what changed, and goes from one changed page to the next', async () => {
    const { page, context, complaints } = await open(paths.preview)
    expect(page.url()).not.toContain('token')
    const tree = page.locator('.tree')
    expect(await tree.locator('a', { hasText: 'The lamp' }).innerText()).toMatch(/edited/)
    expect(await tree.locator('a', { hasText: 'The wick' }).innerText()).toMatch(/new/)
    await page.getByText('Changed pages (3)').click()
    await picture(page, 'changed-pages')
    expect(await page.locator('.preview .changes').innerText()).toMatch(/The fog horn\s+removed/)
    await page.locator('.preview .changes a', { hasText: 'The lamp' }).click()
    await page.waitForURL(/the-lamp$/)
    await picture(page, 'changed-1440-light')
    const removed = page.locator('.changed.removed')
    expect(await removed.first().innerText()).toContain('Open the damper by half.')
    expect(
      await removed
        .locator('p')
        .first()
        .evaluate((one) => getComputedStyle(one).textDecorationLine),
    ).toBe('line-through')
    expect(await page.locator('.changed.added').first().innerText()).toContain('Never blow over the chimney.')
    // Of a list, the items that changed.
    expect(await page.locator('.changed.added').last().innerText()).toBe('new\n\nWind the clock.')
    const edited = page.locator('.changed.edited').first()
    expect(await edited.innerText()).toContain('and wait until')
    const was = edited.getByText('until the flame stands still.').last()
    expect(await was.isVisible()).toBe(false)
    await edited.locator('summary').click()
    expect(await was.isVisible()).toBe(true)
    await picture(page, 'changed-open')
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/next-change.js')),
    )
    const next = page.getByRole('link', { name: 'Next change' })
    for (let at = 0; at < 7; at++) {
      await next.click()
      await page.waitForURL(new RegExp(`the-lamp#page:change-${at + 1}$`))
      await page.waitForFunction((at) => {
        const { top, height } = document.querySelectorAll('.changed')[at]?.getBoundingClientRect() ?? {}
        return top !== undefined && top > 60 && top + Math.min(height ?? 0, 100) < innerHeight
      }, at)
    }
    await next.click()
    await page.waitForURL(/the-wick#page:change-1$/)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('reads on a phone, and in the dark', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
    const { page, context } = await open(paths.preview, phone)
    for (const theme of ['light', 'dark']) {
      await page.evaluate((chosen) => localStorage.setItem('quire-theme', chosen), theme)
      await page.goto(page.url().replace(/(\/changes\/\d+).*$/, '$1/the-lamp'))
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      const bar = await page.locator('.preview').boundingBox()
      expect(bar?.height).toBeLessThan(56)
      await picture(page, `changed-390-${theme}`)
      await page.setViewportSize({ width: 1440, height: 900 })
      await picture(page, `changed-1440-${theme}`)
      await page.setViewportSize(phone.viewport)
    }
    await context.close()
  })

  it('needs no script', async () => {
    const { page, context } = await open(paths.space, { javaScriptEnabled: false })
    await signIn(page)
    await page.waitForURL(server.url + paths.space)
    expect(await page.locator('article').innerText()).toContain('How to keep a light burning.')
    await picture(page, 'space')
    await page.goto(server.url + paths.request)
    await page.locator('.preview summary').click()
    await page.locator('.preview .changes a', { hasText: 'The lamp' }).click()
    await page.waitForURL(/the-lamp$/)
    expect(await page.locator('.changed').count()).toBe(7)
    await context.close()
  })

  it.each(['light', 'dark'] as const)('meets no barrier where it is %s', async (theme) => {
    const { page, context } = await open(paths.organization, { bypassCSP: true, colorScheme: theme })
    expect(await seriousFindings(page), 'signing in').toEqual([])
    await signIn(page, 'no such token')
    await page.getByRole('alert').waitFor()
    expect(await seriousFindings(page), 'signing in again').toEqual([])
    await signIn(page)
    await page.waitForURL(server.url + paths.organization)
    for (const path of [
      paths.organization,
      paths.site,
      `${paths.request}/the-lamp`,
      '/o/none',
      '/preview/none',
    ]) {
      await page.goto(server.url + path)
      await page.evaluate((chosen) => localStorage.setItem('quire-theme', chosen), theme)
      await page.reload()
      await picture(page, `${theme}-${path.replaceAll(/\W+/g, '-').slice(-30)}`)
      expect(await seriousFindings(page), path).toEqual([])
    }
    await context.close()
  })
})
