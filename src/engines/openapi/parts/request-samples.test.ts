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

  it('fill in what is required, by what its schema tells, and leave out the rest', () => {
    const parameters = [
      { in: 'path', name: 'ids', required: true, schema: { type: 'integer', minimum: 3 } },
      { in: 'query', name: 'kind', required: true, schema: { enum: ['cat', 'dog'] } },
      { in: 'query', name: 'word', required: true, schema: { type: 'string' } },
      { in: 'query', name: 'maybe', schema: { type: 'string' }, example: 'left out' },
      { in: 'header', name: 'X-Word', required: true, schema: { type: 'string' } },
      { in: 'header', name: 'X-Maybe', example: 'left out' },
    ]
    for (const sample of samplesOf({ parameters })) {
      expect(sample).toContain('https://api.example/things/3?kind=cat&word={word}')
      expect(sample).toMatch(/X-Word["']?: ["']?\{X-Word\}/)
      expect(sample).not.toMatch(/maybe|left out/i)
    }
  })

  it('are those of the description first, and ours for other languages', () => {
    const given = { lang: 'Shell', label: 'With a tool', source: 'tool things' }
    const [first, ...ours] = samplesOf({ 'x-codeSamples': [given] })
    expect(first).toBe('tool things')
    expect(ours).toHaveLength(2)
    expect(ours.join()).not.toContain('curl')
  })

  it('say the method, and what a caller proves who they are with', () => {
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      bearer: { type: 'http', scheme: 'bearer' },
    }
    const asked = (name: string) =>
      samplesOf({ security: [{ [name]: [] }] }, { components: { securitySchemes } })
    const [curl, script, python] = asked('key')
    expect(curl).toBe(`curl -X POST 'https://api.example/things/{ids}' \\\n  -H "X-Key: $API_KEY"`)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands in the sample.
    expect(script).toContain("method: 'POST',\n  headers: {\n    'X-Key': `${process.env.API_KEY}`,")
    expect(python).toMatch(/^import os\n\nimport requests/)
    expect(python).toContain('    "POST",\n')
    expect(python).toContain('"X-Key": os.environ["API_KEY"],')
    expect(asked('bearer')[0]).toContain('-H "Authorization: Bearer $TOKEN"')
  })

  it('write JSON by the schema of the body', () => {
    const schema = { type: 'object', properties: { name: { type: 'string', example: "Rex's" } } }
    const [curl, script, python] = samplesOf(sending('application/json', { schema }))
    expect(curl).toContain(`-H 'Content-Type: application/json' \\\n  -d '{\n  "name": "Rex'\\''s"\n}'`)
    expect(script).toContain(`body: JSON.stringify({\n  "name": "Rex's"\n}),`)
    expect(python).toContain(`data="""{\n  "name": "Rex's"\n}""",`)
  })

  it('end texts where they end', () => {
    const example = "it's `a`\\ $" + '{b}\n"""c""""'
    const [curl, script, python] = samplesOf(sending('text/plain', { schema: { type: 'string' }, example }))
    expect(curl).toContain(`-d 'it'\\''s \`a\`\\ $` + `{b}\n"""c""""'`)
    expect(script).toContain("body: `it's \\`a\\`\\\\ \\$" + '{b}\n"""c""""`,')
    expect(python).toContain('data="""it\'s `a`\\\\ $' + '{b}\n\\"\\"\\"c\\"\\"\\"\\"""",')
    for (const sample of samplesOf({ servers: [{ url: 'https://a.example/\'"`$x' }] }))
      expect(sample).toContain('https://a.example/%27%22%60%24x/things/')
  })

  it('have keys that stand in the address there, from the environment', () => {
    const securitySchemes = { key: { type: 'apiKey', in: 'query', name: 'api key' } }
    const more = { components: { securitySchemes } }
    const parameters = [{ in: 'query', name: 'q', required: true, example: 'a' }]
    const [curl, script, python] = samplesOf({ security: [{ key: [] }], parameters }, more)
    expect(curl).toContain(`'https://api.example/things/{ids}?q=a'"&api%20key=$API_KEY"`)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands in the sample.
    expect(script).toContain('fetch(`https://api.example/things/{ids}?q=a&api%20key=${process.env.API_KEY}`')
    expect(python).toContain('params={\n        "api key": os.environ["API_KEY"],')
    const [alone] = samplesOf({ security: [{ key: [] }] }, more)
    expect(alone).toContain(`'https://api.example/things/{ids}'"?api%20key=$API_KEY"`)
  })

  it('send no header twice, and no text as the name of a file', () => {
    const parameters = ['Content-Type', 'authorization'].map((name) => ({
      in: 'header',
      name,
      required: true,
      example: 'x',
    }))
    const securitySchemes = { token: { type: 'http', scheme: 'bearer' } }
    const [curl, ...others] = samplesOf(
      { parameters, security: [{ token: [] }], ...sending('text/plain', { example: '@home' }) },
      { components: { securitySchemes } },
    )
    for (const sample of [curl, ...others]) {
      expect(sample?.match(/content-type/gi)).toHaveLength(1)
      expect(sample?.match(/authorization/gi)).toHaveLength(1)
    }
    expect(curl).toContain("--data-raw '@home'")
  })

  it('leave out of a body what is only read', () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'string', readOnly: true },
        secret: { type: 'string', writeOnly: true },
        place: { prefixItems: [{ type: 'number', example: 52.5 }, { type: 'boolean' }], items: false },
      },
    }
    for (const sample of samplesOf(sending('application/json', { schema }))) {
      expect(sample).toContain('secret')
      expect(sample).toMatch(/\[\s*52.5,\s*true\s*\]/)
      expect(sample).not.toContain('"id"')
    }
  })
})
