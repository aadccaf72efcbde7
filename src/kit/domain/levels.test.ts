import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectiveLevel } from './levels.ts'
import { isAtLeast, ROLES } from './roles.ts'

const role = fc.constantFrom(...ROLES, null)
const claims = fc.record({
  isMember: fc.constant(true),
  role,
  defaults: fc.array(fc.constantFrom(...ROLES, null, 'inherit' as const), { maxLength: 4 }),
  grants: fc.array(role, { maxLength: 4 }),
})

describe('the effective level', () => {
  it('is the highest of role, defaults and grants for members', () => {
    expect(
      effectiveLevel({ isMember: true, role: 'read', defaults: ['inherit', 'edit'], grants: ['comment'] }),
    ).toBe('edit')
    expect(effectiveLevel({ isMember: true, role: 'read', defaults: [null], grants: ['admin'] })).toBe(
      'admin',
    )
    expect(effectiveLevel({ isMember: true, role: 'review', defaults: ['edit'], grants: [] })).toBe('review')
  })

  it('is what was granted, and nothing else, for guests', () => {
    expect(effectiveLevel({ isMember: true, role: null, defaults: ['admin'], grants: [] })).toBe(null)
    expect(
      effectiveLevel({ isMember: true, role: null, defaults: ['admin'], grants: ['comment', 'read'] }),
    ).toBe('comment')
  })

  it('is nothing for everybody else, whatever lies around', () => {
    fc.assert(fc.property(claims, (some) => effectiveLevel({ ...some, isMember: false }) === null))
  })

  it('never sinks by a further claim', () => {
    fc.assert(
      fc.property(claims, fc.constantFrom(...ROLES), (some, extra) => {
        const more = effectiveLevel({ ...some, grants: [...some.grants, extra] })
        const before = effectiveLevel(some)
        return isAtLeast(more, extra) && (before === null || isAtLeast(more, before))
      }),
    )
  })
})
