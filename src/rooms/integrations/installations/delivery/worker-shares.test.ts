import { expect, it } from 'vitest'
import { chooseFairly, sharesOf } from './worker-shares.ts'

const LIMITS = { most: 8, share: 4 }
const at = (organizationId: string, publisherId = organizationId) => ({ organizationId, publisherId })
const times = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one)

it('gives one organization its share and no more', () => {
  expect(chooseFairly(times(20, at('a')), [], LIMITS)).toHaveLength(4)
  expect(chooseFairly(times(20, at('a')), times(3, at('a')), LIMITS)).toHaveLength(1)
  expect(chooseFairly(times(20, at('a')), times(4, at('a')), LIMITS)).toEqual([])
})

it('begins with organizations that have the least under way', () => {
  const due = [...times(3, at('a')), ...times(3, at('b')), at('c')]
  const names = (most: number) =>
    chooseFairly(due, [at('a')], { most, share: 4 }).map(({ organizationId }) => organizationId)
  expect(names(2)).toEqual(['b', 'c'])
  expect(names(4)).toEqual(['b', 'c', 'a', 'b'])
})

it('leaves places to others where one publisher is installed everywhere', () => {
  const due = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => at(id, 'vendor'))
  const chosen = chooseFairly([...due, at('g')], [], LIMITS)
  expect(chosen.map(({ organizationId }) => organizationId)).toEqual(['a', 'b', 'c', 'd', 'g'])
})

it('knows whose share is at work', () => {
  expect(sharesOf([...times(4, at('a', 'vendor')), at('b')], 4)).toEqual({
    full: { installed: ['a'], publishers: ['vendor'] },
    atWork: ['a', 'b'],
  })
})
