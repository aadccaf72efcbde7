// The panel that sends a request of an API description: what arrives at the server that it names.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../server.ts'
import { openSites, type Sites } from '../sites.ts'

type Arrived = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }

let sites: Sites
let receiver: Server
let home: string
const arrived: Arrived[] = []

const colour = { type: 'string' }
const list = { type: 'array', items: colour }
const object = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } } }
const parameter = (place: string, name: string, more: object) => ({ in: place, name, ...more })
const PARAMETERS = [
  parameter('path', 'ids', { required: true, style: 'matrix', schema: list }),
  parameter('query', 'many', { schema: list }),
  parameter('query', 'joined', { explode: false, schema: list }),
  parameter('query', 'piped', { style: 'pipeDelimited', schema: list }),
  parameter('query', 'chosen', { schema: { type: 'array', items: { enum: ['a', 'b', 'c'] } } }),
  parameter('query', 'deep', { style: 'deepObject', schema: object }),
  parameter('query', 'filter', { content: { 'application/json': { schema: object } } }),
  parameter('header', 'X-Range', { explode: true, schema: object }),
  parameter('cookie', 'session', { required: true, schema: colour, example: 'abc' }),
]
const FORM = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    tags: list,
    about: { type: 'object', properties: { age: { type: 'integer', example: 3 } } },
    photo: { type: 'string', format: 'binary' },
    papers: { type: 'array', items: { type: 'string', format: 'binary' } },
  },
}
const posting = (summary: string, mediaType: string, media: object) => ({
  post: { summary, requestBody: { content: { [mediaType]: media } }, responses: {} },
})

const description = (server: string) => ({
  openapi: '3.1.0',
  info: { title: 'Forms', version: '1' },
  servers: [{ url: server }],
  paths: {
    '/things/{ids}': { get: { summary: 'Ask', parameters: PARAMETERS, responses: {} } },
    '/parts': posting('Send parts', 'multipart/form-data', { schema: FORM }),
    '/form': posting('Send a form', 'application/x-www-form-urlencoded', {
      schema: {
        ...FORM,
        properties: { name: colour, tags: list, about: FORM.properties.about, box: object },
      },
      encoding: { tags: { explode: false }, box: { style: 'deepObject' } },
    }),
    '/file': posting('Send a file', 'application/octet-stream', {
      schema: { type: 'string', format: 'binary' },
    }),
  },
})

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body: Buffer[] = []
    for await (const piece of request) body.push(piece)
    const { method = '', url = '', headers } = request
    if (method !== 'OPTIONS') arrived.push({ method, url, headers, body: Buffer.concat(body) })
    response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
    response.end('it arrived')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  sites = await openSites()
  const { api, organization, newSite, newSpace } = sites
  const text = JSON.stringify(description(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/v1`))
  await api('PUT', `${organization}/openapi/forms`, { source: { text } })
  const blocks = Object.entries(description('').paths).map(
    ([path, item]) =>
      `{% openapi-operation spec="forms" path="${path}" method="${Object.keys(item)[0]}" %}\n[forms](https://forms.example)\n{% endopenapi-operation %}`,
  )
  const space = await newSpace('Forms', { Operations: blocks.join('\n\n') })
  home = (await newSite('Forms', [space])).home
  await until(async () => (await (await fetch(`${home}/operations`)).text()).includes('data-try='))
})

afterAll(async () => {
  await sites?.close()
  await new Promise((resolve) => receiver?.close(resolve))
})

/** The panel of an operation, and a way to send what is filled in. */
async function openPanel(title: string) {
  const { page, context } = await sites.read(`${home}/operations`)
  // Only this server is let through beside the site.
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  await context.route(`${origin}/**`, (route) => route.continue())
  await page.locator('.api-operation', { hasText: title }).locator('.api-try').click()
  const panel = page.locator('dialog.try-it')
  const field = (name: string) => panel.getByLabel(new RegExp(`^${name}\\b`))
  const fill = (name: string, text: string) => field(name).fill(text)
  const send = async () => {
    const before = arrived.length
    await panel.locator('.try-send').click()
    await panel.locator('.try-status').waitFor()
    await context.close()
    const [request] = arrived.slice(before)
    if (!request) throw new Error('nothing arrived')
    return request
  }
  return { panel, field, fill, send }
}

