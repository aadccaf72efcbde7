import { imageSize } from 'image-size'
import { describe, expect, it } from 'vitest'
import type { Card } from './card.ts'
import { drawCard } from './draw-card.ts'

const colors = { paper: '#ffffff', ink: '#1a1a1f', soft: '#64646f', primary: '#346ddb', onPrimary: '#ffffff' }

function draw(title: string, more: Partial<Card> = {}) {
  return drawCard({ site: 'Docs', title, description: 'What it is about.', colors, ...more })
}

const areSame = async (one: Promise<Uint8Array>, other: Promise<Uint8Array>) =>
  Buffer.from(await one).equals(await other)

describe('the card of a page', () => {
  it('is a picture of the size that everybody asks for', async () => {
    const png = await draw('Quick start')
    expect(imageSize(png)).toMatchObject({ width: 1200, height: 630, type: 'png' })
    expect(png.length).toBeLessThan(200_000)
    expect(await areSame(draw('Quick start'), draw('Quick start'))).toBe(true)
  })

  it('shows what is in it', async () => {
    const card = draw('Quick start')
    expect(await areSame(card, draw('Slow start'))).toBe(false)
    expect(await areSame(card, draw('Quick start', { site: 'Others' }))).toBe(false)
    expect(await areSame(card, draw('Quick start', { description: 'Else.' }))).toBe(false)
    expect(await areSame(card, draw('Quick start', { colors: { ...colors, primary: '#aa0000' } }))).toBe(
      false,
    )
  })

  // Letters that no font has would all be the same box.
  it.each([
    ['Arabic', 'دليل', 'سريع'],
    ['Hebrew', 'מדריך', 'מהירה'],
    ['Chinese', '快速', '文档'],
    ['Japanese', 'ガイド', 'はじめ'],
    ['Korean', '문서', '안내'],
    ['Thai', 'กขค', 'งจฉ'],
    ['Hindi', 'हिन्दी', 'दिन्ही'],
    ['Greek', 'Ωμεγα', 'Ψμεγα'],
    ['Cyrillic', 'Жук', 'Лук'],
    ['emoji', '😀', '🚀'],
    ['flags', '🇩🇪', '🇫🇷'],
  ])('has letters for %s', async (_, one, other) => {
    expect(await areSame(draw(one), draw(other))).toBe(false)
    expect(await areSame(draw(one), draw(''))).toBe(false)
  })

  it('ends what is too long', async () => {
    const long = 'A title that goes on and on, '.repeat(10)
    expect(await areSame(draw(long), draw(`${long} and ends here`))).toBe(true)
    expect(await areSame(draw(long), draw(long.slice(0, 40)))).toBe(false)
    const description = 'What to do first. '.repeat(30)
    expect(await areSame(draw('A', { description }), draw('A', { description: `${description}!` }))).toBe(
      true,
    )
    const site = 'x'.repeat(90)
    expect(await areSame(draw('A', { site }), draw('A', { site: `${site}y` }))).toBe(true)
  })

  it('takes words for words', async () => {
    const hostile = [
      '"), panic("',
      '#panic()',
      '\\',
      '</foreignObject><image href="x"/>',
      '&amp; & <b>',
      '\ud800\u0000',
    ]
    for (const title of hostile) expect(imageSize(await draw(title)).width).toBe(1200)
    expect(await areSame(draw('A', { colors: { ...colors, primary: '"), panic("' } }), draw('A'))).toBe(false)
  })

  it('leaves out what no font shows', async () => {
    expect(await areSame(draw('A\u{1d173}\u{10380}'), draw('A'))).toBe(true)
  })
})
