import { describe, expect, it } from 'vitest'
import {
  add,
  edited,
  inputOf,
  merge,
  move,
  outlineOf,
  pageOf,
  remove,
  type Snapshot,
  set,
  site,
  told,
} from '../../../../test/drawn/fake-site.ts'
import type { PageRecord } from '../records.ts'
import { mergeContent } from './merge.ts'
import type { MergeInput, Sides } from './types.ts'

type Case = {
  base: string
  ours?: (copy: Snapshot) => void
  theirs?: (copy: Snapshot) => void
  /** The outline of the result. */
  gives: string
  conflicts?: string[]
}

function mergeCase({ base: outline, ours = () => {}, theirs = () => {} }: Case) {
  const base = site(outline)
  return merge({ base, ours: edited(base, ours), theirs: edited(base, theirs) })
}

function check(one: Case) {
  const { result, told } = mergeCase(one)
  expect({ gives: outlineOf(result), conflicts: told }).toEqual({
    gives: one.gives,
    conflicts: one.conflicts ?? [],
  })
}

describe('the fields of a page', () => {
  it('merge each on its own', () => {
    const { result, told } = mergeCase({
      base: 'a',
      ours: (copy) => set(copy, 'a', { title: 'Ours', hidden: true }),
      theirs: (copy) => set(copy, 'a', { emoji: '1f600', body: 'theirs\n' }),
      gives: 'a',
    })
    expect(told).toEqual([])
    expect(pageOf(result, 'a')).toMatchObject({
      title: 'Ours',
      hidden: true,
      emoji: '1f600',
      body: 'theirs\n',
    })
  })

  it('stay as ours where both changed one, and say so with all three values', () => {
    const { result, conflicts } = mergeCase({
      base: 'a',
      ours: (copy) => set(copy, 'a', { title: 'Ours', icon: 'star' }),
      theirs: (copy) => set(copy, 'a', { title: 'Theirs', icon: 'moon', hidden: true }),
      gives: 'a',
    })
    expect(pageOf(result, 'a')).toMatchObject({ title: 'Ours', icon: 'star', hidden: true })
    expect(conflicts).toEqual([
      { kind: 'page', id: 'a', field: 'title', base: 'a', ours: 'Ours', theirs: 'Theirs' },
      { kind: 'page', id: 'a', field: 'icon', base: null, ours: 'star', theirs: 'moon' },
    ])
  })

  it('are gone when a side takes them away', () => {
    const base = edited(site('a'), (copy) => set(copy, 'a', { emoji: '1f600' }))
    const { emoji: _, ...plain } = pageOf(base, 'a')
    const theirs = edited(base, ({ pages }) => pages.set('a', plain))
    const ours = edited(base, (copy) => set(copy, 'a', { title: 'Ours' }))
    expect(pageOf(merge({ base, ours, theirs }).result, 'a')).toEqual({ ...plain, title: 'Ours' })
  })

  it('are compared by what they hold', () => {
    const { told, merged } = mergeCase({
      base: 'a',
      ours: (copy) => set(copy, 'a', { cover: { ref: { kind: 'url', url: 'x' }, yPos: 0 } }),
      theirs: (copy) => set(copy, 'a', { cover: { yPos: 0, ref: { url: 'x', kind: 'url' } } }),
      gives: 'a',
    })
    expect(told).toEqual([])
    expect(merged.pages.size).toBe(0)
  })

  it('have the later time, which is no change by itself', () => {
    const [early, late] = ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']
    const times = (ours: Partial<PageRecord>, theirs: Partial<PageRecord>) =>
      mergeCase({
        base: 'a',
        gives: 'a',
        ours: (copy) => set(copy, 'a', ours),
        theirs: (copy) => set(copy, 'a', theirs),
      })
    const both = times({ title: 'Ours', updatedAt: late }, { icon: 'star', updatedAt: early })
    expect(pageOf(both.result, 'a').updatedAt).toBe(late)
    expect(times({ updatedAt: early }, { updatedAt: late }).merged.pages.size).toBe(0)
    const deleted = { base: 'a b', ours: (copy: Snapshot) => set(copy, 'a', { updatedAt: late }) }
    check({ ...deleted, theirs: (copy) => remove(copy, 'a'), gives: 'b' })
  })
})

