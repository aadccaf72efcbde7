// Descriptions of strangers: whatever they hold, something is shown that is bounded, and nothing in it runs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Markup, partsOf } from '../../html/markup.ts'
import { openProse } from '../../html/prose.ts'
import type { OpenApiDocument } from '../document.ts'
import { operationMarkdown, schemasMarkdown } from './operation-markdown.ts'
import { siteOperationView } from './site-operation-view.ts'
import { siteSchemasView } from './site-schemas-view.ts'
import { ENGLISH_API_WORDS as words } from './words.ts'

const LARGEST = 4_000_000
const PLACE = { kind: 'operation' as const, method: 'get', path: '/x' }

function textOf(markup: Markup | undefined) {
  return markup
    ? partsOf(markup)
        .map((part) => (typeof part === 'string' ? part : part.placeholder))
        .join('')
    : ''
}

/** All that is made of it. */
function everythingOf(document: unknown) {
  const api = document as OpenApiDocument
  const options = { words, prose: openProse() }
  const html = [
    textOf(siteOperationView(api, PLACE, options)?.markup),
    textOf(siteSchemasView(api, ['A', 'B', '__proto__'], options)),
  ].join('')
  const markdown = [
    operationMarkdown(api, PLACE, { words, prose: String, hasExamples: true }),
    schemasMarkdown(api, ['A', 'B'], { words, prose: String, hasExamples: true }),
  ].join('')
  return { html, markdown }
}

function expectHarmless({ html, markdown }: { html: string; markdown: string }) {
  expect(html.length).toBeLessThan(LARGEST)
  expect(markdown.length).toBeLessThan(LARGEST)
  expect(html).not.toMatch(/<script|<img[^>]*onerror|<iframe|<object|<svg[^>]*onload|href="javascript:/i)
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '`</code><script>alert(1)</script>`',
  "';alert(1)//",
  '$(id)`id`',
  '\uE000x\uE001',
  '__proto__',
  'constructor',
  '#/components/schemas/A',
  '#/paths/~1x/get',
]
const KEYS = [
  ...['$ref', 'type', 'properties', 'items', 'allOf', 'oneOf', 'anyOf', 'not', 'enum', 'const', 'default'],
  ...['example', 'examples', 'value', 'required', 'additionalProperties', 'title', 'description', 'summary'],
  ...['parameters', 'requestBody', 'responses', 'content', 'application/json', 'schema', 'headers', '200'],
  ...[
    'name',
    'in',
    'security',
    'servers',
    'url',
    'variables',
    'callbacks',
    'x-codeSamples',
    'lang',
    'source',
  ],
  ...['__proto__', 'constructor', 'a', 'b'],
]
const WORDS = ['object', 'array', 'string', 'null', 'path', 'query', 'https://a.example/{a}']
const { value: VALUE } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, '', ...HOSTILE, ...WORDS),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS, ...HOSTILE), tie('value'), { maxKeys: 8, noNullPrototype: true }),
  ),
}))

/** With something in the places that are looked at first. */
const DOCUMENT = fc
  .record({
    operation: VALUE,
    a: VALUE,
    b: VALUE,
    parameters: VALUE,
    responses: VALUE,
    servers: VALUE,
    schemes: VALUE,
  })
  .map(({ operation, a, b, parameters, responses, servers, schemes }) => ({
    servers,
    paths: {
      '/x': {
        parameters,
        get: { responses: { 200: { content: { 'application/json': { schema: a } } } }, ...Object(operation) },
      },
    },
    components: { schemas: { A: a, B: b }, responses, securitySchemes: schemes },
  }))

