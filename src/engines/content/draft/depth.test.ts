import { describe, expect, it } from 'vitest'
import { memoryNodes } from '../../../../test/drawn/memory-nodes.ts'
import { mergeInto } from '../merge/depth.ts'
import { readSides } from '../merge/input.ts'
import { type PageTree, treeAt } from '../nodes/page-tree.ts'
import { type RevisionView, readRevision } from '../nodes/revision.ts'
import { MOST_LEVELS, withinLevels } from './depth.ts'
import { openDraft } from './draft.ts'
import { raiseDeepPages } from './raise-deep.ts'

type Tree = { name: string; below: Tree[] }
const shape = {
  belowOf: ({ below }: Tree) => below,
  withBelow: (tree: Tree, below: Tree[]) => ({ ...tree, below }),
}

function words(trees: Tree[]): string {
  return trees.map(({ name, below }) => name + (below.length > 0 ? `(${words(below)})` : '')).join(' ')
}

function chainOf(length: number): Tree[] {
  let trees: Tree[] = []
  for (let at = length; at > 0; at--) trees = [{ name: `${at}`, below: trees }]
  return trees
}

describe('trees within so many levels', () => {
  it('have what was deeper right behind what it was below, in the order it is read', () => {
    const leaf = (name: string, ...below: Tree[]) => ({ name, below })
    const trees = [leaf('a', leaf('b', leaf('c', leaf('d')), leaf('e')), leaf('f'))]
    expect(words(withinLevels(trees, shape, 2).trees)).toBe('a(b c d e f)')
    expect(withinLevels(trees, shape, 2).raised.map(({ name }) => name)).toEqual(['c', 'd', 'e'])
    expect(words(withinLevels(trees, shape, 4).trees)).toBe(words(trees))
  })

  it('may have been as deep as nobody can walk down', () => {
    const { trees, raised } = withinLevels(chainOf(200_000), shape)
    expect(raised).toHaveLength(200_000 - MOST_LEVELS)
    expect(words(trees)).toContain(`${MOST_LEVELS - 1}(${MOST_LEVELS} ${MOST_LEVELS + 1}`)
  })
})

const NEW = { type: 'document' as const, createdAt: '2026-01-01T00:00:00.000Z', body: null }

async function withChain(base: RevisionView, name: string, levels: number, into: string | null = null) {
  const draft = openDraft(base)
  let above = into
  for (let at = 1; at <= levels; at++) {
    const id = `${name}${at}`
    await draft.insertPage({ ...NEW, id, title: id, slug: 'same' }, { into: above })
    above = id
  }
  return readRevision(base.nodes, await draft.finish())
}

async function levelsIn(view: RevisionView) {
  const levels = (trees: readonly PageTree[]): number =>
    trees.length === 0 ? 0 : 1 + Math.max(...trees.map(({ below }) => levels(below)))
  return levels(await treeAt(view, view.root.top))
}

describe('a revision from before there was a limit', () => {
  it('is brought within it, with slugs that differ, and one within it stays as it is', async () => {
    const empty = await readRevision(memoryNodes(), null)
    const deep = await withChain(empty, 'p', MOST_LEVELS + 5)
    const { view, raised } = await raiseDeepPages(deep)
    expect(raised.map(({ page }) => page.id)).toEqual(['p31', 'p32', 'p33', 'p34', 'p35'])
    expect(await levelsIn(view)).toBe(MOST_LEVELS)
    expect((await raiseDeepPages(view)).view).toBe(view)
  })
})

describe('a merge', () => {
  it('puts pages that theirs made below what ours moved down at the last level, and tells of them', async () => {
    const empty = await readRevision(memoryNodes(), null)
    const base = await withChain(await withChain(empty, 'a', 20), 'b', 9)
    const moving = openDraft(base)
    const a1 = await moving.page('a1')
    if (a1) await moving.movePage(a1, { into: 'b9' })
    const ours = await readRevision(base.nodes, await moving.finish())
    const theirs = await withChain(base, 'new', 5, 'a20')
    const three = { base, ours, theirs, published: 'ours' as const }
    const { draft, merged } = await mergeInto(ours, await readSides(three))
    const result = await readRevision(base.nodes, await draft.finish())
    expect(await levelsIn(result)).toBe(MOST_LEVELS)
    expect(merged.conflicts.map(({ id, field }) => `${id} ${field}`)).toEqual([
      'new2 place',
      'new3 place',
      'new4 place',
      'new5 place',
    ])
    expect((await draft.list('a20')).length).toBe(5)
  })
})
