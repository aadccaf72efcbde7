import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aboveOf,
  dropSpot,
  type Listed,
  matchesIn,
  mayMove,
  moved,
  rowsOf,
  siblingsIn,
  spotOf,
  stepOf,
  treeOf,
  without,
} from './nodes.ts'

const page = (id: string, ...pages: Listed[]): Listed => ({
  id,
  title: `Page ${id}`,
  type: 'document',
  pages,
})
const group: Listed = { id: 'g', title: 'Group', type: 'group', pages: [page('x')] }
const link: Listed = { id: 'l', title: 'Link', type: 'link' }
const tree = treeOf([page('a', page('b', page('c')), page('d')), page('e'), group, link])
const shown = (one = tree) => rowsOf(one, () => true).map(({ node, level }) => `${level}${node.id}`)

describe('the tree of pages', () => {
  it('shows what is open, with level, place and number of siblings', () => {
    expect(shown()).toEqual(['1a', '2b', '3c', '2d', '1e', '1g', '2x', '1l'])
    const rows = rowsOf(tree, (id) => id === 'a')
    expect(rows.map(({ node, at, count }) => [node.id, at, count])).toEqual([
      ['a', 0, 4],
      ['b', 0, 2],
      ['d', 1, 2],
      ['e', 1, 4],
      ['g', 2, 4],
      ['l', 3, 4],
    ])
  })

  it('moves a page with those below it, and back', () => {
    const there = moved(tree, 'b', { into: 'e', at: 0 })
    expect(shown(there)).toEqual(['1a', '2d', '1e', '2b', '3c', '1g', '2x', '1l'])
    expect(shown(moved(there, 'b', spotOf(tree, 'b')))).toEqual(shown())
  })

  it('knows where a page may not go', () => {
    const may = (id: string, into: string | null) => mayMove(tree, id, { into, at: 0 })
    expect([may('b', 'e'), may('b', null), may('b', 'g'), may('g', null)]).toEqual([true, true, true, true])
    expect([may('a', 'c'), may('a', 'a'), may('g', 'a'), may('a', 'l'), may('a', 'nowhere')]).toEqual(
      Array(5).fill(false),
    )
  })

  it('goes one step in each direction', () => {
    expect(stepOf(tree, 'e', 'up')).toEqual({ into: null, at: 0 })
    expect(stepOf(tree, 'a', 'up')).toBeUndefined()
    expect(stepOf(tree, 'd', 'in')).toEqual({ into: 'b', at: 1 })
    expect(stepOf(tree, 'c', 'out')).toEqual({ into: 'a', at: 1 })
    expect(stepOf(tree, 'l', 'down')).toBeUndefined()
  })

  it('drops before, into and after a row', () => {
    const on = (id: string, part: 'before' | 'into' | 'after', isOpen = false) => {
      const node = tree.nodes.get(id)
      return node && dropSpot(tree, 'e', { node, part, isOpen })
    }
    expect(on('a', 'before')).toEqual({ into: null, at: 0 })
    expect(on('a', 'into')).toEqual({ into: 'a', at: 2 })
    expect(on('a', 'after', true)).toEqual({ into: 'a', at: 0 })
    expect(on('g', 'after')).toEqual({ into: null, at: 2 })
  })

  it('finds pages by words of their titles, and takes pages out', () => {
    expect([...matchesIn(tree, 'page C')].sort()).toEqual(['a', 'b', 'c'])
    expect(shown(without(tree, 'a'))).toEqual(['1e', '1g', '2x', '1l'])
    expect(without(tree, 'a').nodes.has('c')).toBe(false)
  })

  it('stays a tree whatever is moved where', () => {
    const ids = [...tree.nodes.keys()]
    const move = fc.record({
      id: fc.constantFrom(...ids),
      into: fc.option(fc.constantFrom(...ids)),
      at: fc.nat(5),
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
        let now = tree
        for (const { id, into, at } of moves) {
          const rest = siblingsIn(now, into).filter((one) => one !== id)
          if (mayMove(now, id, { into, at })) now = moved(now, id, { into, at: Math.min(at, rest.length) })
        }
        const rows = rowsOf(now, () => true)
        expect(rows.map(({ node }) => node.id).sort()).toEqual(ids.toSorted())
        for (const { node, level } of rows) expect(aboveOf(now, node.id)).toHaveLength(level - 1)
      }),
    )
  })
})