describe('the text of a page', () => {
  const texts = (ours: string | null, theirs: string | null) =>
    mergeCase({
      base: 'a',
      ours: (copy) => set(copy, 'a', { body: ours }),
      theirs: (copy) => set(copy, 'a', { body: theirs }),
      gives: 'a',
    })

  it('merges line by line', () => {
    const { result, told } = texts('1 ours\n2 a\n3 a\n', '1 a\n2 a\n3 theirs\n')
    expect(told).toEqual([])
    expect(pageOf(result, 'a').body).toBe('1 ours\n2 a\n3 theirs\n')
  })

  it('keeps our lines where both changed them, takes what else they changed, and says so by the hashes', () => {
    const [ours, theirs] = ['1 ours\n2 a\n3 a\n', '1 theirs\n2 a\n3 theirs\n']
    const { result, conflicts } = texts(ours, theirs)
    expect(pageOf(result, 'a').body).toBe('1 ours\n2 a\n3 theirs\n')
    expect(conflicts).toEqual([
      { kind: 'page', id: 'a', field: 'body', base: '1 a\n2 a\n3 a\n', ours, theirs },
    ])
  })

  it('stays as ours when a side has none any more', () => {
    const { result, told } = texts(null, 'theirs\n')
    expect(pageOf(result, 'a').body).toBe(null)
    expect(told).toEqual(['page a body'])
  })
})

describe('pages that come and go', () => {
  const cases: [string, Case][] = [
    [
      'both added, each its own',
      {
        base: 'a',
        ours: (copy) => add(copy, 'o', 'a'),
        theirs: (copy) => add(copy, 't', 'a'),
        gives: 'a(o t)',
      },
    ],
    [
      'added with pages below',
      {
        base: 'a',
        theirs: (copy) => {
          add(copy, 't', 'a')
          add(copy, 'u', 't')
        },
        gives: 'a(t(u))',
      },
    ],
    [
      'added by both under one id',
      {
        base: 'a',
        ours: (copy) => add(copy, 'n', ''),
        theirs: (copy) => {
          add(copy, 'n', '')
          set(copy, 'n', { title: 'Theirs' })
        },
        gives: 'a n',
        conflicts: ['page n title'],
      },
    ],
    ['deleted by theirs', { base: 'a(b c)', theirs: (copy) => remove(copy, 'b'), gives: 'a(c)' }],
    ['deleted by ours', { base: 'a(b c)', ours: (copy) => remove(copy, 'b'), gives: 'a(c)' }],
    [
      'deleted by both',
      { base: 'a(b) c', ours: (copy) => remove(copy, 'a'), theirs: (copy) => remove(copy, 'b'), gives: 'c' },
    ],
    [
      'deleted by theirs, changed by ours: stays, with the pages above it and nothing else',
      {
        base: 'a(b(c d)) e',
        ours: (copy) => set(copy, 'c', { title: 'Ours' }),
        theirs: (copy) => remove(copy, 'a'),
        gives: 'a(b(c)) e',
        conflicts: ['page a existence', 'page b existence', 'page c existence'],
      },
    ],
    [
      'deleted by ours, changed by theirs: comes back',
      {
        base: 'a(b(c d)) e',
        ours: (copy) => remove(copy, 'a'),
        theirs: (copy) => set(copy, 'c', { body: 'theirs\n' }),
        gives: 'a(b(c)) e',
        conflicts: ['page a existence', 'page b existence', 'page c existence'],
      },
    ],
    [
      'deleted, while a page was added below',
      {
        base: 'a(b) c',
        ours: (copy) => remove(copy, 'b'),
        theirs: (copy) => add(copy, 't', 'b'),
        gives: 'a(b(t)) c',
        conflicts: ['page b existence'],
      },
    ],
    [
      'deleted, while a page was moved below',
      {
        base: 'a(b) c',
        ours: (copy) => move(copy, 'c', 'b'),
        theirs: (copy) => remove(copy, 'a'),
        gives: 'a(b(c))',
        conflicts: ['page a existence', 'page b existence'],
      },
    ],
    [
      'deleted, while a page below was moved out: that one stays',
      {
        base: 'a(b c) d',
        ours: (copy) => move(copy, 'b', 'd'),
        theirs: (copy) => remove(copy, 'a'),
        gives: 'd(b)',
        conflicts: ['page b existence'],
      },
    ],
    [
      'deleted, while the pages below changed places: goes',
      {
        base: 'a(b c) d',
        ours: ({ lists }) => lists.set('a', ['c', 'b']),
        theirs: (copy) => remove(copy, 'a'),
        gives: 'd',
      },
    ],
  ]

  it.each(cases)('%s', (_, one) => check(one))

  it('tell of an existence with the records there are', () => {
    const { conflicts } = mergeCase({
      base: 'a b',
      ours: (copy) => set(copy, 'a', { title: 'Ours' }),
      theirs: (copy) => remove(copy, 'a'),
      gives: 'a b',
    })
    const base = pageOf(site('a'), 'a')
    expect(conflicts).toEqual([
      { kind: 'page', id: 'a', field: 'existence', base, ours: { ...base, title: 'Ours' }, theirs: null },
    ])
  })
})

