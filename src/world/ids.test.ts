import { describe, expect, it } from 'vitest'
import { systemIds } from './ids.ts'

describe('ids', () => {
  it('sort in the order they were made, also when the clock stands still or steps back', () => {
    const times = [5_000, 5_000, 4_000, 5_000, 6_000]
    const ids = systemIds(() => times.shift() ?? 7_000)
    const made = Array.from({ length: 2_000 }, () => ids.next())
    expect([...made].sort()).toEqual(made)
    expect(new Set(made).size).toBe(2_000)
    for (const id of made) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
  })

  it('make secrets of 32 letters and digits that never repeat', () => {
    const ids = systemIds()
    const secrets = Array.from({ length: 1_000 }, () => ids.secret())
    expect(new Set(secrets).size).toBe(1_000)
    for (const secret of secrets) expect(secret).toMatch(/^[0-9A-Za-z]{32}$/)
  })
})
