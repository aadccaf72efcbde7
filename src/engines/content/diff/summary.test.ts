import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryNodes } from '../../../../test/drawn/memory-nodes.ts'
import { openDraft } from '../draft/draft.ts'
import type { NodeSession } from '../nodes/nodes.ts'
import { readRevision } from '../nodes/revision.ts'
import { diffRevisions } from './changes.ts'
import { summarize } from './summary.ts'

type Drawn = { id: string; title: string; text: string }
const state = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 60 }).map((number) => `page${number}`),
    title: fc.constantFrom('One', 'Two'),
    text: fc.constantFrom('a', 'b'),
  }),
  { selector: ({ id }) => id, maxLength: 45 },
)

async function revisionOf(nodes: NodeSession, pages: Drawn[]) {
  if (pages.length === 0) return readRevision(nodes, null)
  const draft = openDraft(await readRevision(nodes, null))
  for (const { id, title, text } of pages) {
    const fields = { id, type: 'document' as const, title, slug: id, createdAt: '2026-01-01' }
    await draft.insertPage({ ...fields, body: nodes.putText(text) }, { into: null })
  }
  return readRevision(nodes, await draft.finish())
}

describe('the summary of a revision', () => {
  it('counts what the difference tells, also where one side is empty', async () => {
    await fc.assert(
      fc.asyncProperty(
        state,
        state,
        fc.constantFrom('first', 'last', 'middle'),
        async (one, other, place) => {
          const nodes = memoryNodes()
          const before = await revisionOf(nodes, place === 'first' ? [] : one)
          const after = await revisionOf(nodes, place === 'last' ? [] : other)
          const { pages, highlights } = await summarize(before, after)
          const changes = await diffRevisions(before, after)
          const count = (wanted: string) => changes.filter(({ type }) => type === wanted).length
          expect(pages).toEqual({
            created: count('page_created'),
            edited: count('page_edited'),
            moved: count('page_moved'),
            deleted: count('page_deleted'),
          })
          const told = new Set(changes.map((change) => ('id' in change ? `${change.type} ${change.id}` : '')))
          for (const { type, id } of highlights) expect(told).toContain(`${type} ${id}`)
          const changed = new Set(changes.map((change) => ('id' in change ? change.id : '')))
          expect(highlights).toHaveLength(Math.min(5, changed.size))
        },
      ),
      { numRuns: 60 },
    )
  })
})
