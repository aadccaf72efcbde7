// What is installed with Quire may be passed on with it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Of the Open Source Initiative, or for fonts and data, and none that binds what is beside it. */
const TAKEN = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['CC-BY-4.0', 'OFL-1.1', 'PSF-2.0', 'UFL-1.0', 'Zlib'],
])

/** Looked at, one by one. */
const KNOWN: Record<string, string> = {
  '@resvg/resvg-wasm': 'MPL-2.0, used as it is: its own files stay under it',
  'dejavu-fonts-ttf': 'the licence of Bitstream Vera: fonts that may be passed on',
  duck: 'BSD-2-Clause, written in an older way',
}

type Package = { license?: string; dev?: boolean; version: string; resolved?: string; integrity?: string }

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'))
const shipped = Object.entries<Package>(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, found]) => ({ name: path.split('node_modules/').at(-1) ?? path, ...found }))

/** Either side of an OR, all sides of an AND. */
function isTaken(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isTaken)
  if (plain.includes(' AND ')) return plain.split(' AND ').every(isTaken)
  return TAKEN.has(plain)
}

describe('packages that come with Quire', () => {
  it('have licences under which they may be passed on', () => {
    expect(shipped.length).toBeGreaterThan(100)
    const others = shipped.filter(({ name, license = '' }) => !KNOWN[name] && !isTaken(license))
    expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })

  it('have been looked at where their licence is unusual, and only there', () => {
    const unusual = shipped.filter(({ license = '' }) => !isTaken(license)).map(({ name }) => name)
    expect(Object.keys(KNOWN).filter((name) => !unusual.includes(name))).toEqual([])
  })

  it('come from the registry, with a digest of what was looked at', () => {
    const isElsewhere = (resolved?: string) =>
      resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')
    const unsure = shipped.filter(({ integrity, resolved }) => !integrity || isElsewhere(resolved))
    expect(unsure.map(({ name }) => name)).toEqual([])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['MIT AND OFL-1.1', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['', false],
  ])('reads what licences say: %s', (licence, expected) => {
    expect(isTaken(licence)).toBe(expected)
  })
})
