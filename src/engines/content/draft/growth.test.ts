import { afterAll, describe, expect, it } from 'vitest'
import { memoryNodes } from '../../../../test/drawn/memory-nodes.ts'
import { stepCounter } from '../../../../test/measures/steps.ts'
import { readRevision } from '../nodes/revision.ts'
import { openDraft } from './draft.ts'

const steps = stepCounter()
afterAll(() => steps.close())

const NOW = '2026-01-01T00:00:00.000Z'

async function insert(count: number, slugOf: (at: number) => string) {
  const draft = openDraft(await readRevision(memoryNodes(), null))
  for (let at = 0; at < count; at++)
    await draft.insertPage(
      { id: `p${at}`, type: 'document', title: 'A', slug: slugOf(at), body: null, createdAt: NOW },
      { into: null },
    )
  return draft
}

describe('many pages beside each other', () => {
  it.each<[string, (at: number) => string]>([
    ['of one name', () => 'a'],
    ['of a name that is cut for its number', () => '\u{1f468}\u200d\u{1f469}'.repeat(30)],
    ['of names of their own', (at) => `a${at}`],
  ])('are inserted with work in proportion to their number: %s', async (_, slugOf) => {
    await insert(400, slugOf)
    const less = await steps.stepsDuring(() => insert(400, slugOf))
    const more = await steps.stepsDuring(() => insert(800, slugOf))
    expect(more / less).toBeLessThan(2.5)
  })

  it('have slugs of their own, in order', async () => {
    const draft = await insert(4, (at) => (at === 2 ? 'a-2' : 'a'))
    expect((await draft.list(null)).map(({ slug }) => slug)).toEqual(['a', 'a-1', 'a-2', 'a-3'])
  })
})
