import { describe, expect, it } from 'vitest'
import type { OutlineOperation } from '../../openapi/outline.ts'
import { splitByPath, splitLong } from './split-operations.ts'

function at(path: string, count: number): OutlineOperation[] {
  return Array.from({ length: count }, (_, index) => ({
    method: 'get' as const,
    path: `${path}/{id}/${index}`,
    title: `Operation ${index}`,
    isDeprecated: false,
  }))
}

const named = (lists: ReturnType<typeof splitByPath>) =>
  lists.map(({ title, operations }) => `${title} ${operations.length}`)

describe('operations without a tag', () => {
  it('stay together where they are few', () => {
    expect(named(splitByPath([...at('/pets', 5), ...at('/owners', 5)]))).toEqual(['undefined 10'])
  })

  it('are split by the first segment that tells them apart, with its words as the title', () => {
    const lists = splitByPath([
      ...at('/v1/orgs/{org}/change-requests', 12),
      ...at('/v1/orgs/{org}/apiTokens', 7),
      ...at('/v1/orgs/{org}/urls', 3),
    ])
    expect(named(lists)).toEqual(['Change requests 12', 'Api tokens 7', 'Urls 3'])
  })

  it('are split further where one is long, and by their titles where paths say no more', () => {
    const lists = splitByPath([...at('/a/x', 40), ...at('/a/y', 30), ...at('/a/z', 2), ...at('/b', 2)])
    expect(named(lists)).toEqual(['A 2', 'A: X 40', 'A: Y 30', 'B 2'])
    const each = Array.from({ length: 60 }, (_, index) => at(`/event-${index}`, 1)).flat()
    expect(splitByPath(each)).toHaveLength(2)
    const flat = Array.from({ length: 60 }, (_, index) => ({
      method: 'get' as const,
      path: '/',
      title: `Title ${index}`,
      isDeprecated: false,
    }))
    expect(named(splitByPath(flat))).toEqual(['Title 0 – Title 49 50', 'Title 50 – Title 59 10'])
  })
})

it('those of a tag are split only where they are too many for a page', () => {
  expect(named(splitLong([...at('/a', 30), ...at('/b', 20)]))).toEqual(['undefined 50'])
  expect(named(splitLong([...at('/a', 30), ...at('/b', 21)]))).toEqual(['A 30', 'B 21'])
})