describe('moves', () => {
  const cases: [string, Case][] = [
    [
      'of different pages',
      {
        base: 'a b c',
        ours: (copy) => move(copy, 'a', 'c'),
        theirs: (copy) => move(copy, 'b', 'c'),
        gives: 'c(a b)',
      },
    ],
    [
      'of a page that the other renamed',
      {
        base: 'a b',
        ours: (copy) => set(copy, 'a', { title: 'New' }),
        theirs: (copy) => move(copy, 'a', 'b'),
        gives: 'b(a)',
      },
    ],
    [
      'to the same place',
      {
        base: 'a b',
        ours: (copy) => move(copy, 'a', 'b'),
        theirs: (copy) => move(copy, 'a', 'b'),
        gives: 'b(a)',
      },
    ],
    [
      'to different places: ours',
      {
        base: 'a b c',
        ours: (copy) => move(copy, 'a', 'b'),
        theirs: (copy) => move(copy, 'a', 'c'),
        gives: 'b(a) c',
        conflicts: ['page a place'],
      },
    ],
    [
      'under each other: theirs stays where it was',
      {
        base: 'a b c',
        ours: (copy) => move(copy, 'a', 'b'),
        theirs: (copy) => move(copy, 'b', 'a'),
        gives: 'b(a) c',
        conflicts: ['page b place'],
      },
    ],
    [
      'under each other by way of pages that did not change',
      {
        base: 'a(b(c)) d(e(f))',
        ours: (copy) => move(copy, 'a', 'f'),
        theirs: (copy) => move(copy, 'd', 'c'),
        gives: 'd(e(f(a(b(c)))))',
        conflicts: ['page d place'],
      },
    ],
    [
      'in a circle of three',
      {
        base: 'a b c',
        ours: (copy) => move(copy, 'a', 'b'),
        theirs: (copy) => {
          move(copy, 'b', 'c')
          move(copy, 'c', 'a')
        },
        gives: 'b(a) c',
        conflicts: ['page b place', 'page c place'],
      },
    ],
    [
      'below a page of theirs that comes back, in a circle',
      {
        base: 'p x z',
        ours: (copy) => {
          remove(copy, 'p')
          move(copy, 'x', 'z')
        },
        theirs: (copy) => {
          move(copy, 'p', 'x')
          move(copy, 'z', 'p')
        },
        gives: 'z(x(p))',
        conflicts: ['page p existence', 'page z place'],
      },
    ],
  ]

  it.each(cases)('%s', (_, one) => check(one))

  it('tell of a place by the pages above', () => {
    const { conflicts } = mergeCase({
      base: 'a b c',
      ours: (copy) => move(copy, 'a', 'b'),
      theirs: (copy) => move(copy, 'a', 'c'),
      gives: '',
    })
    expect(conflicts).toEqual([{ kind: 'page', id: 'a', field: 'place', base: null, ours: 'b', theirs: 'c' }])
  })
})

