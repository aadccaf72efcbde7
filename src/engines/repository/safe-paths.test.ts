import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unsafePart } from './safe-paths.ts'

describe('the unsafe part of a path', () => {
  it.each([
    'README.md',
    '.gitbook/assets/image (2) (1).png',
    '.gitbook/assets/100% \\ sure.png',
    '.github/workflows/ci.yml',
    '.gitignore',
    'git/a.md',
    'a.git/b.md',
    'git~/b.md',
    '...rst/a.md',
    '目錄/頁.md',
    'a b/c..d.md',
  ])('is none in %j', (path) => expect(unsafePart(path)).toBeUndefined())

  it.each([
    ['', ''],
    ['/etc/passwd', '/'],
    ['\\\\server\\share', '\\'],
    ['C:/x', 'C:'],
    ['a//b', ''],
    ['a/', ''],
    ['./a', '.'],
    ['a/../b', '..'],
    ['a/.. /b', '.. '],
    ['a\\..\\b', 'a\\..\\b'],
    ['a/b\0c', 'b\0c'],
    ['a/b\nc', 'b\nc'],
    ['.git/config', '.git'],
    ['a/.GIT/hooks/x', '.GIT'],
    ['.git. /x', '.git. '],
    ['GIT~1/x', 'GIT~1'],
    ['gi7eba~1/x', 'gi7eba~1'],
    ['.g\u200cit/x', '.g\u200cit'],
    ['\ufeff.git/x', '\ufeff.git'],
    ['.git::$INDEX_ALLOCATION/x', '.git::$INDEX_ALLOCATION'],
    ['a\\.git\\hooks', 'a\\.git\\hooks'],
    [`a/${'x'.repeat(256)}`, 'x'.repeat(256)],
    [`a/${'頁'.repeat(86)}`, '頁'.repeat(86)],
  ])('is told of %j', (path, part) => expect(unsafePart(path)).toBe(part))

  it('refuses a path that is too long as a whole', () => {
    expect(unsafePart(`${'abc/'.repeat(2000)}d`)).toBeDefined()
  })

  it('is found wherever it stands, whatever stands around it', () => {
    const safe = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/)
    const unsafe = fc.constantFrom('..', '.', '', '.git', '.Git', '.git ', 'git~1', '.gi\u200dt', 'a\tb')
    const around = fc.array(safe, { maxLength: 4 })
    fc.assert(
      fc.property(around, unsafe, around, (before, part, after) => {
        const path = [...before, part, ...after].join('/')
        expect(unsafePart(path)).toBeDefined()
        expect(unsafePart(['x', ...before, ...after].join('/'))).toBeUndefined()
      }),
    )
  })

  it('never leads out of its folder once it is safe', () => {
    const piece = fc.constantFrom('a', '..', '.', '/', '\\', '.git', ' ', ':', '\u200c', 'git~1', '-')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const path = pieces.join('')
        if (unsafePart(path) !== undefined) return
        for (const part of path.split(/[\\/]/)) expect(part).not.toMatch(/^\.{1,2}$|^\.git$/)
        expect(path).not.toMatch(/^[\\/]/)
      }),
      { numRuns: 2000 },
    )
  })
})
