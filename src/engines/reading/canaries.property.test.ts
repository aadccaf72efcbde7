import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CANARY,
  type Hidden,
  hideInLine,
  hideInLines,
  isCutThrough,
} from '../../../test/drawn/canary-places.ts'
import { draws } from '../../../test/drawn/draws.ts'
import { ALL_BLOCKS, type Chance, chanceFrom, drawPage } from '../../../test/drawn/generated-pages.ts'
import { pagesBelow } from '../../../test/drawn/real-pages.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { decideText } from './conditional-text.ts'

// Something for nobody is put at any place of any page: what is left is the page without it.

/** Of the canaries, those in code, where tags are text; and pages of which more is hidden than the canary. */
const counted = { inCode: 0, hidesMore: 0 }

function check({ page, at, part, left }: Hidden) {
  const [before, behind] = [page.slice(0, at), page.slice(at)]
  if (isCode(before + CANARY + behind)) {
    counted.inCode += 1
    return
  }
  const seen = decideText(before + part + behind, () => false)
  const expected = decideText(before + left + behind, () => false)
  expect(seen).not.toContain(CANARY)
  if (seen === expected) return
  counted.hidesMore += 1
  // A tag at the sign that begins code counts, and the one that closes it is code: all that follows is hidden. Comments
  // have no code, so that an end counts which is written as such.
  if (!part.includes('`')) expect(expected.startsWith(seen.trimEnd()), seen).toBe(true)
}

function isCode(text: string) {
  const find = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false
    const { type, marks = [] } = value as { type?: string; marks?: { type: string }[] }
    const isCode = type === 'code-line' || marks.some((mark) => mark.type === 'code')
    return isCode ? JSON.stringify(value).includes(CANARY) : Object.values(value).some(find)
  }
  return find(parseMarkdown(text).nodes)
}

const TARGETS = { link: () => 'page.md', picture: () => 'a.png', include: () => 'include.md' }

/** Of real repositories, where somebody names a folder that has some. */
const real = pagesBelow(process.env.QUIRE_TEST_PAGES)

describe.each([
  ['in a line', hideInLine],
  ['on lines of its own', hideInLines],
])('a canary %s under a condition that is not met', (_, hide) => {
  it('is nowhere in what is left of generated pages', () => {
    checkMany(hide, (chance) =>
      chance.isOneIn(3) ? chance.pick(ALL_BLOCKS) : drawPage(chance, 'Page', TARGETS),
    )
  })

  it.skipIf(real.length === 0)('is nowhere in what is left of real pages', () => {
    checkMany(hide, (chance) => chance.pick(real))
  })
})

function checkMany(hide: (chance: Chance, page: string) => Hidden, drawn: (chance: Chance) => string) {
  Object.assign(counted, { inCode: 0, hidesMore: 0 })
  let checked = 0
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const chance = chanceFrom(draw)
      const hidden = hide(chance, drawn(chance))
      if (isCutThrough(hidden)) return
      checked += 1
      check(hidden)
    }),
    { numRuns: draws(250) },
  )
  expect(checked).toBeGreaterThan(draws(150))
  expect(counted.inCode).toBeLessThan(checked / 2)
  expect(counted.hidesMore).toBeLessThan(checked / 20)
}
