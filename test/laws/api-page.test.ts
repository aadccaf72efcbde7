// Parts of API descriptions in a real browser, on a page with the policy that sites have.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../acceptance/browser.ts'
import { readIn, seriousFindings } from '../../acceptance/sites.ts'
import type { OpenApiDocument } from '../../src/engines/openapi/document.ts'
import { PETS, PETS_PAGE } from '../measures/api-description.ts'
import { serveApiPage } from './api-page.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

describe('a page with operations', () => {
  it('is accessible, in both themes and on a phone, and nothing on it is wider than the screen', async () => {
    const served = await serveApiPage(PETS, PETS_PAGE)
    for (const width of [1440, 390]) {
      const { page, context, complaints } = await readIn(browser, served.address, {
        viewport: { width, height: 900 },
        // So that the checker may run.
        bypassCSP: true,
      })
      await page.locator('details.api-answer').first().waitFor()
      for (const theme of ['light', 'dark']) {
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
        expect(await seriousFindings(page), `${width} ${theme}`).toEqual([])
      }
      await page.locator('.api-try').nth(1).click()
      await page.getByRole('dialog').waitFor()
      expect(await seriousFindings(page), `the panel, ${width}`).toEqual([])
      await page.getByRole('button', { name: 'Close' }).click()
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(overflow)).toBe(0)
      const columns = await page.evaluate(
        "getComputedStyle(document.querySelector('.api-columns')).gridTemplateColumns.split(' ').length",
      )
      expect(columns).toBe(width === 1440 ? 2 : 1)
      expect(complaints).toEqual([])
      await context.close()
    }
    await served.close()
  })

  it('can be read without scripts', async () => {
    const served = await serveApiPage(PETS, PETS_PAGE)
    const { page, context } = await readIn(browser, served.address, { javaScriptEnabled: false })
    await page.locator('.tab-title', { hasText: 'Python' }).first().click()
    await page.getByText('import requests').first().waitFor({ state: 'visible' })
    expect(await page.locator('.api-try').first().isVisible()).toBe(false)
    await context.close()
    await served.close()
  })
})

describe('the try-it panel', () => {
  it('sends what is filled in to the server of the description, and shows what comes back as text', async () => {
    const asked: { request: IncomingMessage; body: string }[] = []
    const api = createServer(async (request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      if (request.method === 'OPTIONS') return response.end()
      let body = ''
      for await (const piece of request) body += piece
      asked.push({ request, body })
      response.statusCode = 201
      response.setHeader('content-type', 'text/html')
      response.end('<img src=x onerror="alert(1)"><b>made</b>')
    })
    await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready))
    const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    const served = await serveApiPage({ ...PETS, servers: [{ url: `${url}/v1` }] }, PETS_PAGE)
    const { page, context, complaints } = await readIn(browser, served.address)
    await context.unrouteAll()

    await page.locator('.api-try').nth(1).click()
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Token').fill('secret-of-a-reader')
    await panel.getByLabel('X-Trace').fill('trace-1')
    await panel.getByLabel('Body').fill('{"name":"Rex"}')
    await panel.getByRole('button', { name: 'Send' }).click()
    await panel.getByText('201 Created').waitFor()
    expect(await panel.locator('pre').last().textContent()).toBe('<img src=x onerror="alert(1)"><b>made</b>')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.request).toMatchObject({ method: 'POST', url: '/v1/pets' })
    expect(asked[0]?.request.headers).toMatchObject({
      authorization: 'Bearer secret-of-a-reader',
      'x-trace': 'trace-1',
      'content-type': 'application/json',
    })
    expect(asked[0]?.body).toBe('{"name":"Rex"}')
    const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'
    expect(await page.evaluate(kept)).not.toContain('secret-of-a-reader')
    expect(complaints).toEqual([])
    await context.close()
    await served.close()
    api.close()
  })

  it('can send nowhere else', async () => {
    const served = await serveApiPage(PETS, PETS_PAGE)
    const answer = await fetch(served.address)
    expect(answer.headers.get('content-security-policy')).toContain(
      "connect-src 'self' https://api.pets.example https://eu.pets.example https://us.pets.example;",
    )
    await served.close()
    const plain = await serveApiPage(PETS, 'No operation.')
    const policy = (await fetch(plain.address)).headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self';")
    expect(plain.html).not.toContain('api.css')
    await plain.close()
  })
})

it('hostile texts run no script', async () => {
  const text =
    '<script>alert(1)</script><img src=x onerror=alert(1)>"><svg onload=alert(1)> [a](javascript:alert(1))'
  const hostile = JSON.parse(
    JSON.stringify(PETS, (name, value) =>
      ['summary', 'description', 'title', 'source', 'example'].includes(name) ? text : value,
    ),
  ) as OpenApiDocument
  const served = await serveApiPage(hostile, PETS_PAGE)
  const { page, context, complaints } = await readIn(browser, served.address)
  await page.locator('.api-try').first().click()
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate("document.querySelectorAll('.content script, .content [onerror]').length")).toBe(
    0,
  )
  expect(complaints).toEqual([])
  await context.close()
  await served.close()
})
