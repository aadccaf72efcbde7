import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeSlug, slugOf, slugOfName } from './slugs.ts'

const isShort = (slug: string) => slug.length <= 100 && Buffer.byteLength(slug) <= 200

describe('a slug', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['Über Größe', 'uber-große'],
    ['目錄 1', '目錄-1'],
    ['???', 'page'],
    ['x'.repeat(120), 'x'.repeat(100)],
    ['文'.repeat(120), '文'.repeat(66)],
    ['한'.repeat(120), '한'.repeat(66)],
    ['𠀀'.repeat(120), '𠀀'.repeat(50)],
    [`${'文'.repeat(66)} 文`, '文'.repeat(66)],
    // One grapheme, however many there are.
    ['ᄀ'.repeat(120), 'ᄀ'.repeat(66)],
  ])('of %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })

  it.each([
    ['one_two', 'one_two'],
    ['update-from-v0.12', 'update-from-v0.12'],
    ['elsa-server-+-studio', 'elsa-server-+-studio'],
    ['a--b', 'a--b'],
    ['-a-', '-a-'],
    ['API_Keys', 'api_keys'],
    ['One Two', 'one-two'],
    ['One - Two (draft)', 'one-two-draft'],
    ['Über_Größe', 'uber_große'],
    ['目錄_1', '目錄_1'],
    ['__init__', '__init__'],
    ['..', 'page'],
    ['.hidden', 'hidden'],
    ['_', 'page'],
    // Else its address would be that of the Markdown of another page, or of a file of the site.
    ['page.md', 'page-md'],
    ['llms.txt', 'llms-txt'],
    ['a/../b', 'a-..-b'],
    ['x_'.repeat(120), 'x_'.repeat(50)],
  ])('of a file named %s', (name, slug) => {
    expect(slugOfName(name)).toBe(slug)
    expect(slugOfName(slug)).toBe(slug)
  })

  it('steps aside without growing too long', () => {
    const long = slugOf('文'.repeat(120))
    expect(freeSlug('a', new Set())).toBe('a')
    expect(freeSlug('a', new Set(['a', 'a-1']))).toBe('a-2')
    expect(freeSlug(long, new Set([long]))).toBe(`${'文'.repeat(66)}-1`)
    expect(freeSlug('x'.repeat(100), new Set(['x'.repeat(100)]))).toBe(`${'x'.repeat(98)}-1`)
  })

  it('that somebody asked for is cut as well', () => {
    expect(freeSlug('文'.repeat(120), new Set())).toBe('文'.repeat(66))
    expect(freeSlug('文'.repeat(120), new Set(['文'.repeat(66)]))).toBe(`${'文'.repeat(66)}-1`)
  })

  it('is a fit name for a file, whatever the title', () => {
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .array(fc.constantFrom('文', '각', 'ᄀ', '𠀀', 'é', 'नि', ' ', 'a'), { maxLength: 300 })
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(title, (title) => {
        const slug = slugOf(title)
        expect(slug).not.toBe('')
        expect(slug.isWellFormed()).toBe(true)
        expect(slugOf(slug)).toBe(slug)
        const taken = new Set<string>()
        for (let count = 0; count < 12; count++) {
          const free = freeSlug(slug, taken)
          expect(isShort(free)).toBe(true)
          expect(taken.has(free)).toBe(false)
          taken.add(free)
        }
      }),
      { numRuns: 50 },
    )
  })
})