describe('the order of siblings', () => {
  const order =
    (...ids: string[]) =>
    ({ lists }: Snapshot) =>
      void lists.set('', ids)
  const cases: [string, Case][] = [
    ['changed by theirs', { base: 'a b c', theirs: order('c', 'a', 'b'), gives: 'c a b' }],
    ['changed by ours', { base: 'a b c', ours: order('c', 'a', 'b'), gives: 'c a b' }],
    [
      'changed alike',
      { base: 'a b c', ours: order('c', 'a', 'b'), theirs: order('c', 'a', 'b'), gives: 'c a b' },
    ],
    [
      'changed by both in different parts',
      {
        base: 'a b c d',
        ours: order('b', 'a', 'c', 'd'),
        theirs: order('a', 'b', 'd', 'c'),
        gives: 'b a d c',
      },
    ],
    [
      'changed by both, each moving another page',
      {
        base: 'a b c d e',
        ours: order('e', 'a', 'b', 'c', 'd'),
        theirs: order('b', 'c', 'd', 'e', 'a'),
        gives: 'e b c d a',
      },
    ],
    [
      'changed by both, moving one page to different places: ours',
      {
        base: 'a b c d e',
        ours: order('c', 'a', 'b', 'd', 'e'),
        theirs: order('a', 'b', 'd', 'e', 'c'),
        gives: 'c a b d e',
        conflicts: ['order  order'],
      },
    ],
    [
      'changed by both, moving one page in the same direction: ours',
      {
        base: 'a b c',
        ours: order('c', 'a', 'b'),
        theirs: order('a', 'c', 'b'),
        gives: 'c a b',
        conflicts: ['order  order'],
      },
    ],
    [
      'changed by both where their changes meet: ours',
      {
        base: 'a b c',
        ours: order('b', 'a', 'c'),
        theirs: order('a', 'c', 'b'),
        gives: 'b a c',
        conflicts: ['order  order'],
      },
    ],
    [
      'with pages put in at different spots',
      {
        base: 'a b',
        ours: (copy) => add(copy, 'o', '', { at: 0 }),
        theirs: (copy) => add(copy, 't', '', { at: 1 }),
        gives: 'o a t b',
      },
    ],
    [
      'with pages put in at the same spot: ours first',
      {
        base: 'a b',
        ours: (copy) => add(copy, 'o', '', { at: 1 }),
        theirs: (copy) => add(copy, 't', '', { at: 1 }),
        gives: 'a o t b',
      },
    ],
    [
      'with a page put in behind one that moved',
      {
        base: 'a b c',
        ours: (copy) => add(copy, 'o', '', { at: 1 }),
        theirs: order('b', 'c', 'a'),
        gives: 'b c a o',
      },
    ],
    [
      'with a page put in behind one that is gone',
      {
        base: 'a b c',
        ours: (copy) => add(copy, 'o', '', { at: 2 }),
        theirs: (copy) => remove(copy, 'b'),
        gives: 'a o c',
      },
    ],
    [
      'changed by theirs, while ours moved a page away',
      { base: 'a b c', ours: (copy) => move(copy, 'b', 'a'), theirs: order('c', 'b', 'a'), gives: 'c a(b)' },
    ],
  ]

  it.each(cases)('%s', (_, one) => check(one))
})

describe('equal slugs', () => {
  const slugs = (one: Omit<Case, 'gives'>) => {
    const { result, told } = mergeCase({ ...one, gives: '' })
    expect(told).toEqual([])
    return outlineOf(result, 'slug')
  }

  it('of two added pages: theirs steps aside', () => {
    expect(
      slugs({
        base: 'a',
        ours: (copy) => add(copy, 'o', '', { slug: 'new' }),
        theirs: (copy) => add(copy, 't', '', { slug: 'new', at: 0 }),
      }),
    ).toBe('new-1 a new')
  })

  it('leave the suffixes that others have', () => {
    expect(
      slugs({
        base: 'a new-1',
        ours: (copy) => add(copy, 'o', '', { slug: 'new' }),
        theirs: (copy) => {
          add(copy, 't', '', { slug: 'new' })
          add(copy, 'u', '', { slug: 'new-2' })
        },
      }),
    ).toBe('a new-1 new new-3 new-2')
  })

  it('of a page moved beside one that did not change', () => {
    expect(
      slugs({
        base: 'a(x) b',
        ours: (copy) => add(copy, 'o', 'b', { slug: 'x' }),
        theirs: (copy) => move(copy, 'x', 'b'),
      }),
    ).toBe('a b(x x-1)')
  })

  it('of a page renamed to what another has become', () => {
    expect(
      slugs({
        base: 'a b',
        ours: (copy) => set(copy, 'a', { slug: 'same' }),
        theirs: (copy) => set(copy, 'b', { slug: 'same' }),
      }),
    ).toBe('same same-1')
  })

  it('are none when two pages swap theirs', () => {
    const swap = (copy: Snapshot) => {
      set(copy, 'a', { slug: 'b' })
      set(copy, 'b', { slug: 'a' })
    }
    expect(slugs({ base: 'a b', theirs: swap })).toBe('b a')
  })
})

