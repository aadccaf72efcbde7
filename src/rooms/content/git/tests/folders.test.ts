import { describe, expect, it } from 'vitest'
import { openSyncedSpace } from '../../../../../test/repositories.ts'

// Without a table of contents folders are the tree. What they can say they say; what they can not stays in the space.

type Space = Awaited<ReturnType<typeof openSyncedSpace>>

const FILES = {
  'README.md': '# Home\n\nSee [deep](guide/deep/x.md).\n',
  'guide/README.md': '# Guide\n\nSee [a](a.md).\n',
  'guide/a.md': '# A\n',
  'guide/deep/x.md': '# X\n\n[Up](../README.md), [home](../../README.md)\n',
  'notes/one.md': '# One\n',
  'notes/two.md': '# Two\n',
  'top.md': '# Top\n',
  'top/below.md': '# Below\n',
}
const TREE = 'Home Top[Below] Guide[A X] Notes[One Two]'

const update = async (space: Space, title: string, change: object) =>
  space.write({ operation: 'update_page', page: (await space.page(title)).id, ...change })
const insert = async (space: Space, into: string | undefined, change: object) =>
  space.write({
    operation: 'insert_page',
    into: into && (await space.page(into)).id,
    document: { markdown: 'Text' },
    ...change,
  })

/** What was done, the tree it makes, and what changes in the repository. */
const EDITS: [string, (space: Space) => Promise<unknown>, string, string[]][] = [
  [
    'a page in a folder',
    (space) => insert(space, 'Guide', { title: 'B' }),
    `${TREE.replace('X', 'X B')}`,
    ['A\tguide/b.md'],
  ],
  [
    'a page below a page',
    (space) => insert(space, 'One', { title: 'In' }),
    TREE.replace('One', 'One[In]'),
    ['A\tnotes/one/in.md'],
  ],
  ['a title', (space) => update(space, 'A', { title: 'Z' }), TREE.replace('A', 'Z'), ['M\tguide/a.md']],
  [
    'another name of a folder',
    (space) => update(space, 'Guide', { slug: 'manual' }),
    TREE,
    [
      'M\tREADME.md',
      'D\tguide/README.md',
      'D\tguide/a.md',
      'D\tguide/deep/x.md',
      'A\tmanual/README.md',
      'A\tmanual/a.md',
      'A\tmanual/deep/x.md',
    ],
  ],
  [
    'another name of a page beside its folder',
    (space) => update(space, 'Top', { slug: 'peak' }),
    TREE,
    ['A\tpeak.md', 'A\tpeak/below.md', 'D\ttop.md', 'D\ttop/below.md'],
  ],
  [
    'another place of a folder',
    async (space) => update(space, 'Guide', { into: (await space.page('Notes')).id }),
    'Home Top[Below] Notes[One Two Guide[A X]]',
    [
      'M\tREADME.md',
      'D\tguide/README.md',
      'D\tguide/a.md',
      'D\tguide/deep/x.md',
      'A\tnotes/guide/README.md',
      'A\tnotes/guide/a.md',
      'A\tnotes/guide/deep/x.md',
    ],
  ],
  [
    'another order',
    async (space) => update(space, 'Two', { into: (await space.page('Notes')).id, at: 0 }),
    TREE.replace('One Two', 'Two One'),
    [],
  ],
  [
    'another title of a group',
    (space) => update(space, 'Notes', { title: 'Remarks' }),
    TREE.replace('Notes', 'Remarks'),
    [],
  ],
  [
    'another place of a group',
    (space) => update(space, 'Notes', { into: null, at: 0 }),
    `Notes[One Two] ${TREE.replace(' Notes[One Two]', '')}`,
    [],
  ],
]

describe('without a table of contents', () => {
  it.each(EDITS)(
    '%s is as it was made, whatever comes from the repository',
    async (_, edit, tree, changes) => {
      const space = await openSyncedSpace(FILES)
      const { commit } = await space.imports()
      expect(await space.titles()).toBe(TREE)
      await edit(space)
      await space.exports()
      expect(await space.diff(commit, await space.tip())).toEqual(changes)
      expect(await space.titles()).toBe(tree)
      const { report } = await space.imports({ force: true })
      expect([report.summary, await space.titles()]).toEqual(['Nothing changed', tree])

      // An export that has something to say agrees on no more than the repository says.
      await update(space, 'Home', { document: { markdown: 'New.' } })
      await space.exports()
      await space.commit({ 'other.md': '# Other\n' })
      const { summary } = (await space.imports()).report
      const titles = await space.titles()
      expect([summary, titles.replace(' Other', '')]).toEqual(['1 page created', tree])
    },
  )

  it('links follow pages whose folder moved', async () => {
    const space = await openSyncedSpace(FILES)
    await space.imports()
    await update(space, 'Guide', { slug: 'manual' })
    await space.exports()
    expect(await space.show('README.md')).toBe('# Home\n\nSee [deep](manual/deep/x.md).\n')
    expect(await space.show('manual/README.md')).toBe(FILES['guide/README.md'])
    expect(await space.show('manual/deep/x.md')).toBe(FILES['guide/deep/x.md'])
  })
})

describe('a page without a title of its own', () => {
  it('is called like its file, or like its folder where it is a README, and keeps its name when that moves', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'big-guide/README.md': 'Text.\n',
      'big-guide/first-steps.md': 'Text.\n',
    })
    await space.imports()
    expect(await space.titles()).toBe('Home Big guide[First steps]')
    await update(space, 'Big guide', { slug: 'manual' })
    await update(space, 'First steps', { slug: 'one' })
    await space.exports()
    await space.imports({ force: true })
    expect(await space.titles()).toBe('Home Big guide[First steps]')
  })
})

describe('a page below two that moved', () => {
  it('follows both', async () => {
    const space = await openSyncedSpace({
      'README.md': '# Home\n',
      'a/README.md': '# A\n',
      'a/b/README.md': '# B\n',
      'a/b/c/deep.md': '# C\n',
    })
    const { commit } = await space.imports()
    await update(space, 'B', { slug: 'bee' })
    await update(space, 'A', { slug: 'ay' })
    await update(space, 'B', { slug: 'bees' })
    await space.exports()
    const files = (await space.diff(commit, await space.tip())).filter((line) => line.startsWith('A'))
    expect(files).toEqual(['A\tay/README.md', 'A\tay/bees/README.md', 'A\tay/bees/c/deep.md'])
    const { report } = await space.imports({ force: true })
    expect([report.summary, await space.titles()]).toEqual(['Nothing changed', 'Home A[B[C]]'])
  })
})

describe('a group', () => {
  it('keeps its address when the table of contents calls it otherwise', async () => {
    const page = { 'README.md': '# Home\n', 'a.md': '# A\n', 'b.md': '# B\n' }
    const summary = (...groups: string[]) => `* [Home](README.md)\n\n${groups.join('\n')}`
    const space = await openSyncedSpace({
      ...page,
      'SUMMARY.md': summary('## First\n\n* [A](a.md)\n', '## Second\n\n* [B](b.md)\n'),
    })
    await space.imports()
    const id = (await space.page('Second')).id
    await space.commit({ 'SUMMARY.md': summary('## First\n\n* [A](a.md)\n', '## Last\n\n* [B](b.md)\n') })
    await space.imports()
    expect((await space.page('Last')).id).toBe(id)
    const { path } = await space
      .as(space.admin)
      .get(`${space.url}/content/page/${(await space.page('B')).id}`)
    expect(path).toBe('second/b')
  })
})
