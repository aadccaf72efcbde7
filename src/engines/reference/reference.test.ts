import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../openapi/document.ts'
import { accessWords } from './access-words.ts'
import { openReference } from './page.ts'
import { REFERENCE_ASSETS } from './reference-assets.ts'

const organization: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, title: { type: 'string', maxLength: 50 } },
  required: ['id'],
}

function documentWith(
  operation: OpenApiOperation,
  schemas: Record<string, JsonSchema> = {},
): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Quire API', version: '1.0.0' },
    servers: [{ url: 'https://docs.example.com/v1' }],
    paths: { '/orgs/{organizationId}': { get: operation } },
    components: { schemas },
  }
}

function open(document: OpenApiDocument) {
  return openReference(document, { home: '/docs', assets: '/docs/assets/' })
}

/** All that the document gives: the first page, and what opens from it. */
function render(document: OpenApiDocument): string {
  const reference = open(document)
  const ids = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => operation.operationId ?? `${method}${path}`),
  )
  const names = Object.keys(document.components?.schemas ?? {})
  return [reference.page(), ...ids.map(reference.operation), ...names.map(reference.object)].join('\n')
}

function renderAnswer(schema: JsonSchema, schemas: Record<string, JsonSchema> = {}): string {
  const responses = { '200': { description: 'Done', content: { 'application/json': { schema } } } }
  return render(documentWith({ operationId: 'getThing', summary: 'Get a thing', responses }, schemas))
}

function textOf(page: string): string {
  return page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

describe('the reference page', () => {
  it('shows every operation once, with an anchor that the sidebar leads to', () => {
    const paths = Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [
        `/${name}`,
        {
          get: { operationId: `get-${name}`, tags: ['Letters'] },
          delete: { operationId: `delete-${name}`, tags: [name] },
        },
      ]),
    )
    const reference = open({ openapi: '3.1.0', info: { title: 'Letters', version: '1' }, paths })
    const page = reference.page()
    for (const id of ['get-a', 'delete-a', 'get-b', 'delete-b', 'get-c', 'delete-c']) {
      expect(page.split(`<details class="op" id="op-${id}"`)).toHaveLength(2)
      expect(page).toContain(`href="#op-${id}"`)
      expect(page).toContain(`href="/docs/operations/${id}"`)
      expect(reference.operation(id)).toContain('class="inside"')
    }
    expect(reference.operation('get-d')).toBeUndefined()
  })

  it('puts a path before those below it, and keeps to the order of the document otherwise', () => {
    const paths = Object.fromEntries(
      ['/z', '/content/pages', '/content', '/a'].map((path) => [path, { get: { tags: ['All'] } }]),
    )
    const page = open({ openapi: '3.1.0', info: { title: 'Order', version: '1' }, paths }).page()
    const order = [...page.matchAll(/<code>(\/[^<]*)<\/code><\/summary>/g)].map(([, path]) => path)
    expect(order).toEqual(['/z', '/content', '/content/pages', '/a'])
  })

  it('is small at first: what an operation says is behind its row', () => {
    const reference = open(documentWith({ operationId: 'getThing', description: 'Long and winding.' }))
    expect(reference.page()).not.toContain('Long and winding.')
    expect(reference.operation('getThing')).toContain('Long and winding.')
  })

  it('finds operations by what is behind their rows: ids, sections, fields and what they are for', () => {
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
    const index = JSON.parse(open(documentWith(operation, { Parcel })).index())
    for (const word of ['sendparcel', 'post', 'parcelid', 'weight', 'grams'])
      expect(index['op-sendParcel']).toContain(word)
    expect(index['schema-Parcel']).toContain('weight')
  })

  it('says so when there are no operations', () => {
    const page = render({ openapi: '3.1.0', info: { title: 'Empty', version: '0' } })
    expect(page).toContain('This document has no operations yet.')
    expect(page).not.toContain('<article')
  })

  it('escapes whatever a document says, in text and in attributes', () => {
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
    const page = render({ ...document, info: { title: hostile, version: hostile, description: hostile } })
    expect(page).not.toContain('<script>')
    expect(page).not.toContain('<img src=x')
    expect(page.match(/<script/g)).toHaveLength(2)
    expect(page).toContain('&lt;script&gt;')
  })

  it('keeps to the policy it is served with: no inline script, style or handler', () => {
    const page = renderAnswer(organization)
    expect(page).not.toMatch(/<script(?! (?:type="module" )?src=)/)
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
    expect(page).not.toMatch(
      /(?:src|href)="(?!#|\/docs[/#]|https:\/\/docs\.example\.com\/v1\/v1\/openapi\.json)/,
    )
  })

  it('names in its manifest exactly the assets there are, and asks for no other', () => {
    const folder = new URL('./assets/', import.meta.url)
    expect(Object.keys(REFERENCE_ASSETS).sort()).toEqual(readdirSync(folder).sort())
    const asked = [...renderAnswer(organization).matchAll(/"\/docs\/assets\/([^"]+)"/g)].map(
      ([, name]) => name,
    )
    for (const name of asked) expect(REFERENCE_ASSETS).toHaveProperty([name ?? ''])
  })
})