describe('a description of a stranger', () => {
  it('never fails, whatever it holds', () => {
    let shown = 0
    fc.assert(
      fc.property(DOCUMENT, (document) => {
        const made = everythingOf(JSON.parse(JSON.stringify(document)))
        if (made.html !== '') shown += 1
        expectHarmless(made)
      }),
      { numRuns: 400 },
    )
    expect(shown).toBeGreaterThan(300)
  })

  it('shows hostile texts as texts, in every place', () => {
    for (const text of HOSTILE) {
      const schema = {
        type: 'object',
        title: text,
        description: text,
        required: [text],
        properties: {
          [text]: {
            type: 'string',
            description: text,
            enum: [text],
            pattern: text,
            format: text,
            default: text,
          },
        },
      }
      const media = {
        [text]: { schema, example: text },
        'application/json': { schema, examples: { [text]: { value: text } } },
      }
      const operation = {
        summary: text,
        description: text,
        parameters: ['path', 'query', 'header', 'cookie'].map((place) => ({
          name: text,
          in: place,
          required: true,
          description: text,
          schema: { enum: [text], description: text },
          example: text,
        })),
        requestBody: { description: text, content: media },
        responses: {
          [text]: { description: text, content: media, headers: { [text]: { description: text } } },
        },
        security: [{ [text]: [text] }],
        servers: [{ url: `https://a.example/${text}`, description: text }],
        'x-codeSamples': [{ lang: text, label: text, source: text }],
        callbacks: { [text]: { [text]: { [text]: { summary: text } } } },
      }
      const scheme = { type: 'apiKey', in: 'header', name: text, description: text }
      const document = {
        paths: { '/x': { get: operation } },
        components: { schemas: { A: schema, [text]: schema }, securitySchemes: { [text]: scheme } },
      }
      const made = everythingOf(document)
      expect(made.html).not.toBe('')
      expectHarmless(made)
    }
  })

  const inBody = (schema: unknown, schemas: object = {}) => ({
    paths: {
      '/x': {
        get: {
          parameters: [{ name: 'q', in: 'query', schema, example: schema }],
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 200: { content: { 'application/json': { schema } } } },
        },
      },
    },
    components: { schemas: { A: schema, ...schemas } },
  })

  function nested(count: number, wrap: (inner: unknown) => unknown) {
    let schema: unknown = { type: 'string' }
    for (let at = 0; at < count; at += 1) schema = wrap(schema)
    return schema
  }

  it.each([
    ['properties', (inner: unknown) => ({ type: 'object', properties: { a: inner } })],
    ['items', (inner: unknown) => ({ type: 'array', items: inner })],
    ['allOf', (inner: unknown) => ({ allOf: [inner, inner] })],
    ['oneOf', (inner: unknown) => ({ oneOf: [inner, inner, { type: 'null' }] })],
    ['additionalProperties', (inner: unknown) => ({ type: 'object', additionalProperties: inner })],
  ])('ends where 100 000 schemas are in one another by %s', (_, wrap) => {
    expectHarmless(everythingOf(inBody(nested(100_000, wrap))))
  })

  it('ends where schemas are circles, wide, or both', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const many = (count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, value]))
    const circles = {
      Self: ref('Self'),
      Ping: ref('Pong'),
      Pong: ref('Ping'),
      All: { allOf: Array.from({ length: 60 }, () => ref('All')) },
      Any: { anyOf: Array.from({ length: 60 }, () => ref('Any')) },
      List: { type: 'array', items: ref('List') },
      Wide: { type: 'object', properties: many(5000, ref('Wide')) },
      Crowd: {
        type: 'object',
        properties: many(300, { anyOf: Array.from({ length: 50 }, () => ref('Crowd')) }),
      },
      Words: { type: 'string', enum: Array.from({ length: 20_000 }, (_, at) => `${at}`.repeat(200)) },
      ...many(50, {
        type: 'object',
        properties: many(400, { enum: ['x'.repeat(100_000)], description: 'y'.repeat(100_000) }),
      }),
    }
    for (const name of [...Object.keys(circles).slice(0, 9), 'f0', 'Missing'])
      expectHarmless(everythingOf(inBody(ref(name), circles)))
  })
})
