import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../src/engines/openapi/document.ts'
import { accessWords } from '../../src/engines/reference/access-words.ts'
import { firstSteps } from '../../src/engines/reference/first-steps.ts'
import { openReference } from '../../src/engines/reference/reference.ts'
import { buildDocument } from '../../src/kit/http/description/document.ts'
import { exampleOf } from '../../src/kit/http/description/example.ts'
import { bodyValidator } from '../../src/kit/http/operations/validate.ts'
import { rooms } from '../../src/rooms.ts'
import { referenceFrame } from '../drawn/site-model.ts'

const operations = rooms.flatMap((room) => room.operations)
const document = buildDocument(rooms, { version: '0.0.0', publicUrl: 'https://quire.example.org' })

type Schema = {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Content = { content?: { 'application/json'?: { schema: Schema; example?: unknown } } }
type Described = {
  operationId: string
  parameters: { name: string; description?: string }[]
  requestBody?: Content
  responses: Record<string, Content>
}
const described = Object.values(document.paths).flatMap((path) => Object.values(path) as Described[])

/** Fields without a description, all the way down; what a component says of itself counts. */
function silentFields(schema: Schema | undefined, at: string): string[] {
  if (!schema) return []
  const { properties = {}, items, anyOf = [], oneOf = [] } = resolve(schema)
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description || resolve(field).description ? [] : [`${at}.${name}`]),
      ...silentFields(field, `${at}.${name}`),
    ]),
    ...silentFields(items, at),
    ...[...anyOf, ...oneOf].flatMap((variant) => silentFields(variant, at)),
  ]
}

/** Values that tell nothing: the name of their field again, or an empty object. */
function hollowParts(value: unknown, at: string, name = ''): string[] {
  if (value === name || value === 'Text') return [`${at}: ${value}`]
  if (typeof value !== 'object' || value === null) return []
  const isOpen = ['', 'claims', 'data', 'variables'].includes(name)
  if (!Array.isArray(value) && Object.keys(value).length === 0) return isOpen ? [] : [`${at}: {}`]
  return Object.entries(value).flatMap(([key, part]) =>
    hollowParts(part, `${at}.${key}`, Array.isArray(value) ? name : key),
  )
}

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : ((document.components.schemas as Record<string, Schema>)[name] ?? {})
}

describe('the contract', () => {
  it('is the committed document: every change of the surface shows in review', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json')
  })

  it('names every operation once, with a summary', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length)
    for (const { summary } of operations) expect(summary).toMatch(/^[A-Z].*[^.]$/)
  })

  it('says where to find what was created', () => {
    const silent = operations.filter(({ status, location }) => status === 201 && !location)
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  it('has shapes that are well formed', () => {
    const ajv = new Ajv({ strict: false })
    for (const { id, query, body, returns } of operations)
      for (const shape of [query, body, returns])
        expect(!shape || ajv.validateSchema(shape), `${id}: ${ajv.errorsText()}`).toBe(true)
  })

  it('shows examples that are valid', () => {
    for (const { id, body, example, returns } of operations) {
      if (body)
        expect(() => bodyValidator(body)(structuredClone(example ?? exampleOf(body))), id).not.toThrow()
      if (returns) expect(() => bodyValidator(returns)(exampleOf(returns)), id).not.toThrow()
    }
  })

  it('shows examples that look like the real thing', () => {
    const examples = described.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((part) =>
        hollowParts(part?.content?.['application/json']?.example, operationId),
      ),
    )
    expect(examples).toEqual([])
  })

  it('shows first what people send first: a new page, as Markdown', () => {
    for (const id of ['updateSpaceContent', 'updateChangeRequestContent'])
      expect(operations.find((operation) => operation.id === id)?.example).toMatchObject({
        changes: [{ operation: 'insert_page', document: { markdown: expect.any(String) } }],
      })
  })

  it('puts every operation where people look for it', () => {
    const homeless = rooms.flatMap(({ section, operations }) =>
      operations.filter((operation) => !(operation.section ?? section)),
    )
    expect(homeless.map(({ id }) => id)).toEqual([])
  })

  it('says what every parameter and every field of a body is for', () => {
    const silent = described.flatMap(({ operationId, parameters, requestBody }) => [
      ...parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
      ...silentFields(requestBody?.content?.['application/json']?.schema, `${operationId} body`),
    ])
    expect(silent).toEqual([])
  })

  it('says in plain words who may call an operation', () => {
    const wordless = operations
      .filter(({ on }) => !on.isPublic)
      .filter(({ on, needs }) => accessWords(`${on.name}.${needs}`) === undefined)
    expect(wordless.map(({ on, needs }) => `${on.name}.${needs}`)).toEqual([])
  })

  it('is read on pages of 300 kB at most, with every operation where links lead to it', async () => {
    const reference = await openReference(document as unknown as OpenApiDocument, referenceFrame())
    const pages = new Map<string, string>()
    for (const path of reference.paths)
      pages.set(path === '' ? '/docs' : `/docs/${path}`, (await reference.page(path)) ?? '')
    expect(pages.size).toBeGreaterThan(25)
    for (const [path, page] of pages) expect(Buffer.byteLength(page), path).toBeLessThan(300_000)
    const isThere = (address: string | undefined) => {
      const [path = '', anchor] = (address ?? '').split('#')
      return pages.get(path)?.split(` id="${anchor}"`).length === 2
    }
    const objects = Object.keys(document.components.schemas)
    expect(
      operations.filter(({ id }) => !isThere(reference.operationAddress(id))).map(({ id }) => id),
    ).toEqual([])
    expect(objects.filter((name) => !isThere(reference.objectAddress(name)))).toEqual([])
    for (const { operationId } of firstSteps(''))
      expect(pages.get('/docs/first-steps')).toContain(`href="${reference.operationAddress(operationId)}"`)
  })

  it('asks for nothing that has a default', () => {
    const edit = described.find(({ operationId }) => operationId === 'updateSpaceContent')
    const changes = edit?.requestBody?.content?.['application/json']?.schema.properties?.changes
    const insert = changes?.items?.oneOf?.[0] as { required?: string[] }
    expect(insert.required).toEqual(['operation'])
  })

  it('has only references that lead somewhere', () => {
    const names = new Set(Object.keys(document.components.schemas))
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(names).toContain(name)
    }
  })
})
