import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matcher } from '../../../kit/http/operations/validate.ts'
import { DEFAULTS } from './defaults.ts'
import { changeOverrides, mergeSettings, type Overrides } from './merge.ts'
import { SiteCustomizationSettings } from './schema.ts'
import { OverrideChanges } from './schema-changes.ts'

const isSettings = matcher(SiteCustomizationSettings)
const isChange = matcher(OverrideChanges)

const color = fc.constantFrom('#fff', '#123456', '#ABCDEF')
const colors = fc.record({ light: color, dark: color })
const logo = fc.constant({ light: 'https://example.org/light.png', dark: 'https://example.org/dark.png' })
const link = fc.record({ title: fc.constantFrom('Blog', 'Help'), to: fc.constant(toSpace()) })
const someLinks = fc.array(fc.record({ title: fc.constant('More'), links: fc.array(link, { maxLength: 2 }) }))

function toSpace() {
  return { kind: 'space' as const, space: 'one' }
}

function some<Fields extends Record<string, fc.Arbitrary<unknown>>>(fields: Fields) {
  return fc.record(fields, { requiredKeys: [] })
}
const styling = {
  theme: fc.constantFrom('clean', 'muted', 'bold', 'gradient'),
  primaryColor: colors,
  dangerColor: colors,
  tint: fc.record({ color: colors }),
  corners: fc.constantFrom('straight', 'rounded', 'circular'),
  icons: fc.constantFrom('regular', 'thin'),
}
const list = fc.constantFrom('default', 'pill', 'line')
const header = { preset: fc.constantFrom('bold', 'none'), logo, linkColor: colors }
const footer = { logo, groups: someLinks, copyright: fc.constantFrom('', '© Example') }
const themes = { default: fc.constantFrom('light', 'dark'), toggeable: fc.boolean() }
const leaves = {
  title: fc.constantFrom('Docs', 'API'),
  favicon: fc.constantFrom({}, { emoji: '1f4d8' }),
  announcement: fc.constant({ enabled: true, message: 'Hello', style: 'info' }),
}
const url = fc.constantFrom('https://example.org/a', 'https://example.org/b')

const anyOverrides = some({
  ...leaves,
  styling: some({ ...styling, sidebar: some({ list }) }),
  header: some(header),
  footer: some(footer),
  themes: some(themes),
  pdf: fc.record({ enabled: fc.boolean() }),
  git: fc.record({ showEditLink: fc.boolean() }),
  externalLinks: fc.record({ target: fc.constantFrom('self', 'blank') }),
  privacyPolicy: some({ url }),
  socialPreview: some({ url }),
}) as fc.Arbitrary<Overrides & OverrideChanges>

/** Settings of a site: those that nobody customized, with some of everything. */
const anySite = anyOverrides.map((overrides) => mergeSettings(DEFAULTS, overrides))

/** The same places, all with null. */
function nulled(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isGroup(name) ? nulled(part) : null]),
  )
}

function isGroup(name: string) {
  return !(name in leaves) && !(name in styling) && !(name in header) && !(name in footer) && !isOneWord(name)
}

function isOneWord(name: string) {
  return ['list', 'default', 'toggeable', 'enabled', 'showEditLink', 'target', 'url'].includes(name)
}

/** Every place in it, down to single settings. */
function places(value: object, path: string[] = []): [path: string[], value: unknown][] {
  return Object.entries(value).flatMap(([name, part]) =>
    isGroup(name) ? places(part, [...path, name]) : [[[...path, name], part] as [string[], unknown]],
  )
}

function at(value: unknown, path: string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined || typeof value !== 'object' || value === null) return name ? undefined : value
  return at(Object.entries(value).find(([key]) => key === name)?.[1], rest)
}

describe('the settings of a site space', () => {
  it('are those of the site where nothing is overridden', () => {
    fc.assert(
      fc.property(anySite, (site) => {
        expect(mergeSettings(site, {})).toEqual(site)
      }),
    )
  })

  it('are always complete and valid, and what is overridden is what was said', () => {
    let checked = 0
    fc.assert(
      fc.property(anySite, anyOverrides, anyOverrides, (site, first, second) => {
        expect(isChange(first)).toBe(true)
        const overrides = changeOverrides(changeOverrides({}, first), second)
        const merged = mergeSettings(site, overrides)
        expect(isSettings(merged)).toBe(true)
        const said = places(second)
        for (const [path, value] of said) expect(at(merged, path)).toEqual(value)
        // Absent keeps: what only the first said still holds.
        const again = new Set(said.map(([path]) => path.join('.')))
        for (const [path, value] of places(first))
          if (!again.has(path.join('.'))) expect(at(merged, path)).toEqual(value)
        checked += said.length
      }),
    )
    expect(checked).toBeGreaterThan(300)
  })

  it('are those of the site again when all overrides are taken away, and nothing is left', () => {
    fc.assert(
      fc.property(anySite, anyOverrides, (site, changes) => {
        const kept = changeOverrides({}, changes)
        const left = changeOverrides(kept, nulled(changes))
        expect(left).toEqual({})
        expect(mergeSettings(site, left)).toEqual(site)
      }),
    )
  })

  it('loses one override and keeps those beside it', () => {
    const kept: Overrides = { styling: { theme: 'bold', sidebar: { list: 'pill', background: 'filled' } } }
    const left = changeOverrides(kept, { styling: { theme: null, sidebar: { list: null } } })
    expect(left).toEqual({ styling: { sidebar: { background: 'filled' } } })
    expect(mergeSettings(DEFAULTS, left).styling).toMatchObject({
      theme: 'clean',
      sidebar: { list: 'default', background: 'filled' },
    })
  })
})

describe('the settings that nobody chose', () => {
  it('are valid', () => {
    expect(isSettings(DEFAULTS)).toBe(true)
  })

  it('have colours that can be read as text', () => {
    const { primaryColor, infoColor, successColor, warningColor, dangerColor } = DEFAULTS.styling
    for (const { light, dark } of [primaryColor, infoColor, successColor, warningColor, dangerColor]) {
      expect(contrast(light, '#FFFFFF'), light).toBeGreaterThan(4.5)
      expect(contrast(dark, '#17191D'), dark).toBeGreaterThan(4.5)
    }
  })
})

/** As the guidelines for accessible content count it. */
function contrast(one: string, other: string) {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
