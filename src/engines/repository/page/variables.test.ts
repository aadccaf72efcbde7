import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patchVariables, readVariables } from './variables.ts'

describe('the variables of a space', () => {
  const text = "# Releases\nversion: 1.10\n\nname: 'Quire' # ours\r\nlong: >-\n  one\n  two\n"

  it('are texts, as written', () => {
    expect(readVariables(text)).toEqual({
      values: { version: '1.10', name: 'Quire', long: 'one two' },
      problems: [],
    })
    expect(readVariables('a: [1]\nb: 2\n')).toMatchObject({
      values: { b: '2' },
      problems: [{ kind: 'wrong-value' }],
    })
    expect(readVariables('a: b: c')).toMatchObject({ values: {}, problems: [{ kind: 'broken-variables' }] })
    expect(readVariables('')).toEqual({ values: {}, problems: [] })
  })

  it('change line by line', () => {
    const { values } = readVariables(text)
    expect(patchVariables(text, values, values)).toBe(text)
    expect(patchVariables(text, values, { ...values, name: "it's" })).toBe(text.replace("'Quire'", "'it''s'"))
    expect(patchVariables(text, values, { ...values, version: '2.0' })).toBe(text.replace('1.10', "'2.0'"))
    expect(patchVariables(text, values, { ...values, more: 'yes' })).toBe(`${text}more: 'yes'\n`)
    const { name: _, ...others } = values
    expect(patchVariables(text, values, others)).toBe(text.replace("name: 'Quire' # ours\r\n", ''))
    expect(patchVariables('', {}, { a: 'b' })).toBe('a: b\n')
    expect(patchVariables('{a: b, c: d}\n', { a: 'b', c: 'd' }, { a: 'x', c: 'd' })).toBe('a: x\nc: d\n')
    expect(patchVariables('a: b: c\n', {}, { x: 'z' })).toBe('# a: b: c\nx: z\n')
  })

  it('read as they were written, whatever they are', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('a', 'b', '__proto__', 'true', '1', 'x y', '#'),
    )
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a: b', ' x ', '- a', 'no', '1.0', 'a\nb\n', '#', '\t', 'a\r\nb'),
    )
    const isText = (text: string) => !text.includes('\0')
    const values = fc.dictionary(name.filter(isText), value.filter(isText), { maxKeys: 5 })
    fc.assert(
      fc.property(values, values, (before, after) => {
        const first = patchVariables('', {}, before)
        expect(readVariables(first).values).toEqual({ ...before })
        const second = patchVariables(first, before, after)
        expect(readVariables(second).values).toEqual({ ...after })
        expect(patchVariables(second, after, after)).toBe(second)
      }),
      { numRuns: 300 },
    )
  })
})
