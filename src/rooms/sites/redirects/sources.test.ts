import { describe, expect, it } from 'vitest'
import { hasDotParts, plainSource } from './sources.ts'

describe('the path of a redirect', () => {
  it.each([
    ['/old/guide', '/old/guide'],
    ['/old/guide/', '/old/guide'],
    ['/old/guide//', '/old/guide'],
    ['/%6Fld/%67uide%2d1', '/old/guide-1'],
    ['/Old', '/Old'],
    // A slash or a percent in a name is not one of the path.
    ['/a%2fb', '/a%2Fb'],
    ['/a%252Fb', '/a%252Fb'],
    ['/gr%c3%b6%c3%9fe', '/gr%C3%B6%C3%9Fe'],
    ['/größe', '/gr%C3%B6%C3%9Fe'],
    ['/a b?c', '/a%20b%3Fc'],
    ['/100%', '/100%25'],
    ['/100%2', '/100%252'],
    ['/%ff', '/%FF'],
    ['/📘', '/%F0%9F%93%98'],
    ['/\ud800', '/%EF%BF%BD'],
    ['/\0', '/%00'],
    ['/', '/'],
    ['', ''],
  ])('%j is %s', (given, plain) => {
    expect(plainSource(given)).toBe(plain)
    expect(plainSource(plain)).toBe(plain)
  })

  it('has no part that browsers would resolve', () => {
    for (const path of ['/.', '/..', '/a/../b', '/a/%2E%2e', '/./a']) {
      expect([path, hasDotParts(plainSource(path))]).toEqual([path, true])
    }
    for (const path of ['/...', '/.well-known', '/a.b', '/a..']) {
      expect([path, hasDotParts(plainSource(path))]).toEqual([path, false])
    }
  })
})
