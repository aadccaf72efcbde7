import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Head, headChange, headOf, mergeHeads } from './page-head.ts'

const saved = headOf({ title: 'Lamp', emoji: '💡' })

describe('what stands above the text', () => {
  it('is sent where it was touched, and what was emptied is taken away', () => {
    expect(headChange(saved, { ...saved })).toBeUndefined()
    expect(headChange(saved, { ...saved, title: ' Lamp ' })).toBeUndefined()
    expect(headChange({ ...saved, title: 'Lamp ' }, saved)).toBeUndefined()
    expect(headChange(saved, { ...saved, description: 'Bright', emoji: '' })).toEqual({
      description: 'Bright',
      emoji: null,
    })
  })

  it('keeps its title where nothing else was written', () => {
    expect(headChange(saved, { ...saved, title: '  ' })).toBeUndefined()
  })

  it('of two people comes together field by field, and tells what both changed', () => {
    const word = fc.constantFrom('', 'a', 'b', 'c')
    const heads = fc.record({ title: word, description: word, emoji: word, icon: word })
    fc.assert(
      fc.property(heads, heads, heads, (was: Head, mine: Head, theirs: Head) => {
        const { head, conflicts } = mergeHeads(was, mine, theirs)
        for (const field of ['title', 'description', 'emoji', 'icon'] as const) {
          const isOdds = conflicts.some((one) => one.field === field)
          const both = mine[field] !== was[field] && theirs[field] !== was[field]
          expect(isOdds).toBe(both && mine[field] !== theirs[field])
          const expected = mine[field] === was[field] ? theirs[field] : mine[field]
          expect(head[field]).toBe(expected)
        }
      }),
    )
  })
})