describe('an operation', () => {
  it('tells which ability it needs, and when no token is needed', () => {
    const guarded = { security: [{ bearer: [] }], 'x-quire-needs': 'organization.admin' }
    expect(render(documentWith(guarded))).toContain('You need the right to administer the organization')
    expect(render(documentWith({ security: [] }))).toContain('No token needed')
    expect(accessWords('space.view')).toBe('Anyone who can see the space')
    expect(accessWords('signed-in user.ask')).toBe('Anyone signed in')
  })

  it('marks a deprecated operation', () => {
    expect(render(documentWith({ deprecated: true }))).toContain('class="old"')
    expect(render(documentWith({}))).not.toContain('class="old"')
  })

  it('has a curl and a JavaScript sample that name the token and never hold one', () => {
    const body = { content: { 'application/json': { example: { title: "Today's" } } } }
    const text = textOf(render(documentWith({ security: [{ bearer: [] }], requestBody: body })))
    expect(text).toContain('Authorization: Bearer $TOKEN')
    expect(text).toContain('{process.env.TOKEN}')
    expect(text).toContain('Today&#39;\\&#39;&#39;s')
  })

  it('makes a body from the schema when the document gives no example', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        role: { anyOf: [{ const: 'admin' }, { const: 'reader' }] },
        until: { anyOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }] },
        seats: { type: 'integer', minimum: 3 },
      },
    }
    const text = textOf(
      render(documentWith({ requestBody: { content: { 'application/json': { schema } } } })),
    )
    expect(text).toContain('&quot;role&quot;: &quot;admin&quot;')
    expect(text).toContain('&quot;seats&quot;: 3')
    expect(text).toMatch(/&quot;until&quot;: &quot;\d{4}-/)
  })

  it('tells errors of one shape in a line each and the shape once', () => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
    const responses = {
      '200': { description: 'Done' },
      '403': { description: 'Refused', content },
      '404': { description: 'Unknown', content },
    }
    const page = render(documentWith({ responses }, { Problem: organization }))
    expect(page.match(/Body of these/g)).toHaveLength(1)
    expect(textOf(page)).toMatch(/403 Refused 404 Unknown/)
  })
})

describe('a schema', () => {
  it('shows a referenced object with its fields, and writes it out once under Objects', () => {
    const page = renderAnswer({ $ref: '#/components/schemas/Organization' }, { Organization: organization })
    expect(page).toContain('href="/docs/objects/Organization"')
    expect(page.split('<details class="op" id="schema-Organization"')).toHaveLength(2)
    expect(textOf(page)).toContain('title string at most 50 characters')
  })

  it('ends when schemas are made of themselves', () => {
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
    const page = renderAnswer({ $ref: '#/components/schemas/Page' }, schemas)
    expect(textOf(page)).toContain('parent Page or null')
    expect(textOf(page)).toContain('pages array of Page')
    expect(page).toContain('data-unfold="/docs/objects/Page"')
  })

  it('survives a reference to nothing', () => {
    expect(textOf(renderAnswer({ $ref: '#/components/schemas/constructor' }))).toContain('anything')
  })

  it('tells null, lists of values, unions and maps in words', () => {
    const text = textOf(
      renderAnswer({
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

  it('names the variants of a union by the field that tells them apart', () => {
    const variant = (fixed: JsonSchema): JsonSchema => ({
      type: 'object',
      properties: { id: { type: 'string' }, kind: fixed },
    })
    const text = textOf(
      renderAnswer({
        oneOf: [variant({ const: 'blank', description: 'Starts empty' }), variant({ enum: ['copy'] })],
      }),
    )
    expect(text).toMatch(/one of blank Starts empty 2 fields/)
    expect(text).toMatch(/copy 2 fields/)
    expect(text).not.toContain('copy object')
    const bare = textOf(
      renderAnswer({
        anyOf: [{ type: 'string' }, { type: 'object', properties: { email: {} }, required: ['email'] }],
      }),
    )
    expect(bare).toContain('with email')
  })

  it('folds allOf into one object', () => {
    const secret: JsonSchema = {
      type: 'object',
      properties: { secret: { type: 'string' } },
      required: ['secret'],
    }
    const text = textOf(
      renderAnswer(
        { allOf: [{ $ref: '#/components/schemas/Organization' }, secret] },
        { Organization: organization },
      ),
    )
    expect(text).toMatch(/id string required title string .* secret string required/)
  })
})

describe('in the browser', () => {
  const asset = (name: string) => import(new URL(`./assets/${name}`, import.meta.url).href)

  it('a request names what is missing, and is sent when nothing is', async () => {
    const { missingOf, missingWords } = await asset('missing.js')
    const field = (name: string, required: boolean, value: string) => ({ name, required, value })
    const fields = [field('spaceId', true, '  '), field('limit', false, ''), field('pageId', true, 'x')]
    expect(missingOf(fields).map(({ name }: { name: string }) => name)).toEqual(['spaceId'])
    expect(missingOf(fields.slice(1))).toEqual([])
    expect(missingWords('spaceId')).toContain('spaceId')
  })

  it('the filter takes every word, and tells what a row shows from what is behind it', async () => {
    const { strengthOf, wordsOf } = await asset('matching.js')
    const words = wordsOf(' Create  SPACE ')
    expect(strengthOf(words, 'post create a space /v1/orgs', '')).toBe(2)
    expect(strengthOf(words, 'post create', 'space emoji')).toBe(1)
    expect(strengthOf(words, 'post create', 'emoji')).toBe(0)
    expect(strengthOf([], 'anything', '')).toBe(2)
  })
})
