import { describe, expect, it } from 'vitest'
import type { ApiDocument } from './document.ts'
import { outlineOf } from './outline.ts'

const base = { openapi: '3.1.0', info: { title: 'Pets', version: '1' } }
const outline = (more: Partial<ApiDocument>) => outlineOf({ ...base, ...more })
const shown = (more: Partial<ApiDocument>) =>
  outline(more).groups.map(({ tag, parent, operations }) => [
    tag,
    parent,
    operations.map(({ title }) => title),
  ])

describe('the outline of a description', () => {
  it('has operations by tag, in the order of the document, and those without a tag last', () => {
    const paths = {
      '/none': { get: { summary: 'None' } },
      '/late': { get: { operationId: 'late', tags: ['late'] } },
      '/a': { post: { tags: ['b', 'a'] }, get: { summary: ' A ', tags: ['a'], deprecated: true } },
    }
    expect(shown({ paths, tags: [{ name: 'b' }, { name: 'a' }, { name: 'unused' }] })).toEqual([
      ['b', undefined, ['POST /a']],
      ['a', undefined, ['POST /a', 'A']],
      ['late', undefined, ['late']],
      [undefined, undefined, ['None']],
    ])
    expect(outline({ paths }).groups.at(-2)?.operations.at(-1)).toMatchObject({ isDeprecated: true })
  })

  it('keeps tags that others are part of, and breaks circles of them', () => {
    const paths = { '/a': { get: { summary: 'A', tags: ['child', 'round'] } } }
    const tags = [
      { name: 'top' },
      { name: 'child', parent: 'top' },
      { name: 'round', 'x-parent': 'about' },
      { name: 'about', parent: 'round' },
    ]
    expect(shown({ paths, tags })).toEqual([
      ['top', undefined, []],
      ['child', 'top', ['A']],
      ['round', undefined, ['A']],
    ])
  })

  it('has webhooks and schemas, and nothing that is internal', () => {
    const hidden: object = { 'x-internal': true }
    const found = outline({
      paths: { '/a': { get: hidden }, '/b': { ...hidden, get: {} } } as ApiDocument['paths'],
      webhooks: { ping: { post: { summary: 'Ping' } } },
      components: { schemas: { Pet: { title: 'A pet' }, Secret: hidden, Old: { deprecated: true } } },
    })
    expect(found.groups).toEqual([])
    expect(found.webhooks).toMatchObject([{ method: 'post', path: 'ping', title: 'Ping' }])
    expect(found.schemas).toEqual([
      { name: 'Pet', title: 'A pet', isDeprecated: false },
      { name: 'Old', title: 'Old', isDeprecated: true },
    ])
  })
})
