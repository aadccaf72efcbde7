import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carriedTarget, readTarget } from './paths.ts'

const SPELLINGS = [
  '../../A B/',
  '../../A%20B/',
  '../x%E2%80%A6.md',
  '../x….md#a',
  '..',
  '../',
  './../../y.md?q=1',
]
const folder = fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }).map((parts) => parts.join('/'))
const file = folder.map((path) => (path === '' ? 'p.md' : `${path}/p.md`))

describe('a target out of the space', () => {
  it('is spelt as it was for a file in the same folder', () => {
    for (const target of SPELLINGS) expect(carriedTarget(target, 'p.md', 'q.md')).toBe(target)
    expect(carriedTarget('../../A%20B/', 'a/p.md', 'b/p.md')).toBe('../../A%20B/')
  })

  it('means the same from wherever it is carried to', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SPELLINGS), file, file, (target, from, to) => {
        const [was, now] = [readTarget(target, from), readTarget(carriedTarget(target, from, to), to)]
        if (was.kind === 'inside' && was.path.startsWith('..')) expect(now).toEqual(was)
      }),
    )
  })
})
