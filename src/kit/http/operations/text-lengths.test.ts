import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { bodyValidator } from './validate.ts'

const check = bodyValidator(
  Type.Object({ text: Type.String({ minLength: 2, maxLength: 4, pattern: '^[^!]*$' }) }),
)
const judge = (text: string) => {
  try {
    check({ text })
    return 'fits'
  } catch (error) {
    return (error as Error).message
  }
}
const SHORT = 'body.text must have at least 2 characters'
const LONG = 'body.text must have at most 4 characters'

describe('limits of texts', () => {
  it('count letters, however many units they take', () => {
    expect(['', 'a', '🎈', 'ab', '🎈🎈', 'a🎈'].map(judge)).toEqual([
      SHORT,
      SHORT,
      SHORT,
      'fits',
      'fits',
      'fits',
    ])
    expect(['abcd', '🎈🎈🎈🎈', 'ab🎈d', 'abcde', '🎈🎈🎈🎈🎈', 'abc🎈d'].map(judge)).toEqual([
      ...['fits', 'fits', 'fits'],
      ...[LONG, LONG, LONG],
    ])
  })

  it('are told before anything else that is wrong', () => {
    expect(['!', 'a!cde'].map(judge)).toEqual([SHORT, LONG])
    expect(judge('abc!')).not.toBe('fits')
  })
})
