import { describe, expect, it } from 'vitest'
import { referenceFrame } from '../../../test/drawn/site-model.ts'
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../openapi/document.ts'
import { accessWords } from './access-words.ts'
import { openReference } from './reference.ts'

const organization: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, title: { type: 'string', maxLength: 50 } },
  required: ['id'],
}

const SECURITY = { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }

function documentWith(
  operation: OpenApiOperation,
  schemas: Record<string, JsonSchema> = {},
): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Quire API', version: '1.0.0' },
    servers: [{ url: 'https://docs.example.com/v1' }],
    paths: { '/orgs/{organizationId}': { get: operation } },
    components: { schemas, ...SECURITY },
  }
}

function open(document: OpenApiDocument) {
  return openReference(document, referenceFrame())
}

/** All pages of it. */
async function render(document: OpenApiDocument): Promise<string> {
  const reference = await open(document)
  const pages: string[] = []
  for (const path of reference.paths) pages.push((await reference.page(path)) ?? '')
  return pages.join('\n')
}

function renderAnswer(schema: JsonSchema, schemas: Record<string, JsonSchema> = {}): Promise<string> {
  const responses = { '200': { description: 'Done', content: { 'application/json': { schema } } } }
  return render(documentWith({ operationId: 'getThing', summary: 'Get a thing', responses }, schemas))
}

