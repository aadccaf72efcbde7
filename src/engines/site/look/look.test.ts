import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleLook } from '../../../../test/drawn/site-model.ts'
import type { Look } from '../model.ts'
import { contrast, hexColor, mix, READABLE, textOn } from './colors.ts'
import { lookAttributes, lookStyle } from './look.ts'
import { paletteOf } from './palette.ts'

const color = fc
  .tuple(...['r', 'g', 'b'].map(() => fc.integer({ min: 0, max: 255 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
const themed = fc.record({ light: color, dark: color })

describe('the look of a site', () => {
  it('keeps text readable, whatever colours were chosen', () => {
    const theme = fc.constantFrom<Look['styling']['theme'][]>('clean', 'muted', 'bold', 'gradient')
    const preset = fc.constantFrom<Look['header']['preset'][]>(
      'default',
      'bold',
      'contrast',
      'custom',
      'none',
    )
    fc.assert(
      fc.property(fc.record({ theme, preset, primary: themed, tint: themed, link: themed }), (drawn) => {
        const look = sampleLook(
          { theme: drawn.theme, primaryColor: drawn.primary, tint: { color: drawn.tint } },
          {
            header: { preset: drawn.preset, links: [], backgroundColor: drawn.tint, linkColor: drawn.link },
          },
        )
        for (const side of ['light', 'dark'] as const) expectReadable(paletteOf(look, side))
      }),
    )
  })

  it('writes each part of the styling somewhere', () => {
    const of = (look: Look) => lookStyle(look) + JSON.stringify(lookAttributes(look))
    const plain = of(sampleLook({}))
    const changes: Partial<Look['styling']>[] = [
      { theme: 'muted' },
      { theme: 'bold' },
      { theme: 'gradient' },
      { primaryColor: { light: '#0f766e', dark: '#2dd4bf' } },
      { tint: { color: { light: '#0f766e', dark: '#2dd4bf' } } },
      { infoColor: { light: '#0f766e', dark: '#2dd4bf' } },
      { successColor: { light: '#0f766e', dark: '#2dd4bf' } },
      { warningColor: { light: '#0f766e', dark: '#2dd4bf' } },
      { dangerColor: { light: '#0f766e', dark: '#2dd4bf' } },
      { corners: 'straight' },
      { corners: 'circular' },
      { depth: 'flat' },
      { links: 'accent' },
      { font: 'Merriweather' },
      { monospaceFont: 'FiraCode' },
      { background: 'match' },
      { icons: 'thin' },
      { sidebar: { background: 'filled', list: 'default' } },
      { sidebar: { background: 'default', list: 'pill' } },
      { search: 'subtle' },
    ]
    for (const change of changes) expect(of(sampleLook(change)), JSON.stringify(change)).not.toBe(plain)
  })

  it('brings the files of a font of the organization', () => {
    const sources = [{ url: 'https://docs.example.org/fonts/1.woff2', format: 'woff2' as const }]
    const font = { id: '1', custom: true, fontFamily: 'Example Sans', fontFaces: [{ weight: 400, sources }] }
    const style = lookStyle(sampleLook({ font }))
    expect(style).toContain(
      '@font-face{font-family:"Example Sans";font-weight:400;font-display:swap;src:url("https://docs.example.org/fonts/1.woff2") format("woff2")}',
    )
    expect(style).toContain('--sans:"Example Sans",ui-sans-serif')
  })

  it('lets nothing into the style sheet that is not a colour, a name or an address', () => {
    const hostile = 'red;}</style><script>alert(1)</script>'
    const face = (url: string) => [{ weight: 400, sources: [{ url }] }]
    const fonts = [
      { id: '1', custom: true, fontFamily: `X"${hostile}`, fontFaces: face('https://example.org/a.woff2') },
      { id: '1', custom: true, fontFamily: 'Fine', fontFaces: face(`https://example.org/"),${hostile}`) },
      { id: '1', custom: true, fontFamily: 'Fine', fontFaces: face('javascript:alert(1)') },
    ]
    for (const font of fonts) {
      const style = lookStyle(
        sampleLook({ font, primaryColor: { light: hostile, dark: hostile } }, { title: hostile }),
      )
      expect(style).not.toMatch(/<|script:|red;/)
    }
  })
})

describe('colours', () => {
  it('are three or six hex digits', () => {
    expect(hexColor('#36D')).toBe('#3366dd')
    expect(hexColor('#346DDB')).toBe('#346ddb')
    for (const other of ['346ddb', '#12', '#12345', 'red', 'url(x)', '#fff;', ' #fff'])
      expect(hexColor(other)).toBeUndefined()
  })

  it('have the contrast that WCAG says', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
    fc.assert(fc.property(color, (any) => contrast(textOn(any), any) >= READABLE))
  })
})

function expectReadable(palette: Record<string, string>) {
  const pairs: [string, string][] = [
    ['ink', 'paper'],
    ['body', 'paper'],
    ['soft', 'paper'],
    ['soft', 'rail'],
    ['soft', 'card'],
    ['accent', 'paper'],
    ['accent', 'rail'],
    ['on-accent', 'accent'],
    ['on-primary', 'primary'],
    ['info', 'paper'],
    ['danger', 'paper'],
    ['header-ink', 'header-paper'],
    ['header-link', 'header-paper'],
  ]
  for (const [text, ground] of pairs) {
    const [one, other] = [palette[text], palette[ground]]
    if (one && other) expect(contrast(one, other), `${text} on ${ground}`).toBeGreaterThanOrEqual(READABLE)
  }
  // Small words on grounds that style sheets mix of two colours.
  const of = (name: string) => palette[name] ?? ''
  const mixed: [string, string, number][] = [
    ...['accent', 'info', 'success', 'warning', 'danger'].map((tone): [string, string, number] => [
      tone,
      tone,
      0.13,
    ]),
    ['soft', 'ink', 0.06],
    ['body', 'ink', 0.06],
    ['body', 'soft', 0.14],
  ]
  for (const ground of ['paper', 'rail', 'card', 'raised'])
    for (const [text, other, share] of mixed) {
      const reached = contrast(of(text), mix(of(ground), of(other), share))
      expect(reached, `${text} on ${other} over ${ground}`).toBeGreaterThanOrEqual(READABLE)
    }
  for (const hint of ['info', 'success', 'warning', 'danger'])
    expect(contrast(of('soft'), mix(of('paper'), of(hint), 0.1)), `soft in ${hint}`).toBeGreaterThanOrEqual(
      READABLE,
    )
}
