import { expect, it } from 'vitest'
import { readCondition } from './conditions.ts'

it('a condition is read once', () => {
  expect(readCondition('visitor.claims.a')).toMatchObject({ kind: 'tree' })
  expect(readCondition('visitor.claims.a')).toBe(readCondition('visitor.claims.a'))
})

it('one that cannot be read is known to be so', () => {
  expect(readCondition('visitor.claims.a &&')).toMatchObject({ kind: 'error', error: { position: 19 } })
  expect(readCondition('visitor.claims.a &&')).toBe(readCondition('visitor.claims.a &&'))
})

it('what was not asked for lately is forgotten, and read again', () => {
  const first = readCondition('visitor.claims.first')
  for (let number = 0; number < 100; number++) readCondition(`"${'a'.repeat(4000)}${number}"`)
  const again = readCondition('visitor.claims.first')
  expect(again).toEqual(first)
  expect(again).not.toBe(first)
})

it('a text that is too long is not kept', () => {
  const text = 'a'.repeat(4097)
  expect(readCondition(text)).toMatchObject({ kind: 'error' })
  expect(readCondition(text)).not.toBe(readCondition(text))
})