function textOf(page: string): string {
  return page
    .replaceAll('<wbr>', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

describe('the reference', () => {
  it('has a page for each tag, with every operation once, where links lead to it', async () => {
    const paths = Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [
        `/${name}`,
        {
          get: { operationId: `get-${name}`, tags: ['Letters'] },
          delete: { operationId: `delete-${name}`, tags: [name] },
        },
      ]),
    )
    const reference = await open({ openapi: '3.1.0', info: { title: 'Letters', version: '1' }, paths })
    const opening = await reference.page('')
    for (const id of ['get-a', 'delete-a', 'get-b', 'delete-b', 'get-c', 'delete-c']) {
      const address = reference.operationAddress(id) ?? ''
      const [path = '', anchor] = address.replace('/docs/', '').split('#')
      expect((await reference.page(path))?.split(` id="${anchor}"`)).toHaveLength(2)
      expect(opening?.split(` id="op-${id}"`), 'the anchor of earlier versions').toHaveLength(2)
      expect(opening).toContain(`href="${address}"`)
    }
    expect(reference.operationAddress('get-d')).toBeUndefined()
    expect(await reference.page('letter')).toBeUndefined()
  })

  it('puts a path before those below it, and keeps to the order of the document otherwise', async () => {
    const paths = Object.fromEntries(
      ['/z', '/content/pages', '/content', '/a'].map((path) => [path, { get: { tags: ['All'] } }]),
    )
    const reference = await open({ openapi: '3.1.0', info: { title: 'Order', version: '1' }, paths })
    const order = [...textOf((await reference.page('')) ?? '').matchAll(/ GET (\/\S+)/g)].map(
      ([, path]) => path,
    )
    expect(order.filter((path, at) => order.indexOf(path) === at)).toEqual([
      '/z',
      '/content',
      '/content/pages',
      '/a',
    ])
  })

  it('finds operations by ids, sections, fields and what they are for; objects too', async () => {
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Parcel' } } } }
    const parameters = [{ name: 'parcelId', in: 'path', description: 'Which parcel' } as const]
    const Parcel: JsonSchema = {
      type: 'object',
      properties: {
        weight: { type: 'number', description: 'In grams' },
        inside: { type: 'array', items: { $ref: '#/components/schemas/Parcel' } },
      },
    }
    const operation = { operationId: 'sendParcel', tags: ['Post'], parameters, requestBody: body }
    const { search, searchPage } = await open(documentWith(operation, { Parcel }))
    for (const query of ['sendParcel', 'send', 'post', 'parcelid', 'weight', 'GRAMS weight'])
      expect(search(query).pages[0], query).toMatchObject({
        title: 'Post',
        sections: [
          { title: 'sendParcel', href: '/docs/post#sendparcel', snippet: 'GET /orgs/{organizationId}' },
        ],
      })
    const objects = search('weight').pages[1]
    expect(objects).toMatchObject({ title: 'Objects', sections: [{ href: '/docs/objects#schema-parcel' }] })
    expect(search('nothing like it').pages).toEqual([])
    expect(search(' ').pages).toEqual([])
    expect(searchPage('grams')).toContain('href="/docs/post#sendparcel"')
  })

  it('shows one operation whole where a reader asks for it', async () => {
    const operations = Array.from({ length: 40 }, (_, at) => [
      `/things-${at}`,
      { get: { operationId: `get${at}`, tags: ['Things'], description: 'long and winding '.repeat(500) } },
    ])
    const info = { title: 'Long', version: '1' }
    const reference = await open({ openapi: '3.1.0', info, paths: Object.fromEntries(operations) })
    const whole = (page: string | undefined) => page?.match(/class="api-columns"/g)?.length
    const page = await reference.page('things')
    expect(whole(page)).toBeLessThan(40)
    expect(page).toContain('?operation=get%20%2Fthings-39#get39')
    const last = await reference.page('things', { operation: 'get /things-39' })
    expect(whole(last)).toBe(1)
  })

  it('opens branches of its navigation', async () => {
    const reference = await open(documentWith({ operationId: 'getThing', tags: ['Things'] }))
    expect(reference.branch('things')).toContain('href="/docs/things#getthing"')
    expect(reference.branch('nothing')).toBeUndefined()
  })

  it('says so when there are no operations', async () => {
    const page = await render({ openapi: '3.1.0', info: { title: 'Empty', version: '0' } })
    expect(page).toContain('This document has no operations yet.')
    expect(page).not.toContain('api-operation')
  })

  it('escapes whatever a document says, in text and in attributes', async () => {
    const hostile = `"><script>alert('x')</script><img src=x onerror=alert(1)>`
    const document = documentWith({
      operationId: hostile,
      summary: hostile,
      description: `\`${hostile}\``,
      tags: [hostile],
      'x-quire-needs': hostile,
      parameters: [
        { name: hostile, in: 'query', required: true, example: hostile, schema: { enum: [hostile] } },
      ],
      requestBody: { content: { [hostile]: { example: { [hostile]: hostile } } } },
      responses: { [hostile]: { description: hostile } },
    })
    const page = await render({
      ...document,
      info: { title: hostile, version: hostile, description: hostile },
    })
    expect(page).not.toContain('<script>')
    expect(page).not.toContain('<img src=x')
    expect(page.match(/<script/g)).toHaveLength(2 * page.split('<!doctype html>').slice(1).length)
    expect(page).toContain('&lt;script&gt;')
  })

  it('keeps to the policy it is served with: no inline script, style or handler', async () => {
    const page = await renderAnswer(organization)
    expect(page).not.toMatch(/<script(?! (?:type="module" )?src=)/)
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
    expect(page).not.toMatch(/(?:src|href)="(?!#|\/docs["/#]|\/v1\/openapi\.json|data:image)/)
  })
})

describe('an operation', () => {
  it('tells which ability it needs, and when no token is needed', async () => {
    const guarded = { security: [{ bearer: [] }], 'x-quire-needs': 'organization.admin' }
    expect(await render(documentWith(guarded))).toContain('You need the right to administer the organization')
    expect(await render(documentWith({ security: [] }))).toContain('No token needed')
    expect(accessWords('space.view')).toBe('Anyone who can see the space')
    expect(accessWords('signed-in user.ask')).toBe('Anyone signed in')
  })

  it('marks a deprecated operation', async () => {
    expect(await render(documentWith({ deprecated: true }))).toContain('<s>')
    expect(await render(documentWith({}))).not.toContain('<s>')
  })

  it('has a curl and a JavaScript sample that name the token and never hold one', async () => {
    const body = { content: { 'application/json': { example: { title: "Today's" } } } }
    const page = await render(documentWith({ security: [{ bearer: [] }], requestBody: body }))
    const text = page.replace(/<[^>]*>/g, '')
    expect(text).toContain('Authorization: Bearer $TOKEN')
    expect(text).toContain('{process.env.TOKEN}')
    expect(text).toContain('Today&#39;\\&#39;&#39;s')
  })

  it('makes a body from the schema when the document gives no example', async () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        role: { anyOf: [{ const: 'admin' }, { const: 'reader' }] },
        until: { anyOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }] },
        seats: { type: 'integer', minimum: 3 },
      },
    }
    const text = textOf(
      await render(documentWith({ requestBody: { content: { 'application/json': { schema } } } })),
    )
    expect(text).toContain('&quot;role&quot;: &quot;admin&quot;')
    expect(text).toContain('&quot;seats&quot;: 3')
    expect(text).toMatch(/&quot;until&quot;: &quot;\d{4}-/)
  })

  it('tells errors of one shape in a line each and the shape once', async () => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
    const responses = {
      '200': { description: 'Done' },
      '403': { description: 'Refused', content },
      '404': { description: 'Unknown', content },
    }
    const page = await render(documentWith({ responses }, { Problem: organization }))
    expect(page.match(/Body of these/g)).toHaveLength(1)
    expect(textOf(page)).toMatch(/403 Refused 404 Unknown/)
  })
})

