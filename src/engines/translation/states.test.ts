import { describe, expect, it } from 'vitest'
import { askedUnits, carriedUnits, countStates, type KnownUnit } from './states.ts'
import { unitsOf } from './units.ts'

/** Everything of a text, translated. */
function knownOf(markdown: string) {
  return new Map(
    unitsOf(markdown).map(({ key, text }): [string, KnownUnit] => [
      key,
      { source: text, target: `${text}!`, isOutdated: false },
    ]),
  )
}

/** What became outdated, by what it says now, with what it said. */
function carried(before: string, after: string) {
  const now = unitsOf(after)
  const found = carriedUnits(unitsOf(before), now, knownOf(before))
  return Object.fromEntries(
    [...found].map(([key, { source }]) => [now.find((unit) => unit.key === key)?.text, source]),
  )
}

describe('outdated units', () => {
  it('are those in the place of others', () => {
    expect(carried('One.\n\nTwo.\n\nThree.\n', 'One.\n\nZwo.\n\nThree.\n')).toEqual({ 'Zwo.': 'Two.' })
    expect(carried('One.\n\nTwo.\n', 'One.\n')).toEqual({})
    expect(carried('One.\n', 'One.\n\nTwo.\n')).toEqual({})
    expect(carried('One.\n\nTwo.\n', 'Two.\n\nOne.\n')).toEqual({})
  })

  it('are recognized by their words where more than one changed, or moved', () => {
    expect(
      carried('Open the red door.\n\nSmile.\n', 'Brand new.\n\nSmile.\n\nOpen the green door.\n'),
    ).toEqual({ 'Open the green door.': 'Open the red door.' })
    expect(carried('按下紅色按鈕。\n\n再見。\n', '新的。\n\n按下綠色按鈕。\n\n再見。\n')).toEqual({
      '按下綠色按鈕。': '按下紅色按鈕。',
    })
  })

  it('are not what was translated before', () => {
    const known = knownOf('One.\n\nTwo.\n')
    expect(carriedUnits(unitsOf('One.\n'), unitsOf('Two.\n'), known).size).toBe(0)
  })

  it('are of the same kind', () => {
    expect(carried('# One\n', 'One changed\n')).toEqual({})
  })
})

describe('units that say the same', () => {
  it('are asked for once, and counted once, unless they differ', () => {
    const units = unitsOf('Yes\n\nYes\n\nNo\n')
    expect(askedUnits(units, new Map())).toHaveLength(2)
    expect(countStates(units, knownOf('Yes\n'))).toEqual({ missing: 1, outdated: 0, translated: 1 })
    const [, second] = units
    const own = new Map([[second?.key ?? '', { source: 'Yes', target: 'Doch', isOutdated: true }]])
    expect(countStates(units, own)).toEqual({ missing: 2, outdated: 1, translated: 0 })
  })
})
