import { describe, expect, it } from 'vitest'
import type { ApiDocument } from './document.ts'
import { openPacked, packDocument, packedAsJson } from './packed.ts'

// Names that objects have by themselves, and letters of more than one byte.
const TEXT = `{
  "openapi": "3.1.0",
  "info": { "title": "Bücher", "version": "1" },
  "paths": {
    "/bücher": { "get": { "summary": "Alle" } },
    "__proto__": { "get": { "summary": "Odd" } },
    "/toString": {}
  },
  "webhooks": { "constructor": { "post": { "summary": "日本" } } },
  "components": { "securitySchemes": {}, "schemas": { "Buch": { "type": "object" } } }
}`
const packed = packDocument(JSON.parse(TEXT) as ApiDocument)

describe('a packed document', () => {
  const { document, outline } = openPacked(packed)
  const { paths = {}, webhooks = {} } = document

  it('has the members that it was packed with, and no others', () => {
    expect(Object.keys(paths)).toEqual(['/bücher', '__proto__', '/toString'])
    expect(Object.entries(webhooks)).toEqual([['constructor', { post: { summary: '日本' } }]])
    expect(['/bücher' in paths, 'toString' in paths]).toEqual([true, false])
    expect([Object.hasOwn(paths, '__proto__'), Object.hasOwn(webhooks, '__proto__')]).toEqual([true, false])
    expect([paths['/bücher'], paths.toString]).toEqual([{ get: { summary: 'Alle' } }, undefined])
    expect(document.components?.schemas?.Buch).toBe(document.components?.schemas?.Buch)
    expect(outline).toBeDefined()
  })

  it('is the same document as JSON', () => {
    expect(JSON.parse(Buffer.from(packedAsJson(packed)).toString())).toEqual(JSON.parse(TEXT))
  })

  it('is JSON too where it has nothing', () => {
    const empty = packDocument({ openapi: '3.1.0' } as ApiDocument)
    expect(JSON.parse(Buffer.from(packedAsJson(empty)).toString())).toMatchObject({
      openapi: '3.1.0',
      paths: {},
      webhooks: {},
    })
  })
})
