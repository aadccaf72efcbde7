// Large descriptions of APIs that others wrote and published with their packages: each is taken in, made into pages,
// and its pages are read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { until } from '../server.ts'
import { openSites, type Sites } from '../sites.ts'

const REFERENCES = {
  gitbook: '@gitbook/api/spec/openapi.json',
  figma: '@figma/rest-api-spec/openapi/openapi.yaml',
  netlify: '@netlify/open-api/dist/swagger.json',
  directus: '@directus/openapi/dist/oas.json',
  'shopware-admin': '@shopware/api-client/api-types/adminApiSchema.json',
  'shopware-store': '@shopware/api-client/api-types/storeApiSchema.json',
  'github-webhooks': '@octokit/openapi-webhooks/generated/api.github.com.json',
}
/** Much like those; `npm run fuzz` reads them too. */
const SIMILAR = {
  'directus-yaml': '@directus/openapi/dist/oas.yaml',
  'shopware-store-before': '@shopware/api-client/api-types/storeApiSchema.6.6.10.json',
  'github-cloud-webhooks': '@octokit/openapi-webhooks/generated/ghec.json',
  'github-server-webhooks': '@octokit/openapi-webhooks/generated/ghes-3.19.json',
}
const ALL = process.env.QUIRE_TEST_DRAWS !== undefined

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

function textOf(path: string) {
  return readFileSync(join(import.meta.dirname, '../../node_modules', path), 'utf8')
}

/** How many operations and webhooks are for readers. */
function operationsIn(text: string) {
  const { paths = {}, webhooks = {} } = parse(text, { maxAliasCount: -1 })
  return [paths, webhooks]
    .flatMap((items) => Object.values(items) as Record<string, { 'x-internal'?: boolean }>[])
    .flatMap(Object.entries)
    .filter(([method, operation]) => METHODS.has(method) && operation['x-internal'] !== true).length
}

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites?.close())

/** A site of nothing but its pages; the addresses of all of them. */
async function publishReference(slug: string, text: string) {
  const { api, organization, newSite, newSpace } = sites
  const spec = `${organization}/openapi/${slug}`
  await api('PUT', spec, { source: { text } })
  const { lastVersion, lastProcessErrorCode } = await until(async () => {
    const found = await api('GET', spec)
    return found.processingState === 'complete' && found
  })
  expect(lastProcessErrorCode, slug).toBeUndefined()
  expect(lastVersion, slug).toBeDefined()
  const space = await newSpace(slug, {})
  const computed = {
    type: 'builtin:openapi',
    props: { models: true },
    dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } },
  }
  const page = { operation: 'insert_page', type: 'computed', title: 'Reference', computed }
  await api('POST', `/v1/spaces/${space}/content`, { changes: [page] })
  const { home } = await newSite(slug, [space])
  const sitemap = await until(async () => {
    const index = await (await fetch(`${home}/sitemap.xml`)).text()
    const lists = addressesIn(index).filter((address) => address.endsWith('.xml'))
    const texts = await Promise.all(lists.map(async (list) => (await fetch(hereOf(list))).text()))
    const pages = [index, ...texts].flatMap(addressesIn).filter((address) => !address.endsWith('.xml'))
    return pages.length > 0 && pages
  })
  return sitemap.map(hereOf)
}

const addressesIn = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
const hereOf = (address: string) => sites.server.url + new URL(address).pathname

/** A long page is for later while the server is busy with others. */
function patiently(address: string) {
  return until(async () => {
    const answer = await fetch(address)
    return answer.status !== 503 && answer
  })
}

async function readPage(address: string) {
  const [page, markdown] = [await patiently(address), await patiently(`${address}.md`)]
  expect([page.status, markdown.status], address).toEqual([200, 200])
  const html = await page.text()
  const operations = html.split('<section class="api-operation">').length - 1
  return { address, operations, length: html.length }
}

/** Of every reference; `npm run fuzz` reads all of its pages. */
const FEW = 4
const IN_A_BROWSER = new Set(['gitbook', 'netlify', 'github-webhooks'])

describe('the reference of', () => {
  it.each(Object.entries({ ...REFERENCES, ...(ALL && SIMILAR) }))('%s is read', async (slug, path) => {
    const text = textOf(path)
    const addresses = await publishReference(slug, text)
    const step = ALL ? 1 : Math.ceil(addresses.length / FEW)
    const some = addresses.filter((_, at) => at % step === 0)
    const pages = []
    for (let at = 0; at < some.length; at += 4)
      pages.push(...(await Promise.all(some.slice(at, at + 4).map(readPage))))
    const shown = pages.reduce((sum, { operations }) => sum + operations, 0)
    // An operation of several tags is on several pages.
    expect(shown).toBeGreaterThanOrEqual(step === 1 ? operationsIn(text) : 1)
    if (!IN_A_BROWSER.has(slug)) return
    const [longest] = pages.sort((one, other) => other.length - one.length)
    const { page, context, complaints } = await sites.read(longest?.address ?? '')
    expect(await page.locator('.api-operation').count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})
