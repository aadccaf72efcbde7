import { expect, it } from 'vitest'
import { add, edited, inputOf, move, remove, set, site } from '../../../../test/drawn/fake-site.ts'
import { withoutOurDeletions } from './forced.ts'
import { mergeContent } from './merge.ts'
import type { Sides } from './types.ts'

const nothing = () => inputOf({ base: site(''), ours: site(''), theirs: site('') })

it('brings back no file, reusable content or variable that ours deleted', () => {
  const file = { id: 'f', name: 'f.png', contentType: 'image/png', size: 1, blob: 'base' }
  const note = { id: 'r', title: 'r', body: 'base' }
  const files = new Map<string, Sides<typeof file>>([
    ['deleted', { base: file, theirs: { ...file, name: 'theirs.png' } }],
    ['edited', { base: file, ours: { ...file, name: 'ours.png' } }],
    ['added', { theirs: file }],
  ])
  const reusables = new Map([['r', { base: note, theirs: { ...note, title: 'Theirs' } }]])
  const variables = {
    base: { deleted: 1, edited: 1 },
    ours: { edited: 2 },
    theirs: { deleted: 2, added: 1 },
  }
  const merged = mergeContent(withoutOurDeletions({ ...nothing(), files, reusables, variables }))
  expect(merged.files).toEqual(new Map([['added', file]]))
  expect(merged.reusables).toEqual(new Map())
  expect(merged.variables).toEqual({ edited: 2, added: 1 })
})

it('lets pages step out of deleted ones, in order and without circles', () => {
  const base = site('a x(c(d)) e z')
  const ours = edited(base, (copy) => {
    remove(copy, 'c')
    move(copy, 'x', 'e')
  })
  const theirs = edited(base, (copy) => {
    set(copy, 'c', { title: 'Theirs' })
    add(copy, 'n', 'd')
    add(copy, 'o', 'c')
    move(copy, 'e', 'n')
    move(copy, 'z', 'c')
  })
  const merged = mergeContent(withoutOurDeletions(inputOf({ base, ours, theirs })))
  expect(merged.order).toEqual(new Map([['x', ['n', 'o']]]))
  expect([...merged.pages].map(([id, page]) => [id, page?.parent])).toEqual([
    ['n', 'x'],
    ['o', 'x'],
  ])
})
