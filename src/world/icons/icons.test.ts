import { describe, expect, it } from 'vitest'
import { openIcons } from './icons.ts'

describe('icons', () => {
  const icons = openIcons()

  it('are found by name, in any of the free styles', () => {
    expect(icons('gear')).toMatchObject({ width: 512, height: 512, path: expect.stringMatching(/^M[\d.]/) })
    expect(icons('fa-gear')).toEqual(icons('gear'))
    expect(icons('github')?.path.length).toBeGreaterThan(100)
    expect(openIcons('regular')('bell')?.path).not.toBe(icons('bell')?.path)
  })

  it.each([
    '',
    'no-such-icon',
    '../solid/gear',
    'gear.svg',
    'gear\0',
    'brands/github',
    'GEAR',
    'a'.repeat(100),
  ])('are none for %j', (name) => expect(icons(name)).toBeUndefined())
})
