import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

it('reads what it wrote', () => {
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é', '=') })
  const row = fc.array(field, { minLength: 1, maxLength: 4 }).map((fields) => ['a', ...fields])
  // Spaces around a value are nothing, and a formula is written as a text.
  const kept = (text: string) => (text.startsWith('=') ? `'${text}` : text).trim()
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const quoted = rows.map((fields) => fields.map((text) => `x${text}`))
      expect(readCsv(writeCsv(quoted))).toEqual(quoted.map((fields) => fields.map(kept)))
    }),
  )
})

it('reads what programs write', () => {
  expect(readCsv('\uFEFFa;b\r\n"x, ""y"""\t2\r\n\r\n')).toEqual([
    ['a', 'b'],
    ['x, "y"', '2'],
  ])
  expect(readCsv('a,"b')).toBeUndefined()
})

it('writes no formula', () => {
  expect(writeCsv([['=1+1', -1]])).toBe("'=1+1,-1\r\n")
})
