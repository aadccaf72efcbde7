import { describe, expect, it } from 'vitest'
import { placeAmong } from './place-among.ts'

describe('a place among others', () => {
  it('is behind the nearest that stood before it and is still there', () => {
    expect(placeAmong(['a', 'b', 'x', 'c'], ['c', 'a', 'b'], 'x')).toBe(3)
    expect(placeAmong(['a', 'b', 'x', 'c'], ['c', 'a'], 'x')).toBe(2)
    expect(placeAmong(['a', 'b', 'x'], ['new', 'c'], 'x')).toBe(0)
    expect(placeAmong(['x', 'a'], ['a'], 'x')).toBe(0)
  })
})
