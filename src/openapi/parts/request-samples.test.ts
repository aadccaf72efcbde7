import { describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../document.ts'
import { findOperation } from './operation-parts.ts'
import { requestSamples } from './request-samples.ts'
import { lookupIn } from './schema-lookup.ts'

function samplesOf(operation: object, more: object = {}) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    servers: [{ url: 'https://api.example' }],
    paths: { '/things/{ids}': { post: { responses: {}, ...operation } } },
    ...more,
  } as unknown as OpenApiDocument
  const found = findOperation(document, { kind: 'operation', method: 'post', path: '/things/{ids}' })
  if (!found) throw new Error('there is no operation')
  return requestSamples(found, lookupIn(document)).map(({ source }) => source)
}

const list = { type: 'array', items: { type: 'string' } }
const sending = (mediaType: string, media: object) => ({ requestBody: { content: { [mediaType]: media } } })

describe('samples', () => {
  it('write lists and objects by the style of each parameter', () => {
    const parameters = [
      { in: 'path', name: 'ids', required: true, schema: list, example: ['a', 'b c'] },
      { in: 'query', name: 'many', required: true, schema: list, example: ["it's", 'y'] },
      { in: 'query', name: 'deep', required: true, style: 'deepObject', example: { R: 1 } },
      {
        in: 'query',
        name: 'json',
        required: true,
        content: { 'application/json': { schema: {}, example: { R: 1 } } },
      },
      { in: 'header', name: 'X-Range', required: true, schema: list, example: [1, 2] },
    ]
    for (const sample of samplesOf({ parameters })) {
      expect(sample).toContain(
        'https://api.example/things/a,b%20c?many=it%27s&many=y&deep%5BR%5D=1&json=%7B%22R%22%3A1%7D',
      )
      expect(sample).toMatch(/X-Range["']?: ["']?1,2/)
    }
  })

  it('send all cookies in one header', () => {
    const parameters = [{ in: 'cookie', name: 'lang', required: true, example: 'de' }]
    for (const sample of samplesOf({ parameters })) expect(sample).toMatch(/Cookie["']?: ["']?lang=de['"]/)
    const securitySchemes = { session: { type: 'apiKey', in: 'cookie', name: 'sid' } }
    const [curl, script, python] = samplesOf(
      { parameters, security: [{ session: [] }] },
      { components: { securitySchemes } },
    )
    expect(curl).toContain('-H "Cookie: lang=de; sid=$API_KEY"')
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands in the sample.
    expect(script).toContain('Cookie: `lang=de; sid=${process.env.API_KEY}`')
    expect(python).toContain('"Cookie": "lang=de; sid=" + os.environ["API_KEY"]')
  })

  it('put a form with files together, and leave its boundary to what sends it', () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', example: "@Rex's" },
        tags: { ...list, example: ['good', 'old'] },
        photo: { type: 'string', format: 'binary' },
        papers: { type: 'array', items: { contentMediaType: 'application/pdf' } },
      },
    }
    const [curl, script, python] = samplesOf(sending('multipart/form-data', { schema }))
    expect(curl?.split(' \\\n  ').slice(1)).toEqual([
      "--form-string 'name=@Rex'\\''s'",
      "--form-string 'tags=good'",
      "--form-string 'tags=old'",
      "-F 'photo=@photo'",
      "-F 'papers=@papers'",
    ])
    expect(script).toContain("import { openAsBlob } from 'node:fs'\n\nconst form = new FormData()\n")
    expect(script).toContain("form.append('photo', await openAsBlob('photo'), 'photo')\n")
    expect(script).toContain('body: form,')
    expect(python).toContain('("tags", (None, "old")),\n        ("photo", open("photo", "rb")),')
    for (const sample of [curl, script, python]) expect(sample).not.toContain('Content-Type')
  })

  it('write a form as one text, by the styles of its fields', () => {
    const schema = {
      properties: {
        tags: { ...list, example: ['a b', 'c'] },
        deep: { type: 'object', example: { R: 1 } },
        plain: { type: 'object', example: { R: 1 } },
      },
    }
    const media = { schema, encoding: { deep: { style: 'deepObject' } } }
    for (const sample of samplesOf(sending('application/x-www-form-urlencoded', media)))
      expect(sample).toContain('tags=a%20b&tags=c&deep%5BR%5D=1&plain=%7B%22R%22%3A1%7D')
  })

  it('send a file that is the whole body', () => {
    const [curl, script, python] = samplesOf(sending('image/png', {}))
    expect(curl).toContain("-H 'Content-Type: image/png' \\\n  --data-binary '@file'")
    expect(script).toContain("body: await openAsBlob('file'),")
    expect(python).toContain('data=open("file", "rb"),')
  })
})