describe('files, reusable contents and variables', () => {
  const nothing = (): MergeInput => inputOf({ base: site(''), ours: site(''), theirs: site('') })
  const file = { id: 'f', name: 'f.png', contentType: 'image/png', size: 1, blob: 'base' }

  it('merge a file field by field', () => {
    const sides = {
      base: file,
      ours: { ...file, name: 'ours.png' },
      theirs: { ...file, blob: 'theirs', size: 2 },
    }
    const { files, conflicts } = mergeContent({ ...nothing(), files: new Map([['f', sides]]) })
    expect(conflicts).toEqual([])
    expect(files).toEqual(new Map([['f', { ...file, name: 'ours.png', blob: 'theirs', size: 2 }]]))
  })

  it('keep the size of our bytes with our bytes', () => {
    const ours = { ...file, blob: 'ours' }
    const sides = { base: file, ours, theirs: { ...file, blob: 'theirs', size: 2, name: 'theirs.png' } }
    const { files, conflicts } = mergeContent({ ...nothing(), files: new Map([['f', sides]]) })
    expect(conflicts).toEqual([
      { kind: 'file', id: 'f', field: 'blob', base: 'base', ours: 'ours', theirs: 'theirs' },
    ])
    expect(files).toEqual(new Map([['f', { ...ours, name: 'theirs.png' }]]))
  })

  it('add, delete and keep files', () => {
    const files = new Map<string, Sides<typeof file>>([
      ['added', { theirs: file }],
      ['deleted', { base: file, ours: file }],
      ['gone', { base: file, theirs: file }],
      ['kept', { base: file, theirs: { ...file, name: 'theirs.png' } }],
    ])
    const merged = mergeContent({ ...nothing(), files })
    expect(merged.conflicts.map(told)).toEqual(['file kept existence'])
    expect(merged.files).toEqual(
      new Map([
        ['added', file],
        ['deleted', null],
        ['kept', { ...file, name: 'theirs.png' }],
      ]),
    )
  })

  it('merge the text of a reusable content', () => {
    const record = { id: 'r', title: 'r', body: 'base' }
    const sides = {
      base: record,
      ours: { ...record, body: 'ours' },
      theirs: { ...record, body: 'theirs', title: 'Theirs' },
    }
    const texts = { base: 'a\nb\n', ours: 'A\nb\n', theirs: 'a\nB\n' }
    const input = { ...nothing(), reusables: new Map([['r', sides]]), bodies: new Map([['r', texts]]) }
    const { reusables, bodies, conflicts } = mergeContent(input)
    expect(conflicts).toEqual([])
    expect(bodies).toEqual(new Map([['r', 'A\nB\n']]))
    expect(reusables).toEqual(new Map([['r', { ...sides.ours, title: 'Theirs' }]]))
  })

  it('merge variables by name', () => {
    const variables = {
      base: { same: 1, ours: 1, theirs: 1, both: 1, gone: 1, kept: 1 },
      ours: { same: 1, ours: 2, theirs: 1, both: 2, gone: 1, constructor: 'ours' },
      theirs: { same: 1, ours: 1, theirs: 2, both: 3, kept: 2, toString: 'theirs' },
    }
    const merged = mergeContent({ ...nothing(), variables })
    expect(merged.variables).toEqual({
      ...{ same: 1, ours: 2, theirs: 2, both: 2, kept: 2 },
      ...{ constructor: 'ours', toString: 'theirs' },
    })
    expect(merged.conflicts).toEqual([
      { kind: 'variable', id: 'both', field: 'value', base: 1, ours: 2, theirs: 3 },
      { kind: 'variable', id: 'kept', field: 'existence', base: 1, ours: null, theirs: 2 },
    ])
  })
})