describe('a schema', () => {
  it('shows a referenced object with its fields, and writes it out once under Objects', async () => {
    const page = await renderAnswer(
      { $ref: '#/components/schemas/Organization' },
      { Organization: organization },
    )
    expect(page).toContain('href="/docs/objects#schema-organization"')
    expect(page.split('<details class="api-schema" id="schema-organization"')).toHaveLength(2)
    expect(page.split(' id="schema-Organization"'), 'the anchor of earlier versions').toHaveLength(2)
    expect(textOf(page)).toContain('title string at most 50 characters')
  })

  it('ends when schemas are made of themselves', async () => {
    const schemas: Record<string, JsonSchema> = {
      Page: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          parent: { anyOf: [{ $ref: '#/components/schemas/Page' }, { type: 'null' }] },
          pages: { type: 'array', items: { $ref: '#/components/schemas/Page' } },
          rest: { $ref: '#/components/schemas/Deep' },
          loop: { $ref: '#/components/schemas/Loop' },
          mirror: { $ref: '#/components/schemas/Mirror' },
          fold: { $ref: '#/components/schemas/Fold' },
        },
      },
      Deep: { type: 'array', items: { $ref: '#/components/schemas/Deep' } },
      Loop: { $ref: '#/components/schemas/Loop' },
      Mirror: { anyOf: [{ $ref: '#/components/schemas/Mirror' }, { type: 'null' }] },
      Fold: { allOf: [{ $ref: '#/components/schemas/Fold' }, organization] },
    }
    const page = await renderAnswer({ $ref: '#/components/schemas/Page' }, schemas)
    expect(textOf(page)).toContain('parent Page or null')
    expect(textOf(page)).toContain('pages array of Page')
    expect(textOf(page)).toContain('As Page above')
  })

  it('survives a reference to nothing', async () => {
    expect(textOf(await renderAnswer({ $ref: '#/components/schemas/constructor' }))).toContain('anything')
  })

  it('tells null, lists of values, unions and maps in words', async () => {
    const text = textOf(
      await renderAnswer({
        type: 'object',
        properties: {
          note: { type: ['string', 'null'] },
          role: { anyOf: [{ const: 'admin' }, { const: 'reader' }, { type: 'null' }] },
          kind: { enum: ['page', 'file'] },
          object: { const: 'thing' },
          size: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
          flags: { type: 'object', additionalProperties: { type: ['boolean', 'null'] } },
        },
      }),
    )
    expect(text).toContain('note string or null')
    expect(text).toMatch(/role string or null One of admin reader/)
    expect(text).toMatch(/kind string One of page file/)
    expect(text).toMatch(/object string Always thing/)
    expect(text).toContain('size string or integer')
    expect(text).toContain('flags map of nullable boolean')
  })

  it('names the variants of a union by the field that tells them apart', async () => {
    const variant = (fixed: JsonSchema): JsonSchema => ({
      type: 'object',
      properties: { id: { type: 'string' }, kind: fixed },
    })
    const text = textOf(
      await renderAnswer({
        oneOf: [variant({ const: 'blank', description: 'Starts empty' }), variant({ enum: ['copy'] })],
      }),
    )
    expect(text).toMatch(/one of blank Starts empty 2 fields/)
    expect(text).toMatch(/copy 2 fields/)
    expect(text).not.toContain('copy object')
    const bare = textOf(
      await renderAnswer({
        anyOf: [{ type: 'string' }, { type: 'object', properties: { email: {} }, required: ['email'] }],
      }),
    )
    expect(bare).toContain('with email')
  })

  it('folds allOf into one object', async () => {
    const secret: JsonSchema = {
      type: 'object',
      properties: { secret: { type: 'string' } },
      required: ['secret'],
    }
    const text = textOf(
      await renderAnswer(
        { allOf: [{ $ref: '#/components/schemas/Organization' }, secret] },
        { Organization: organization },
      ),
    )
    expect(text).toMatch(/id string required title string .* secret string required/)
  })
})
