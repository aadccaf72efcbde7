import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from './openapi-types.ts'
import { renderReference } from './page.ts'
import { abilityWords } from './prose.ts'
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

function render(document: OpenApiDocument): string {
  return renderReference(document, { assetsBase: '/docs/assets/' })
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
    const page = render({ openapi: '3.1.0', info: { title: 'Letters', version: '1' }, paths })
    for (const id of ['get-a', 'delete-a', 'get-b', 'delete-b', 'get-c', 'delete-c']) {
      expect(page.split(`<article class="op" id="op-${id}"`)).toHaveLength(2)
      expect(page).toContain(`href="#op-${id}"`)
    }
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
    expect(page).not.toMatch(/(?:src|href)="(?!#|\/docs\/assets\/)/)
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
    expect(render(documentWith(guarded))).toContain('Needs: admin on the organization')
    expect(render(documentWith({ security: [] }))).toContain('No token needed')
    expect(abilityWords('changeRequest.review')).toBe('review on the change request')
  })

  it('marks a deprecated operation', () => {
    expect(render(documentWith({ deprecated: true }))).toContain('<span class="deprecated">deprecated</span>')
    expect(render(documentWith({}))).not.toContain('class="deprecated"')
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
    expect(page).toContain('href="#schema-Organization"')
    expect(page.split('<article class="op object" id="schema-Organization"')).toHaveLength(2)
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
    expect(page).toContain('data-unfold="schema-Page"')
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

  it('tells the variants of a union apart by their constant field', () => {
    const variant = (kind: string): JsonSchema => ({
      type: 'object',
      properties: { kind: { const: kind }, id: { type: 'string' } },
    })
    const text = textOf(renderAnswer({ oneOf: [variant('blank'), variant('copy')] }))
    expect(text).toMatch(/one of kind: blank object 2 fields/)
    expect(text).toContain('kind: copy')
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