describe('the panel of an operation sends', () => {
  it('lists and objects in the style of each parameter, and says that cookies stay behind', async () => {
    const { panel, fill, send } = await openPanel('Ask')
    await fill('ids', '1\n2')
    await fill('many', 'blue\nblack & white')
    await fill('joined', 'blue\nblack, white')
    await fill('piped', 'blue\nblack')
    await panel.getByLabel('chosen').selectOption(['a', 'c'])
    await fill('deep', 'R=100\nG=200')
    await fill('filter', '{"R":1}')
    await fill('X-Range', 'R=100\nG=200')
    expect(await panel.innerText()).toContain(
      'browsers do not let a page set cookies of another site: session',
    )
    const { url, headers } = await send()
    expect(url).toBe(
      '/v1/things/;ids=1,2?many=blue&many=black%20%26%20white&joined=blue,black%2C%20white&piped=blue%7Cblack' +
        '&chosen=a&chosen=c&deep%5BR%5D=100&deep%5BG%5D=200&filter=%7B%22R%22%3A1%7D',
    )
    expect(headers['x-range']).toBe('R=100,G=200')
    expect(headers.cookie).toBeUndefined()
  })

  it('forms in parts, with files', async () => {
    const { panel, fill, send } = await openPanel('Send parts')
    await fill('name', 'Rex')
    await fill('tags', 'good\nold')
    await fill('about', '{"age":4}')
    const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await panel.getByLabel('photo').setInputFiles(file('rex.txt', 'a dog'))
    await panel.getByLabel('papers').setInputFiles([file('a.txt', 'A'), file('b.txt', 'B')])
    const { headers, body } = await send()
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
    const texts = await Promise.all(
      [...form].map(async ([name, value]) => [
        name,
        typeof value === 'string' ? value : `${value.name}: ${await value.text()}`,
      ]),
    )
    expect(texts).toEqual([
      ['name', 'Rex'],
      ['tags', 'good'],
      ['tags', 'old'],
      ['about', '{"age":4}'],
      ['photo', 'rex.txt: a dog'],
      ['papers', 'a.txt: A'],
      ['papers', 'b.txt: B'],
    ])
  })

  it('forms as one text, and not before what is required is filled in', async () => {
    const { panel, field, fill, send } = await openPanel('Send a form')
    await fill('name', '')
    await panel.locator('.try-send').click()
    expect(await field('name').getAttribute('aria-invalid')).toBe('true')
    await fill('name', 'Rex & Co')
    await fill('tags', 'good\nold')
    await fill('about', '{"age":4}')
    await fill('box', 'R=1')
    const { headers, body } = await send()
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(body.toString()).toBe('name=Rex%20%26%20Co&tags=good,old&about=%7B%22age%22%3A4%7D&box%5BR%5D=1')
  })

  it('a file that is the whole body', async () => {
    const { panel, send } = await openPanel('Send a file')
    const bytes = Buffer.from([0, 1, 2, 255])
    const file = { name: 'x.bin', mimeType: 'application/octet-stream', buffer: bytes }
    await panel.getByLabel('Body').setInputFiles(file)
    const { headers, body } = await send()
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(body).toEqual(bytes)
  })
})

it('opens for a click that is quicker than its script', async () => {
  const context = await sites.browser.newContext()
  const page = await context.newPage()
  let letThrough = () => {}
  const clicked = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/try-it.js', (route) => clicked.then(() => route.continue()))
  await page.goto(`${home}/operations`)
  await page.locator('.api-try').first().click()
  letThrough()
  await page.locator('dialog.try-it').waitFor()
  await context.close()
})
