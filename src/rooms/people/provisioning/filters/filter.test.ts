import { describe, expect, it } from 'vitest'
import { parseFilter } from './filter.ts'

const isRefused = (text: string) => {
  try {
    parseFilter(text)
    return false
  } catch (error) {
    return (error as { details?: { scimType?: string } }).details?.scimType === 'invalidFilter'
  }
}

describe('a filter', () => {
  it('is what Okta and Entra ask', () => {
    expect(parseFilter('userName eq "maria@example.org"')).toEqual({
      kind: 'compare',
      attribute: 'username',
      operator: 'eq',
      value: 'maria@example.org',
    })
    expect(parseFilter('emails[type eq "work" and value EQ "a\\"b"]')).toMatchObject({
      kind: 'and',
      parts: [{ attribute: 'emails.type' }, { attribute: 'emails.value', value: 'a"b' }],
    })
    expect(parseFilter('urn:ietf:params:scim:schemas:core:2.0:User:userName pr')).toEqual({
      kind: 'present',
      attribute: 'username',
    })
  })

  it('binds and before or, and not to what is in its brackets', () => {
    expect(parseFilter('a eq 1 or b eq true AND not (c eq False)')).toEqual({
      kind: 'or',
      parts: [
        { kind: 'compare', attribute: 'a', operator: 'eq', value: 1 },
        {
          kind: 'and',
          parts: [
            { kind: 'compare', attribute: 'b', operator: 'eq', value: true },
            { kind: 'not', part: { kind: 'compare', attribute: 'c', operator: 'eq', value: false } },
          ],
        },
      ],
    })
  })

  it('is refused when it is broken', () => {
    for (const text of [
      '',
      'userName',
      'userName eq',
      'userName eq "a',
      'userName is "a"',
      'userName eq "a" and',
      'userName eq "a" "b"',
      '(userName eq "a"',
      'userName eq "a")',
      'not userName eq "a"',
      'emails[type eq "a"',
      'emails[x[y eq 1]]',
      '"a" eq "a"',
      'userName eq {"a":1}',
      "userName eq 'a' or 1=1",
    ])
      expect(isRefused(text), text).toBe(true)
  })

  it('is bounded in length, depth and parts', () => {
    const deep = (levels: number) => `${'('.repeat(levels)}a eq 1${')'.repeat(levels)}`
    expect(isRefused(deep(5))).toBe(false)
    expect(isRefused(deep(6))).toBe(true)
    expect(isRefused(deep(490))).toBe(true)
    const many = (parts: number) => Array.from({ length: parts }, () => 'a eq 1').join(' or ')
    expect(isRefused(many(20))).toBe(false)
    expect(isRefused(many(21))).toBe(true)
    expect(isRefused(`a eq "${'x'.repeat(1_000)}"`)).toBe(true)
  })
})
