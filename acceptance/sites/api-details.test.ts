// Operations that their page has no room for: brought when a reader opens them, and at their own address without script.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../server.ts'
import { openSites, type Site, type Sites } from '../sites.ts'

const ANSWER = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, 'words '.repeat(30)]))
const operation = (at: number) => ({
  [`/lamps/{lamp}/part${at}`]: {
    get: {
      summary: `Part ${at}`,
      responses: { 200: { description: 'OK', content: { 'application/json': { example: ANSWER } } } },
    },
  },
})
const fields = (of: string) =>
  Object.fromEntries(
    Array.from({ length: 80 }, (_, at) => [
      `${of}${at}`,
      { type: 'string', description: 'words '.repeat(60) },
    ]),
  )
/** Longer than a page, alone. */
const LONG = {
  post: {
    summary: 'Light all',
    tags: ['All'],
    responses: Object.fromEntries(
      [200, 201, 202, 400, 401, 403, 404].map((status) => [
        status,
        {
          description: `Answer ${status}`,
          content: {
            'application/json': { schema: { type: 'object', properties: fields(`of${status}field`) } },
          },
        },
      ]),
    ),
  },
}
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  servers: [{ url: 'https://api.example.org' }],
  paths: Object.assign({ '/all': LONG }, ...Array.from({ length: 18 }, (_, at) => operation(at))),
}

let sites: Sites
let site: Site

beforeAll(async () => {
  sites = await openSites()
  await sites.api('POST', `${sites.organization}/openapi`, {
    slug: 'lamps',
    source: { text: JSON.stringify(DOCUMENT) },
  })
  const space = await sites.newSpace('Guide', { Welcome: 'Hello.' })
  const spec = { ref: { kind: 'openapi', spec: 'lamps' } }
  const computed = { type: 'builtin:openapi', props: { models: false }, dependencies: { spec } }
  await sites.api('POST', `/v1/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', type: 'computed', title: 'API', computed }],
  })
  site = await sites.newSite('Lamps', [space])
  await until(async () => (await fetch(`${site.home}lamps`)).status === 200)
  // A browser may have to be installed first.
}, 900_000)

afterAll(() => sites?.close())

it('come with a click, in their place, and the page stays', async () => {
  const { page, context, complaints } = await sites.read(`${site.home}lamps`)
  expect((await page.content()).length).toBeLessThan(300_000)
  const operations = page.locator('.api-operation')
  expect(await operations.count()).toBe(18)
  const last = operations.nth(17)
  expect(await last.locator('.api-columns').count()).toBe(0)
  const whole = await page.locator('.api-columns').count()
  expect(whole).toBeGreaterThan(0)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api-more.js')),
  )
  await last.getByRole('link', { name: 'Show details' }).click()
  await last.locator('.api-columns').waitFor()
  expect(await last.innerText()).toContain('field59')
  expect(await last.locator('.api-title').getAttribute('id')).toBe('part-17')
  expect(await page.locator('.api-columns').count()).toBe(whole + 1)
  expect(page.url()).toBe(`${site.home}lamps`)
  expect(complaints).toEqual([])
  await context.close()
})

it('come with a link that leads to them', async () => {
  const { page, context } = await sites.read(`${site.home}lamps#part-17`)
  const last = page.locator('.api-operation').nth(17)
  await last.locator('.api-columns').waitFor()
  expect(await last.innerText()).toContain('field59')
  expect(await page.locator('.api-operation').nth(16).locator('.api-columns').count()).toBe(0)
  await page.evaluate(() => {
    location.hash = '#part-16'
  })
  await page.locator('.api-operation').nth(16).locator('.api-columns').waitFor()
  await context.close()
})

it('have an address of their own without script', async () => {
  const { page, context } = await sites.read(`${site.home}lamps`, { javaScriptEnabled: false })
  await page.locator('.api-operation').nth(17).getByRole('link', { name: 'Show details' }).click()
  await page.waitForURL(/\?operation=get%20%2Flamps%2F%7Blamp%7D%2Fpart17#part-17$/)
  expect(await page.locator('.api-columns').count()).toBe(1)
  expect(await page.locator('.api-operation').nth(17).innerText()).toContain('field59')
  await context.close()
})

it('come in parts where one alone is longer than a page', async () => {
  const { page, context, complaints } = await sites.read(`${site.home}all`)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api-more.js')),
  )
  const operation = page.locator('.api-operation')
  expect((await page.content()).length).toBeLessThan(300_000)
  const last = operation.locator('.api-answer').last()
  expect(await last.innerText()).not.toContain('of404field79')
  await last.locator('summary').first().click()
  await last.getByText('of404field79').waitFor()
  expect(page.url()).toBe(`${site.home}all`)
  expect(complaints).toEqual([])
  await context.close()
})

it('have parts at addresses of their own without script', async () => {
  const { page, context } = await sites.read(`${site.home}all?operation=post%20%2Fall`, {
    javaScriptEnabled: false,
  })
  const last = page.locator('.api-answer').last()
  await last.locator('summary').click()
  await last.getByRole('link', { name: 'Show details' }).click()
  await page.waitForURL(/&part=response-6-0$/)
  expect(await page.content()).toContain('of404field79')
  await context.close()
})
