import { describe, expect, it } from 'vitest'
import { PETS } from '../../../../test/measures/api-description.ts'
import { type Markup, partsOf } from '../../html/markup.ts'
import { openProse } from '../../html/prose.ts'
import type { OpenApiDocument } from '../document.ts'
import { originOf } from '../parts/servers.ts'
import { operationMarkdown, schemasMarkdown } from './operation-markdown.ts'
import { siteOperationView } from './site-operation-view.ts'
import { siteSchemasView } from './site-schemas-view.ts'
import { saidNothing } from './site-scope.ts'
import { ENGLISH_API_WORDS as words } from './words.ts'

const htmlOf = (markup: Markup | undefined) =>
  markup &&
  partsOf(markup)
    .map((part) => (typeof part === 'string' ? part : part.placeholder))
    .join('')

function shown(method: string, path: string, kind: 'operation' | 'webhook' = 'operation', document = PETS) {
  return siteOperationView(document, { kind, method, path }, { words, prose: openProse() })
}

const textIn = (html: string | undefined) => html?.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') ?? ''

describe('an operation on a site', () => {
  it('follows what the description asks of pages that show it', () => {
    const get = {
      'x-stability': 'experimental',
      parameters: [
        {
          name: 'sort',
          in: 'query',
          schema: { type: 'string', enum: ['asc', 'desc'], 'x-enumDescriptions': { asc: 'Oldest <first>' } },
        },
        {
          name: 'size',
          in: 'query',
          schema: { type: 'integer', enum: [1, 2], 'x-enum-descriptions': ['Small', 'Large'] },
        },
      ],
      responses: {},
    }
    const of = (more: object, top: object = {}) =>
      ({ ...PETS, ...top, paths: { '/x': { get: { ...get, ...more } } } }) as unknown as typeof PETS
    const view = (document: typeof PETS) => htmlOf(shown('get', '/x', 'operation', document)?.markup) ?? ''
    const plain = view(of({}))
    expect(plain).toContain('data-try=')
    expect(plain).toContain('curl')
    expect(plain).toContain('<span class="tag">experimental</span>')
    expect(plain).toContain('<li><code>asc</code> Oldest &lt;first&gt;</li>')
    expect(plain).toContain('<li><code>2</code> Large</li>')
    expect(view(of({ 'x-hideTryItPanel': true }))).not.toContain('data-try=')
    expect(view(of({}, { 'x-hideTryItPanel': true }))).not.toContain('data-try=')
    expect(view(of({ 'x-hideTryItPanel': false }, { 'x-hideTryItPanel': true }))).toContain('data-try=')
    expect(view(of({ 'x-codeSamples': false }))).not.toContain('curl')
    const markdown = operationMarkdown(
      of({}),
      { kind: 'operation', method: 'get', path: '/x' },
      { words, prose: (text) => text, hasExamples: true },
    )
    expect(markdown).toContain('`GET /x` (experimental)')
    expect(markdown).toContain('`1` (Small), `2` (Large)')
  })

  it('says where more is told, where tokens are had, that nobody needs one, and what headers are', () => {
    const flows = {
      authorizationCode: { authorizationUrl: 'https://a.example/in', tokenUrl: 'https://a.example/t' },
    }
    const document = {
      ...PETS,
      components: {
        securitySchemes: { oauth: { type: 'oauth2', flows } },
        schemas: { Cat: { type: 'object', properties: { kind: { type: 'string' } } } },
      },
      paths: {
        '/x': {
          get: {
            externalDocs: { url: 'https://a.example/more', description: 'The [guide]' },
            security: [{ oauth: ['read'] }, {}],
            responses: {
              200: {
                headers: { 'X-Left': { schema: { type: 'integer', minimum: 0 } } },
                content: {
                  'application/json': {
                    schema: {
                      oneOf: [{ $ref: '#/components/schemas/Cat' }],
                      discriminator: { propertyName: 'kind', mapping: { tom: '#/components/schemas/Cat' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    } as unknown as typeof PETS
    const html = htmlOf(shown('get', '/x', 'operation', document)?.markup)
    expect(html).toContain('href="https://a.example/more"')
    expect(textIn(html)).toContain('The [guide]')
    expect(textIn(html)).toContain('authorizationCode https://a.example/in https://a.example/t')
    expect(textIn(html)).toContain('or without signing in')
    expect(textIn(html)).toContain('X-Left header integer at least 0')
    expect(textIn(html)).toMatch(/(kind|&quot;).{0,20}tom/)
    const markdown = operationMarkdown(
      document,
      { kind: 'operation', method: 'get', path: '/x' },
      { words, prose: (text) => text, hasExamples: true },
    )
    expect(markdown).toContain('- without signing in')
    expect(markdown).toContain('`https://a.example/t`')
    expect(markdown).toContain('- `X-Left` integer (at least 0):')
    expect(markdown).toContain('"kind": "tom"')
  })

  it('shows what callbacks send and each example of a body, and has no panel for what browsers do not send', () => {
    const schema = { type: 'object', properties: { done: { type: 'boolean', description: 'Whether it is' } } }
    const content = {
      'application/json': { schema, examples: { one: { value: { done: true } }, two: { value: 'second' } } },
    }
    const told = {
      post: { summary: 'When done', requestBody: { content: { 'application/json': { schema } } } },
    }
    const operation = {
      requestBody: { content },
      callbacks: { onDone: { '{$request.body#/url}': told } },
      responses: {},
    }
    const document = {
      ...PETS,
      paths: { '/x': { post: operation, trace: operation } },
    } as unknown as typeof PETS
    const html = htmlOf(shown('post', '/x', 'operation', document)?.markup)
    expect(html).toContain('data-try=')
    expect(textIn(html?.split('Callbacks')[1])).toContain('done boolean Whether it is')
    expect(textIn(html)).toContain('second')
    expect(htmlOf(shown('trace', '/x', 'operation', document)?.markup)).not.toContain('data-try=')
    const markdown = operationMarkdown(
      document,
      { kind: 'operation', method: 'post', path: '/x' },
      { words, prose: (text) => text, hasExamples: true },
    )
    const [, callback] = markdown?.split('**Callbacks**') ?? []
    expect(callback).toContain('`onDone` `POST {$request.body#/url}`')
    expect(callback).toContain('- `done` boolean: Whether it is')
  })

  it('has no secrets in examples of answers, and nothing in those of webhooks that only their readers send', () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'string', readOnly: true },
        secret: { type: 'string', writeOnly: true, example: 'hush' },
      },
    }
    const content = { 'application/json': { schema } }
    const document = {
      ...PETS,
      paths: { '/x': { get: { responses: { 200: { content } } } } },
      webhooks: { x: { post: { requestBody: { content }, responses: {} } } },
    } as unknown as typeof PETS
    for (const [method, kind, path] of [
      ['get', 'operation', '/x'],
      ['post', 'webhook', 'x'],
    ] as const) {
      const html = htmlOf(shown(method, path, kind, document)?.markup)
      expect(html).toContain('k3v9Qm2TzX')
      expect(html).not.toContain('hush')
    }
  })

  it('shows what is referred to, what it may be, and what it needs', () => {
    const html = htmlOf(shown('GET', '/pets')?.markup)
    expect(html).toContain('<code class="field-name">X-Trace</code>')
    expect(html).toContain('<strong>newest first</strong>')
    expect(textIn(html)).toContain('limit integer 1 to 100 · default 20')
    // As it is copied and read aloud, without any style.
    expect(html?.replace(/<[^>]*>/g, '')).toContain('limit integer 1 to 100')
    expect(textIn(html)).toContain('One of available pending sold')
    expect(textIn(html)).toContain('token http bearer header Authorization: Bearer …')
    expect(textIn(html)).toContain('or key apiKey header X-Api-Key')
    expect(textIn(html)).toContain('X-Rate-Limit header Requests left in this hour')
  })

  it('names a schema that is a part of itself, and does not follow it', () => {
    const text = textIn(htmlOf(shown('post', '/pets')?.markup))
    expect(text).toContain('parents array of Pet As Pet above')
    expect(text.match(/parents array of Pet/g)).toHaveLength(1)
    expect(text).toContain('price one of 2 variants fixed')
  })

  it('writes out a schema once in each part, and leads there from where it is met again', () => {
    const twice = {
      ...PETS,
      paths: {
        '/x': {
          get: {
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: {
                      properties: {
                        a: { $ref: '#/components/schemas/Person' },
                        b: { $ref: '#/components/schemas/Person' },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    } as unknown as OpenApiDocument
    const html = htmlOf(shown('get', '/x', 'operation', twice)?.markup)
    expect(html?.match(/field-name">email</g)).toHaveLength(1)
    expect(html).toContain('<a href="#id">As Person above</a>')
  })

  it('leads to a large schema that the page says already, unless it was cut there', () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, { type: 'string' }]))
    const answer = (name: string) => ({
      responses: {
        200: {
          content: {
            'application/json': { schema: { properties: { in: { $ref: `#/components/schemas/${name}` } } } },
          },
        },
      },
    })
    const document = {
      paths: { '/large': { get: answer('Large') }, '/cut': { get: answer('Cut') } },
      components: { schemas: { Large: { properties: fields(40) }, Cut: { properties: fields(390) } } },
    } as unknown as OpenApiDocument
    const said = saidNothing()
    const read = (path: string) =>
      htmlOf(
        siteOperationView(
          document,
          { kind: 'operation', method: 'get', path },
          { words, prose: openProse(), said },
        )?.markup,
      )
    expect(read('/large')).toContain('field-name">field39<')
    expect(read('/large')).not.toContain('field-name">field39<')
    expect(read('/large')).toContain('<a href="#id">As Large above</a>')
    expect(read('/cut')).toContain('field-name">field200<')
    expect(read('/cut')).toContain('field-name">field200<')
  })

  it('has samples in three languages, for the first server', () => {
    const text = textIn(htmlOf(shown('post', '/pets')?.markup))
    expect(text).toContain('curl -X POST')
    expect(text).toContain('fetch (')
    expect(text).toContain('import requests')
    expect(text).toContain('https://api.pets.example/v1/pets')
  })

  it('takes samples of the description before its own', () => {
    const operation = { 'x-codeSamples': [{ lang: 'Shell', label: 'CLI', source: 'pets list' }] }
    const own = { paths: { '/x': { get: operation } } } as unknown as OpenApiDocument
    const text = textIn(htmlOf(shown('get', '/x', 'operation', own)?.markup))
    expect(text).toContain('CLI')
    expect(text).toContain('pets list')
    expect(text).not.toContain('curl')
  })

  it('names the servers that a browser may send to, with each value of their variables', () => {
    expect(shown('get', '/pets')?.servers).toEqual([
      'https://api.pets.example',
      'https://eu.pets.example',
      'https://us.pets.example',
    ])
    expect(shown('post', 'petSold', 'webhook')?.servers).toEqual([])
  })

  it('names errors of one shape in a line each, with their body and example once', () => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
    const responses = {
      '200': { description: 'Done' },
      '403': { description: 'Refused', content },
      '404': { description: 'Unknown', content },
      '409': { description: 'Locked', content: { 'application/json': { schema: { type: 'string' } } } },
    }
    const Problem = { type: 'object', properties: { message: { type: 'string', example: 'No' } } }
    const document = {
      paths: { '/x': { get: { responses } } },
      components: { schemas: { Problem } },
    } as unknown as OpenApiDocument
    const html = htmlOf(shown('get', '/x', 'operation', document)?.markup)
    expect(textIn(html)).toContain('403 Refused 404 Unknown Body of these: Problem')
    expect(html?.match(/class="field-name">message/g)).toHaveLength(1)
    expect(textIn(html?.split('api-side')[1])).toMatch(/200 .*403 – 404 .*409/)
  })

  it('is not there for what the description does not have', () => {
    expect(shown('put', '/pets')).toBeUndefined()
    expect(shown('get', '/constructor')).toBeUndefined()
    expect(shown('constructor', '/pets')).toBeUndefined()
    expect(shown('get', '/x', 'operation', 5 as unknown as OpenApiDocument)).toBeUndefined()
  })
})

it('a webhook shows what is sent', () => {
  const text = textIn(htmlOf(shown('post', 'petSold', 'webhook')?.markup))
  expect(text).toContain('Webhook')
  expect(text).toContain('Payload')
  expect(text).not.toContain('curl')
})

it('schemas are shown by their names, those that there are', () => {
  const options = { words, prose: openProse() }
  const html = htmlOf(siteSchemasView(PETS, ['Pet', 'Nothing', 'Person'], options))
  expect(html?.match(/class="api-schema"/g)).toHaveLength(2)
  expect(siteSchemasView(PETS, ['Nothing'], options)).toBeUndefined()
})

it('an address with anything in it that a policy could read is no server', () => {
  expect(originOf('https://api.example.org:8443/v1')).toBe('https://api.example.org:8443')
  expect(originOf('http://[::1]:3000')).toBe('http://[::1]:3000')
  for (const url of [
    '/v1',
    '//evil.example',
    'javascript:alert(1)',
    'https://a;script-src',
    'https://*',
    'https://*.example.org',
    "https://a'b",
    'https://a,b',
    'https://me:secret@api.example.org',
    'https://{host}',
    "https://a.example 'unsafe-inline'",
  ])
    expect(originOf(url), url).toBeUndefined()
})

describe('an operation as Markdown', () => {
  it('is one section with all its parts', () => {
    const options = { words, prose: String, hasExamples: true }
    const text = operationMarkdown(PETS, { kind: 'operation', method: 'post', path: '/pets' }, options)
    expect(text?.match(/^#/gm)).toHaveLength(1)
    expect(text).toContain('## Add a pet\n\n`POST /pets`')
    expect(text).toContain('- `name` string (1 to 64 characters) required: What it is called')
    expect(text).toContain('  - `address` object\n    - `street` string')
    expect(text).toContain('```json\n{')
    expect(text).toContain('| `X-Trace` | string | Comes back in the answer |')
  })

  it('has no examples where they are not wanted', () => {
    const options = { words, prose: String, hasExamples: false }
    expect(schemasMarkdown(PETS, ['Person'], options)).not.toContain('```')
  })
})
